// SPDX-License-Identifier: AGPL-3.0-or-later

//! Losses of a list import: entries missing in the file, and changed fax numbers. Otherwise a file with a few
//! rows would remove all other entries, and one with mixed-up columns would send prescriptions to the wrong
//! machines.

use std::collections::{HashMap, HashSet};

use salal_domain::falls::{
    Fall, FallKind, Lost, LostEntry, are_numbers_falling, is_list_falling, is_one_column, lost_of,
};
use salal_domain::people::phones::display_phone;
use serde_json::Value;

use super::falling::RECENT_DAYS;
use super::lists::stem;
use super::resources::{List, Resource};

/// The losses of a list, and notes about its numbers.
#[derive(Debug, Default)]
pub(super) struct Losses {
    /// The losses that need a person's approval.
    pub(super) falls: Vec<Fall>,
    /// All losses, to be added to those of later imports.
    pub(super) lost: Vec<Lost>,
    /// Suspicious content of the file.
    pub(super) notes: Vec<String>,
}

/// The losses of an import, together with those of recent imports.
pub(super) fn find_losses(
    list: List,
    file: &str,
    before: &[Value],
    after: &[Value],
    earlier: &[Lost],
) -> Losses {
    let mut losses = Losses::default();
    entries(list, file, before, after, earlier, &mut losses);
    if matches!(list, List::Pharmacies | List::SleepClinics) {
        numbers(list, before, after, earlier, &mut losses);
    }
    losses
}

fn text<'a>(one: &'a Value, field: &str) -> &'a str {
    one[field].as_str().unwrap_or_default()
}

/// Entries missing in the file. For lists not named here, a file removes none.
fn entries(
    list: List,
    file: &str,
    before: &[Value],
    after: &[Value],
    earlier: &[Lost],
    losses: &mut Losses,
) {
    let (key, name) = match list {
        List::Pharmacies | List::SleepClinics => ("_id", "name"),
        List::LabDefinitions => ("code", "name"),
        List::Diagnoses | List::ExplanatoryCodes | List::AdjustmentCodes => ("code", "code"),
        List::Filters | List::Fees => return,
    };
    // There are several lists of diagnoses, named by their files: another list, such as the demo's, which is
    // replaced by any other, does not count.
    let of_file = match list {
        List::Diagnoses => stem(file),
        _ => String::new(),
    };
    // An entry that is on record but not offered does not count either.
    let is_of_it = |one: &&Value| one["offered"] != false && text(one, "list") == of_file;
    let key_of = |one: &Value| format!("{of_file}/{}", text(one, key));
    let left: HashSet<String> = after.iter().filter(is_of_it).map(key_of).collect();
    let present: Vec<&Value> = before.iter().filter(is_of_it).collect();
    let here: HashSet<String> = present.iter().map(|one| key_of(one)).collect();
    let label = Resource::List(list).label();
    let gone: Vec<LostEntry> = present
        .iter()
        .filter(|one| !left.contains(&key_of(one)))
        .map(|one| LostEntry {
            key: key_of(one),
            name: text(one, name).to_owned(),
            was: String::new(),
        })
        .collect();
    if gone.is_empty() {
        return;
    }
    let of_it = format!("{of_file}/");
    let before_that: Vec<&LostEntry> = lost_of(earlier, label)
        .iter()
        .filter(|one| one.key.starts_with(&of_it))
        .filter(|one| !left.contains(&one.key) && !here.contains(&one.key))
        .collect();
    let all = present.len() + before_that.len();
    let all_gone = gone.len() + before_that.len();
    if is_list_falling(all, all_gone) {
        let names = gone.iter().chain(before_that.iter().copied());
        let names = names.map(|one| one.name.as_str());
        let fall = Fall::of(label, all, all - all_gone, names)
            .with_kind(FallKind::Entries)
            .with_earlier(before_that.len());
        losses.falls.push(fall);
    }
    losses.lost.push(Lost {
        rule: label.to_owned(),
        entries: gone,
    });
}

/// Changed fax numbers of the remaining entries.
fn numbers(list: List, before: &[Value], after: &[Value], earlier: &[Lost], losses: &mut Losses) {
    let offered = |one: &&Value| one["offered"] != false;
    let had: HashMap<&str, &Value> = before
        .iter()
        .filter(offered)
        .map(|one| (text(one, "_id"), one))
        .collect();
    let rule = format!("Fax numbers of {}", Resource::List(list).label());
    let oldest: HashMap<&str, &str> = lost_of(earlier, &rule)
        .iter()
        .map(|one| (one.key.as_str(), one.was.as_str()))
        .collect();
    let (mut stay, mut dialled, mut same) = (0, 0, 0);
    let (mut now, mut exchanged) = (Vec::new(), 0);
    // Examples from this import come first.
    let (mut changed, mut at_first, mut earlier_changed) = (Vec::new(), 0, 0);
    let example = |name: &str, was: &str, fax: &str| {
        format!("{name} ({} -> {})", display_phone(was), display_phone(fax))
    };
    for one in after.iter().filter(offered) {
        let (id, name) = (text(one, "_id"), text(one, "name"));
        let (fax, phone) = (text(one, "fax"), text(one, "phone"));
        dialled += usize::from(!phone.is_empty());
        same += usize::from(fax == phone);
        let Some(there) = had.get(id) else { continue };
        stay += 1;
        let was = text(there, "fax");
        let first = oldest.get(id).copied().unwrap_or(was);
        if was != fax {
            exchanged += usize::from(fax == text(there, "phone"));
            now.push(LostEntry {
                key: id.to_owned(),
                name: name.to_owned(),
                was: was.to_owned(),
            });
            // A number that is back to its first value is no change.
            if first != fax {
                changed.insert(at_first, example(name, was, fax));
                at_first += 1;
            }
        } else if first != fax {
            earlier_changed += 1;
            changed.push(example(name, first, fax));
        }
    }
    if is_one_column(dialled, same) {
        losses.notes.push(format!(
            "Look at this: in {same} of {dialled} entries the fax number is the telephone number. If the file's columns \
             were taken for one another, prescriptions go to wrong machines."
        ));
    }
    if now.is_empty() {
        return;
    }
    if are_numbers_falling(stay, changed.len()) {
        let left = stay - changed.len();
        let fall = Fall::of(&rule, stay, left, changed.iter().map(String::as_str))
            .with_kind(FallKind::Numbers)
            .with_earlier(earlier_changed);
        losses.falls.push(fall);
        if exchanged * 2 > now.len() {
            losses.notes.push(format!(
                "{exchanged} of the new fax numbers are the telephone numbers of before: the columns for telephone and \
                 fax are probably exchanged."
            ));
        }
    }
    losses.lost.push(Lost { rule, entries: now });
}

/// Why an import of a list stopped, as sentences.
pub(super) fn stopped(losses: &Losses) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for fall in &losses.falls {
        told.push(format!(
            "Stopped: {} Nothing was changed.",
            in_words(fall, false)
        ));
    }
    told.extend(losses.notes.iter().cloned());
    let any = |kind| losses.falls.iter().any(|fall| fall.kind == kind);
    if any(FallKind::Entries) {
        told.push("The file may be incomplete.".into());
    }
    if any(FallKind::Numbers) {
        told.push(
            "Perhaps a column is taken for another one: prescriptions are faxed to these numbers. Ask some of them \
             which number is theirs."
                .into(),
        );
    }
    told.push("Go on only with a reason; it is recorded.".into());
    told
}

/// The removed entries, with some examples.
pub(super) fn in_words(fall: &Fall, is_done: bool) -> String {
    let lost = fall.matched - fall.now;
    let others = match lost - fall.examples.len().min(lost) {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    let (list, all, examples) = (&fall.rule, fall.matched, fall.examples.join(", "));
    let told = match (fall.kind, is_done) {
        (FallKind::Numbers, false) => format!("{lost} of {all} would change"),
        (FallKind::Numbers, true) => format!("{lost} of {all} changed"),
        (_, false) => format!("{lost} of {all} are not in the file and would go"),
        (_, true) => format!("{lost} of {all} are not in the file and went"),
    };
    let earlier = match fall.earlier {
        0 => String::new(),
        earlier => {
            format!(" {earlier} of them with imports of the last {RECENT_DAYS} days already.")
        }
    };
    format!("{list}: {told}: {examples}{others}.{earlier}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Pharmacies with fax and telephone numbers, given by their last digits.
    fn list(of: impl IntoIterator<Item = (usize, usize, usize)>) -> Vec<Value> {
        let entry = |(id, fax, phone): (usize, usize, usize)| {
            json!({"_id": id.to_string(), "name": format!("Pharmacy {id}"), "offered": true,
                "fax": format!("604555{fax:04}"), "phone": format!("604555{phone:04}")})
        };
        of.into_iter().map(entry).collect()
    }

    fn of(before: &[Value], after: &[Value], earlier: &[Lost]) -> Losses {
        super::find_losses(List::Pharmacies, "list.csv", before, after, earlier)
    }

    #[test]
    fn exchanged_columns_are_seen_and_said() {
        let before = list((0..8).map(|at| (at, 100 + at, 200 + at)));
        let after = list((0..8).map(|at| (at, 200 + at, 100 + at)));
        let losses = of(&before, &after, &[]);
        let told = in_words(&losses.falls[0], false);
        assert_eq!(
            told,
            "Fax numbers of Pharmacies: 8 of 8 would change: Pharmacy 0 (604-555-0100 -> 604-555-0200), \
             Pharmacy 1 (604-555-0101 -> 604-555-0201), Pharmacy 2 (604-555-0102 -> 604-555-0202) and 5 more."
        );
        assert!(losses.notes[0].starts_with("8 of the new fax numbers are the telephone numbers"));
        assert!(of(&before, &before, &[]).falls.is_empty());
    }

    #[test]
    fn changed_numbers_add_up_and_one_that_is_back_does_not_count() {
        let step = |changed: std::ops::Range<usize>| {
            list((0..12).map(move |at| {
                let fax = if changed.contains(&at) {
                    500 + at
                } else {
                    100 + at
                };
                (at, fax, 200 + at)
            }))
        };
        let first = of(&step(0..0), &step(0..3), &[]);
        assert!(first.falls.is_empty(), "three are few");
        let second = of(&step(0..3), &step(0..4), &first.lost);
        let fall = &second.falls[0];
        assert_eq!((fall.matched, fall.now, fall.earlier), (12, 8, 3));
        assert!(fall.examples[0].starts_with("Pharmacy 3 "), "{fall:?}");
        assert!(of(&step(0..3), &step(3..4), &first.lost).falls.is_empty());
    }

    #[test]
    fn one_column_for_both_is_worth_a_warning() {
        let same = list((0..6).map(|at| (at, 100 + at, 100 + at)));
        let told = of(&[], &same, &[]).notes;
        assert!(told[0].contains("in 6 of 6 entries"), "{told:?}");
        let few = list((0..6).map(|at| (at, 100 + at, if at < 2 { 100 + at } else { 300 })));
        assert!(of(&[], &few, &[]).notes.is_empty());
    }
}
