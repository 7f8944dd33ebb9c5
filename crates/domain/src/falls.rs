// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects large losses by an import or a build: drugs matched by a rule, entries of a list, unchanged fax
//! numbers. An incomplete file looks the same, and its losses would go unnoticed. So the import stops, and a
//! person can continue it with a reason (decision 156). Losses of earlier imports are added up: many small
//! steps count like one. Not here: how losses are counted, and for how long.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes;

/// The number of examples stored for a loss.
const EXAMPLES: usize = 3;
/// Length of a reason, in characters.
const REASON: std::ops::RangeInclusive<usize> = 5..=500;

/// The error of a reason.
pub fn fault_of_reason(reason: &str) -> Option<String> {
    let (least, most) = (REASON.start(), REASON.end());
    (!REASON.contains(&reason.chars().count()))
        .then(|| format!("Please give a reason of {least} to {most} characters."))
}

codes! {
    /// What becomes less: the drugs of a rule, the entries of a list, or the fax numbers of a list's entries
    /// that stay as they are.
    #[derive(Default)]
    pub enum FallKind {
        #[default]
        Drugs = "drugs",
        Entries = "entries",
        Numbers = "numbers",
    }
}

/// A rule that would match far fewer drugs or none, a list that would lose many entries, or one in which many
/// fax numbers would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fall {
    /// The kind: drugs, entries or numbers.
    #[serde(default)]
    pub kind: FallKind,
    /// The rule's name, `Penicillins (08:12.16)`, or the name of the list.
    pub rule: String,
    /// Drugs that the rule matched before, or entries of the list.
    pub matched: usize,
    /// How many of them would be left; for entries of an earlier version, none.
    #[serde(default)]
    pub now: usize,
    /// How many were already lost with recent imports, in steps too small to stop.
    #[serde(default)]
    pub earlier: usize,
    /// Examples of what would be lost, or of entries with their old and new number.
    pub examples: Vec<String>,
}

impl Fall {
    /// A fall with the first names of what is lost, each once.
    pub fn of<'a>(
        rule: &str,
        matched: usize,
        now: usize,
        lost: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut examples: Vec<String> = Vec::new();
        for name in lost {
            if examples.len() == EXAMPLES {
                break;
            }
            if !examples.iter().any(|one| one == name) {
                examples.push(name.to_owned());
            }
        }
        Self {
            kind: FallKind::Drugs,
            rule: rule.to_owned(),
            matched,
            now,
            earlier: 0,
            examples,
        }
    }

    /// The same fall with another kind.
    #[must_use]
    pub fn with_kind(mut self, kind: FallKind) -> Self {
        self.kind = kind;
        self
    }

    /// The same fall, with this many lost by earlier imports.
    #[must_use]
    pub fn with_earlier(mut self, earlier: usize) -> Self {
        self.earlier = earlier;
        self
    }

    /// Whether it was shown to the person: the same rule, and no larger a loss.
    pub fn is_among(&self, shown: &[Self]) -> bool {
        shown
            .iter()
            .any(|one| one.rule == self.rule && self.now >= one.now)
    }
}

/// The losses of one rule or list by one import or build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The rule or list, named as in its fall.
    pub rule: String,
    /// What was lost.
    pub entries: Vec<LostEntry>,
}

/// One lost drug, entry or number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostEntry {
    /// The unique key within the rule or list.
    pub key: String,
    /// The display name.
    pub name: String,
    /// The earlier number, for a changed number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub was: String,
}

/// The sum of losses by imports, from oldest to newest, each with the approved falls: approved losses are not
/// counted again. For a number that changed twice, the oldest is kept.
pub fn added_up(imports: impl IntoIterator<Item = (Vec<Lost>, Vec<Fall>)>) -> Vec<Lost> {
    let mut sum: Vec<Lost> = Vec::new();
    for (lost, agreed) in imports {
        let is_agreed = |one: &Lost| agreed.iter().any(|fall| fall.rule == one.rule);
        sum.retain(|one| !is_agreed(one));
        for one in lost.into_iter().filter(|one| !is_agreed(one)) {
            let Some(there) = sum.iter_mut().find(|there| there.rule == one.rule) else {
                sum.push(one);
                continue;
            };
            let known: HashSet<String> = there.entries.iter().map(|one| one.key.clone()).collect();
            let new = one.entries.into_iter();
            there
                .entries
                .extend(new.filter(|one| !known.contains(&one.key)));
        }
    }
    sum
}

/// The losses of one rule or list.
pub fn lost_of<'a>(lost: &'a [Lost], rule: &str) -> &'a [LostEntry] {
    lost.iter()
        .find(|one| one.rule == rule)
        .map_or(&[], |one| one.entries.as_slice())
}

/// The maximum number of entries removed without approval, however long the list is: more than this rarely
/// close at once.
const MOST_GONE: usize = 10;

/// Whether a list would lose enough entries to need approval: more than a quarter of them, or more than ten.
pub fn is_list_falling(present: usize, gone: usize) -> bool {
    gone > MOST_GONE || gone * 4 > present
}

/// Fewer changed numbers than this are normal, however short the list is.
const FEW_NUMBERS: usize = 4;

/// Whether enough fax numbers of the remaining entries would change to need approval: at least four and more
/// than a quarter. A mixed-up column changes nearly all.
pub fn are_numbers_falling(stay: usize, changed: usize) -> bool {
    changed >= FEW_NUMBERS && changed * 4 > stay
}

/// Whether the fax number equals the telephone number in so many entries that one column was probably read
/// for both.
pub fn is_one_column(entries: usize, same: usize) -> bool {
    same >= FEW_NUMBERS && same * 2 > entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(rule: &str, keys: &[(&str, &str)]) -> Lost {
        let entry = |(key, was): &(&str, &str)| LostEntry {
            key: (*key).into(),
            name: format!("Name of {key}"),
            was: (*was).into(),
        };
        Lost {
            rule: rule.into(),
            entries: keys.iter().map(entry).collect(),
        }
    }

    #[test]
    fn small_steps_add_up_until_somebody_agreed() {
        let fall = |rule| Fall::of(rule, 31, 20, std::iter::empty());
        let steps = [
            (
                vec![lost("A", &[("1", "")]), lost("B", &[("9", "x")])],
                vec![],
            ),
            (
                vec![lost("A", &[("2", "")]), lost("B", &[("9", "y")])],
                vec![],
            ),
        ];
        let sum = added_up(steps.clone());
        assert_eq!(
            sum,
            [lost("A", &[("1", ""), ("2", "")]), lost("B", &[("9", "x")])]
        );
        assert_eq!((lost_of(&sum, "A").len(), lost_of(&sum, "C").len()), (2, 0));
        let agreed = (vec![lost("A", &[("3", "")])], vec![fall("A")]);
        let later = (vec![lost("A", &[("4", "")])], vec![]);
        assert_eq!(
            added_up(steps.into_iter().chain([agreed, later])),
            [lost("B", &[("9", "x")]), lost("A", &[("4", "")])]
        );
    }

    #[test]
    fn numbers_ask_when_four_and_a_quarter_would_change() {
        for (stay, changed, asks) in [
            (31, 31, true),
            (31, 8, true),
            (31, 7, false),
            (3, 3, false),
            (4, 4, true),
            (16, 4, false),
            (0, 0, false),
        ] {
            assert_eq!(
                are_numbers_falling(stay, changed),
                asks,
                "{changed} of {stay}"
            );
        }
        assert!(is_one_column(7, 4) && !is_one_column(8, 4) && !is_one_column(3, 3));
    }

    #[test]
    fn a_list_asks_when_a_quarter_or_more_than_ten_would_go() {
        for (present, gone, asks) in [
            (31, 30, true),
            (31, 8, true),
            (31, 7, false),
            (4, 1, false),
            (3, 1, true),
            (1400, 10, false),
            (1400, 11, true),
            (5, 0, false),
            (0, 0, false),
        ] {
            assert_eq!(is_list_falling(present, gone), asks, "{gone} of {present}");
        }
    }

    #[test]
    fn what_was_shown_covers_the_same_fall_and_no_deeper_one() {
        let fall = |rule, now| Fall::of(rule, 20, now, std::iter::empty());
        let shown = [fall("Opioids", 8)];
        assert!(fall("Opioids", 8).is_among(&shown) && fall("Opioids", 9).is_among(&shown));
        assert!(!fall("Opioids", 7).is_among(&shown) && !fall("Penicillins", 9).is_among(&shown));
    }

    #[test]
    fn some_names_are_told_each_once() {
        let fall = Fall::of("X", 5, 0, ["A", "A", "B", "C", "D"].into_iter());
        assert_eq!(fall.examples, ["A", "B", "C"]);
    }
}
