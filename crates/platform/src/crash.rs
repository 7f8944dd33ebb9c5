// SPDX-License-Identifier: AGPL-3.0-or-later

//! Named crash points where a test may kill the process, to prove that nothing is lost or duplicated.
//! Compiled into development builds only.

/// Every crash point, in the order of the journey. The kill test walks this list.
pub const POINTS: &[&str] = &[
    "create.before_commit",
    "create.after_commit",
    "clinic.before_demographic",
    "clinic.after_demographic",
    "charge.after_intent",
    "charge.after_effect",
    "charge.after_record",
    "capture.after_intent",
    "capture.after_effect",
    "capture.after_record",
    "approve.before_commit",
    "approve.after_commit",
    "note.before_effect",
    "note.after_effect",
    "notes.before_commit",
    "notes.after_commit",
    "sign.before_commit",
    "sign.after_commit",
    "print.before_commit",
    "print.after_commit",
    "handed.before_commit",
    "handed.after_commit",
    "void.before_commit",
    "void.after_commit",
    "voided.before_commit",
    "voided.after_commit",
    "fax.after_queue",
    "fax.after_attempt",
    "fax.after_effect",
    "fax.after_record",
    "fax.after_delivery",
    "refund.after_intent",
    "refund.after_effect",
    "refund.after_record",
    "sleep.before_commit",
    "sleep.after_commit",
    "sleep.before_paid",
    "sleep.after_paid",
    "sleep.before_request",
    "sleep.after_request",
    "claims.after_build",
    "claims.after_effect",
    "claims.after_record",
    "pull.after_effect",
    "pull.before_commit",
    "pull.after_commit",
    "import.after_check",
    "import.after_writing",
    "import.before_switch",
    "import.after_switch",
    "build.after_writing",
    "build.before_switch",
    "build.after_switch",
    "job.after_claim",
    "job.after_work",
];

/// Kills the process, as by SIGKILL, when the environment names this point.
///
/// `SALAL_CRASH_AT=name` kills the first time that point is reached.
#[cfg(debug_assertions)]
pub fn point(name: &'static str) {
    use std::sync::OnceLock;
    static WANTED: OnceLock<Option<String>> = OnceLock::new();
    debug_assert!(POINTS.contains(&name), "crash point {name} is not listed");
    #[expect(
        clippy::disallowed_methods,
        reason = "a switch for tests, absent from release builds"
    )]
    let wanted = WANTED.get_or_init(|| std::env::var("SALAL_CRASH_AT").ok());
    if wanted.as_deref() == Some(name) {
        // SIGKILL, not an exit: no destructors, no flush, no clean-up. By a call, not by a program that is
        // started for it: until that one ran, the other threads would go on.
        let _ =
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        loop {
            std::thread::park();
        }
    }
}

/// Nothing, in a release build.
#[cfg(not(debug_assertions))]
pub fn point(_name: &'static str) {}
