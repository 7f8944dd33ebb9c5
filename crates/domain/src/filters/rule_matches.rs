// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drugs matched by each rule, so that a build of the catalogue after which a rule matches nothing any
//! more, or far less, is detected before it takes effect: such a rule protects no one, or few, and no screen
//! would show it (decision 156).

use std::collections::{HashMap, HashSet};

use super::{BuiltIn, Facts, Filters, JudgedDrug, has_controlled_ingredient, is_controlled};
use crate::falls::{Fall, Lost, LostEntry, lost_of};
use salal_formats::drug_database::DrugRecord;

/// With fewer drugs a percentage means little: of three, one that leaves the market is a third. Such a rule
/// stops a build only when it matches nothing.
const FEW: usize = 4;

/// The values of one property of a drug's record, such as its forms.
type Told = fn(&DrugRecord) -> &[String];
/// Whether a drug's record has one property.
type IsTold = fn(&DrugRecord) -> bool;

/// Entries besides the rules that check whether drugs have the properties every drug has. Without a schedule
/// nothing shows that a substance is controlled; without a form or a route no one can prescribe or renew it.
/// An incomplete file of the register removes them from many drugs at once.
const WATCHED: [(&str, IsTold); 6] = [
    ("Drugs with a schedule", |drug| !drug.schedules.is_empty()),
    ("Drugs with a dosage form", |drug| {
        !drug.formulations.is_empty()
    }),
    ("Drugs with a route", |drug| {
        !drug.administrations.is_empty()
    }),
    ("Drugs with an ingredient", |drug| {
        !drug.ingredients.is_empty()
    }),
    ("Drugs with an ATC code", |drug| {
        !drug.atc_numbers.is_empty()
    }),
    ("Drugs with a status", |drug| !drug.status.is_empty()),
];

/// Entries that check whether drugs keep their values: if the contents of files are swapped, all drugs have
/// values, but the wrong ones.
const KEPT: [(&str, Told); 2] = [
    ("Drugs that keep their dosage form", |drug| {
        &drug.formulations
    }),
    ("Drugs that keep their route", |drug| &drug.administrations),
];

/// The matches of a rule in one build of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleMatches {
    /// Display name: `Penicillins (08:12.16)`.
    pub rule: String,
    /// Codes and names, in catalogue order.
    matched: Vec<(i64, String)>,
    /// How many of them are controlled substances.
    controlled: usize,
    /// For a checked property: the drugs without it. A drug that left the market does not count.
    without: Option<HashSet<i64>>,
    /// For values that must stay: the values of each drug.
    told: Option<HashMap<i64, Vec<String>>>,
}

impl Filters {
    /// The matches of each rule among the catalogue's drugs for people: the built-in rules first, then the
    /// administrators' in order, and last the checked properties.
    pub fn matches<'a>(&self, drugs: impl Iterator<Item = &'a DrugRecord>) -> Vec<RuleMatches> {
        let built_in = BuiltIn::ALL
            .into_iter()
            .map(|one| RuleMatches::of(one.name()));
        let rules = self.rules.iter().map(|rule| RuleMatches::of(&rule.name));
        let mut matches: Vec<RuleMatches> = built_in.chain(rules).collect();
        let mut watched = WATCHED.map(|(name, is_told)| {
            let mut one = RuleMatches::of(name);
            one.without = Some(HashSet::new());
            (one, is_told)
        });
        let mut kept = KEPT.map(|(name, told)| {
            let mut one = RuleMatches::of(name);
            one.told = Some(HashMap::new());
            (one, told)
        });
        for drug in drugs.filter(|drug| drug.is_human()) {
            for (one, is_told) in &mut watched {
                if is_told(drug) {
                    one.matched.push((drug.drug_code, drug.name.clone()));
                } else if let Some(without) = &mut one.without {
                    without.insert(drug.drug_code);
                }
            }
            for (one, told) in &mut kept {
                if let (Some(all), false) = (&mut one.told, told(drug).is_empty()) {
                    one.matched.push((drug.drug_code, drug.name.clone()));
                    all.insert(drug.drug_code, told(drug).to_vec());
                }
            }
            let ingredients = drug.ingredient_names();
            let is_controlled = drug.schedules.iter().any(|one| is_controlled(one))
                || has_controlled_ingredient(&ingredients);
            let judged = JudgedDrug::of(drug, &ingredients);
            let facts = Facts::of(&judged);
            let built_in = BuiltIn::ALL
                .into_iter()
                .map(|one| self.is_under_built_in(one, &facts));
            let matched = built_in.chain(self.rules.iter().map(|rule| rule.applies(&facts)));
            for (one, is_matched) in matches.iter_mut().zip(matched) {
                if is_matched {
                    one.matched.push((drug.drug_code, drug.name.clone()));
                    one.controlled += usize::from(is_controlled);
                }
            }
        }
        matches.extend(watched.map(|(one, _)| one));
        matches.extend(kept.map(|(one, _)| one));
        matches
    }
}

impl RuleMatches {
    /// An entry without matches.
    fn of(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            matched: Vec::new(),
            controlled: 0,
            without: None,
            told: None,
        }
    }

    /// Whether a build stops because values are completely different: in more than one in ten of the drugs in
    /// both builds. Forms and routes of a drug code hardly ever change.
    fn exchanged(&self, after: &Self) -> Option<Fall> {
        let (was, is) = (self.told.as_ref()?, after.told.as_ref()?);
        let both = || {
            self.matched
                .iter()
                .filter(|(code, _)| is.contains_key(code))
        };
        let is_other = |code: &i64| !was[code].iter().any(|one| is[code].contains(one));
        let changed: Vec<&str> = both()
            .filter(|(code, _)| is_other(code))
            .map(|(_, name)| name.as_str())
            .collect();
        let (before, lost) = (both().count(), changed.len());
        (lost >= FEW && lost * 10 > before)
            .then(|| Fall::of(&self.rule, before, before - lost, changed.into_iter()))
    }

    /// The number of drugs it matches.
    pub fn drugs(&self) -> usize {
        self.matched.len()
    }

    /// Whether it protects against controlled substances: at least half of its matches are controlled. This
    /// depends on the drugs, so that an administrator's own rule counts like a default one.
    fn guards_controlled(&self) -> bool {
        self.controlled * 2 >= self.matched.len()
    }

    /// How many drugs another build lost; for schedules, how many drugs lost theirs.
    fn lost(&self, after: &Self) -> usize {
        if after.without.is_some() {
            return self.gone(after).count();
        }
        self.drugs().saturating_sub(after.drugs())
    }

    /// Whether a drug that is no longer matched is missed.
    fn misses(&self, code: i64) -> bool {
        let without = self.without.as_ref();
        without.is_none_or(|without| without.contains(&code))
    }

    /// The same, including losses of earlier builds that this one does not restore.
    fn with(&self, earlier: &[LostEntry], after: &Self) -> Self {
        let known: HashSet<i64> = self.codes().chain(after.codes()).collect();
        let mut all = self.clone();
        all.matched.extend(earlier.iter().filter_map(|one| {
            let code: i64 = one.key.parse().ok()?;
            let is_missing = !known.contains(&code) && after.misses(code);
            is_missing.then(|| (code, one.name.clone()))
        }));
        all
    }

    fn codes(&self) -> impl Iterator<Item = i64> {
        self.matched.iter().map(|(code, _)| *code)
    }

    /// The matches missing in another build.
    fn gone<'a>(&'a self, after: &'a Self) -> impl Iterator<Item = &'a (i64, String)> {
        let left: HashSet<i64> = after.codes().collect();
        self.matched
            .iter()
            .filter(move |(code, _)| !left.contains(code) && after.misses(*code))
    }

    /// Whether it stops a build: it matches nothing any more, or it lost, together with recent builds, more
    /// than half of its drugs; for controlled substances more than a quarter, or more than a tenth if those
    /// are at least four. A register changes by a few percent from one extract to the next; half of a class
    /// never leaves the market at once, and for what must not be missed a tenth is too much. A build that
    /// loses nothing itself is not stopped.
    fn fall(&self, after: &Self, earlier: &[LostEntry]) -> Option<Fall> {
        if self.told.is_some() || after.told.is_some() {
            return self.exchanged(after);
        }
        if self.lost(after) == 0 {
            return None;
        }
        let all = self.with(earlier, after);
        let (before, lost) = (all.drugs(), all.lost(after));
        let left = if after.without.is_some() {
            before - lost
        } else {
            after.drugs()
        };
        let falls = after.is_too_few(before, lost, self.guards_controlled());
        falls.then(|| {
            let names = all.gone(after).map(|(_, name)| name.as_str());
            Fall::of(&self.rule, before, left, names).with_earlier(before - self.drugs())
        })
    }

    /// Whether the loss is more than a build may have without approval.
    fn is_too_few(&self, before: usize, lost: usize, guards_controlled: bool) -> bool {
        if self.without.is_some() {
            // One in fifty: a schedule in the register hardly ever changes.
            return lost >= FEW && lost * 50 > before;
        }
        let share = if guards_controlled { 4 } else { 2 };
        self.matched.is_empty()
            || (before >= FEW && lost * share > before)
            || (guards_controlled && lost >= FEW && lost * 10 > before)
    }
}

/// The rules that matched drugs before and match none now, or far fewer, including earlier losses. Both from
/// the same filters.
pub fn falls(before: &[RuleMatches], after: &[RuleMatches], earlier: &[Lost]) -> Vec<Fall> {
    before
        .iter()
        .zip(after)
        .filter_map(|(before, after)| before.fall(after, lost_of(earlier, &before.rule)))
        .collect()
}

/// The drugs no longer matched by each rule. Values that must stay are compared only between two builds.
pub fn lost(before: &[RuleMatches], after: &[RuleMatches]) -> Vec<Lost> {
    let of = |(before, after): (&RuleMatches, &RuleMatches)| {
        let entry = |(code, name): &(i64, String)| LostEntry {
            key: code.to_string(),
            name: name.clone(),
            was: String::new(),
        };
        Lost {
            rule: before.rule.clone(),
            entries: before.gone(after).map(entry).collect(),
        }
    };
    let all = before.iter().zip(after);
    let all = all.filter(|(before, _)| before.told.is_none()).map(of);
    all.filter(|one| !one.entries.is_empty()).collect()
}

/// The rules that lost more than a quarter of their drugs without stopping the build. Rule, drugs before,
/// drugs now.
pub fn shrunk<'a>(
    before: &'a [RuleMatches],
    after: &'a [RuleMatches],
) -> impl Iterator<Item = (&'a str, usize, usize)> {
    before
        .iter()
        .zip(after)
        .filter(|(before, after)| {
            // The build reports missing properties separately.
            before.without.is_none()
                && before.told.is_none()
                && before.fall(after, &[]).is_none()
                && before.lost(after) * 4 > before.drugs()
        })
        .map(|(before, after)| (before.rule.as_str(), before.drugs(), after.drugs()))
}
