// SPDX-License-Identifier: AGPL-3.0-or-later

//! Other systems on the same machine in the same run, each on the engine it is run with: the programs of
//! `bench/peers` start, fill and measure them. Not here: how that is done.

use std::path::Path;
use std::process::{Command, Stdio};

use salal_db::testing::Postgres;

use crate::table::{Line, aim};

/// A peer: its program in `bench/peers`, and what we owe it: the operation, our name of it, and how many times its
/// rate with one client and with many.
struct Peer {
    program: &'static str,
    aims: &'static [(&'static str, &'static str, f64, f64)],
}

const ON_SQLITE: Peer = Peer {
    program: "helios.py",
    aims: &[
        ("create", "durable create", 0.6, 1.0),
        ("list", "own list", 1.0, 1.0),
        ("patient search", "patient search", 1.0, 1.0),
    ],
};
const ON_POSTGRES: Peer = Peer {
    program: "gnuhealth.py",
    aims: &[
        ("create", "durable create", 20.0, 20.0),
        ("list", "own list", 30.0, 30.0),
        ("patient search", "patient search", 30.0, 30.0),
        ("drug search", "drug search", 60.0, 60.0),
    ],
};

/// Measures the peer of an engine; what was measured of ours in this run stands beside it.
pub(crate) fn beside(
    folder: &Path,
    engine: &str,
    server: Option<&Postgres>,
    seconds: u64,
    ours: &[Line],
) -> Result<Vec<Line>, String> {
    let peer = if server.is_some() {
        ON_POSTGRES
    } else {
        ON_SQLITE
    };
    let mut command = Command::new("python3");
    command
        .arg(Path::new("bench/peers").join(peer.program))
        .arg(folder)
        .args(["--seconds", &seconds.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    if let Some(server) = server {
        command.args(["--database", server.url()]);
    }
    let done = command.output().map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(format!("{}: {}", peer.program, done.status));
    }
    let text = String::from_utf8_lossy(&done.stdout);
    Ok(text
        .lines()
        .filter_map(|said| one(said, engine, &peer, ours))
        .collect())
}

/// A line of what the peer's program says: peer, operation, clients, a second, p50 and p99 in milliseconds.
fn one(said: &str, engine: &str, peer: &Peer, ours: &[Line]) -> Option<Line> {
    let mut fields = said.split('\t');
    let (name, operation, clients) = (fields.next()?, fields.next()?, fields.next()?);
    let [rate, p50, p99] = [fields.next()?, fields.next()?, fields.next()?];
    let theirs: f64 = rate.parse().ok()?;
    let (_, named, alone, many) = peer.aims.iter().find(|(aim, ..)| *aim == operation)?;
    let (place, at) = (format!("{engine}: "), format!("{clients} at once"));
    let mut rates = ours.iter().filter(|line| line.what.starts_with(&place));
    let mine = rates.find_map(|line| {
        let (what, clients, rate) = line.rate.as_ref()?;
        (what == named && *clients == at).then_some(*rate)
    })?;
    let times = mine / theirs.max(1e-9);
    let wanted = if clients == "1" { alone } else { many };
    Some(Line {
        what: format!("{place}{named} beside {name}, {at}"),
        result: format!("{mine:.0}/s"),
        ceiling: format!("{name}: {theirs:.0}/s, p50 {p50} ms, p99 {p99} ms"),
        share: format!("{times:.2}x"),
        aim: aim(&format!("{wanted}x"), times >= *wanted),
        rate: None,
    })
}
