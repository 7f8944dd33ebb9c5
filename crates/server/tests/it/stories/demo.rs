// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal demo` at the terminal: what it does beside other programs, when it is interrupted, and with options that make no
//! sense. The clinic that it makes is looked at in `history`.

use std::path::Path;
use std::process::Stdio;

use salal_sandbox::SandboxSettings;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;

/// What the program said and how it ended.
struct Ended {
    is_good: bool,
    answered: String,
    told: String,
}

/// A database, files and a sandbox of its own in a folder.
fn salal_in(folder: &Path, words: &[&str]) -> Command {
    let database = format!("sqlite://{}?mode=rwc", folder.join("salal.db").display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
    command
        .args(words)
        .env("SALAL_DATABASE_URL", database)
        .env("SALAL_DATABASE__UPLOADS", folder.join("uploads"))
        .env_remove("SALAL_CRASH_AT")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

async fn run(mut command: Command) -> Ended {
    let output = command.output().await.expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended {
        is_good: output.status.success(),
        answered: text(&output.stdout),
        told: text(&output.stderr),
    }
}

/// Another clinic's sandbox is at the configured address: nothing of this clinic gets there, and what was paid is known
/// to the sandbox that is started for it later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_history_pays_and_faxes_at_no_one_elses_sandbox_sqlite() {
    let another = salal_sandbox::start(SandboxSettings::for_tests()).await;
    let another = another.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = salal_in(
        folder.path(),
        &["demo", "--days", "2", "--patients", "3", "--json"],
    );
    command
        .env(
            "SALAL_SANDBOX__ADDRESS",
            another.addresses().http.to_string(),
        )
        .env("SALAL_SANDBOX__SMTP", another.addresses().smtp.to_string());
    let ended = run(command).await;
    assert!(ended.is_good, "{}", ended.told);
    assert!(another.ledger(None).is_empty(), "it moved money elsewhere");
    assert!(another.outbox(None, None).is_empty(), "it wrote elsewhere");
    let own = SandboxSettings {
        state_file: Some(folder.path().join("sandbox.jsonl")),
        ..SandboxSettings::for_tests()
    };
    let own = salal_sandbox::start(own).await.expect("a sandbox");
    let mut done = own.ledger(None).into_iter();
    assert!(done.any(|entry| entry.operation == "charge"), "no charge");
}

/// A sandbox that runs beside the same data would not hear of what is paid in the history.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_history_is_not_made_beside_a_running_sandbox_of_the_same_data_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = std::fs::File::create(folder.path().join("sandbox.jsonl")).expect("a file");
    state.lock().expect("as a sandbox holds it");
    let ended = run(salal_in(folder.path(), &["demo"])).await;
    assert!(!ended.is_good && ended.answered.is_empty());
    assert!(ended.told.contains("Stop that one"), "{}", ended.told);
    // Nothing is half made.
    let people = run(salal_in(folder.path(), &["demo", "--empty", "--json"])).await;
    assert!(people.is_good, "{}", people.told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_demo_is_not_taken_for_a_whole_one_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut making = salal_in(folder.path(), &["demo"])
        .spawn()
        .expect("it starts");
    let told = making.stderr.take().expect("what it tells");
    let begun = BufReader::new(told).lines().next_line().await;
    let begun = begun.expect("a line").expect("a line");
    assert!(begun.contains("90 days"), "{begun}");
    making.kill().await.expect("it is killed");
    for words in [
        &["demo", "--json"] as &[&str],
        &["demo"],
        &["demo", "--empty"],
    ] {
        let ended = run(salal_in(folder.path(), words)).await;
        assert!(!ended.is_good && ended.answered.is_empty(), "{words:?}");
        for part in ["half made", "delete this database"] {
            assert!(ended.told.contains(part), "{words:?}: {}", ended.told);
        }
    }
    // Whoever goes on with it all the same is told, by the examination and by the server.
    let ended = run(salal_in(folder.path(), &["doctor"])).await;
    assert!(!ended.is_good, "{}", ended.answered);
    assert!(ended.answered.contains("half made"), "{}", ended.answered);
    let mut command = salal_in(folder.path(), &["serve"]);
    command
        .env("SALAL_SERVER__ADDRESS", "127.0.0.1:0")
        .env("SALAL_SERVER__METRICS_ADDRESS", "");
    let mut serving = command.spawn().expect("it starts");
    let told = serving.stderr.take().expect("what it tells");
    let mut lines = BufReader::new(told).lines();
    let mut said = String::new();
    while !said.contains("half made") {
        let line = lines.next_line().await.expect("a line");
        said = line.expect("the warning comes before it ends");
    }
    assert!(
        said.contains("WARN") && said.contains("delete this database"),
        "{said}"
    );
    serving.kill().await.expect("it is killed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn options_that_make_no_sense_are_refused_before_anything_is_made_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, given, range) in [
        ("--days", "0", "from 1 to 1000"),
        ("--days", "100000", "from 1 to 1000"),
        ("--days", "-3", "from 1 to 1000"),
        ("--days", "ninety", "from 1 to 1000"),
        ("--patients", "0", "from 1 to 1000000"),
        ("--patients", "-1", "from 1 to 1000000"),
        ("--patients", "99999999999999999999999", "from 1 to 1000000"),
        ("--seed", "-1", "from 0 to 4294967295"),
    ] {
        let ended = run(salal_in(folder.path(), &["demo", option, given])).await;
        let told = ended.told;
        assert!(!ended.is_good, "{option} {given}");
        assert!(told.contains(option) && told.contains(range), "{told}");
    }
    for option in ["--days", "--patients", "--seed"] {
        let words = ["demo", "--empty", option, "3"];
        let ended = run(salal_in(folder.path(), &words)).await;
        assert!(!ended.is_good, "{option}");
        assert!(ended.told.contains("--empty"), "{}", ended.told);
    }
    let mut left = std::fs::read_dir(folder.path()).expect("the folder");
    assert!(left.next().is_none(), "something was made");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn options_without_effect_are_named_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = run(salal_in(folder.path(), &["demo", "--empty", "--json"])).await;
    assert!(made.is_good && made.told.is_empty(), "{}", made.told);
    let words = ["demo", "--days", "5", "--seed", "2", "--json"];
    let ended = run(salal_in(folder.path(), &words)).await;
    assert!(ended.is_good && ended.answered == made.answered);
    for part in ["--days, --seed", "delete this database"] {
        assert!(ended.told.contains(part), "{}", ended.told);
    }
    let again = run(salal_in(folder.path(), &["demo", "--json"])).await;
    assert!(again.is_good && again.told.is_empty(), "{}", again.told);
}
