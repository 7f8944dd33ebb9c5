// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the server makes of a process that misbehaves. The processes are scripts; what the real one does with
//! hostile documents is tested over the API.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// A program that ignores what it is asked and does this.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    fn workers(&self) -> Workers {
        Workers::of(self.folder.path().join("program"))
    }

    /// Says these bytes, which the test wrote to a file.
    fn saying(answer: &[u8]) -> Self {
        let script = Self::new("");
        let said = script.folder.path().join("said");
        std::fs::write(&said, answer).unwrap();
        let text = format!("#!/bin/sh\nexec /bin/cat {}\n", said.display());
        std::fs::write(script.folder.path().join("program"), text).unwrap();
        script
    }
}

fn pdf() -> Spooled {
    Spooled::in_memory(b"%PDF".to_vec())
}

fn somebody() -> Sender {
    Sender::named("somebody")
}

fn died(outcome: &Outcome) -> Option<Death> {
    match outcome {
        Outcome::Died(why) => Some(*why),
        Outcome::Answered(_) | Outcome::NotStarted(_) => None,
    }
}

#[test]
fn answers_are_read_whole_or_not_at_all() {
    let answers = [
        Answer::Kept(b"%PDF-1.7".to_vec()),
        Answer::Refused(Refused::BrokenPdf),
        Answer::Refused(Refused::Locked),
        Answer::Refused(Refused::Active),
        Answer::Refused(Refused::Form),
        Answer::Refused(Refused::TooManyPages),
        Answer::Refused(Refused::LargePage),
        Answer::Refused(Refused::Bomb),
        Answer::Refused(Refused::BrokenImage),
        Answer::Refused(Refused::TooManyPixels),
        Answer::Refused(Refused::HeavyImage),
    ];
    for answer in answers {
        let written = answer.written();
        for part in 0..written.len() {
            assert_eq!(Answer::read(&written[..part]), None, "{answer:?} {part}");
        }
        assert_eq!(Answer::read(&[&written[..], b"x"].concat()), None);
        assert_eq!(Answer::read(&written), Some(answer));
    }
}

#[tokio::test]
async fn a_process_that_misbehaves_costs_its_file_and_nothing_else() {
    let long = format!(
        "exec /bin/cat /dev/zero | /usr/bin/head -c {}",
        answer::LONGEST + 9
    );
    for (script, why) in [
        ("exit 1", Death::Crash),
        ("exit 0", Death::Crash),
        ("echo done", Death::Crash),
        ("kill -SEGV $$", Death::Crash),
        ("kill -ABRT $$", Death::Crash),
        ("kill -KILL $$", Death::Time),
        ("kill -XCPU $$", Death::Time),
        ("exit 71", Death::Time),
        ("exit 72", Death::Unconfined),
        (
            "echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$",
            Death::Memory,
        ),
        (long.as_str(), Death::Output),
    ] {
        let outcome = Script::new(script)
            .workers()
            .run(&vec![b'x'; 3 << 20], Subject::Pdf)
            .await;
        assert_eq!(died(&outcome), Some(why), "{script}");
    }
}

#[tokio::test]
async fn an_answer_counts_only_from_a_process_that_ended_well() {
    let good = Answer::Kept(b"%PDF-1.7".to_vec()).written();
    let told = Script::saying(&good)
        .workers()
        .check(&somebody(), &pdf(), Subject::Pdf)
        .await
        .unwrap();
    assert_eq!(told, Ok(b"%PDF-1.7".to_vec()));
    let refused = Answer::Refused(Refused::Locked).written();
    let told = Script::saying(&refused)
        .workers()
        .check(&somebody(), &pdf(), Subject::Pdf)
        .await
        .unwrap();
    assert_eq!(told, Err(Refused::Locked));
    let script = Script::saying(&good);
    let said = script.folder.path().join("said");
    let text = format!("#!/bin/sh\n/bin/cat {}\nexit 3\n", said.display());
    std::fs::write(script.folder.path().join("program"), text).unwrap();
    let told = script
        .workers()
        .check(&somebody(), &pdf(), Subject::Pdf)
        .await
        .unwrap();
    assert_eq!(told, Err(Refused::BrokenPdf));
}

#[tokio::test]
async fn a_process_without_an_end_is_killed() {
    let script = Script::new("echo $$ > \"$0.pid\"; while :; do :; done");
    let mut workers = script.workers();
    workers.longest_run = Duration::from_millis(300);
    assert_eq!(
        workers
            .check(&somebody(), &pdf(), Subject::Pdf)
            .await
            .unwrap(),
        Err(Refused::Bomb)
    );
    let pid = std::fs::read_to_string(script.folder.path().join("program.pid")).unwrap();
    let gone = !std::path::Path::new("/proc").join(pid.trim()).exists();
    assert!(gone, "process {pid} is still there");
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_not_the_files_fault() {
    let error = Workers::of("/nowhere/salal".into())
        .check(&somebody(), &pdf(), Subject::Pdf)
        .await
        .unwrap_err();
    assert_eq!((error.code, error.kind.status()), ("BUSY", 503));
    assert!(
        error
            .cause
            .as_deref()
            .is_some_and(|cause| !cause.is_empty())
    );
}

#[tokio::test]
async fn a_crowd_is_asked_to_come_again() {
    let workers = {
        let mut workers = Script::new("while :; do :; done").workers();
        workers.documents = Turns::new(1, 0, Duration::ZERO);
        workers
    };
    let turn = workers.documents.take().await.unwrap();
    let error = workers
        .check(&somebody(), &pdf(), Subject::Pdf)
        .await
        .unwrap_err();
    assert_eq!((error.code, error.kind.status()), ("BUSY", 503));
    assert!(error.retry_after_seconds.is_some());
    drop(turn);
}

#[tokio::test]
async fn strangers_hold_up_nobody_with_a_session() {
    let good = Answer::Kept(b"%PDF-1.7".to_vec()).written();
    let script = Script::saying(&good);
    let mut workers = script.workers();
    workers.strangers = Turns::new(1, 0, Duration::ZERO);
    let held = workers.strangers.take().await.unwrap();
    let address = std::net::Ipv4Addr::new(203, 0, 113, 7).into();
    let stranger = Sender::stranger(crate::api::ClientAddress::of_peer(address));
    let refused = workers.check(&stranger, &pdf(), Subject::Pdf).await;
    assert_eq!(refused.unwrap_err().code, "BUSY");
    let told = workers.check(&somebody(), &pdf(), Subject::Pdf).await;
    assert!(told.unwrap().is_ok());
    drop(held);
    assert!(
        workers
            .check(&stranger, &pdf(), Subject::Pdf)
            .await
            .unwrap()
            .is_ok()
    );
}

#[tokio::test]
async fn one_picture_is_open_at_a_time_and_documents_do_not_wait_for_it() {
    let script = Script::saying(&Answer::Kept(b"kept".to_vec()).written());
    let mut workers = script.workers();
    workers.open_picture = Turns::new(1, 0, Duration::ZERO);
    let open = workers.open_picture.take().await.unwrap();
    let address = std::net::Ipv4Addr::new(203, 0, 113, 7).into();
    let stranger = Sender::stranger(crate::api::ClientAddress::of_peer(address));
    for sender in [&somebody(), &stranger] {
        let waits = workers.check(sender, &pdf(), Subject::Picture).await;
        assert_eq!(waits.unwrap_err().code, "BUSY");
        let told = workers.check(sender, &pdf(), Subject::Pdf).await;
        assert!(told.unwrap().is_ok());
    }
    drop(open);
    for sender in [&somebody(), &stranger] {
        let told = workers.check(sender, &pdf(), Subject::Picture).await;
        assert!(told.unwrap().is_ok());
    }
}

#[tokio::test]
async fn a_request_that_is_gone_ends_its_process_and_gives_its_turn_back() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    // It holds the pipe open as long as it lives.
    let script = Script::new(&format!(
        "exec 3>{}; echo begun >&3; exec /bin/sleep 600",
        pipe.display()
    ));
    let mut workers = script.workers();
    workers.pictures = Turns::new(1, 0, Duration::ZERO);
    let workers = std::sync::Arc::new(workers);
    let request = tokio::spawn({
        let workers = std::sync::Arc::clone(&workers);
        async move { workers.check(&somebody(), &pdf(), Subject::Picture).await }
    });
    let read = |mut from: std::fs::File, length: u64| {
        tokio::task::spawn_blocking(move || {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut std::io::Read::take(&mut from, length), &mut text)
                .unwrap();
            (from, text)
        })
    };
    let opened = tokio::task::spawn_blocking(move || std::fs::File::open(pipe).unwrap());
    let (pipe, text) = read(opened.await.unwrap(), 6).await.unwrap();
    assert_eq!(text, "begun\n");
    request.abort();
    assert!(request.await.is_err());
    let (_, rest) = read(pipe, 100).await.unwrap();
    assert_eq!(rest, "", "the process has ended");
    workers.pictures.take().await.unwrap();
}
