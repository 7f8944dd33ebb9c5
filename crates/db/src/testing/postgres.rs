// SPDX-License-Identifier: AGPL-3.0-or-later

//! A private `PostgreSQL` server for one test run, started from the installed binaries in a temporary folder,
//! reachable only through a socket in that folder, and stopped with the process. Its commits are not on the disk
//! unless that is asked for. Not here: a server that keeps data.

use sea_orm::{ConnectionTrait, Database};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use crate::db::pool_options;

/// The address of a running server to use instead of starting one, for example
/// `postgres://salal@127.0.0.1:5432/postgres`. The role must be allowed to create databases.
const GIVEN: &str = "SALAL_TEST_POSTGRES";

/// Keeps the server running while the pipe to this shell is open, that is, until the test process ends in any
/// way; then stops it and removes its folder.
const KEEPER: &str = r#"
trap '' INT TERM HUP
cat > /dev/null
$3 "$1/pg_ctl" -D "$2/data" -m immediate stop > /dev/null 2>&1
rm -rf "$2"
"#;

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    /// Address of a database, with `{name}` in place of its name.
    pattern: String,
    /// The database from which others are created.
    maintenance: String,
    keeper: Option<(Child, ChildStdin)>,
    log: PathBuf,
}

impl Postgres {
    /// The server of this test process, started on first use.
    ///
    /// # Panics
    /// When there are no `PostgreSQL` binaries, or the server does not start.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        #[expect(
            clippy::disallowed_methods,
            reason = "tests have no settings; the product never comes here"
        )]
        let given = || std::env::var(GIVEN).ok().filter(|url| !url.is_empty());
        SHARED.get_or_init(|| given().map_or_else(Self::start, |url| Self::given(&url)))
    }

    /// Uses a running server, by the address of one of its databases.
    fn given(url: &str) -> Self {
        let (before, after) = url.split_once('?').unwrap_or((url, ""));
        let server = before.rsplit_once('/').map_or(before, |(server, _)| server);
        let after = if after.is_empty() {
            String::new()
        } else {
            format!("?{after}")
        };
        Self {
            pattern: format!("{server}/{{name}}{after}"),
            maintenance: url.to_owned(),
            keeper: None,
            log: PathBuf::new(),
        }
    }

    /// Starts a server of one's own. Dropping it stops it and removes its folder.
    ///
    /// # Panics
    /// When there are no `PostgreSQL` binaries, or the server does not start.
    pub fn start() -> Self {
        let careless = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off";
        Self::start_in(&std::env::temp_dir(), careless)
    }

    /// The same with its data in a folder of `parent`, and every commit on the disk before it is reported, as
    /// `PostgreSQL` has it unless told otherwise.
    ///
    /// # Panics
    /// When there are no `PostgreSQL` binaries, or the server does not start.
    pub fn start_durable(parent: &Path) -> Self {
        Self::start_in(parent, "")
    }

    fn start_in(parent: &Path, settings: &str) -> Self {
        let binaries = binaries();
        // A socket's path has at most 107 characters, so the folder's name is short.
        let name = uuid::Uuid::new_v4().simple().to_string();
        let folder = parent.join(format!("salal-pg-{}", &name[..12]));
        make_private(&folder);
        let data = folder.join("data");
        run(as_server(&binaries.join("initdb"))
            .args(["-U", "salal", "--auth=trust", "-E", "UTF8"])
            .args(["--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(&data));
        let options = format!(
            "-c listen_addresses= -k {} {settings} -c max_connections=300",
            folder.display()
        );
        run(as_server(&binaries.join("pg_ctl"))
            .args(["-w", "-t", "60", "-D"])
            .arg(&data)
            .arg("-l")
            .arg(folder.join("log"))
            .args(["-o", &options, "start"]));
        let place = format!("?host={}", folder.display());
        Self {
            pattern: format!("postgres://salal@localhost/{{name}}{place}"),
            maintenance: format!("postgres://salal@localhost/postgres{place}"),
            keeper: Some(keep(&binaries, &folder)),
            log: folder.join("log"),
        }
    }

    /// The address of the database from which others are created, in the form that the
    /// environment variable takes.
    pub fn url(&self) -> &str {
        &self.maintenance
    }

    /// The file into which a server of one's own logs.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Creates an empty database and gives its address.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn create_database(&self) -> String {
        let name = format!("t_{}", uuid::Uuid::new_v4().simple());
        let mut options = pool_options(&self.maintenance);
        options
            .max_connections(1)
            .acquire_timeout(Duration::from_mins(1));
        let connection = Database::connect(options)
            .await
            .expect("the test server accepts connections");
        connection
            .execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE template0"))
            .await
            .expect("the test server creates a database");
        connection.close().await.expect("the connection closes");
        self.pattern.replace("{name}", &name)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some((mut child, pipe)) = self.keeper.take() {
            drop(pipe);
            let _ = child.wait();
        }
    }
}

/// The folder with `initdb` and `pg_ctl`: the newest of Debian's, or where the search path says.
fn binaries() -> PathBuf {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse::<u32>().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, folder)| folder.join("initdb").exists())
        .max()
        .map(|(_, folder)| folder);
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian
        .or_else(|| {
            std::env::split_paths(&path)
                .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
        })
        .expect(
            "the tests need PostgreSQL's server programs: install them (Debian: postgresql), or \
             name a running server in SALAL_TEST_POSTGRES",
        )
}

/// `PostgreSQL` refuses to run as root, so root runs it as the user that its package made.
fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

/// The command prefix that runs a server program as that user.
const AS_POSTGRES: [&str; 4] = [
    "setpriv",
    "--reuid=postgres",
    "--regid=postgres",
    "--init-groups",
];

fn as_server(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new(AS_POSTGRES[0]);
        command.args(&AS_POSTGRES[1..]).arg(program);
        command
    } else {
        Command::new(program)
    };
    // Its own folder may be closed to the server's user.
    command.current_dir("/");
    command
}

fn make_private(folder: &Path) {
    let mut command = Command::new("install");
    command.args(["-d", "-m", "700"]);
    if is_root() {
        command.args(["-o", "postgres", "-g", "postgres"]);
    }
    run(command.arg(folder));
}

/// Runs a program to its end. Its output goes to a pipe only while it runs: `pg_ctl` leaves the
/// server behind, which would hold a pipe open, so nothing is read from it.
fn run(command: &mut Command) {
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .status();
    assert!(
        status.as_ref().is_ok_and(std::process::ExitStatus::success),
        "PostgreSQL for the tests did not start: {command:?} gave {status:?}"
    );
}

fn keep(binaries: &Path, folder: &Path) -> (Child, ChildStdin) {
    let user = if is_root() {
        AS_POSTGRES.join(" ")
    } else {
        String::new()
    };
    let mut child = Command::new("sh")
        .args(["-c", KEEPER, "keeper"])
        .arg(binaries)
        .arg(folder)
        .arg(user)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell can be started");
    let pipe = child.stdin.take().expect("the pipe was asked for");
    (child, pipe)
}
