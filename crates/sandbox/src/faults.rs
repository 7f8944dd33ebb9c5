// SPDX-License-Identifier: AGPL-3.0-or-later

//! The failure switches: which service fails, how, and how many times. The gate in
//! `people` and the services ask here; nothing here knows a protocol.

use serde::{Deserialize, Serialize};

use crate::store::Store;

/// A service the sandbox stands in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// Card payments.
    #[serde(alias = "cards", alias = "card")]
    Stripe,
    /// Wallet payments.
    #[serde(alias = "wallet")]
    Paypal,
    /// Text messages.
    #[serde(alias = "sms")]
    Twilio,
    /// Faxes.
    #[serde(alias = "fax", alias = "sfax")]
    Srfax,
    /// The SMTP sink.
    #[serde(alias = "smtp", alias = "mail")]
    Email,
    /// The captcha's verification.
    #[serde(alias = "recaptcha")]
    Captcha,
    /// The Medical Services Plan's broker.
    #[serde(alias = "eligibility", alias = "msp")]
    Teleplan,
    /// The partner clinic's record system.
    #[serde(alias = "emr", alias = "oscar")]
    Clinic,
    /// The provincial drug information site.
    Pharmanet,
}

impl Service {
    /// Every service, in the order the page shows them.
    pub const ALL: [Self; 9] = [
        Self::Stripe,
        Self::Paypal,
        Self::Twilio,
        Self::Srfax,
        Self::Email,
        Self::Captcha,
        Self::Teleplan,
        Self::Clinic,
        Self::Pharmanet,
    ];

    /// The name as written in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Paypal => "paypal",
            Self::Twilio => "twilio",
            Self::Srfax => "srfax",
            Self::Email => "email",
            Self::Captcha => "captcha",
            Self::Teleplan => "teleplan",
            Self::Clinic => "clinic",
            Self::Pharmanet => "pharmanet",
        }
    }

    /// The service of a name or one of its other names (`cards`, `wallet`, `sms`, `fax`, …).
    pub fn parse(name: &str) -> Option<Self> {
        serde_json::from_value(serde_json::Value::String(name.to_lowercase())).ok()
    }
}

/// How a service fails (decision 151).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The service says no: card declined, fax refused, person not known.
    Decline,
    /// The service breaks before any effect.
    Error,
    /// The effect happens, the answer never arrives.
    Lost,
    /// The answer takes long.
    Slow,
    /// The connection closes before anything happens.
    Down,
}

/// One switch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Who fails.
    pub service: Service,
    /// How.
    pub mode: Mode,
    /// How many calls are left to fail.
    #[serde(default = "once")]
    pub times: u32,
    /// Only calls of this operation (`charge`, `refund`, `capture`, …); absent: the
    /// operations that have an effect outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
}

fn once() -> u32 {
    1
}

const TABLE: &str = "fault";
/// How often each service failed on purpose.
const DONE: &str = "fault_done";

/// Sets a switch.
pub(crate) fn set(store: &mut Store, fault: &Fault) {
    if fault.times > 0 {
        let name = store.next_name(TABLE);
        store.put(TABLE, &name, &(name.clone(), fault.clone()));
    }
}

/// The switches that stand, oldest first.
pub(crate) fn list(store: &Store) -> Vec<Fault> {
    store
        .all::<(String, Fault)>(TABLE)
        .into_iter()
        .map(|(_, fault)| fault)
        .collect()
}

/// Takes the switches of one service away, those of single operations too.
pub(crate) fn clear_service(store: &mut Store, service: Service) {
    for (name, fault) in store.all::<(String, Fault)>(TABLE) {
        if fault.service == service {
            store.remove(TABLE, &name);
        }
    }
}

/// How many calls of a service have failed on purpose since its count began.
pub(crate) fn failed(store: &Store, service: Service) -> u64 {
    store.get(DONE, service.name()).unwrap_or(0)
}

/// One more call of a service failed on purpose.
pub(crate) fn count(store: &mut Store, service: Service) {
    let failed = failed(store, service) + 1;
    store.put(DONE, service.name(), &failed);
}

/// Its count begins again.
pub(crate) fn forget(store: &mut Store, service: Service) {
    store.remove(DONE, service.name());
}

/// Clears every switch.
pub(crate) fn clear(store: &mut Store) {
    for (name, _) in store.all::<(String, Fault)>(TABLE) {
        store.remove(TABLE, &name);
    }
}

/// Uses up one turn of the oldest switch that `wanted` accepts.
fn take(store: &mut Store, wanted: impl Fn(&Fault) -> bool) -> Option<Mode> {
    let (name, mut fault) = store
        .all::<(String, Fault)>(TABLE)
        .into_iter()
        .find(|(_, fault)| wanted(fault))?;
    fault.times -= 1;
    count(store, fault.service);
    if fault.times == 0 {
        store.remove(TABLE, &name);
    } else {
        store.put(TABLE, &name, &(name.clone(), fault.clone()));
    }
    Some(fault.mode)
}

/// A call is about to be read: is its line slow or down?
pub(crate) fn take_line(store: &mut Store, service: Service) -> Option<Mode> {
    take(store, |fault| {
        fault.service == service
            && matches!(fault.mode, Mode::Slow | Mode::Down)
            && fault.operation.is_none()
    })
}

/// An operation is about to run. `telling` says that it has an effect outside, which a switch
/// without an operation is meant for; `fresh` that it is not a repeat of a stored answer.
pub(crate) fn take_operation(
    store: &mut Store,
    service: Service,
    operation: &str,
    telling: bool,
    fresh: bool,
) -> Option<Mode> {
    take(store, |fault| {
        fault.service == service
            && match &fault.operation {
                Some(named) => named == operation,
                None => telling && !matches!(fault.mode, Mode::Slow | Mode::Down),
            }
            && (fresh || fault.mode != Mode::Decline)
    })
}

#[cfg(test)]
mod tests {
    use super::{Fault, Mode, Service, list, set, take_line, take_operation};
    use crate::store::Store;

    #[test]
    fn a_switch_fails_as_often_as_it_says_and_only_its_own_calls() {
        let mut store = Store::default();
        let fault = Fault {
            service: Service::Stripe,
            mode: Mode::Lost,
            times: 2,
            operation: None,
        };
        set(&mut store, &fault);
        assert_eq!(
            take_operation(&mut store, Service::Paypal, "capture", true, true),
            None
        );
        assert_eq!(
            take_operation(&mut store, Service::Stripe, "intent", false, true),
            None
        );
        assert_eq!(take_line(&mut store, Service::Stripe), None);
        let lost = Some(Mode::Lost);
        assert_eq!(
            take_operation(&mut store, Service::Stripe, "charge", true, true),
            lost
        );
        assert_eq!(list(&store).len(), 1);
        assert_eq!(
            take_operation(&mut store, Service::Stripe, "refund", true, false),
            lost
        );
        assert!(list(&store).is_empty());
    }

    #[test]
    fn every_name_and_other_name_of_a_service_is_understood() {
        for service in Service::ALL {
            assert_eq!(Service::parse(service.name()), Some(service));
        }
        assert_eq!(Service::parse("sms"), Some(Service::Twilio));
        assert_eq!(Service::parse("nobody"), None);
    }
}
