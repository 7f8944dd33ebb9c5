// SPDX-License-Identifier: AGPL-3.0-or-later

//! Amounts in Canadian cents, without fractions of a cent.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An amount in Canadian cents.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Whole dollars.
    pub const fn from_whole_dollars(dollars: i64) -> Self {
        Self(dollars * 100)
    }

    /// Dollars as in responses (decision 147), e.g. `60.0`.
    #[expect(
        clippy::cast_precision_loss,
        reason = "amounts are far below the 2^53 cents that a double holds exactly"
    )]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// Dollars as in requests; `None` unless it is a whole number of cents below a million dollars.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the size is checked on the line before"
    )]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let cents = (dollars * 100.0).round();
        if !cents.is_finite() || cents.abs() >= 1e8 {
            return None;
        }
        let amount = Self(cents as i64);
        // Exactly: text with two decimals is read as the very number that cents are written as.
        let is_whole = (amount.dollars() - dollars).abs() <= 0.0;
        is_whole.then_some(amount)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        let dollars = (cents / 100).to_string();
        write!(f, "{sign}$")?;
        for (at, digit) in dollars.chars().enumerate() {
            if at > 0 && (dollars.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        write!(f, ".{:02}", cents % 100)
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Cents;

    #[test]
    fn amounts_are_written_with_separators() {
        let text = |cents| Cents(cents).to_string();
        assert_eq!(text(0), "$0.00");
        assert_eq!(text(6_005), "$60.05");
        assert_eq!(text(99_999), "$999.99");
        assert_eq!(text(-100_000), "-$1,000.00");
        assert_eq!(text(1_234_500), "$12,345.00");
        assert_eq!(text(123_456_789), "$1,234,567.89");
    }
}
