// SPDX-License-Identifier: AGPL-3.0-or-later

//! Figures of this process as the system knows them. Linux tells them in /proc; elsewhere those it does not tell are
//! left out.

use std::fs;

use rustix::process::{Resource, getrlimit};

use super::{MOST_FILES, OPEN_FILES, PROCESSOR_SECONDS, RESIDENT_MEMORY, STARTED};

/// Measures this process.
pub fn measure_process() {
    if let Some(most) = getrlimit(Resource::Nofile).current {
        MOST_FILES.set([], most);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        OPEN_FILES.set([], open.count());
    }
    let Some(stat) = fs::read_to_string("/proc/self/stat")
        .ok()
        .as_deref()
        .and_then(Stat::read)
    else {
        return;
    };
    let ticks = rustix::param::clock_ticks_per_second().max(1);
    PROCESSOR_SECONDS.reach([], stat.busy / ticks);
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(4096);
    RESIDENT_MEMORY.set([], stat.pages.saturating_mul(page));
    if let Some(booted) = booted() {
        STARTED.set([], booted + stat.started / ticks);
    }
}

/// What the system writes of a process, in its own units.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    /// Processor time, in ticks.
    busy: u64,
    /// The start, in ticks since the system started.
    started: u64,
    /// Pages in memory.
    pages: u64,
}

impl Stat {
    /// proc(5): the name of the program may hold anything, so the rest is counted from its end.
    fn read(line: &str) -> Option<Self> {
        let (_, rest) = line.rsplit_once(')')?;
        let values: Vec<&str> = rest.split_whitespace().collect();
        let value = |field: usize| values.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            busy: value(14)? + value(15)?,
            started: value(22)?,
            pages: value(24)?,
        })
    }
}

/// When the system started, in seconds since 1970.
fn booted() -> Option<u64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let line = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Stat;

    #[test]
    fn a_name_with_anything_in_it_does_not_matter() {
        let line = "42 (a (b) c) S 1 42 42 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 9 0 777 1 1234 18";
        let read = Stat {
            busy: 200,
            started: 777,
            pages: 1234,
        };
        assert_eq!(Stat::read(line), Some(read));
        assert_eq!(Stat::read("42 (short) S 1"), None);
    }
}
