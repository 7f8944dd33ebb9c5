// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tests every client against recorded exchanges: the requests, and the results of success, refusal, a lost
//! response and an unreachable service. Failures that need a running counterpart are in the sandbox's tests.

mod bucket;
mod counterpart;
mod email;
mod errors;
mod fax;
mod messaging;
mod money;
mod records;
mod settings;

use crate::{Integrations, ServiceSettings};

/// All clients, pointed at one address for web calls.
fn services_at(web: &str, prepare: impl FnOnce(&mut ServiceSettings)) -> Integrations {
    crate::install_tls_provider();
    let mut settings = ServiceSettings::sandbox("http://127.0.0.1:1", "127.0.0.1", 1);
    settings.cards.base = web.to_owned();
    settings.wallet.base = web.to_owned();
    settings.sms.base = web.to_owned();
    settings.fax.url = web.to_owned();
    settings.captcha.verify_url = web.to_owned();
    settings.clinic.base = web.to_owned();
    settings.teleplan.url = web.to_owned();
    prepare(&mut settings);
    Integrations::new(&settings).unwrap()
}

fn services(counterpart: &counterpart::Counterpart) -> Integrations {
    services_at(&counterpart.address, |_| {})
}
