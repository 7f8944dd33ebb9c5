// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many things took how many minutes, in steps of five percent: the histograms of many days add up to the one of
//! their period. A percentile is the middle of a step, within 2.5 percent of the exact one. Times under 40 minutes are
//! exact to the minute.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Steps up to about three years; what took longer counts for the last one.
const STEPS: usize = 264;

/// The least minutes of each step.
const LEAST: [i64; STEPS] = {
    let mut least = [0; STEPS];
    let mut step = 1;
    while step < STEPS {
        let before: i64 = least[step - 1];
        let wide = before / 20;
        least[step] = before + if wide > 1 { wide } else { 1 };
        step += 1;
    }
    least
};

/// Counts by step, up to the last step that has any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram(Vec<i64>);

/// A text that is no histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a histogram")]
pub struct NoHistogram;

impl Histogram {
    /// Adds one thing; less than nothing counts as nothing.
    pub fn add(&mut self, minutes: i64) {
        let step = LEAST.partition_point(|least| *least <= minutes.max(0)) - 1;
        self.add_to(step, 1);
    }

    fn add_to(&mut self, step: usize, count: i64) {
        if self.0.len() <= step {
            self.0.resize(step + 1, 0);
        }
        if let Some(own) = self.0.get_mut(step) {
            *own += count;
        }
    }

    /// Adds what another one has.
    pub fn merge(&mut self, other: &Self) {
        for (step, count) in other.counts() {
            self.add_to(step, count);
        }
    }

    /// Adds what a written one has.
    pub fn merge_written(&mut self, text: &str) -> Result<(), NoHistogram> {
        for one in text.split_ascii_whitespace() {
            let (step, count) = one.split_once(':').unwrap_or((one, "1"));
            let step: usize = step.parse().map_err(|_| NoHistogram)?;
            let count: i64 = count.parse().map_err(|_| NoHistogram)?;
            if step >= STEPS || count <= 0 {
                return Err(NoHistogram);
            }
            self.add_to(step, count);
        }
        Ok(())
    }

    /// The steps that have any.
    fn counts(&self) -> impl Iterator<Item = (usize, i64)> {
        let counts = self.0.iter().copied().enumerate();
        counts.filter(|(_, count)| *count > 0)
    }

    /// How many things there are.
    pub fn count(&self) -> i64 {
        self.0.iter().sum()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The minutes that so many percent of the things did not exceed; `None` without any.
    pub fn percentile(&self, percent: i64) -> Option<i64> {
        let rank = (self.count() * percent + 99) / 100;
        let mut so_far = 0;
        let step = self.counts().find_map(|(step, count)| {
            so_far += count;
            (so_far >= rank).then_some(step)
        })?;
        let least = *LEAST.get(step)?;
        let most = LEAST.get(step + 1).map_or(least, |next| next - 1);
        Some(i64::midpoint(least, most))
    }
}

/// `31:2 35`: two things of the step 31, one of the step 35.
impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (step, count)) in self.counts().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            match count {
                1 => write!(f, "{step}")?,
                count => write!(f, "{step}:{count}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Histogram {
    type Err = NoHistogram;

    fn from_str(text: &str) -> Result<Self, NoHistogram> {
        let mut histogram = Self::default();
        histogram.merge_written(text)?;
        Ok(histogram)
    }
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(minutes: &[i64]) -> Histogram {
        let mut histogram = Histogram::default();
        for one in minutes {
            histogram.add(*one);
        }
        histogram
    }

    /// As it is defined.
    fn exact(minutes: &[i64], percent: usize) -> i64 {
        let mut sorted = minutes.to_vec();
        sorted.sort_unstable();
        sorted[(sorted.len() * percent).div_ceil(100) - 1]
    }

    #[test]
    fn short_times_are_exact_and_nothing_has_no_percentile() {
        assert_eq!(Histogram::default().percentile(50), None);
        let one = of(&[7]);
        assert_eq!((one.percentile(50), one.percentile(90)), (Some(7), Some(7)));
        let ten: Vec<i64> = (1..=10).collect();
        assert_eq!(of(&ten).percentile(50), Some(5));
        assert_eq!(of(&ten).percentile(90), Some(9));
        assert_eq!(of(&[-3]).percentile(50), Some(0));
    }

    #[test]
    fn the_steps_reach_three_years() {
        let years = 3 * 365 * 24 * 60;
        assert!(LEAST[STEPS - 1] > years, "{}", LEAST[STEPS - 1]);
        assert!(of(&[i64::MAX]).percentile(50).is_some());
    }

    #[test]
    fn a_text_is_read_back_and_another_one_is_refused() {
        let three = of(&[31, 31, 35]);
        assert_eq!(three.to_string(), "31:2 35");
        assert_eq!(three.to_string().parse(), Ok(three));
        assert_eq!("".parse(), Ok(Histogram::default()));
        for wrong in ["x", "31:", "31:0", "31:-1", "9999"] {
            assert_eq!(wrong.parse::<Histogram>(), Err(NoHistogram), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn merged_percentiles_are_within_two_and_a_half_percent(
            days in prop::collection::vec(prop::collection::vec(0_i64..200_000, 1..40), 1..12),
            percent in prop::sample::select(vec![50_usize, 90]),
        ) {
            let mut merged = Histogram::default();
            for day in &days {
                merged.merge(&of(day).to_string().parse().unwrap());
            }
            let all = days.concat();
            prop_assert_eq!(merged.clone(), of(&all));
            prop_assert_eq!(merged.count(), i64::try_from(all.len()).unwrap());
            let found = merged.percentile(i64::try_from(percent).unwrap()).unwrap();
            let exact = exact(&all, percent);
            prop_assert!((found - exact).abs() * 40 <= exact, "{} for {}", found, exact);
        }
    }
}
