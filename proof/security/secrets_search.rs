// SPDX-License-Identifier: AGPL-3.0-or-later

//! Looks for secrets wherever they could have been left: in a database with its log, in a backup of it, in the uploaded
//! files; as they were handed out, and in the forms that a program might keep them in. Not here: what was handed out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use salal_platform::recipients::Identities;
use salal_platform::sealing::Keyring;
use salal_server::context::sha256_hex;
use salal_server::features::operations::backup::{self, BackupFolder, CopyPlace, OpenCopy};
use sea_orm::{ConnectionTrait, QueryResult, Statement};

use crate::support::TestApp;

/// So many bytes of a form are looked up first.
const HEAD: usize = 8;

/// Many texts that are looked for in one reading.
pub(super) struct Search {
    forms: HashMap<[u8; HEAD], Vec<(Vec<u8>, String)>>,
    /// Which pairs of bytes one of them begins with.
    begins: Vec<bool>,
}

impl Search {
    /// Of secrets, none of which is so short that it could stand somewhere by chance.
    pub(super) fn of<'a>(secrets: impl IntoIterator<Item = &'a String>) -> Self {
        let mut search = Self {
            forms: HashMap::new(),
            begins: vec![false; 1 << 16],
        };
        for secret in secrets {
            assert!(secret.len() >= 16, "{secret} is too short to look for");
            let text = secret.as_bytes();
            search.add(secret, text.to_vec());
            search.add(secret, hex::encode(text).into_bytes());
            search.add_base64(secret, text);
            if let Ok(bytes) = hex::decode(secret) {
                search.add(secret, secret.to_uppercase().into_bytes());
                search.add_base64(secret, &bytes);
                search.add(secret, bytes);
            }
        }
        search
    }

    /// With what a person chose, and might choose elsewhere: its plain hash is found by trying.
    pub(super) fn with_hashes_of<'a>(
        mut self,
        passwords: impl IntoIterator<Item = &'a String>,
    ) -> Self {
        for password in passwords {
            let hash = sha256_hex(password);
            self.add(password, hex::decode(&hash).expect("a hash"));
            self.add(password, hash.into_bytes());
        }
        self
    }

    fn add_base64(&mut self, secret: &str, bytes: &[u8]) {
        self.add(secret, STANDARD_NO_PAD.encode(bytes).into_bytes());
        self.add(secret, URL_SAFE_NO_PAD.encode(bytes).into_bytes());
    }

    fn add(&mut self, secret: &str, form: Vec<u8>) {
        let head = *form.first_chunk().expect("long enough");
        self.begins[pair(head)] = true;
        let of = self.forms.entry(head).or_default();
        of.push((form, secret.to_owned()));
    }

    /// Those that stand in it in one of their forms.
    pub(super) fn found_in(&self, stored: &[u8]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for at in 0..stored.len().saturating_sub(HEAD - 1) {
            if !self.begins[usize::from(stored[at]) << 8 | usize::from(stored[at + 1])] {
                continue;
            }
            let rest = &stored[at..];
            let Some(forms) = rest.first_chunk().and_then(|head| self.forms.get(head)) else {
                continue;
            };
            let whole = forms.iter().filter(|(form, _)| rest.starts_with(form));
            found.extend(whole.map(|(_, secret)| secret.clone()));
        }
        found
    }
}

fn pair(head: [u8; HEAD]) -> usize {
    usize::from(head[0]) << 8 | usize::from(head[1])
}

pub(super) async fn rows(app: &TestApp, sql: &str) -> Vec<QueryResult> {
    let db = app.ctx.db.read();
    let statement = Statement::from_string(db.get_database_backend(), sql);
    db.query_all_raw(statement).await.expect("a query")
}

fn text(row: &QueryResult, column: &str) -> String {
    row.try_get("", column).expect("a text")
}

fn bytes(row: &QueryResult) -> i64 {
    row.try_get("", "bytes").expect("a number")
}

/// The tables of the database.
async fn tables(app: &TestApp) -> Vec<String> {
    let sql = if app.ctx.db.engine().is_file() {
        "SELECT name FROM sqlite_master WHERE type = 'table'"
    } else {
        "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'"
    };
    let found = rows(app, sql).await;
    found.iter().map(|row| text(row, "name")).collect()
}

/// How many bytes each table takes: on SQLite what is used of its pages and those of its indexes, on PostgreSQL its
/// rows, as a file of whole pages would say nothing of so few.
pub(super) async fn sizes(app: &TestApp) -> BTreeMap<String, i64> {
    if app.ctx.db.engine().is_file() {
        let sql = "SELECT m.tbl_name AS name, SUM(d.pgsize - d.unused) AS bytes FROM dbstat d \
            JOIN sqlite_master m ON m.name = d.name GROUP BY m.tbl_name";
        let found = rows(app, sql).await;
        return found
            .iter()
            .map(|row| (text(row, "name"), bytes(row)))
            .collect();
    }
    let mut all = BTreeMap::new();
    for table in tables(app).await {
        let sql = format!(
            "SELECT COALESCE(SUM(pg_column_size(t.*)), 0)::bigint AS bytes FROM \"{table}\" t"
        );
        let found = rows(app, &sql).await;
        all.insert(table, bytes(&found[0]));
    }
    all
}

/// The words of all rows, each as it stands between others. Times and numbers with a fraction are words as a whole: six of
/// their digits are no code.
pub(super) async fn words(app: &TestApp) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for table in tables(app).await {
        let row = if app.ctx.db.engine().is_file() {
            let names = format!("SELECT name FROM pragma_table_info('{table}')");
            let names = rows(app, &names).await;
            let quoted = names
                .iter()
                .map(|row| format!("quote(\"{}\")", text(row, "name")));
            quoted.collect::<Vec<_>>().join(" || ' ' || ")
        } else {
            "t::text".to_owned()
        };
        let found = rows(app, &format!("SELECT {row} AS row FROM \"{table}\" t")).await;
        for row in found {
            let row = text(&row, "row");
            let is_between = |c: char| !c.is_ascii_alphanumeric() && !".:+-_@".contains(c);
            let words = row
                .split(is_between)
                .map(|word| word.trim_matches(['.', ':']));
            all.extend(words.filter(|word| word.len() >= 6).map(str::to_owned));
        }
    }
    all
}

/// The uploaded files, one after the other.
pub(super) fn uploads(folder: &Path) -> Vec<u8> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("a file").path());
    let read = |path: std::path::PathBuf| {
        if path.is_dir() {
            uploads(&path)
        } else {
            std::fs::read(path).unwrap_or_default()
        }
    };
    paths.flat_map(read).collect()
}

/// A backup, put together again. PostgreSQL is backed up with its own tools, which copy rows and log as they are.
pub(super) async fn backup_of(app: &TestApp) -> Option<Vec<u8>> {
    if !app.ctx.db.engine().is_file() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let made = backup::back_up(&app.ctx, BackupFolder::Configured(folder.path())).await;
    made.expect("a backup");
    app.ctx.clock.advance(TimeDelta::seconds(2));
    let (_, place) = CopyPlace::all(folder.path())
        .expect("backups")
        .pop()
        .expect("one");
    let keys = Keyring::of(&app.ctx);
    let copy = OpenCopy::open(&place, Identities::default(), &keys).expect("it opens");
    let file = folder.path().join("copy.db");
    copy.assemble(&file).expect("it is whole");
    Some(std::fs::read(file).expect("the copy"))
}

/// What waits in the log of a PostgreSQL: its newest segments.
pub(super) async fn newest_log(app: &TestApp) -> Vec<u8> {
    if app.ctx.db.engine().is_file() {
        return Vec::new();
    }
    let folder = rows(app, "SELECT current_setting('data_directory') AS name").await;
    let folder = Path::new(&text(&folder[0], "name")).join("pg_wal");
    let sql = "SELECT name FROM pg_ls_waldir() ORDER BY modification DESC LIMIT 2";
    let names = rows(app, sql).await;
    let paths = names.iter().map(|row| folder.join(text(row, "name")));
    paths
        .flat_map(|path| std::fs::read(path).unwrap_or_default())
        .collect()
}
