// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many rows a list has, counted to a limit: to count a large table to its end takes longer than to read the page
//! that is shown, and no one pages further.

mod repo;

use schemars::JsonSchema;
use serde::Serialize;

pub use repo::count;

/// Counting stops here.
pub const COUNTED: u64 = 10_000;

/// The number of a list's rows, as its answer tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Total {
    /// Counted up to 10,000.
    pub total: u64,
    /// There may be more than `total`: counting stops at a limit.
    #[serde(rename = "atLeast")]
    pub at_least: bool,
}

impl Total {
    /// Of rows of which one more than the limit at most was counted.
    fn of(counted: u64) -> Self {
        Self {
            total: counted.min(COUNTED),
            at_least: counted > COUNTED,
        }
    }

    /// Of a list that was read whole.
    pub fn whole<T>(rows: &[T]) -> Self {
        Self::of(u64::try_from(rows.len()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_than_the_limit_is_at_least_the_limit() {
        let told = |counted| {
            let Total { total, at_least } = Total::of(counted);
            (total, at_least)
        };
        assert_eq!(told(0), (0, false));
        assert_eq!(told(COUNTED), (COUNTED, false));
        assert_eq!(told(COUNTED + 1), (COUNTED, true));
        assert_eq!(Total::whole(&[1, 2]), Total::of(2));
    }
}
