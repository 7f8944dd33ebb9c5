// SPDX-License-Identifier: AGPL-3.0-or-later

//! What Prometheus reads of a program, and the test for `promtool` that is made of it: first what was shown while nothing
//! was wrong, for longer than any rule looks back, then what was shown once the cause was there.

use std::collections::BTreeMap;

use salal_server::context::Clock;
use salal_server::telemetry::{self, Unit};
use serde_json::{Value, json};

use super::super::on_call::Program;

/// For how many minutes what was shown before stands, and what was shown after.
const BEFORE: u32 = 75;
const AFTER: u32 = 75;
/// How many minutes back a rule looks until it is true, beyond its `for`.
const LOOKED_BACK: u32 = 6;

/// What one program showed at a time.
#[derive(Clone, Debug)]
pub(super) struct Scrape {
    at: f64,
    values: BTreeMap<String, f64>,
}

impl Scrape {
    /// Reads a running program.
    pub(super) async fn of(program: &Program) -> Self {
        let shown = program.shown().await;
        let lines = shown.lines().filter(|line| !line.starts_with('#'));
        let mut values: BTreeMap<String, f64> = lines
            .filter_map(|line| {
                let (series, value) = line.rsplit_once(' ')?;
                Some((of_installation(series), value.parse().ok()?))
            })
            .collect();
        values.insert(of_installation("up"), 1.0);
        Self { at: now(), values }
    }

    /// Tries to read a program that has ended, as Prometheus does, and fails.
    pub(super) async fn of_ended(address: &str) -> Self {
        let answer = reqwest::get(format!("{address}/metrics")).await;
        assert!(answer.is_err(), "it has ended");
        let values = BTreeMap::from([(of_installation("up"), 0.0)]);
        Self { at: now(), values }
    }

    /// The value of a series, by its name and labels.
    pub(super) fn value(&self, series: &str) -> Option<f64> {
        self.values.get(&of_installation(series)).copied()
    }
}

fn now() -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact for a few hundred thousand years"
    )]
    let millis = Clock::System.now().timestamp_millis() as f64;
    millis / 1000.0
}

/// A series with the labels that Prometheus adds.
fn of_installation(series: &str) -> String {
    let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
    let comma = if labels == "}" { "" } else { "," };
    format!("{name}{{job=\"salal\",instance=\"a\"{comma}{labels}")
}

/// How a value that was read goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// It is what it is: gauges, and what happened once.
    Stays,
    /// What went on while it was read goes on: counters of what is not over.
    Rises,
    /// A time; the program is alive, and it is as old at each reading.
    Keeps,
    /// A time that stands still and gets older.
    Ages,
}

/// What was shown before and after a cause.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) before: Scrape,
    /// One a minute, then the last.
    pub(super) after: Vec<Scrape>,
    /// Whether what was counted meanwhile goes on, minute by minute.
    pub(super) goes_on: bool,
    /// Whether the program still reads its database, so that what it read is no older at the next reading.
    pub(super) reads: bool,
}

fn unit_of(series: &str) -> Unit {
    let name = series.split('{').next().unwrap_or(series);
    let row = telemetry::ALL.iter().find(|row| row.name == name);
    row.map_or(Unit::Count, |row| row.unit)
}

fn is_counted(series: &str) -> bool {
    let name = series.split('{').next().unwrap_or(series);
    ["_total", "_bucket", "_count", "_sum"]
        .iter()
        .any(|end| name.ends_with(end))
}

impl Pair {
    pub(super) fn new(before: &Scrape, after: &Scrape) -> Self {
        Self {
            before: before.clone(),
            after: vec![after.clone()],
            goes_on: false,
            reads: true,
        }
    }

    fn course(&self, series: &str, is_after: bool) -> Course {
        let started = series.starts_with("process_start_time");
        match unit_of(series) {
            Unit::Timestamp if started || (is_after && !self.reads) => Course::Ages,
            Unit::Timestamp => Course::Keeps,
            _ if is_counted(series) && self.goes_on && is_after => Course::Rises,
            _ => Course::Stays,
        }
    }

    /// The values of a series, minute by minute, as `promtool` reads them.
    fn values(&self, series: &str) -> String {
        let first = self.before.values.get(series).copied();
        let course = self.course(series, false);
        let mut all = part(
            first.map(|value| (value, self.before.at)),
            course,
            (0, BEFORE),
            0.0,
        );
        let mut minute = BEFORE;
        for (index, scrape) in self.after.iter().enumerate() {
            let is_last = index + 1 == self.after.len();
            let minutes = if is_last { AFTER } else { 1 };
            let value = scrape.values.get(series).copied();
            let more = value.unwrap_or_default() - first.unwrap_or_default();
            // A program that was started anew counts from 0.
            let more = if more < 0.0 {
                value.unwrap_or_default()
            } else {
                more
            };
            let course = self.course(series, true);
            let seen = value.map(|value| (value, scrape.at));
            all.push(' ');
            all.push_str(&part(seen, course, (minute, minutes), more));
            minute += minutes;
        }
        all
    }

    /// A test: no alert before, and each of these after, by its name, its labels and its `for`.
    pub(super) fn test(&self, name: &str, alerts: &[(&str, &str, u32)], asked: &[String]) -> Value {
        let known = self.after.iter().flat_map(|scrape| scrape.values.keys());
        let mut known: Vec<&String> = known.chain(self.before.values.keys()).collect();
        known.sort();
        known.dedup();
        known.retain(|series| {
            let name = series.split('{').next().unwrap_or(series);
            asked.iter().any(|asked| asked == name)
        });
        let series: Vec<Value> = known
            .into_iter()
            .map(|series| json!({"series": series, "values": self.values(series)}))
            .collect();
        let quiet = json!({"expr": "ALERTS{alertstate=\"firing\"}", "eval_time": format!("{}m", BEFORE - 1), "exp_samples": []});
        let fired = alerts.iter().map(|(alert, labels, wait)| {
            let comma = if labels.is_empty() { "" } else { "," };
            let expr = format!("group(ALERTS{{alertname=\"{alert}\",alertstate=\"firing\"{comma}{labels}}})");
            let minute = BEFORE + u32::try_from(self.after.len()).expect("a few") + wait + LOOKED_BACK;
            json!({"expr": expr, "eval_time": format!("{minute}m"), "exp_samples": [{"labels": "{}", "value": 1}]})
        });
        let tests: Vec<Value> = std::iter::once(quiet).chain(fired).collect();
        json!({"name": name, "interval": "1m", "input_series": series, "promql_expr_test": tests})
    }
}

/// The values of one scrape over some minutes. The test begins at 0 and is at minute `from` when this was read.
fn part(
    seen: Option<(f64, f64)>,
    course: Course,
    (from, minutes): (u32, u32),
    more: f64,
) -> String {
    let Some((value, at)) = seen else {
        return vec!["_"; usize::try_from(minutes).expect("a few")].join(" ");
    };
    let at = value - at;
    let begin = f64::from(from) * 60.0 + at;
    let (first, step) = match course {
        Course::Stays => (value, 0.0),
        Course::Rises => (value, more),
        Course::Ages => (begin, 0.0),
        Course::Keeps if value == 0.0 => (begin, 0.0),
        Course::Keeps => (begin, 60.0),
    };
    format!("{first:.6}+{step:.6}x{}", minutes - 1)
}
