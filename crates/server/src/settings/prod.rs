// SPDX-License-Identifier: AGPL-3.0-or-later

//! What prod refuses beyond faults: what is published, invented, endless or switched off (decisions 135 and
//! 150).

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

use super::{DEVELOPMENT_KEY, Settings};

/// A random key of 32 bytes has 26 to 32 different ones; with fewer than this it was typed.
const FEWEST_BYTES: usize = 20;

/// A random secret of 32 characters has at least this many different ones.
const FEWEST_CHARACTERS: usize = 10;

/// A setting, its value, and what it may be.
type Bound = (&'static str, i64, RangeInclusive<i64>);

fn whole(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

impl Settings {
    /// Values that prod refuses.
    pub(super) fn prod_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.sandbox.enabled {
            faults.push("sandbox.enabled must be false in prod".into());
        }
        faults.extend(self.weak_secrets());
        if !self.server.public_url.starts_with("https://") {
            faults.push("server.public_url must begin with https:// in prod".into());
        }
        faults.extend(self.endless_or_off());
        faults.extend(self.landing.prod_faults());
        if self.features.billing {
            faults.extend(self.billing.prod_faults());
        }
        let look_up = &self.pharmanet.url;
        if !look_up.is_empty() && !look_up.starts_with("https://") {
            faults.push("pharmanet.url must begin with https:// in prod".into());
        }
        faults.extend(self.invented_addresses());
        faults.extend(
            self.services
                .plain_bases()
                .iter()
                .map(|name| format!("{name} must be https in prod")),
        );
        faults
    }

    fn weak_secrets(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let key = self.secrets.sealing_key.reveal();
        let bytes: HashSet<u8> = hex::decode(key).unwrap_or_default().into_iter().collect();
        if key == DEVELOPMENT_KEY {
            faults.push("secrets.sealing_key is the development key".into());
        } else if bytes.len() < FEWEST_BYTES {
            faults.push(
                "secrets.sealing_key is not random: make one with openssl rand -hex 32".into(),
            );
        }
        let hand_over = self.secrets.hand_over.reveal();
        let characters: HashSet<char> = hand_over.chars().collect();
        if !hand_over.is_empty() && characters.len() < FEWEST_CHARACTERS {
            faults
                .push("secrets.hand_over is not random: make one with openssl rand -hex 32".into());
        }
        faults
    }

    /// Limits so wide that they are none. Narrower ones than the default are the clinic's choice.
    fn endless_or_off(&self) -> Vec<String> {
        let (session, limits) = (&self.session, &self.limits);
        let bounds: [Bound; 7] = [
            ("session.idle_seconds", session.idle_seconds, 30..=3600),
            ("session.absolute_hours", session.absolute_hours, 1..=24),
            (
                "limits.public_calls_per_minute",
                i64::from(limits.public_calls_per_minute),
                1..=1200,
            ),
            ("limits.login_failures", limits.login_failures, 1..=10),
            (
                "limits.login_lockout_seconds",
                limits.login_lockout_seconds,
                60..=86_400,
            ),
            (
                "limits.codes_per_hour",
                whole(limits.codes_per_hour),
                1..=60,
            ),
            (
                "limits.recoveries_per_hour",
                limits.recoveries_per_hour,
                1..=60,
            ),
        ];
        bounds
            .into_iter()
            .chain(self.connection_bounds())
            .filter(|(_, value, within)| !within.contains(value))
            .map(|(name, _, within)| {
                format!(
                    "{name} must be between {} and {} in prod",
                    within.start(),
                    within.end()
                )
            })
            .collect()
    }

    fn connection_bounds(&self) -> [Bound; 6] {
        let limits = &self.limits;
        [
            ("limits.connections", whole(limits.connections), 1..=50_000),
            (
                "limits.connections_per_address",
                whole(limits.connections_per_address),
                1..=5_000,
            ),
            ("limits.head_seconds", whole(limits.head_seconds), 1..=60),
            (
                "limits.idle_connection_seconds",
                whole(limits.idle_connection_seconds),
                1..=600,
            ),
            (
                "limits.body_pause_seconds",
                whole(limits.body_pause_seconds),
                1..=60,
            ),
            ("limits.body_seconds", whole(limits.body_seconds), 1..=3600),
        ]
    }

    fn invented_addresses(&self) -> Vec<String> {
        let clinic = &self.clinic;
        let addresses = BTreeMap::from([
            ("clinic.phone", &clinic.phone),
            ("clinic.fax", &clinic.fax),
            ("clinic.address", &clinic.address),
            ("clinic.support_email", &clinic.support_email),
            (
                "clinic.customer_service_email",
                &clinic.customer_service_email,
            ),
            ("clinic.partner_phone", &clinic.partner_phone),
            ("services.email.from", &self.services.email.from),
        ]);
        addresses
            .into_iter()
            .filter(|(_, value)| {
                value.trim().is_empty() || value.contains("555-01") || value.contains("example")
            })
            .map(|(name, _)| format!("{name} must be the clinic's own in prod"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;

    /// The part of the list that says what stands at a value.
    fn about(key: &str, change: impl FnOnce(&mut Settings)) -> Vec<String> {
        let mut settings = Settings::read(None).expect("the defaults are good");
        // As random as a key is; made for this test.
        settings.secrets.sealing_key =
            "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1".into();
        change(&mut settings);
        let mut faults = settings.prod_faults();
        faults.retain(|fault| fault.starts_with(key));
        faults
    }

    #[test]
    fn a_key_that_was_typed_is_refused() {
        let key = "secrets.sealing_key";
        assert_eq!(about(key, |_| {}), Vec::<String>::new());
        for typed in [
            "0".repeat(64),
            "0123456789abcdef".repeat(4),
            "deadbeef".repeat(8),
            super::DEVELOPMENT_KEY.to_owned(),
        ] {
            let faults = about(key, |settings| {
                settings.secrets.sealing_key = typed.as_str().into();
            });
            assert_eq!(faults.len(), 1, "{typed}: {faults:?}");
        }
        let key = "secrets.hand_over";
        assert_eq!(about(key, |_| {}), Vec::<String>::new());
        let faults = about(key, |settings| {
            settings.secrets.hand_over = "password".repeat(4).as_str().into();
        });
        assert_eq!(faults.len(), 1, "{faults:?}");
    }

    #[test]
    fn what_is_endless_or_switched_off_is_refused() {
        type Change = fn(&mut Settings, i64);
        let bounds: [(&str, i64, i64, Change); 13] = [
            ("session.idle_seconds", 30, 3600, |s, n| {
                s.session.idle_seconds = n;
            }),
            ("session.absolute_hours", 1, 24, |s, n| {
                s.session.absolute_hours = n;
            }),
            ("limits.public_calls_per_minute", 1, 1200, |s, n| {
                s.limits.public_calls_per_minute = u32::try_from(n).expect("a small number");
            }),
            ("limits.login_failures", 1, 10, |s, n| {
                s.limits.login_failures = n;
            }),
            ("limits.login_lockout_seconds", 60, 86_400, |s, n| {
                s.limits.login_lockout_seconds = n;
            }),
            ("limits.codes_per_hour", 1, 60, |s, n| {
                s.limits.codes_per_hour = u64::try_from(n).expect("a small number");
            }),
            ("limits.recoveries_per_hour", 1, 60, |s, n| {
                s.limits.recoveries_per_hour = n;
            }),
            ("limits.connections", 1, 50_000, |s, n| {
                s.limits.connections = usize::try_from(n).expect("a small number");
            }),
            ("limits.connections_per_address", 1, 5_000, |s, n| {
                s.limits.connections_per_address = usize::try_from(n).expect("a small number");
            }),
            ("limits.head_seconds", 1, 60, |s, n| {
                s.limits.head_seconds = n.unsigned_abs();
            }),
            ("limits.idle_connection_seconds", 1, 600, |s, n| {
                s.limits.idle_connection_seconds = n.unsigned_abs();
            }),
            ("limits.body_pause_seconds", 1, 60, |s, n| {
                s.limits.body_pause_seconds = n.unsigned_abs();
            }),
            ("limits.body_seconds", 1, 3600, |s, n| {
                s.limits.body_seconds = n.unsigned_abs();
            }),
        ];
        for (key, least, most, set) in bounds {
            for (value, is_refused) in [
                (least - 1, true),
                (least, false),
                (most, false),
                (most + 1, true),
            ] {
                let faults = about(key, |settings| set(settings, value));
                assert_eq!(!faults.is_empty(), is_refused, "{key} = {value}");
            }
        }
    }

    #[test]
    fn addresses_of_the_demo_are_refused() {
        for key in [
            "clinic.phone",
            "clinic.partner_phone",
            "clinic.support_email",
            "services.email.from",
        ] {
            assert_eq!(about(key, |_| {}).len(), 1, "{key}");
        }
        let own = about("clinic.partner_phone", |settings| {
            settings.clinic.partner_phone = "604-555-0200".into();
        });
        assert_eq!(own, Vec::<String>::new());
    }
}
