// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who asks for what, and when. The same day every time, so that it can be shown to somebody.

use serde::Serialize;

use crate::settings::Person;

/// How many requests a day has.
const REQUESTS: usize = 12;
/// Whose first card is declined, counted from 0.
const DECLINED: [usize; 2] = [4, 9];

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
    pub(super) person: Person,
    /// Which request of the day it belongs to.
    #[serde(skip)]
    pub(super) request: usize,
}

/// The requests: everybody's first, then everybody's second, and so on.
fn requests(people: &[Person]) -> Vec<(&Person, &str)> {
    let most = people
        .iter()
        .map(|one| one.asks_for.len())
        .max()
        .unwrap_or(0);
    (0..most)
        .flat_map(|turn| {
            people
                .iter()
                .filter_map(move |one| Some((one, one.asks_for.get(turn)?.as_str())))
        })
        .take(REQUESTS)
        .collect()
}

/// The events of a day, in their order.
pub(super) fn events(people: &[Person]) -> Vec<Event> {
    let requests = requests(people);
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
    use super::{What, events};
    use crate::settings::Person;

    pub(in crate::day) fn people() -> Vec<Person> {
        let person = |name: &str, asks_for: &[&str]| Person {
            name: name.to_owned(),
            role: "Patient".to_owned(),
            email: format!("{name}@example.org"),
            phone: "6045550142".to_owned(),
            password: "secret".to_owned(),
            totp_secret: None,
            asks_for: asks_for.iter().map(|drug| (*drug).to_owned()).collect(),
        };
        vec![
            person("robin", &["A", "B"]),
            person("sam", &[]),
            person("kim", &["C"; 20]),
        ]
    }

    #[test]
    fn twelve_requests_come_in_order_and_each_is_paid_in_the_end() {
        let day = events(&people());
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
        let asked: Vec<_> = day
            .iter()
            .filter(|event| event.what == What::Request)
            .map(|event| event.drug.as_str())
            .take(4)
            .collect();
        assert_eq!(asked, ["A", "C", "B", "C"]);
    }
}
