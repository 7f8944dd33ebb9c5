// SPDX-License-Identifier: AGPL-3.0-or-later

//! The process itself: denies itself everything, reads a PDF or a picture from standard input, and writes the answer to
//! standard output. It reads nothing before it is confined, prints no word of the document, and has no setting.

use std::io::{Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::answer::Answer;
use super::{Subject, confine};
use crate::uploads::examine::Refused;
use crate::uploads::{images, pdfs, redraw};

/// Exit status: more time on the processor than a file of that size may take.
pub(super) const TOO_LONG: i32 = 71;
/// Exit status: the limits could not be set.
pub(super) const UNCONFINED: i32 = 72;

/// How much slower a development build reads a document.
pub(super) const SLOWER: u64 = if cfg!(debug_assertions) { 10 } else { 1 };

/// The largest file that is read; forms accept less.
const LONGEST_FILE: u64 = 32 * 1024 * 1024;
/// Time on the processor for a small file, and what each megabyte adds, milliseconds.
const FIRST_MS: u64 = 500 * SLOWER;
const EACH_MB_MS: u64 = 250 * SLOWER;
/// What each page of a document adds that has to be drawn.
const EACH_DRAWN_MS: u64 = 400 * SLOWER;
/// Each page once; a second time only for one more try.
const MOST_DRAWN: u64 = 2 * pdfs::MOST_PAGES as u64;
/// Time on the processor for a picture: its size says little about its pixels.
const PICTURE_MS: u64 = 5000 * SLOWER;
/// Memory for a document, and for a picture: 230 MB for the largest that `images` accepts, bytes.
const PDF_MEMORY: u64 = 256 * 1024 * 1024;
const PICTURE_MEMORY: u64 = 320 * 1024 * 1024;
/// In the place of a document: what the process may not do. No upload is this, for it is no PDF.
const QUESTION: &[u8] = b"What may you not do?";
/// How often the time is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// Nested structures are read by recursion; a document that needs more is refused by a crash.
const STACK: usize = 16 * 1024 * 1024;

/// Time on the processor that the largest file may take, in whole seconds: the kernel's own limit, behind ours.
pub(super) const LONGEST_SECONDS: u64 =
    (FIRST_MS + EACH_MB_MS * (LONGEST_FILE >> 20) + EACH_DRAWN_MS * MOST_DRAWN) / 1000 + 1;

/// The whole life of the process. Confinement that this machine does not offer is done without.
pub fn work(is_picture: bool) -> ExitCode {
    let (subject, memory) = if is_picture {
        (Subject::Picture, PICTURE_MEMORY)
    } else {
        (Subject::Pdf, PDF_MEMORY)
    };
    // The text of a panic may quote the document.
    std::panic::set_hook(Box::new(|_| {}));
    if confine::limit(memory).is_err() {
        return unconfined();
    }
    let files = confine::hide_files();
    let worker = std::thread::Builder::new().stack_size(STACK);
    let ended = worker.spawn(move || {
        let budget = Arc::new(AtomicU64::new(FIRST_MS));
        let watched = Arc::clone(&budget);
        std::thread::spawn(move || watch(&watched));
        // From here on, in every thread.
        let calls = confine::deny_calls();
        answer(subject, &budget, Confined { files, calls })
    });
    match ended.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn unconfined() -> ExitCode {
    ExitCode::from(u8::try_from(UNCONFINED).unwrap_or(1))
}

/// The layers beyond the limits that are in force.
#[derive(Clone, Copy)]
struct Confined {
    files: bool,
    calls: bool,
}

fn answer(subject: Subject, budget: &AtomicU64, confined: Confined) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LONGEST_FILE + 1)
        .read_to_end(&mut bytes)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let milliseconds = match subject {
        Subject::Pdf => FIRST_MS + EACH_MB_MS * (size >> 20),
        Subject::Picture => PICTURE_MS,
    };
    budget.store(milliseconds, Ordering::Relaxed);
    let checked = if size > LONGEST_FILE {
        Err(Refused::Bomb)
    } else if bytes == QUESTION {
        Ok(confined.report().into_bytes())
    } else {
        // A reader that stumbles has read what no viewer can be trusted with either.
        let more = || {
            budget.fetch_add(EACH_DRAWN_MS, Ordering::Relaxed);
        };
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            subject.check(&bytes, &more)
        }));
        checked.unwrap_or(Err(subject.broken()))
    };
    let mut output = std::io::stdout().lock();
    output.write_all(&Answer::from(checked).written())?;
    output.flush()
}

impl Subject {
    /// The file as it may be stored; `draws` is told of each page that has to be drawn.
    fn check(self, bytes: &[u8], draws: &dyn Fn()) -> Result<Vec<u8>, Refused> {
        match self {
            Self::Pdf => {
                pdfs::check(bytes)?;
                redraw::redraw(bytes.to_vec(), draws)
            }
            Self::Picture => {
                let format = images::format_of(bytes).ok_or(Refused::BrokenImage)?;
                images::remake(bytes, format).map(|(_, kept)| kept)
            }
        }
    }
}

/// Reads a file in a thread of this process; nothing when the reader stumbled.
#[cfg(debug_assertions)]
pub(super) fn read_here(subject: Subject, bytes: Vec<u8>) -> Option<Answer> {
    let worker = std::thread::Builder::new().stack_size(STACK);
    let ended = worker.spawn(move || subject.check(&bytes, &|| {}));
    let checked = ended.ok()?.join().ok()?;
    Some(Answer::from(checked))
}

/// Ends the process when it has used its time. The kernel counts in whole seconds, which is much for a small file.
fn watch(budget: &AtomicU64) {
    loop {
        std::thread::sleep(LOOK);
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let used = used.tv_sec.saturating_mul(1000) + used.tv_nsec / 1_000_000;
        if u64::try_from(used).unwrap_or(u64::MAX) > budget.load(Ordering::Relaxed) {
            std::process::exit(TOO_LONG);
        }
    }
}

impl Confined {
    /// Tries what the process may not do, and lists what was refused.
    fn report(self) -> String {
        let tried = |refused: bool| if refused { "refused" } else { "POSSIBLE" };
        let state = |here: bool| {
            if here {
                "in force"
            } else {
                "not on this machine"
            }
        };
        let file = std::env::temp_dir().join("salal-pdf-worker");
        let program = std::process::Command::new("/bin/true").spawn();
        let socket = std::net::UdpSocket::bind("127.0.0.1:0");
        [
            (
                "memory",
                format!("{} MB; for a picture {} MB", PDF_MEMORY >> 20, PICTURE_MEMORY >> 20),
            ),
            (
                "processor",
                format!(
                    "{FIRST_MS} ms, and {EACH_MB_MS} ms for each megabyte; for a picture {PICTURE_MS} ms"
                ),
            ),
            ("Landlock", state(self.files).into()),
            ("seccomp", state(self.calls).into()),
            (
                "reading a file",
                tried(std::fs::read("/etc/passwd").is_err()).into(),
            ),
            (
                "writing a file",
                tried(std::fs::write(file, "x").is_err()).into(),
            ),
            ("a connection", tried(socket.is_err()).into()),
            ("another program", tried(program.is_err()).into()),
        ]
        .map(|(what, how): (_, String)| format!("{what}: {how}\n"))
        .concat()
    }
}

/// Starts the process as for a document, and asks it what it may not do: for operators, who learn what their
/// machine offers, and for the tests.
pub fn confinement() -> std::io::Result<String> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(super::COMMAND)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(QUESTION)?;
    }
    let told = child.wait_with_output()?;
    match Answer::read(&told.stdout) {
        Some(Answer::Kept(report)) => Ok(String::from_utf8_lossy(&report).into_owned()),
        _ => Err(std::io::Error::other(format!(
            "the process ended with {}",
            told.status
        ))),
    }
}
