// SPDX-License-Identifier: AGPL-3.0-or-later

//! The failure switches as the page shows them: one for each service, its modes as short words, and for each a
//! sentence of what it will do. The switches themselves are those of `faults`, and what faxes meet.

use serde::Serialize;

use crate::faults::{self, Fault, Mode, Service};
use crate::srfax::{self, AtHand};
use crate::store::Store;

/// How many calls "until switched off" are.
const UNTIL_OFF: u32 = u32::MAX;
/// From here on nobody counts.
const MANY: u32 = 1_000_000;

/// What a word does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Fails(Mode),
    Meets(AtHand),
}

/// A word and what it will do.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Choice {
    pub(crate) word: String,
    pub(crate) sentence: String,
    #[serde(skip)]
    what: What,
}

/// A switch as it stands.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Switch {
    pub(crate) service: Service,
    pub(crate) name: &'static str,
    /// `Next fax only`
    pub(crate) once: &'static str,
    pub(crate) choices: Vec<Choice>,
    /// What it does while it is on.
    pub(crate) on: Option<On>,
    /// How often it has done it since it was switched on.
    pub(crate) did: u64,
}

/// A switch that is on.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct On {
    pub(crate) word: String,
    pub(crate) sentence: String,
    /// How often it will still do it; absent: until it is switched off.
    pub(crate) left: Option<u32>,
}

/// What is said of a service: its name, its next call, who does not answer, what it says no with, and what
/// happens although its answer is lost.
fn words(service: Service) -> (&'static str, &'static str, &'static str, [&'static str; 3]) {
    match service {
        Service::Stripe => (
            "Card payment",
            "Next payment only",
            "The card service",
            [
                "declined",
                "The bank declines the card. Nothing is charged.",
                "The card service takes the money, but its answer never arrives.",
            ],
        ),
        Service::Paypal => (
            "PayPal",
            "Next payment only",
            "PayPal",
            [
                "declined",
                "PayPal declines the payment. Nothing is charged.",
                "PayPal takes the money, but its answer never arrives.",
            ],
        ),
        Service::Twilio => (
            "Text messages",
            "Next message only",
            "The text message service",
            [
                "refused",
                "The number refuses messages. Nothing is delivered.",
                "The message is delivered, but the receipt never arrives.",
            ],
        ),
        Service::Srfax => (
            "Fax",
            "Next fax only",
            "The fax service",
            [
                "refused",
                "The fax service refuses the number. Nothing is sent.",
                "The fax is sent, but the fax service’s answer never arrives.",
            ],
        ),
        Service::Email => (
            "Email",
            "Next email only",
            "The mail server",
            [
                "refused",
                "The mailbox does not exist. Nothing is delivered.",
                "The email is delivered, but the receipt never arrives.",
            ],
        ),
        Service::Captcha => (
            "Captcha",
            "Next check only",
            "The captcha service",
            [
                "not a person",
                "The check says that the visitor is not a person.",
                "The check is made, but its answer never arrives.",
            ],
        ),
        Service::Teleplan => (
            "Health plan",
            "Next call only",
            "The health plan",
            [
                "refused",
                "The health plan refuses what it is asked.",
                "The health plan does what it is asked, but its answer never arrives.",
            ],
        ),
        Service::Clinic => (
            "Clinic records",
            "Next call only",
            "The clinic’s record system",
            [
                "refused",
                "The clinic’s record system refuses what it is asked.",
                "The record is changed, but the answer never arrives.",
            ],
        ),
        Service::Pharmanet => (
            "PharmaNet",
            "Next visit only",
            "PharmaNet",
            [
                "refused",
                "PharmaNet refuses the form.",
                "PharmaNet takes the form, but its page never arrives.",
            ],
        ),
    }
}

fn choices(service: Service, slow_seconds: u64) -> Vec<Choice> {
    let (_, _, who, [no, no_sentence, lost]) = words(service);
    let choice = |word: &str, sentence: String, what| Choice {
        word: word.to_owned(),
        sentence,
        what,
    };
    let mut all = Vec::new();
    if service == Service::Srfax {
        let meets = [
            ("busy", "The pharmacy’s line is busy.", AtHand::Busy),
            (
                "no answer",
                "No one answers at the pharmacy.",
                AtHand::NoAnswer,
            ),
            (
                "other machine",
                "A machine with another number takes the fax.",
                AtHand::AnotherMachine,
            ),
        ];
        for (word, sentence, at_hand) in meets {
            all.push(choice(word, sentence.to_owned(), What::Meets(at_hand)));
        }
    }
    all.push(choice(
        no,
        no_sentence.to_owned(),
        What::Fails(Mode::Decline),
    ));
    all.push(choice(
        "error",
        format!("{who} answers with an error before it does anything."),
        What::Fails(Mode::Error),
    ));
    let lost_word = match service {
        Service::Twilio | Service::Email => "no receipt",
        _ => "answer lost",
    };
    all.push(choice(lost_word, lost.to_owned(), What::Fails(Mode::Lost)));
    all.push(choice(
        &format!("slow, {slow_seconds} s"),
        format!("{who} answers {slow_seconds} seconds late."),
        What::Fails(Mode::Slow),
    ));
    all.push(choice(
        "away",
        format!("{who} is not there: the line closes at once."),
        What::Fails(Mode::Down),
    ));
    all
}

/// What a service's switch does now.
fn on(store: &Store, service: Service, choices: &[Choice]) -> Option<On> {
    let left = |times| (times < MANY).then_some(times);
    let of = |what, times| {
        let choice = choices.iter().find(|choice| choice.what == what)?;
        Some(On {
            word: choice.word.clone(),
            sentence: choice.sentence.clone(),
            left: left(times),
        })
    };
    if service == Service::Srfax
        && let Some((at_hand, times)) = srfax::any(store)
    {
        return of(What::Meets(at_hand), times);
    }
    let fault = faults::list(store)
        .into_iter()
        .find(|fault| fault.service == service)?;
    let mut on = of(What::Fails(fault.mode), fault.times)?;
    if let Some(operation) = fault.operation {
        on.sentence = format!("{} Calls of the kind “{operation}” alone.", on.sentence);
    }
    Some(on)
}

/// Every switch, as the page lists them.
pub(crate) fn list(store: &Store, slow_seconds: u64) -> Vec<Switch> {
    let order = [
        Service::Srfax,
        Service::Stripe,
        Service::Paypal,
        Service::Teleplan,
        Service::Twilio,
        Service::Email,
        Service::Clinic,
        Service::Pharmanet,
        Service::Captcha,
    ];
    order
        .into_iter()
        .map(|service| {
            let (name, once, ..) = words(service);
            let choices = choices(service, slow_seconds);
            Switch {
                service,
                name,
                once,
                on: on(store, service, &choices),
                choices,
                did: faults::failed(store, service),
            }
        })
        .collect()
}

/// Switches a service's failure on, for its next call or until it is switched off; false when it has no such word.
pub(crate) fn set(
    store: &mut Store,
    service: Service,
    word: &str,
    once: bool,
    slow_seconds: u64,
) -> bool {
    let Some(choice) = choices(service, slow_seconds)
        .into_iter()
        .find(|choice| choice.word == word)
    else {
        return false;
    };
    clear(store, service);
    faults::forget(store, service);
    let times = if once { 1 } else { UNTIL_OFF };
    match choice.what {
        What::Meets(at_hand) => srfax::set_any(store, Some((at_hand, times))),
        What::Fails(mode) => {
            let fault = Fault {
                service,
                mode,
                times,
                operation: None,
            };
            faults::set(store, &fault);
        }
    }
    true
}

/// Switches a service's failures off. What its count says stays.
pub(crate) fn clear(store: &mut Store, service: Service) {
    faults::clear_service(store, service);
    if service == Service::Srfax {
        srfax::set_any(store, None);
    }
}

#[cfg(test)]
mod tests {
    use super::{clear, list, set};
    use crate::faults::{Mode, Service, take_operation};
    use crate::store::Store;

    fn fax(store: &Store) -> super::Switch {
        list(store, 5)
            .into_iter()
            .find(|switch| switch.service == Service::Srfax)
            .unwrap()
    }

    #[test]
    fn every_service_has_a_switch_and_its_words_are_different() {
        let switches = list(&Store::default(), 5);
        assert_eq!(switches.len(), Service::ALL.len());
        for switch in switches {
            let mut words: Vec<_> = switch.choices.iter().map(|one| &one.word).collect();
            words.sort();
            words.dedup();
            assert_eq!(words.len(), switch.choices.len(), "{}", switch.name);
        }
    }

    #[test]
    fn a_switch_counts_what_it_did_and_goes_off_after_one() {
        let mut store = Store::default();
        assert!(set(&mut store, Service::Srfax, "answer lost", true, 5));
        assert_eq!(fax(&store).on.unwrap().left, Some(1));
        let mode = take_operation(&mut store, Service::Srfax, "fax", true, true);
        assert_eq!(mode, Some(Mode::Lost));
        assert!(fax(&store).on.is_none());
        assert_eq!(fax(&store).did, 1);
    }

    #[test]
    fn one_word_takes_the_place_of_another_until_it_is_switched_off() {
        let mut store = Store::default();
        assert!(!set(&mut store, Service::Srfax, "lazy", false, 5));
        assert!(set(&mut store, Service::Srfax, "away", false, 5));
        assert!(set(&mut store, Service::Srfax, "busy", false, 5));
        let on = fax(&store).on.unwrap();
        assert_eq!((on.word.as_str(), on.left), ("busy", None));
        clear(&mut store, Service::Srfax);
        assert!(fax(&store).on.is_none());
    }
}
