// SPDX-License-Identifier: AGPL-3.0-or-later

//! The program at the terminal, as somebody calls it: what it prints, how it ends, and that what only reads
//! changes nothing, not even the version of the database.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use salal_server::features::audit;
use sea_orm::ConnectionTrait;
use tokio::process::Command;

use crate::support::{TestApp, number, on_both};

/// What the program said and how it ended.
struct Ended {
    is_good: bool,
    /// Answers and complaints, one after the other.
    told: String,
}

async fn salal(app: &TestApp, words: &[&str]) -> Ended {
    salal_on(&app.ctx.settings.database.url, words).await
}

async fn salal_on(url: &str, words: &[&str]) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_salal"))
        .args(words)
        .env("SALAL_DATABASE_URL", url)
        .env("SALAL_BACKUP__FOLDER", folder.path())
        .env("SALAL_SERVER__LOG", "error")
        .env_remove("SALAL_CRASH_AT")
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended {
        is_good: output.status.success(),
        told: text(&output.stdout) + &text(&output.stderr),
    }
}

/// Steps of the schema that the database has.
async fn steps(app: &TestApp) -> i64 {
    number(&app.ctx.db, "select count(*) as n from seaql_migrations").await
}

async fn change(app: &TestApp, sql: &str) {
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the database takes it");
}

/// Every command that works with what is there, and neither starts the server nor brings anything in.
const COMMANDS: [&[&str]; 5] = [
    &["audit", "verify"],
    &["report", "--month", "2026-01"],
    &["teleplan", "take-again"],
    &["backup", "mark"],
    &["demo", "--json"],
];

on_both!(
    a_command_leaves_a_database_of_another_version_as_it_is,
    a_file_that_was_not_set_aside_cannot_be_taken_again,
    the_report_of_a_month_is_a_pdf,
    a_list_that_would_take_many_away_ends_badly_and_says_how_to_go_on,
    doctor_does_not_wait_for_ever_for_a_locked_table
);

async fn a_command_leaves_a_database_of_another_version_as_it_is(app: &TestApp) {
    while audit::seal(&app.ctx).await.expect("seals") > 0 {}
    for command in COMMANDS {
        let ended = salal(app, command).await;
        assert!(ended.is_good, "{command:?}: {}", ended.told);
    }
    // As an earlier version left it: the newest step is not there.
    let newest = "select max(version) from seaql_migrations";
    change(
        app,
        &format!("delete from seaql_migrations where version = ({newest})"),
    )
    .await;
    let before = steps(app).await;
    for command in COMMANDS.into_iter().chain([&["doctor"] as &[&str]]) {
        let ended = salal(app, command).await;
        assert!(
            !ended.is_good && ended.told.contains("salal migrate"),
            "{command:?}: {}",
            ended.told
        );
        assert_eq!(steps(app).await, before, "{command:?}");
    }
    // As a later version left it; that one is not brought up to date by anybody.
    change(
        app,
        "insert into seaql_migrations (version, applied_at) values ('m9999_later', 0)",
    )
    .await;
    for command in COMMANDS
        .into_iter()
        .chain([&["doctor"] as &[&str], &["migrate"], &["work"]])
    {
        let ended = salal(app, command).await;
        assert!(
            !ended.is_good
                && ended
                    .told
                    .to_lowercase()
                    .contains("a later version of the program has changed"),
            "{command:?}: {}",
            ended.told
        );
        assert_eq!(steps(app).await, before + 1, "{command:?}");
    }
}

async fn a_file_that_was_not_set_aside_cannot_be_taken_again(app: &TestApp) {
    let ended = salal(app, &["teleplan", "take-again", "nosuch"]).await;
    assert!(
        !ended.is_good
            && ended
                .told
                .contains("nosuch: no file of this name was set aside"),
        "{}",
        ended.told
    );
    let ended = salal(app, &["teleplan", "take-again"]).await;
    assert!(
        ended.is_good && ended.told.contains("No remittance files are set aside."),
        "{}",
        ended.told
    );
}

async fn the_report_of_a_month_is_a_pdf(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.pdf");
    let path = file.to_str().expect("a path");
    let ended = salal(app, &["report", "--month", "2026-10", "--out", path]).await;
    assert!(ended.is_good && ended.told.contains(path), "{}", ended.told);
    let bytes = std::fs::read(&file).expect("the report");
    assert!(bytes.starts_with(b"%PDF-"), "{} bytes", bytes.len());
    for (words, told) in [
        (["report", "--month", "October"], "2026-10"),
        (["report", "--month", "2999-01"], "still to come"),
    ] {
        let ended = salal(app, &words).await;
        assert!(
            !ended.is_good && ended.told.contains(told),
            "{words:?}: {}",
            ended.told
        );
    }
    let nowhere = folder.path().join("nowhere/report.pdf");
    let nowhere = nowhere.to_str().expect("a path");
    let ended = salal(app, &["report", "--month", "2026-10", "--out", nowhere]).await;
    assert!(
        !ended.is_good && ended.told.contains("--out"),
        "{}",
        ended.told
    );
}

async fn a_list_that_would_take_many_away_ends_badly_and_says_how_to_go_on(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.csv");
    let path = list.to_str().expect("a path");
    let offered = "select count(*) as n from pharmacy where active";
    std::fs::write(&list, "name,address,city,fax\nA,1 Main St,Vancouver,12\n").expect("a file");
    let ended = salal(app, &["import", "pharmacies", path]).await;
    assert!(
        !ended.is_good && ended.told.contains("list.csv: line 2 left out: "),
        "{}",
        ended.told
    );
    std::fs::write(
        &list,
        "name,address,city,fax\nA,1 Main St,Vancouver,604-555-0142\n",
    )
    .expect("a file");
    let ended = salal(app, &["import", "pharmacies", path]).await;
    assert!(
        !ended.is_good && ended.told.contains("--despite-removals"),
        "{}",
        ended.told
    );
    assert_eq!(number(&app.ctx.db, offered).await, 30);
    let ended = salal(
        app,
        &[
            "import",
            "pharmacies",
            path,
            "--despite-removals",
            "It is the whole list.",
        ],
    )
    .await;
    assert!(
        ended.is_good && ended.told.contains("30 no longer in the list."),
        "{}",
        ended.told
    );
    assert_eq!(number(&app.ctx.db, offered).await, 1);
}

/// Somebody changes a table, or forgot a transaction that locks it. On `SQLite` whoever reads waits for nobody.
async fn doctor_does_not_wait_for_ever_for_a_locked_table(app: &TestApp) {
    let is_file = app.ctx.db.engine().is_file();
    for (table, question) in [
        ("audit", "the state of the audit log"),
        ("seaql_migrations", "which version it is of"),
    ] {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        if !is_file {
            let lock = format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
            tx.execute_unprepared(&lock).await.expect("the lock");
        }
        let began = std::time::Instant::now();
        let ended = salal(app, &["doctor"]).await;
        assert!(began.elapsed() < std::time::Duration::from_secs(30));
        assert!(
            is_file
                || (ended.told.contains("did not answer within") && ended.told.contains(question)),
            "{table}: {}",
            ended.told
        );
        tx.rollback().await.expect("it ends");
    }
}

/// A file-based database of this name in a folder.
fn address(folder: &Path, name: &str) -> (PathBuf, String) {
    let file = folder.join(name);
    let url = format!("sqlite://{}?mode=rwc", file.display());
    (file, url)
}

/// Before anything is made for an import its path and its words are looked at.
#[tokio::test]
async fn a_wrong_path_or_word_makes_no_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, url) = address(folder.path(), "none.db");
    let list = folder.path().join("list.csv");
    std::fs::write(&list, "name,address,city,fax\n").expect("a file");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    let (list, empty) = (list.display().to_string(), empty.display().to_string());
    let absent = folder.path().join("absent").display().to_string();
    for what in [
        "dpd",
        "icd",
        "msp",
        "pharmacies",
        "sleep-clinics",
        "lab-definitions",
        "safety",
        "labs",
    ] {
        for (path, told) in [
            (&absent, "cannot be read: no such file"),
            (&empty, "a folder without a file"),
        ] {
            let ended = salal_on(&url, &["import", what, path]).await;
            assert!(
                !ended.is_good && ended.told.contains(told),
                "{what}: {}",
                ended.told
            );
        }
    }
    for (words, told) in [
        (
            ["--despite-removals", "so"],
            "--despite-removals: Please give a reason",
        ),
        (
            ["--despite-changed-numbers", "so"],
            "--despite-changed-numbers: Please give a reason",
        ),
        (["--map", "street"], "street=address"),
    ] {
        let ended = salal_on(&url, &["import", "pharmacies", &list, words[0], words[1]]).await;
        assert!(
            !ended.is_good && ended.told.contains(told),
            "{words:?}: {}",
            ended.told
        );
    }
    assert!(!file.exists(), "nothing was made");
}

#[tokio::test]
async fn a_check_says_when_there_is_no_database_and_makes_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, url) = address(folder.path(), "none.db");
    let ended = salal_on(&url, &["config", "check"]).await;
    assert!(
        ended.is_good && ended.told.contains("There is no database yet"),
        "{}",
        ended.told
    );
    assert!(!ended.told.contains("reachable") && !file.exists());
    let ended = salal_on(&url, &["migrate"]).await;
    assert!(ended.is_good, "{}", ended.told);
    let ended = salal_on(&url, &["config", "check"]).await;
    assert!(
        ended.is_good
            && ended
                .told
                .contains("The database is reachable and up to date."),
        "{}",
        ended.told
    );
}

#[tokio::test]
async fn a_check_tells_of_the_database_beside_what_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("salal.toml");
    let text = "[server]\ntrusted_proxies = [\"banana\"]\n[backup]\ndue_hours = \"many\"\nno_such_key = 1\n";
    std::fs::write(&config, text).expect("a file");
    let config = config.display().to_string();
    let ended = salal_on("mysql://x", &["--config", &config, "config", "check"]).await;
    for part in ["database.url: ", "banana", "due_hours", "no_such_key"] {
        assert!(
            !ended.is_good && ended.told.contains(part),
            "{part}: {}",
            ended.told
        );
    }
}

/// Whoever is on call asks what is wrong: the answer comes within seconds, whatever the database does.
#[tokio::test]
async fn doctor_says_soon_whether_a_database_is_away_or_says_nothing() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let silent = silent.expect("a free port");
    let address = silent.local_addr().expect("a bound port");
    let url = format!("postgres://salal@{address}/salal");
    let asked = async |part: &str| {
        let began = std::time::Instant::now();
        let ended = salal_on(&url, &["doctor"]).await;
        assert!(
            !ended.is_good && ended.told.contains(part),
            "{}",
            ended.told
        );
        let taken = began.elapsed();
        assert!(taken < std::time::Duration::from_secs(10), "{taken:?}");
    };
    asked("accepts connections and does not answer").await;
    drop(silent);
    asked("nothing answers there").await;
}

/// In every environment, whatever else is wrong. In prod it is a fault.
#[tokio::test]
async fn a_check_asks_for_the_proxy_of_an_https_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, url) = address(folder.path(), "none.db");
    let config = folder.path().join("salal.toml");
    let path = config.display().to_string();
    let note = "Note: server.trusted_proxies is empty";
    for (more, is_good, is_told) in [
        ("", true, true),
        ("[backup]\ndue_hours = 0\n", false, true),
        ("trusted_proxies = [\"10.1.0.0/16\"]\n", true, false),
    ] {
        let text = format!("[server]\npublic_url = \"https://renew.example\"\n{more}");
        std::fs::write(&config, text).expect("a file");
        let ended = salal_on(&url, &["--config", &path, "config", "check"]).await;
        assert_eq!(ended.is_good, is_good, "{more}: {}", ended.told);
        let told = ended.told.contains(note);
        assert_eq!(told, is_told, "{more}: {}", ended.told);
    }
}

#[tokio::test]
async fn what_is_no_database_is_neither_backed_up_nor_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let (empty, of_empty) = address(folder.path(), "empty.db");
    std::fs::write(&empty, "").expect("a file");
    let (text, of_text) = address(folder.path(), "text.db");
    std::fs::write(&text, "Notes of a meeting, longer than a header.").expect("a file");
    for command in [&["backup"] as &[&str], &["doctor"], &["audit", "verify"]] {
        for (url, told) in [
            (&of_empty, "is empty: there is no database in it"),
            (&of_text, "is not a database"),
        ] {
            let ended = salal_on(url, command).await;
            assert!(
                !ended.is_good && ended.told.contains(told),
                "{command:?}: {}",
                ended.told
            );
            assert!(!ended.told.contains("(code"), "{command:?}: {}", ended.told);
        }
    }
    // An empty file is no beginning: it may stand where the clinic was.
    for command in [&["migrate"] as &[&str], &["config", "check"], &["serve"]] {
        let ended = salal_on(&of_empty, command).await;
        assert!(
            !ended.is_good && ended.told.contains("remove the file to start over"),
            "{command:?}: {}",
            ended.told
        );
    }
    for command in [&["migrate"] as &[&str], &["config", "check"]] {
        let ended = salal_on(&of_text, command).await;
        assert!(
            !ended.is_good && ended.told.contains("is not a database"),
            "{command:?}: {}",
            ended.told
        );
    }
    assert_eq!(
        std::fs::read(&empty).expect("a file").len(),
        0,
        "it stays as it was"
    );
    // A file in the place of the backups' folder.
    let (_, url) = address(folder.path(), "sound.db");
    salal_on(&url, &["migrate"]).await;
    let ended = salal_on(&url, &["backup", "--into", &text.display().to_string()]).await;
    assert!(
        !ended.is_good && ended.told.contains("no backup was made in "),
        "{}",
        ended.told
    );
    assert!(!ended.told.contains("os error"), "{}", ended.told);
    // A sound database of another program.
    let (_, other) = address(folder.path(), "other.db");
    let db = salal_db::Db::open(&other, &salal_db::DbSettings::default())
        .await
        .expect("a database");
    db.write()
        .execute_unprepared("create table something (id integer)")
        .await
        .expect("a table");
    db.close().await;
    for command in [
        &["backup"] as &[&str],
        &["migrate"],
        &["serve"],
        &["config", "check"],
    ] {
        let ended = salal_on(&other, command).await;
        assert!(
            !ended.is_good && ended.told.contains("without this program's tables"),
            "{command:?}: {}",
            ended.told
        );
    }
}

#[tokio::test]
async fn a_backup_is_not_made_inside_of_what_it_copies() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, url) = address(folder.path(), "sound.db");
    let uploads = folder.path().join("uploads");
    std::fs::create_dir(&uploads).expect("a folder");
    std::fs::write(uploads.join("one.pdf"), "bytes").expect("a file");
    let config = folder.path().join("salal.toml");
    let text = format!("[database]\nuploads = \"{}\"\n", uploads.display());
    std::fs::write(&config, text).expect("a file");
    let config = config.display().to_string();
    let backed_up = async |into: &Path| {
        let into = into.display().to_string();
        salal_on(&url, &["--config", &config, "backup", "--into", &into]).await
    };
    salal_on(&url, &["migrate"]).await;
    let inside = uploads.join("later").join("..").join("deep");
    for into in [&uploads, &inside] {
        let ended = backed_up(into).await;
        assert!(
            !ended.is_good && ended.told.contains("is inside"),
            "{}",
            ended.told
        );
    }
    let left = std::fs::read_dir(&uploads).expect("the folder").count();
    assert_eq!(left, 1, "nothing was written");
    let ended = backed_up(&folder.path().join("uploads-kept")).await;
    assert!(ended.is_good, "{}", ended.told);
    // A slip of the pen makes no folders.
    let slip = folder.path().join("no-such-folder").join("today");
    let ended = backed_up(&slip).await;
    assert!(
        !ended.is_good && ended.told.contains("does not exist. Nothing was written."),
        "{}",
        ended.told
    );
    assert!(!folder.path().join("no-such-folder").exists());
    for name in ["", "  "] {
        let ended = salal_on(&url, &["backup", "mark", "--name", name]).await;
        assert!(
            !ended.is_good && ended.told.contains("the name is empty"),
            "{}",
            ended.told
        );
    }
}

#[tokio::test]
async fn a_database_that_keeps_nothing_is_told_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    // A folder in the place of the file: whoever calls cannot write there, root included.
    let (place, url) = address(folder.path(), "salal.db");
    std::fs::create_dir(&place).expect("a folder");
    for command in [
        &["migrate"] as &[&str],
        &["backup"],
        &["doctor"],
        &["config", "check"],
    ] {
        let ended = salal_on(&url, command).await;
        assert!(
            !ended.is_good && ended.told.contains("salal.db"),
            "{command:?}: {}",
            ended.told
        );
        assert!(
            !ended.told.contains("(code") && !ended.told.contains("sqlx"),
            "{command:?}: {}",
            ended.told
        );
    }
}

/// The system ends a program that writes beyond its limit, unless the program wants to be told.
#[tokio::test]
async fn a_limit_on_the_size_of_files_is_told_and_ends_nothing_midway() {
    let folder = tempfile::tempdir().expect("a folder");
    let (place, url) = address(folder.path(), "salal.db");
    assert!(salal_on(&url, &["migrate"]).await.is_good);
    let limited = async |words: &[&str]| {
        let into = std::fs::File::create(folder.path().join("told")).expect("a file");
        let output = Command::new("sh")
            .args(["-c", "ulimit -f 1; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_salal"))
            .args(words)
            .env("SALAL_DATABASE_URL", &url)
            .env("SALAL_BACKUP__FOLDER", folder.path().join("backups"))
            .env("SALAL_SERVER__LOG", "error")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(into)
            .stderr(Stdio::piped())
            .output();
        let output = output.await.expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code().is_some(),
            "{words:?}: {:?}",
            output.status
        );
        assert!(
            !output.status.success() && told.contains("ulimit -f"),
            "{words:?}: {told}"
        );
    };
    for command in [&["doctor"] as &[&str], &["backup"], &["migrate"]] {
        limited(command).await;
    }
    assert!(place.is_file());
    assert!(salal_on(&url, &["config", "check"]).await.is_good);
}

/// All bytes of a file, and of what lies beside it.
fn lies_there(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut all: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), std::fs::read(&path).expect("a file")))
        .collect();
    all.sort();
    all
}

/// Runs a statement over one connection: a second one would hold the write-ahead log.
#[expect(
    clippy::disallowed_methods,
    reason = "one connection is no pool, and has none of a pool's tasks"
)]
async fn alone(url: &str, sql: &str) {
    let mut options = sea_orm::ConnectOptions::new(url);
    options
        .max_connections(1)
        .max_lifetime(None)
        .idle_timeout(None);
    let db = sea_orm::Database::connect(options)
        .await
        .expect("a database");
    db.execute_unprepared(sql).await.expect("it is taken");
    db.close().await.expect("it closes");
}

#[tokio::test]
async fn a_check_says_of_which_version_a_database_is_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, url) = address(folder.path(), "salal.db");
    assert!(salal_on(&url, &["migrate"]).await.is_good);
    let sql = async |sql: &str| alone(&url, sql).await;
    let newest = "select max(version) from seaql_migrations";
    sql(&format!(
        "delete from seaql_migrations where version = ({newest})"
    ))
    .await;
    // As a copy is: without a write-ahead log, which opening it for work would turn on.
    sql("pragma journal_mode = delete").await;
    let before = lies_there(folder.path());
    let ended = salal_on(&url, &["config", "check"]).await;
    assert!(
        ended.is_good && ended.told.contains("needs 1 more"),
        "{}",
        ended.told
    );
    assert!(ended.told.contains("salal migrate"), "{}", ended.told);
    assert!(
        lies_there(folder.path()) == before,
        "the check wrote something"
    );
    sql("insert into seaql_migrations (version, applied_at) values ('m9999_later', 0)").await;
    let ended = salal_on(&url, &["config", "check"]).await;
    assert!(
        !ended.is_good
            && ended
                .told
                .contains("a later version of the program has changed"),
        "{}",
        ended.told
    );
}

#[tokio::test]
async fn damage_is_told_in_words_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, url) = address(folder.path(), "salal.db");
    assert!(salal_on(&url, &["migrate"]).await.is_good);
    // All of it in the one file: a write-ahead log that is left over would mend what is cut off.
    alone(&url, "pragma journal_mode = delete").await;
    let sound = std::fs::read(&file).expect("a file");
    let told = async |command: &[&str]| {
        let ended = salal_on(&url, command).await;
        assert!(!ended.is_good, "{command:?}: {}", ended.told);
        for word in ["restore", "damaged", "othing was changed"] {
            assert!(ended.told.contains(word), "{command:?}: {}", ended.told);
        }
        for word in ["(code", "sqlx", "malformed", "disk image"] {
            assert!(!ended.told.contains(word), "{command:?}: {}", ended.told);
        }
    };
    for kept in [50, 5_000, sound.len() / 2, sound.len() - 1] {
        std::fs::write(&file, &sound[..kept]).expect("a file");
        for command in [
            &["doctor"] as &[&str],
            &["backup"],
            &["migrate"],
            &["config", "check"],
            &["serve"],
        ] {
            told(command).await;
        }
        assert_eq!(
            std::fs::read(&file).expect("a file").len(),
            kept,
            "it stays as it was"
        );
    }
    // In the middle: what is asked often may be whole, and the check finds it.
    let mut odd = sound.clone();
    let from = odd.len() / 2;
    odd[from..].fill(0x5a);
    std::fs::write(&file, &odd).expect("a file");
    told(&["doctor"]).await;
    std::fs::write(&file, &sound).expect("a file");
    let ended = salal_on(&url, &["doctor"]).await;
    assert!(!ended.told.contains("damaged"), "{}", ended.told);
}

#[tokio::test]
async fn a_reader_that_closes_early_is_no_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, url) = address(folder.path(), "salal.db");
    assert!(salal_on(&url, &["migrate"]).await.is_good);
    for command in [
        &["doctor"] as &[&str],
        &["config", "show"],
        &["openapi"],
        &["config", "check"],
        &["audit", "verify"],
        &["--help"],
    ] {
        let mut started = Command::new(env!("CARGO_BIN_EXE_salal"))
            .args(command)
            .env("SALAL_DATABASE_URL", &url)
            .env("SALAL_SERVER__LOG", "info")
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(started.stdout.take());
        let ended = started.wait_with_output().await.expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(
            !told.contains("panicked") && !told.contains("roken pipe"),
            "{command:?}: {told}"
        );
        assert_ne!(ended.status.code(), Some(101), "{command:?}");
    }
}

/// A process that stays, on this database.
fn staying(url: &str, words: &[&str]) -> tokio::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
    command
        .args(words)
        .env("SALAL_DATABASE_URL", url)
        .env("SALAL_SERVER__ADDRESS", "127.0.0.1:0")
        .env("SALAL_SERVER__LOG", "info")
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command.spawn().expect("the program starts")
}

/// Waits until it says that it has begun. Its log stays open as long as what is returned.
async fn begun(
    process: &mut tokio::process::Child,
) -> tokio::io::Lines<tokio::io::BufReader<tokio::process::ChildStderr>> {
    use tokio::io::{AsyncBufReadExt, BufReader};
    let told = process.stderr.take().expect("its log");
    let mut lines = BufReader::new(told).lines();
    let mut seen = String::new();
    while let Some(line) = lines.next_line().await.expect("a line") {
        if line.contains("ready") || line.contains("running background jobs") {
            return lines;
        }
        seen.push_str(&line);
    }
    panic!("it did not start: {seen}");
}

/// Servers and workers alike; by whatever name they call the file, and whatever was deleted beside it.
#[tokio::test]
async fn one_file_has_one_server_or_worker() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, url) = address(folder.path(), "salal.db");
    let (link, other_name) = address(folder.path(), "linked.db");
    let other_spelling = url.replace("salal.db", "%73alal%2Edb");
    let refused = async |url: &str, words: &[&str]| {
        let ended = staying(url, words).wait_with_output().await;
        let ended = ended.expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(
            !ended.status.success() && told.contains("another salal serve or salal work is using"),
            "{words:?} at {url}: {told}"
        );
        assert!(told.contains("Nothing was changed"), "{told}");
    };
    for first in [&["serve"] as &[&str], &["serve", "--no-worker"], &["work"]] {
        let mut running = staying(&url, first);
        let log = begun(&mut running).await;
        if !link.exists() {
            std::fs::hard_link(&file, &link).expect("a hard link");
        }
        let _ = std::fs::remove_file(folder.path().join("salal.db.lock"));
        for second in [&["serve"] as &[&str], &["work"]] {
            refused(&url, second).await;
            refused(&other_name, second).await;
            refused(&other_spelling, second).await;
        }
        for beside in [&["doctor"] as &[&str], &["migrate"], &["backup"]] {
            let ended = salal_on(&url, beside).await;
            assert!(!ended.told.contains("another salal"), "{}", ended.told);
            assert!(ended.is_good || beside == ["doctor"], "{}", ended.told);
        }
        // However it ends, the next one starts.
        running.kill().await.expect("it is killed");
        drop(log);
    }
}

/// Started with the widest umask there is: what is made is the owner's alone all the same, and what others may
/// read is reported.
#[tokio::test]
async fn nobody_else_reads_what_the_program_makes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, url) = address(&folder.path().join("data"), "salal.db");
    let mut command = Command::new("sh");
    command
        .args(["-c", "umask 000; exec \"$0\" serve"])
        .arg(env!("CARGO_BIN_EXE_salal"))
        .env("SALAL_DATABASE_URL", &url)
        .env(
            "SALAL_DATABASE__UPLOADS",
            folder.path().join("data/uploads"),
        )
        .env("SALAL_SERVER__ADDRESS", "127.0.0.1:0")
        .env("SALAL_SERVER__LOG", "info")
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut running = command.spawn().expect("the program starts");
    let log = begun(&mut running).await;
    let mode = |path: &Path| {
        let found = std::fs::metadata(path).expect("it is there");
        found.permissions().mode() & 0o777
    };
    let data = folder.path().join("data");
    assert_eq!(mode(&data), 0o700);
    let mut seen = 0;
    for found in std::fs::read_dir(&data).expect("the folder") {
        let path = found.expect("a file").path();
        let wanted = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), wanted, "{}", path.display());
        seen += 1;
    }
    assert!(
        seen >= 4,
        "the database, its log and index, the reserve: {seen}"
    );
    running.kill().await.expect("it is killed");
    drop(log);
    let open = |what: &str, told: &str| told.contains(&format!("may read {what}"));
    let name = file.display().to_string();
    let ended = salal_on(&url, &["doctor"]).await;
    assert!(!open(&name, &ended.told), "{}", ended.told);
    let everyone = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&file, everyone).expect("it is opened");
    let ended = salal_on(&url, &["doctor"]).await;
    assert!(open(&name, &ended.told), "{}", ended.told);
}

/// On every machine something refuses it: the limits alone leave no file to open.
#[tokio::test]
async fn the_process_that_reads_a_pdf_may_do_nothing_else() {
    let ended = salal_on("sqlite://nowhere", &["pdf-worker", "--confinement"]).await;
    let told = ended.told;
    assert!(ended.is_good && !told.contains("POSSIBLE"), "{told}");
    for what in [
        "reading a file",
        "writing a file",
        "a connection",
        "another program",
    ] {
        assert!(told.contains(&format!("{what}: refused")), "{what}: {told}");
    }
}

/// What the audit log keeps of who did something and why: one line with something in it, at every command.
#[tokio::test]
async fn a_reason_and_a_name_are_a_line_with_something_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}/salal.db?mode=rwc", folder.path().display());
    let new = [
        "administrator",
        "a@salal.example",
        "--first-name",
        "A",
        "--last-name",
        "B",
    ];
    let commands: [(&[&str], &str); 12] = [
        (&new, "--reason"),
        (&new, "--by"),
        (&["files", "adopt"], "--by"),
        (&["files", "move", "--to", "s3"], "--by"),
        (&["keys", "rotate"], "--by"),
        (&["keys", "lost", "abcd"], "--reason"),
        (&["restore", "release", "--all"], "--reason"),
        (&["restore"], "--despite-faults"),
        (&["teleplan", "take-again"], "--reason"),
        (&["teleplan", "take-again"], "--by"),
        (&["import", "icd", "list.csv"], "--despite-removals"),
        (
            &["import", "pharmacies", "list.csv"],
            "--despite-changed-numbers",
        ),
    ];
    for (words, option) in commands {
        for given in ["", " \u{200b}", "checked\nby nobody"] {
            let ended = salal_on(&url, &[words, &[option, given]].concat()).await;
            assert!(
                !ended.is_good && ended.told.contains("letters: the audit log keeps it"),
                "{words:?} {option} {given:?}: {}",
                ended.told
            );
        }
    }
    assert!(
        !folder.path().join("salal.db").exists(),
        "nothing was begun"
    );
}
