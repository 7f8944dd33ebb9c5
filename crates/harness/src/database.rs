// SPDX-License-Identifier: AGPL-3.0-or-later

//! Databases with the demo data and the users in them: made once for each engine, copied for each
//! test, so that a test costs milliseconds before its first request.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use salal_db::testing::{Postgres, compare_texts};
use salal_db::{Db, DbSettings, Engine};
use sea_orm::ConnectionTrait;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::Tested;
use crate::users::{self, Users};

/// A database that goes when this is dropped (a copy in PostgreSQL a little later: [`GONE`]).
pub struct Database {
    pub url: String,
    folder: Option<PathBuf>,
    /// The name of a copy in PostgreSQL that is this one's to remove.
    copy: Option<String>,
}

/// Copies in PostgreSQL whose tests are over. The next tests take them away: hundreds of them would
/// fill a disk, and a drop cannot wait for a server.
static GONE: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
        if let Some(name) = self.copy.take() {
            let mut gone = GONE.lock().unwrap_or_else(PoisonError::into_inner);
            gone.push(name);
        }
    }
}

impl Database {
    /// A new one without anything in it.
    pub async fn empty(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::file(None),
            Engine::Postgres => Self::nothing(Postgres::shared().create_database().await),
        }
    }

    /// The name of a database that somebody else removes.
    pub fn nothing(url: String) -> Self {
        compare_texts();
        Self {
            url,
            folder: None,
            copy: None,
        }
    }

    fn file(bytes: Option<&[u8]>) -> Self {
        compare_texts();
        let folder = std::env::temp_dir().join(format!("salal-it-{}", Uuid::new_v4().simple()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let file = folder.join("salal.db");
        if let Some(bytes) = bytes {
            std::fs::write(&file, bytes).expect("a database can be copied");
        }
        Self {
            url: format!("sqlite://{}?mode=rwc", file.display()),
            folder: Some(folder),
            copy: None,
        }
    }
}

enum Image {
    Sqlite(Vec<u8>),
    /// The name of the database to copy.
    Postgres(String),
}

/// What every test begins with.
pub struct Template {
    pub users: Users,
    image: Image,
}

static SQLITE: OnceCell<Template> = OnceCell::const_new();
static POSTGRES: OnceCell<Template> = OnceCell::const_new();

/// The template of an engine, made on first use: a test program tests one thing, so there is one of each.
pub async fn template(tested: &'static Tested, engine: Engine) -> &'static Template {
    let cell = match engine {
        Engine::Sqlite => &SQLITE,
        Engine::Postgres => &POSTGRES,
    };
    cell.get_or_init(|| make(tested, engine)).await
}

async fn make(tested: &'static Tested, engine: Engine) -> Template {
    let database = Database::empty(engine).await;
    let (users, database) = users::assemble(tested, database).await;
    let image = match (&database.folder, engine) {
        (Some(folder), Engine::Sqlite) => {
            Image::Sqlite(std::fs::read(folder.join("salal.db")).expect("the template was written"))
        }
        _ => Image::Postgres(name_of(&database.url).to_owned()),
    };
    Template { users, image }
}

/// The database's name in its address.
fn name_of(url: &str) -> &str {
    let path = url.split('?').next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path)
}

impl Template {
    /// A copy of its own for one test.
    pub async fn copy(&self) -> Database {
        match &self.image {
            Image::Sqlite(bytes) => Database::file(Some(bytes)),
            Image::Postgres(from) => {
                let name = format!("t_{}", Uuid::new_v4().simple());
                let server = Postgres::shared().url();
                let settings = DbSettings {
                    postgres_connections: 1,
                    ..DbSettings::default()
                };
                let db = Db::open(server, &settings)
                    .await
                    .expect("the test server accepts connections");
                db.write()
                    .execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE {from}"))
                    .await
                    .expect("the template can be copied");
                let gone =
                    std::mem::take(&mut *GONE.lock().unwrap_or_else(PoisonError::into_inner));
                for name in gone {
                    db.write()
                        .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
                        .await
                        .expect("a copy that nobody uses can be dropped");
                }
                db.close().await;
                let (before, after) = server
                    .split_once('?')
                    .map_or((server, String::new()), |(b, a)| (b, format!("?{a}")));
                let place = before.rsplit_once('/').map_or(before, |(place, _)| place);
                Database {
                    url: format!("{place}/{name}{after}"),
                    folder: None,
                    copy: Some(name),
                }
            }
        }
    }
}
