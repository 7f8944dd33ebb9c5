//! Which drugs each rule matches, so that a build of the catalogue after which a rule matches nothing any
//! more, or far less, is seen before it counts: such a rule guards nobody, or few, and no screen would show it
//! (decision 156).

use std::collections::{HashMap, HashSet};

use super::{BuiltIn, Facts, Filters, JudgedDrug, has_controlled_ingredient, is_controlled};
use crate::falls::{Fall, Lost, LostEntry, lost_of};
use salal_formats::drug_database::DrugRecord;

/// Of fewer drugs a share says nothing: where there were three, one that leaves the market is a third of
/// them. Such a rule stops a build only when it falls silent.
const FEW: usize = 4;

/// What a drug's record says of one thing, such as its forms.
type Told = fn(&DrugRecord) -> &[String];
/// Whether a drug's record says anything of one thing.
type IsTold = fn(&DrugRecord) -> bool;

/// The entries beside the rules that watch whether drugs have what every drug has. Without a schedule nothing
/// tells that a substance is controlled, without a form or a route nobody can prescribe or renew it; a file of
/// the register that is not whole takes them from many drugs at once.
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

/// The entries that watch whether drugs keep what they have: files whose contents were exchanged leave none
/// without, and nothing as it was.
const KEPT: [(&str, Told); 2] = [
    ("Drugs that keep their dosage form", |drug| {
        &drug.formulations
    }),
    ("Drugs that keep their route", |drug| &drug.administrations),
];

/// What a rule matches in one build of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleReach {
    /// As people know it: `Penicillins (08:12.16)`.
    pub rule: String,
    /// Codes and names, in the order of the catalogue.
    matched: Vec<(i64, String)>,
    /// How many of them are controlled substances.
    controlled: usize,
    /// Of what is watched: the drugs that have none. A drug that left the market lost nothing by it.
    without: Option<HashSet<i64>>,
    /// Of what is to stay: what each drug has.
    told: Option<HashMap<i64, Vec<String>>>,
}

impl Filters {
    /// What each rule matches of a catalogue's drugs for people: the built-in rules first, then the
    /// administrators' in their order, and last the drugs that have what every drug has.
    pub fn reach<'a>(&self, drugs: impl Iterator<Item = &'a DrugRecord>) -> Vec<RuleReach> {
        let built_in = BuiltIn::ALL
            .into_iter()
            .map(|one| RuleReach::of(one.name()));
        let rules = self.rules.iter().map(|rule| RuleReach::of(&rule.name));
        let mut reach: Vec<RuleReach> = built_in.chain(rules).collect();
        let mut watched = WATCHED.map(|(name, is_told)| {
            let mut one = RuleReach::of(name);
            one.without = Some(HashSet::new());
            (one, is_told)
        });
        let mut kept = KEPT.map(|(name, told)| {
            let mut one = RuleReach::of(name);
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
            for (one, is_matched) in reach.iter_mut().zip(matched) {
                if is_matched {
                    one.matched.push((drug.drug_code, drug.name.clone()));
                    one.controlled += usize::from(is_controlled);
                }
            }
        }
        reach.extend(watched.map(|(one, _)| one));
        reach.extend(kept.map(|(one, _)| one));
        reach
    }
}

impl RuleReach {
    /// One that has matched nothing yet.
    fn of(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            matched: Vec::new(),
            controlled: 0,
            without: None,
            told: None,
        }
    }

    /// Whether a build stops because what drugs have is another thing altogether than before: more than one in
    /// ten of those that both builds tell of. Forms and routes of a drug code hardly ever change.
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

    /// How many drugs it matches.
    pub fn drugs(&self) -> usize {
        self.matched.len()
    }

    /// Whether it stands before controlled substances: at least half of what it matches. What the drugs are
    /// says it, so that an administrator's own rule counts as the default ones do.
    fn guards_controlled(&self) -> bool {
        self.controlled * 2 >= self.matched.len()
    }

    /// How many drugs fewer another build's reach has; of schedules, how many drugs lost theirs.
    fn lost(&self, after: &Self) -> usize {
        if after.without.is_some() {
            return self.gone(after).count();
        }
        self.drugs().saturating_sub(after.drugs())
    }

    /// Whether a drug that it does not match any more is missed.
    fn misses(&self, code: i64) -> bool {
        let without = self.without.as_ref();
        without.is_none_or(|without| without.contains(&code))
    }

    /// The same, with what earlier builds took away and this one does not have either.
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

    /// What it has and another build's reach has not.
    fn gone<'a>(&'a self, after: &'a Self) -> impl Iterator<Item = &'a (i64, String)> {
        let left: HashSet<i64> = after.codes().collect();
        self.matched
            .iter()
            .filter(move |(code, _)| !left.contains(code) && after.misses(*code))
    }

    /// Whether a build stops because of it: it matches nothing any more, or it and the builds shortly before
    /// lost more than half of its drugs, of controlled substances more than a quarter, or more than a tenth when
    /// that are four. A register changes by a few in a hundred from one extract to the next; half of a class
    /// never leaves the market at once, and of what must not be missed a tenth is too much already. What this
    /// build does not make less stops none.
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

    /// Whether so much of so many is more than a build may lose unasked.
    fn is_too_few(&self, before: usize, lost: usize, guards_controlled: bool) -> bool {
        if self.without.is_some() {
            // One in fifty: what a register gives a schedule today it gives one tomorrow.
            return lost >= FEW && lost * 50 > before;
        }
        let share = if guards_controlled { 4 } else { 2 };
        self.matched.is_empty()
            || (before >= FEW && lost * share > before)
            || (guards_controlled && lost >= FEW && lost * 10 > before)
    }
}

/// The rules that matched drugs before and match none now, or far fewer, together with what builds took away
/// earlier. Both of the same filters.
pub fn falls(before: &[RuleReach], after: &[RuleReach], earlier: &[Lost]) -> Vec<Fall> {
    before
        .iter()
        .zip(after)
        .filter_map(|(before, after)| before.fall(after, lost_of(earlier, &before.rule)))
        .collect()
}

/// The drugs that each rule matches no more. What is to stay is compared from build to build alone.
pub fn lost(before: &[RuleReach], after: &[RuleReach]) -> Vec<Lost> {
    let of = |(before, after): (&RuleReach, &RuleReach)| {
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

/// The rules that lost more than a quarter of their drugs and stop nothing: worth a look. Rule, drugs
/// before, drugs now.
pub fn shrunk<'a>(
    before: &'a [RuleReach],
    after: &'a [RuleReach],
) -> impl Iterator<Item = (&'a str, usize, usize)> {
    before
        .iter()
        .zip(after)
        .filter(|(before, after)| {
            // Of what drugs have the build tells by itself.
            before.without.is_none()
                && before.told.is_none()
                && before.fall(after, &[]).is_none()
                && before.lost(after) * 4 > before.drugs()
        })
        .map(|(before, after)| (before.rule.as_str(), before.drugs(), after.drugs()))
}
