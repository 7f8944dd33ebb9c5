// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who asks for what, and when. The same day every time, so that it can be shown to somebody.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::settings::DayPatient;

/// How many requests a day has.
pub(super) const REQUESTS: usize = 12;
/// For how many medications a patient may ask in a day.
const MOST: usize = 5;
/// Whose first card is declined, counted from 0.
const DECLINED: [usize; 2] = [4, 9];

/// How many of their medications patients have asked for today, by their addresses.
pub(super) type Asked = BTreeMap<String, usize>;

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum What {
    /// A patient signs in and asks for a renewal.
    Request,
    /// The card is declined.
    Declined,
    /// The fee is paid.
    Paid,
}

/// One thing that happens in the day.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Event {
    pub(super) what: What,
    /// When, from 0 to 1.
    pub(super) at: f64,
    /// Who does it.
    pub(super) name: String,
    pub(super) drug: String,
    /// `waits`, `done` or `failed`.
    pub(super) state: &'static str,
    /// What Salal said when it refused.
    pub(super) why: Option<String>,
    #[serde(skip)]
    pub(super) person: DayPatient,
    /// Which request of the day it belongs to.
    #[serde(skip)]
    pub(super) request: usize,
}

/// What a patient has not asked for today, as far as there is room.
fn room<'p>(patient: &'p DayPatient, asked: &Asked) -> impl Iterator<Item = &'p str> {
    let already = asked.get(&patient.email).copied().unwrap_or(0);
    let all = patient.takes.iter().take(MOST).skip(already);
    all.map(String::as_str)
}

/// All that can be asked for today: everybody's first, then everybody's second, and so on.
fn open<'p>(
    patients: &'p [DayPatient],
    asked: &Asked,
) -> impl Iterator<Item = (&'p DayPatient, &'p str)> {
    let of = move |turn: usize| {
        let one = move |patient| Some((patient, room(patient, asked).nth(turn)?));
        patients.iter().filter_map(one)
    };
    (0..MOST).flat_map(of)
}

/// Who asks for a request that somebody without room was planned for, and for what: nobody who is in the plan for it.
pub(super) fn another<'p>(
    patients: &'p [DayPatient],
    asked: &Asked,
    events: &[Event],
) -> Option<(&'p DayPatient, &'p str)> {
    let is_planned = |(patient, drug): &(&DayPatient, &str)| {
        let mut all = events.iter();
        all.any(|event| event.person.email == patient.email && event.drug == *drug)
    };
    open(patients, asked).find(|one| !is_planned(one))
}

/// Why a day has fewer requests than others; nothing where it has as many. Before it is played (`is_plan`) only Salal
/// knows what the patients have asked for today themselves.
pub(super) fn why_fewer(
    patients: &[DayPatient],
    events: &[Event],
    is_plan: bool,
) -> Option<String> {
    let requests = events.iter().filter(|event| event.what == What::Request);
    match requests.count() {
        REQUESTS.. => None,
        _ if patients.is_empty() => Some(
            "No one comes: a day is played by the patients of a demo’s history, and there is none here. In a new database, \
             salal demo without --empty makes one."
                .to_owned(),
        ),
        0 => Some(
            "No one comes: the demo’s other patients have asked for all they take, or for five medications, today."
                .to_owned(),
        ),
        many if is_plan => Some(format!(
            "At most {many} instead of {REQUESTS}, and fewer where the demo’s other patients have asked for all they take, \
             or for five medications, today."
        )),
        many => Some(format!(
            "{many} instead of {REQUESTS}: the demo’s other patients have asked for all they take, or for five \
             medications, today."
        )),
    }
}

/// The events of a day, in their order.
pub(super) fn events(patients: &[DayPatient], asked: &Asked) -> Vec<Event> {
    let requests: Vec<_> = open(patients, asked).take(REQUESTS).collect();
    let count = u32::try_from(requests.len().max(1)).unwrap_or(1);
    let step = 0.96 / f64::from(count);
    let mut events = Vec::new();
    for ((index, (person, drug)), place) in requests.into_iter().enumerate().zip(0_u32..) {
        let begins = 0.01 + f64::from(place) * step;
        let mut add = |what, after: f64| {
            events.push(Event {
                what,
                at: begins + step * after,
                name: person.name.clone(),
                drug: drug.to_owned(),
                state: "waits",
                why: None,
                person: person.clone(),
                request: index,
            });
        };
        add(What::Request, 0.0);
        if DECLINED.contains(&index) {
            add(What::Declined, 0.33);
        }
        add(What::Paid, 0.66);
    }
    events
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Asked, What, another, events, why_fewer};
    use crate::settings::DayPatient;

    pub(in crate::day) fn patients() -> Vec<DayPatient> {
        let patient = |name: &str, takes: &[&str]| DayPatient {
            name: name.to_owned(),
            email: format!("{name}@example.org"),
            phone: "6045550142".to_owned(),
            password: "secret".to_owned(),
            takes: takes.iter().map(|drug| (*drug).to_owned()).collect(),
        };
        vec![
            patient("robin", &["A", "B"]),
            patient("sam", &[]),
            patient("kim", &["C", "D", "E", "F", "G", "H"]),
            patient("lou", &["I", "J", "K", "L", "M"]),
            patient("max", &["N", "O"]),
        ]
    }

    fn asked_for(patients: &[DayPatient], asked: &Asked) -> Vec<String> {
        let day = events(patients, asked);
        let asks = |event: &&super::Event| event.what == What::Request;
        let said = day.iter().filter(asks);
        said.map(|event| format!("{} {}", event.name, event.drug))
            .collect()
    }

    #[test]
    fn twelve_requests_come_in_order_and_each_is_paid_in_the_end() {
        let patients = patients();
        let day = events(&patients, &Asked::new());
        let count = |what| day.iter().filter(|event| event.what == what).count();
        assert_eq!(
            (
                count(What::Request),
                count(What::Declined),
                count(What::Paid)
            ),
            (12, 2, 12)
        );
        assert!(day.is_sorted_by_key(|event| event.at.to_bits()));
        assert!(day.iter().all(|event| (0.0..1.0).contains(&event.at)));
        assert_eq!(why_fewer(&patients, &day, true), None);
        let asked = asked_for(&patients, &Asked::new());
        assert_eq!(
            asked[..6],
            ["robin A", "kim C", "lou I", "max N", "robin B", "kim D"]
        );
    }

    #[test]
    fn a_second_day_asks_only_those_with_room_for_what_they_have_not_asked_for() {
        let patients = patients();
        let asked = [("robin", 2), ("kim", 4), ("lou", 3), ("max", 2)];
        let mut asked: Asked = asked
            .into_iter()
            .map(|(name, many)| (format!("{name}@example.org"), many))
            .collect();
        assert_eq!(asked_for(&patients, &asked), ["kim G", "lou L", "lou M"]);
        let day = events(&patients, &asked);
        let why = why_fewer(&patients, &day, false).unwrap();
        assert!(why.starts_with("3 instead of 12"), "{why}");
        let why = why_fewer(&patients, &day, true).unwrap();
        assert!(
            why.starts_with("At most 3 instead of 12, and fewer"),
            "{why}"
        );
        // Nobody is asked twice for one medication, and who is full is left out.
        assert!(another(&patients, &asked, &day).is_none());
        asked.insert("max@example.org".to_owned(), 1);
        let found = another(&patients, &asked, &day);
        assert_eq!(found.map(|one| one.1), Some("O"));
        for (name, many) in [("kim", 5), ("lou", 5), ("max", 5)] {
            asked.insert(format!("{name}@example.org"), many);
        }
        let day = events(&patients, &asked);
        assert!(day.is_empty());
        assert!(
            why_fewer(&patients, &day, true)
                .unwrap()
                .starts_with("No one")
        );
        assert!(why_fewer(&[], &[], true).unwrap().contains("--empty"));
    }
}
