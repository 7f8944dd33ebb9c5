// SPDX-License-Identifier: AGPL-3.0-or-later

//! Runs the check of a file in a process of its own, which this program starts from itself (`salal pdf-worker`).
//! A PDF is a program in a forgiving language, and a picture unpacks to what it claims: whoever reads a hostile one
//! may need all memory, all time, or crash. The process may use little of both, sees no file, no network and no
//! setting, and ends with the file, or with the request that sent it. Whatever becomes of it, the answer is about
//! that one file. Not here: what is refused (`pdfs`, `images`), and what the process denies itself (`confine`).

mod answer;
mod child;
mod confine;

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use super::examine::Refused;
use super::turns::{BUSY_SECONDS, Turns};
use crate::api::{Sender, Spooled};
use crate::context::Context;
use crate::error::{Error, Result};
use answer::Answer;
use salal_platform::telemetry;

pub use child::{confinement, work};

/// The subcommand that is the process.
const COMMAND: &str = "pdf-worker";
/// Processes at a time for the documents of people with a session; each may use the memory that `confine` states.
const DOCUMENTS_AT_ONCE: usize = 2;
/// Processes at a time for their pictures.
const PICTURES_AT_ONCE: usize = 1;
/// Processes at a time for the files of strangers, who send pictures when they register: with the heaviest they must
/// not hold up anybody else's.
const AT_ONCE_OF_STRANGERS: usize = 1;
/// Pictures that are open at a time, whoever sent them: the heaviest takes more memory than the server.
const OPEN_PICTURES: usize = 1;
/// Files that may wait for a process.
const WAITING: usize = 32;
/// The longest wait for a process; a person who waits longer has pressed again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The same for a picture: ten people may each send the heaviest at the same moment.
const LONGEST_WAIT_FOR_PICTURE: Duration = Duration::from_secs(20);
/// How long one process may live, however little of the processor it is given.
const LONGEST_RUN: Duration = Duration::from_secs(10 * child::SLOWER);

/// The argument for a picture.
const FOR_PICTURE: &str = "--picture";

/// What a process reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Pdf,
    Picture,
}

impl Subject {
    fn word(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Picture => "picture",
        }
    }

    /// It cannot be read.
    fn broken(self) -> Refused {
        match self {
            Self::Pdf => Refused::BrokenPdf,
            Self::Picture => Refused::BrokenImage,
        }
    }

    /// To read it takes too much.
    fn too_heavy(self) -> Refused {
        match self {
            Self::Pdf => Refused::Bomb,
            Self::Picture => Refused::HeavyImage,
        }
    }
}

/// Starts the processes, a few at a time.
struct Workers {
    program: PathBuf,
    documents: Turns,
    pictures: Turns,
    strangers: Turns,
    /// Taken after one of the others, so that of the strangers one stands in this line, and nobody waits for more.
    open_picture: Turns,
    longest_run: Duration,
    /// Whether this process reads the files itself.
    #[cfg(debug_assertions)]
    is_here: bool,
}

impl Workers {
    fn of(program: PathBuf) -> Self {
        Self {
            program,
            documents: Turns::new(DOCUMENTS_AT_ONCE, WAITING, LONGEST_WAIT),
            pictures: Turns::new(PICTURES_AT_ONCE, WAITING, LONGEST_WAIT_FOR_PICTURE),
            strangers: Turns::new(AT_ONCE_OF_STRANGERS, WAITING, LONGEST_WAIT),
            open_picture: Turns::new(
                OPEN_PICTURES,
                PICTURES_AT_ONCE + AT_ONCE_OF_STRANGERS,
                LONGEST_WAIT_FOR_PICTURE,
            ),
            longest_run: LONGEST_RUN,
            #[cfg(debug_assertions)]
            is_here: false,
        }
    }

    /// The program that is running. On Linux it is named by what runs, because the file may have been replaced by
    /// the next version since.
    fn of_this_program() -> Self {
        let running = PathBuf::from("/proc/self/exe");
        Self::of(if running.exists() {
            running
        } else {
            std::env::current_exe().unwrap_or_else(|_| PathBuf::from("salal"))
        })
    }

    async fn check(
        &self,
        sender: &Sender,
        file: &Spooled,
        subject: Subject,
    ) -> Result<Result<Vec<u8>, Refused>> {
        let lane = match subject {
            _ if sender.is_stranger() => &self.strangers,
            Subject::Pdf => &self.documents,
            Subject::Picture => &self.pictures,
        };
        let _turn = lane.take().await?;
        let _open = match subject {
            Subject::Pdf => None,
            Subject::Picture => Some(self.open_picture.take().await?),
        };
        let bytes = file.read().await?;
        let outcome = self.run(&bytes, subject).await;
        telemetry::FILE_CHECKS.count([subject.word(), outcome.word()]);
        match outcome {
            Outcome::Answered(answer) => Ok(answer.into()),
            Outcome::Died(why) => {
                tracing::warn!(
                    bytes = bytes.len(),
                    why = why.word(),
                    file = subject.word(),
                    "an uploaded file was refused, because the process that checked it did not finish"
                );
                Ok(Err(why.refusal(subject)))
            }
            Outcome::NotStarted(error) => {
                let mut busy = Error::busy(BUSY_SECONDS);
                busy.cause = Some(format!("the process that checks files: {error}"));
                Err(busy)
            }
        }
    }

    async fn run(&self, bytes: &[u8], subject: Subject) -> Outcome {
        #[cfg(debug_assertions)]
        if self.is_here {
            return run_here(bytes.to_vec(), subject).await;
        }
        let started = Command::new(&self.program)
            .arg(COMMAND)
            .args((subject == Subject::Picture).then_some(FOR_PICTURE))
            // It needs no setting, and a hostile file must find no secret.
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => return Outcome::NotStarted(error),
        };
        let told = tokio::time::timeout(self.longest_run, converse(&mut child, bytes)).await;
        match told {
            Ok(Ok(told)) => told.outcome(),
            Ok(Err(_)) => Outcome::Died(Death::Crash),
            Err(_) => {
                // `kill` waits for the end as well, so that no process is left behind.
                let _ = child.kill().await;
                Outcome::Died(Death::Time)
            }
        }
    }
}

#[cfg(debug_assertions)]
async fn run_here(bytes: Vec<u8>, subject: Subject) -> Outcome {
    let read = tokio::task::spawn_blocking(move || child::read_here(subject, bytes)).await;
    match read {
        Ok(Some(answer)) => Outcome::Answered(answer),
        _ => Outcome::Died(Death::Crash),
    }
}

/// What a process said until its end.
struct Told {
    status: ExitStatus,
    answer: Vec<u8>,
    complaint: Vec<u8>,
}

/// Sends the file and reads the answer at the same time: either side's pipe may be full.
async fn converse(child: &mut Child, bytes: &[u8]) -> std::io::Result<Told> {
    let missing = || std::io::Error::other("a pipe is missing");
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let errors = child.stderr.take().ok_or_else(missing)?;
    let send = async move {
        // A process that has decided early reads no further, which is no failure.
        let _ = input.write_all(bytes).await;
        drop(input);
    };
    let (mut answer, mut complaint) = (Vec::new(), Vec::new());
    let mut output = output.take(answer::LONGEST + 1);
    let mut errors = errors.take(4096);
    let ((), read, complained) = tokio::join!(
        send,
        output.read_to_end(&mut answer),
        errors.read_to_end(&mut complaint)
    );
    read?;
    complained?;
    // Closed, so that a process with more to say ends instead of waiting.
    drop((output, errors));
    let status = child.wait().await?;
    Ok(Told {
        status,
        answer,
        complaint,
    })
}

impl Told {
    fn outcome(self) -> Outcome {
        if self.status.success()
            && let Some(answer) = Answer::read(&self.answer)
        {
            return Outcome::Answered(answer);
        }
        Outcome::Died(self.death())
    }

    fn death(&self) -> Death {
        use std::os::unix::process::ExitStatusExt;
        if u64::try_from(self.answer.len()).is_ok_and(|length| length > answer::LONGEST) {
            return Death::Output;
        }
        match (self.status.code(), self.status.signal()) {
            (Some(child::UNCONFINED), _) => Death::Unconfined,
            (Some(child::TOO_LONG), _) => Death::Time,
            (_, Some(signal))
                if signal == rustix::process::Signal::XCPU.as_raw()
                    || signal == rustix::process::Signal::KILL.as_raw() =>
            {
                Death::Time
            }
            // What Rust writes when memory ends; the text is looked for here and kept nowhere.
            _ if contains(&self.complaint, b"memory allocation of") => Death::Memory,
            _ => Death::Crash,
        }
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

enum Outcome {
    Answered(Answer),
    Died(Death),
    NotStarted(std::io::Error),
}

impl Outcome {
    fn word(&self) -> &'static str {
        match self {
            Self::Answered(Answer::Kept(_)) => "kept",
            Self::Answered(Answer::Refused(_)) => "refused",
            Self::Died(why) => why.word(),
            Self::NotStarted(_) => "not_started",
        }
    }
}

/// Why a process ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Death {
    Time,
    Memory,
    Output,
    Crash,
    /// It could not limit itself, so it read nothing.
    Unconfined,
}

impl Death {
    fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Output => "output",
            Self::Crash => "crash",
            Self::Unconfined => "unconfined",
        }
    }

    fn refusal(self, subject: Subject) -> Refused {
        match self {
            Self::Time | Self::Memory | Self::Output => subject.too_heavy(),
            Self::Crash | Self::Unconfined => subject.broken(),
        }
    }
}

/// Checks a file in a process of its own; the outer error is ours, the inner one the file's.
pub(super) async fn check(
    ctx: &Context,
    sender: &Sender,
    file: &Spooled,
    subject: Subject,
) -> Result<Result<Vec<u8>, Refused>> {
    ctx.get_or_init(Workers::of_this_program)
        .check(sender, file, subject)
        .await
}

/// Lets another program than the running one check files: for tests, whose program is not `salal`.
pub fn check_files_with(ctx: &Context, program: impl Into<PathBuf>) {
    ctx.get_or_init(|| Workers::of(program.into()));
}

/// Lets this process read the files itself, unconfined: for tests that have no program to do so.
#[cfg(debug_assertions)]
pub fn check_files_here(ctx: &Context) {
    ctx.get_or_init(|| Workers {
        is_here: true,
        ..Workers::of(PathBuf::new())
    });
}

#[cfg(test)]
mod tests;
