// SPDX-License-Identifier: AGPL-3.0-or-later

//! The kinds of metrics, and how a value is recorded under a name of the table.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use metrics::{Label, counter, describe_counter, describe_gauge, describe_histogram};
use metrics::{gauge, histogram};

/// What becomes of the values of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only grows, from the start of the process.
    Counter,
    /// The value now.
    Gauge,
    /// Counts of values by size, which can be added up over processes.
    Histogram,
}

/// What a metric is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number of things.
    Count,
    Seconds,
    Bytes,
    /// Seconds since 1970; 0 for never.
    Timestamp,
    /// 1 for yes, 0 for no.
    Flag,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Exported {
    pub name: &'static str,
    pub kind: Kind,
    pub unit: Unit,
    /// The HELP line.
    pub help: &'static str,
    pub labels: &'static [&'static str],
    /// Upper limits, for a histogram.
    pub buckets: &'static [f64],
}

/// A counter with `N` labels.
#[derive(Clone, Copy, Debug)]
pub struct Counter<const N: usize> {
    pub(super) name: &'static str,
    pub(super) labels: [&'static str; N],
}

/// A gauge with `N` labels.
#[derive(Clone, Copy, Debug)]
pub struct Gauge<const N: usize> {
    pub(super) name: &'static str,
    pub(super) labels: [&'static str; N],
}

/// A histogram with `N` labels.
#[derive(Clone, Copy, Debug)]
pub struct Histogram<const N: usize> {
    pub(super) name: &'static str,
    pub(super) labels: [&'static str; N],
}

fn labelled<const N: usize>(names: [&'static str; N], values: [&str; N]) -> Vec<Label> {
    let pairs = names.into_iter().zip(values);
    pairs
        .map(|(name, value)| Label::new(name, value.to_owned()))
        .collect()
}

impl<const N: usize> Counter<N> {
    /// Counts one more.
    pub fn count(self, values: [&str; N]) {
        counter!(self.name, labelled(self.labels, values)).increment(1);
    }

    /// Counts so many more.
    pub fn add(self, values: [&str; N], more: u64) {
        counter!(self.name, labelled(self.labels, values)).increment(more);
    }

    /// Shows 0 before there is anything to count.
    pub fn begin(self, values: [&str; N]) {
        counter!(self.name, labelled(self.labels, values)).increment(0);
    }

    /// Sets what was counted elsewhere in this process; it never falls.
    pub fn reach(self, values: [&str; N], total: u64) {
        counter!(self.name, labelled(self.labels, values)).absolute(total);
    }
}

impl<const N: usize> Gauge<N> {
    /// Sets the value.
    pub fn set(self, values: [&str; N], value: impl Figure) {
        gauge!(self.name, labelled(self.labels, values)).set(value.figure());
    }
}

impl<const N: usize> Histogram<N> {
    /// Adds a value.
    pub fn record(self, values: [&str; N], value: impl Figure) {
        histogram!(self.name, labelled(self.labels, values)).record(value.figure());
    }
}

/// What can be exported as a number: durations as seconds, times as seconds since 1970, no time as 0.
pub trait Figure {
    /// The number.
    fn figure(self) -> f64;
}

impl Figure for f64 {
    fn figure(self) -> f64 {
        self
    }
}

impl Figure for bool {
    fn figure(self) -> f64 {
        f64::from(u8::from(self))
    }
}

impl Figure for u32 {
    fn figure(self) -> f64 {
        f64::from(self)
    }
}

impl Figure for u64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to nine quadrillion, which nothing counted here reaches"
    )]
    fn figure(self) -> f64 {
        self as f64
    }
}

impl Figure for usize {
    fn figure(self) -> f64 {
        u64::try_from(self).unwrap_or(u64::MAX).figure()
    }
}

impl Figure for i64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to nine quadrillion, which nothing counted here reaches"
    )]
    fn figure(self) -> f64 {
        self as f64
    }
}

impl Figure for Duration {
    fn figure(self) -> f64 {
        self.as_secs_f64()
    }
}

impl Figure for TimeDelta {
    fn figure(self) -> f64 {
        self.num_milliseconds().figure() / 1000.0
    }
}

impl Figure for DateTime<Utc> {
    fn figure(self) -> f64 {
        self.timestamp_millis().figure() / 1000.0
    }
}

impl<T: Figure> Figure for Option<T> {
    fn figure(self) -> f64 {
        self.map_or(0.0, Figure::figure)
    }
}

/// Tells the recorder of this process the text of every metric. Before the first value is recorded.
pub fn describe_all() {
    for row in super::ALL {
        match row.kind {
            Kind::Counter => describe_counter!(row.name, row.help),
            Kind::Gauge => describe_gauge!(row.name, row.help),
            Kind::Histogram => describe_histogram!(row.name, row.help),
        }
    }
}
