// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the process that reads a file denies itself, in three layers: limits that every Unix has, Landlock against
//! files and connections, and seccomp against every call to the kernel but a few. The last two are Linux's, and
//! are done without where the kernel is older; the limits must succeed on Linux.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::child;

/// Addresses beyond the memory and those of the program itself: what the allocator reserves without using it.
const RESERVED: u64 = 256 * 1024 * 1024;

/// Sets the limits, `memory` for data in bytes; afterwards the process can open nothing more and write no file.
pub(super) fn limit(memory: u64) -> io::Result<()> {
    let addresses = 2 * memory + RESERVED;
    let limits = [
        (Resource::As, mapped().map(|mapped| mapped + addresses)),
        (Resource::Data, Some(memory)),
        (Resource::Cpu, Some(child::LONGEST_SECONDS)),
        (Resource::Core, Some(0)),
        (Resource::Fsize, Some(0)),
    ];
    for (resource, most) in limits {
        if let Some(most) = most {
            lower(resource, most)?;
        }
    }
    Ok(())
}

fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource)
        .maximum
        .map_or(most, |now| now.min(most));
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    match setrlimit(resource, limit) {
        Err(error) if cfg!(target_os = "linux") => Err(error.into()),
        _ => Ok(()),
    }
}

/// The addresses in use: a development build is large, and its size says nothing about a document.
fn mapped() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split_whitespace().next()?.parse().ok()?;
    pages.checked_mul(u64::try_from(rustix::param::page_size()).ok()?)
}

/// Hides every file and refuses every connection; whether this machine can. Then no file can be opened at all, for
/// the three that are open are the only ones allowed.
pub(super) fn hide_files() -> bool {
    let hidden = landlock();
    let _ = lower(Resource::Nofile, 3);
    hidden
}

#[cfg(target_os = "linux")]
fn landlock() -> bool {
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetStatus, Scope};
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(ABI::V5)))
        .and_then(|rules| rules.scope(Scope::from_all(ABI::V6)))
        .and_then(Ruleset::create)
        // Without a rule, nothing that is handled is allowed.
        .and_then(landlock::RulesetCreated::restrict_self)
        .is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

#[cfg(not(target_os = "linux"))]
fn landlock() -> bool {
    false
}

/// Refuses every call to the kernel, in all threads, but those that reading, computing and ending need; whether
/// this machine can. A refused call fails and kills nothing: libraries differ in what they try first.
#[cfg(target_os = "linux")]
pub(super) fn deny_calls() -> bool {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
    let allowed = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_restart_syscall,
        libc::SYS_getrandom,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_tgkill,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];
    let rules = allowed.into_iter().map(|call| (call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let Ok(machine) = TargetArch::try_from(std::env::consts::ARCH) else {
        return false;
    };
    SeccompFilter::new(rules, refused, SeccompAction::Allow, machine)
        .and_then(BpfProgram::try_from)
        .is_ok_and(|filter| seccompiler::apply_filter_all_threads(&filter).is_ok())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn deny_calls() -> bool {
    false
}
