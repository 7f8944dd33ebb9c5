// SPDX-License-Identifier: AGPL-3.0-or-later

//! The secrets of the installation itself. The master keys come from the settings, from a file or from a command, such
//! as one that asks a key service. Not here: what they seal (`crate::sealing`), and which of them `prod` refuses.

use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use tokio::io::AsyncReadExt as _;

use super::{DEVELOPMENT_KEY, Hidden};
use crate::plain_file;

/// How long the command may take.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long what it printed is read once it has ended.
const REST: Duration = Duration::from_millis(500);
/// More is neither a list of keys nor read.
const LONGEST: u64 = 64 * 1024;
/// How much of what the command complains of is told.
const COMPLAINT: usize = 500;
/// The rights of a file that others than its owner and group may use, or its group may change.
const OPEN: u32 = 0o027;

/// The secrets of the installation itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    /// The keys of 64 hexadecimal digits, separated by white space: the first seals, the others only open.
    pub master_key: Hidden,
    /// A file that has them.
    pub master_key_file: String,
    /// A program, with its arguments, that prints them.
    pub master_key_command: Vec<String>,
    /// The secret for single sign-on from the partner clinic's server; empty: disabled.
    pub hand_over: Hidden,
    /// What the file or the command gave, or why it gave nothing.
    #[serde(skip)]
    fetched: Option<Result<Hidden, String>>,
}

impl Secrets {
    /// The master keys, the one that seals first.
    pub fn master_keys(&self) -> impl Iterator<Item = &str> {
        let text = match &self.fetched {
            Some(Ok(keys)) => keys.reveal(),
            Some(Err(_)) => "",
            None if self.is_missing() => DEVELOPMENT_KEY,
            None => self.master_key.reveal(),
        };
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        lines.flat_map(str::split_whitespace)
    }

    /// The setting that the keys come from.
    pub(super) fn master_key_setting(&self) -> &'static str {
        if !self.master_key_file.is_empty() {
            "secrets.master_key_file"
        } else if !self.master_key_command.is_empty() {
            "secrets.master_key_command"
        } else {
            "secrets.master_key"
        }
    }

    /// Whether no key is named, so that the published one of development is used.
    pub(super) fn is_missing(&self) -> bool {
        self.master_key_setting() == "secrets.master_key"
            && self.master_key.reveal().trim().is_empty()
    }

    /// Reads the file or runs the command. What goes wrong is among the faults.
    pub(super) fn fetch(&mut self) {
        self.fetched = if !self.master_key_file.is_empty() {
            Some(read_file(&self.master_key_file))
        } else if !self.master_key_command.is_empty() {
            Some(run(&self.master_key_command))
        } else {
            None
        };
    }

    /// What is wrong with the master keys. No text has a part of one.
    pub(super) fn master_key_faults(&self) -> Vec<String> {
        let setting = self.master_key_setting();
        let set = [
            !self.master_key.reveal().is_empty(),
            !self.master_key_file.is_empty(),
            !self.master_key_command.is_empty(),
        ];
        if set.into_iter().filter(|is_set| *is_set).count() > 1 {
            return vec![
                "secrets.master_key, master_key_file and master_key_command: only one of them can say the keys"
                    .to_owned(),
            ];
        }
        if let Some(Err(why)) = &self.fetched {
            return vec![format!("{setting} {why}")];
        }
        let keys: Vec<&str> = self.master_keys().collect();
        if keys.is_empty() {
            return vec![format!("{setting} gives no key")];
        }
        let is_key = |key: &str| hex::decode(key).is_ok_and(|bytes| bytes.len() == 32);
        let mut faults = Vec::new();
        let wrong = keys.iter().position(|key| !is_key(key));
        if let Some(place) = wrong {
            let place = place + 1;
            let of = keys.len();
            faults.push(format!(
                "{setting} must be keys of 64 hexadecimal digits, separated by white space: number {place} of {of} is not"
            ));
        }
        let mut seen = HashSet::new();
        if !keys.iter().all(|key| seen.insert(key.to_ascii_lowercase())) {
            faults.push(format!("{setting} has one key twice"));
        }
        faults
    }
}

/// Reads a file with a secret, which nobody else may use.
pub(super) fn read_file(path: &str) -> Result<Hidden, String> {
    use std::io::Read as _;
    let failed = |error: std::io::Error| format!("cannot be read from {path}: {error}");
    let mut options = std::fs::OpenOptions::new();
    let file = plain_file::open(path.as_ref(), options.read(true)).map_err(failed)?;
    let found = file.metadata().map_err(failed)?;
    if found.permissions().mode() & OPEN != 0 {
        return Err(format!(
            "names a file that other users of this machine may use: run chmod go= {path}"
        ));
    }
    let mut text = String::new();
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(failed)?;
    Ok(text.as_str().into())
}

/// Runs a command in a thread of its own, because a runtime may already be at work in this one.
pub(super) fn run(command: &[String]) -> Result<Hidden, String> {
    let done = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime
                .map_err(|error| format!("was not run: {error}"))?
                .block_on(run_within(command, DEADLINE))
        });
        thread.join()
    });
    done.unwrap_or_else(|_| Err("was not run".to_owned()))
}

async fn run_within(command: &[String], deadline: Duration) -> Result<Hidden, String> {
    let (program, arguments) = command
        .split_first()
        .ok_or_else(|| "names no program".to_owned())?;
    let child = tokio::process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A group of its own, which ends as a whole.
        .process_group(0)
        .kill_on_drop(true)
        .spawn();
    let mut child = child.map_err(|error| format!("cannot run {program}: {error}"))?;
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(format!("cannot read from {program}"));
    };
    let group = child.id().and_then(|id| i32::try_from(id).ok());
    let (mut printed, mut complained) = (Vec::new(), Vec::new());
    let ended = {
        let reading = async { tokio::join!(read(out, &mut printed), read(err, &mut complained)) };
        let mut reading = std::pin::pin!(reading);
        let whole = async {
            tokio::select! {
                status = child.wait() => {
                    // What it printed is in the pipe already, which something that it left behind may hold open.
                    let rest = tokio::time::timeout(REST, &mut reading).await;
                    status.and_then(|status| rest.map_or(Ok(()), |(printed, _)| printed).map(|()| status))
                }
                (printed, _) = &mut reading => match printed {
                    Ok(()) => child.wait().await,
                    Err(error) => Err(error),
                },
            }
        };
        tokio::time::timeout(deadline, whole).await
    };
    let Ok(ended) = ended else {
        if let Some(group) = group.and_then(rustix::process::Pid::from_raw) {
            // One that has just ended has no group any more.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let seconds = deadline.as_secs();
        return Err(format!(
            "was stopped: {program} took longer than {seconds} seconds"
        ));
    };
    let status = ended.map_err(|error| format!("cannot read from {program}: {error}"))?;
    if !status.success() {
        let complaint = complaint(&complained);
        return Err(format!("failed: {program} ended with {status}{complaint}"));
    }
    let text = String::from_utf8(printed);
    // What it printed may be a key: nothing of it is told.
    let text = text.map_err(|_| format!("is no text: {program} must print hexadecimal digits"))?;
    Ok(text.as_str().into())
}

/// Reads up to the limit, and then closes the pipe: whoever writes on without end is ended by that.
async fn read(from: impl tokio::io::AsyncRead + Unpin, into: &mut Vec<u8>) -> std::io::Result<()> {
    let mut from = from.take(LONGEST);
    while from.read_buf(into).await? > 0 {}
    Ok(())
}

/// What a command said of its failure, on one line.
fn complaint(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let words: Vec<&str> = said.split_whitespace().collect();
    let line: String = words
        .join(" ")
        .chars()
        .filter(|letter| !letter.is_control())
        .take(COMPLAINT)
        .collect();
    if line.is_empty() {
        line
    } else {
        format!(", and said: {line}")
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const ONE: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
    const TWO: &str = "0d4be19c7a25f3680e1b92d7c4a6508f3b7ce24d91fa0658b3d70c4e82a9561f";

    fn secrets(change: impl FnOnce(&mut Secrets)) -> Secrets {
        let mut secrets = Secrets {
            master_key: "".into(),
            master_key_file: String::new(),
            master_key_command: Vec::new(),
            hand_over: "".into(),
            fetched: None,
        };
        change(&mut secrets);
        secrets.fetch();
        secrets
    }

    fn keys(secrets: &Secrets) -> Vec<&str> {
        secrets.master_keys().collect()
    }

    fn fault(secrets: &Secrets) -> String {
        let faults = secrets.master_key_faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let told = faults.concat();
        for part in [&ONE[..12], &TWO[..12], &ONE[52..], &TWO[52..]] {
            assert!(!told.contains(part), "{told}");
        }
        told
    }

    #[test]
    fn several_keys_are_separated_by_white_space() {
        let found = secrets(|one| one.master_key = format!(" {ONE}\n\t{TWO} ").as_str().into());
        assert_eq!(keys(&found), [ONE, TWO]);
        assert_eq!(found.master_key_faults(), Vec::<String>::new());
        let none = secrets(|_| ());
        assert_eq!(keys(&none), [DEVELOPMENT_KEY]);
        assert!(none.is_missing());
        let debug = format!("{found:?}");
        assert!(
            !debug.contains(&ONE[..8]) && !debug.contains(&TWO[..8]),
            "{debug}"
        );
    }

    #[test]
    fn what_is_no_key_is_refused_without_being_told() {
        for (text, part) in [
            (format!("{ONE} {}", &TWO[1..]), "number 2 of 2 is not"),
            (format!("{ONE} {}", ONE.to_uppercase()), "one key twice"),
            ("x".repeat(64), "number 1 of 1 is not"),
            (format!("{ONE}{TWO}"), "number 1 of 1 is not"),
        ] {
            let found = fault(&secrets(|one| one.master_key = text.as_str().into()));
            assert!(
                found.starts_with("secrets.master_key ") && found.contains(part),
                "{found}"
            );
        }
    }

    #[test]
    fn a_file_has_a_key_on_each_line_and_is_closed_to_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("master");
        let of_file = || secrets(|one| one.master_key_file = path.display().to_string());
        let set = |mode: u32| {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("rights");
        };
        assert!(fault(&of_file()).contains("cannot be read from"));
        std::fs::write(&path, format!("# of 2026\n{TWO}\n  # of 2025\n{ONE}\n")).expect("a file");
        for (mode, is_taken) in [
            (0o600, true),
            (0o400, true),
            (0o440, true),
            (0o644, false),
            (0o660, false),
        ] {
            set(mode);
            let found = of_file();
            if is_taken {
                assert_eq!(keys(&found), [TWO, ONE], "{mode:o}");
                assert_eq!(found.master_key_faults(), Vec::<String>::new());
            } else {
                assert_eq!(keys(&found), Vec::<&str>::new());
                assert!(fault(&found).contains("run chmod go= "), "{mode:o}");
            }
        }
        set(0o600);
        std::fs::write(&path, "# none yet\n").expect("a file");
        assert!(fault(&of_file()).ends_with("gives no key"));
        let both = secrets(|one| {
            one.master_key = ONE.into();
            one.master_key_file = path.display().to_string();
        });
        assert!(fault(&both).contains("only one of them"));
    }

    #[test]
    fn a_command_prints_the_keys_and_only_its_complaint_is_told() {
        let of_shell = |script: &str| {
            let command = ["/bin/sh", "-c", script].map(str::to_owned);
            secrets(|one| one.master_key_command = command.into())
        };
        let good = of_shell(&format!("echo {ONE}; echo {TWO}; echo warning >&2"));
        assert_eq!(keys(&good), [ONE, TWO]);
        assert_eq!(good.master_key_faults(), Vec::<String>::new());
        for (script, part) in [
            (
                format!("echo {ONE}; echo no token >&2; exit 3"),
                "and said: no token",
            ),
            (format!("printf '{ONE}\\377'"), "is no text"),
            ("true".to_owned(), "gives no key"),
            (format!("echo key={ONE}"), "number 1 of 1 is not"),
        ] {
            let found = fault(&of_shell(&script));
            assert!(
                found.starts_with("secrets.master_key_command ") && found.contains(part),
                "{found}"
            );
        }
        let missing = secrets(|one| one.master_key_command = vec!["/no/such/program".into()]);
        assert!(fault(&missing).contains("cannot run /no/such/program"));
    }

    #[test]
    fn a_pipe_in_the_place_of_the_file_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("master");
        let made = std::process::Command::new("mkfifo")
            .args(["-m", "600"])
            .arg(&path)
            .status();
        assert!(made.expect("mkfifo runs").success());
        let found = fault(&secrets(|one| {
            one.master_key_file = path.display().to_string();
        }));
        assert!(found.contains("it is no regular file"), "{found}");
    }

    /// What it left behind keeps the pipe.
    #[tokio::test]
    async fn a_command_that_has_ended_counts_whatever_it_left_behind() {
        let script = format!("echo {ONE}; exec 3>&1; (exec sleep 5) & exit 0");
        let command = ["/bin/sh", "-c", &script].map(str::to_owned);
        let printed = run_within(&command, Duration::from_secs(4)).await;
        assert_eq!(printed.expect("it ended").reveal().trim(), ONE);
    }

    #[tokio::test]
    async fn a_command_that_takes_too_long_ends_with_what_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let started = folder.path().join("started");
        let script = format!("sleep 300 & echo $! > {}; wait", started.display());
        let command = ["/bin/sh", "-c", &script].map(str::to_owned);
        let stopped = run_within(&command, Duration::from_secs(1)).await;
        let told = stopped.expect_err("it is stopped");
        assert!(told.contains("took longer than 1 seconds"), "{told}");
        let id = std::fs::read_to_string(&started).expect("it was started");
        let stat = format!("/proc/{}/stat", id.trim());
        let mut pause = tokio::time::interval(Duration::from_millis(20));
        // Whoever inherits it may not have asked for its end yet: Z.
        let is_over = || std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
        for _ in 0..100 {
            if is_over() {
                return;
            }
            pause.tick().await;
        }
        panic!("it lives on");
    }

    #[tokio::test]
    async fn a_command_that_prints_without_end_is_ended_at_the_limit() {
        let command = ["/usr/bin/env", "yes"].map(str::to_owned);
        let stopped = run_within(&command, Duration::from_secs(8)).await;
        let told = stopped.expect_err("it printed too much");
        assert!(told.contains("ended with"), "{told}");
    }

    /// In a runtime, as the tests of the whole start it.
    #[tokio::test]
    async fn a_command_runs_beside_a_runtime() {
        let found = secrets(|one| one.master_key_command = vec!["/bin/echo".into(), ONE.into()]);
        assert_eq!(keys(&found), [ONE]);
    }
}
