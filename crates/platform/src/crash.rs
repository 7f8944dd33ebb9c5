// SPDX-License-Identifier: AGPL-3.0-or-later

//! Named crash points where a test may kill the process, to prove that nothing is lost or duplicated.
//! Compiled into development builds only. Not here: which points there are; the kill test walks its own list of them
//! (`crates/server/tests/kill/points.rs`), and a test of the tree compares it with the code.

/// Kills the process, as by SIGKILL, when the environment names this point.
///
/// `SALAL_CRASH_AT=name` kills the first time that point is reached.
#[cfg(debug_assertions)]
pub fn point(name: &'static str) {
    use std::sync::OnceLock;
    static WANTED: OnceLock<Option<String>> = OnceLock::new();
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
