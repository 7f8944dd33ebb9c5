// SPDX-License-Identifier: AGPL-3.0-or-later

//! Salal as a patient's browser calls it: sign in with the code from the phone, ask, pay. Written from the
//! published description of its calls (`/api/docs`); no code of it is used.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::plan::Event;
use crate::chance;
use crate::ledger;
use crate::settings::DayPatient;
use crate::state::SandboxState;

/// How often, and after how long each time, the phone is looked at for a code.
const LOOKS: u32 = 100;
const LOOK: Duration = Duration::from_millis(200);

/// Why something did not happen.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Salal is not there.
    Away(String),
    /// It said no.
    Refused(String),
    /// The patient has asked for as many medications as a day has.
    Full,
}

/// Somebody signed in.
#[derive(Clone)]
struct SignedIn {
    token: String,
    person: Value,
}

/// A request that is not paid yet.
#[derive(Clone)]
struct Made {
    id: Value,
    fee: Value,
}

pub(super) struct Salal {
    state: SandboxState,
    client: Option<reqwest::Client>,
    signed_in: BTreeMap<String, SignedIn>,
    made: BTreeMap<usize, Made>,
}

impl Salal {
    pub(super) fn new(state: &SandboxState) -> Self {
        Self {
            state: state.clone(),
            client: None,
            signed_in: BTreeMap::new(),
            made: BTreeMap::new(),
        }
    }

    /// A patient signs in and asks for a renewal of one medication.
    pub(super) async fn request(&mut self, event: &Event) -> Result<(), Trouble> {
        let by = self.sign_in(&event.person).await?;
        let found = self
            .call(
                Some(&by),
                Method::GET,
                &format!("/drug/name/{}", event.drug),
                None,
            )
            .await?;
        let drug = found
            .as_array()
            .and_then(|drugs| drugs.first())
            .ok_or_else(|| Trouble::Refused(format!("{} is not in the catalogue.", event.drug)))?;
        let pharmacies = self.call(Some(&by), Method::GET, "/pharmacy", None).await?;
        let pharmacy = pharmacies
            .as_array()
            .filter(|all| !all.is_empty())
            .map(|all| &all[event.request % all.len()]["_id"])
            .ok_or_else(|| Trouble::Refused("There is no pharmacy.".to_owned()))?;
        let usage = json!({
            "quantity": "One", "quantityOther": null, "frequency": "Once a day", "frequencyOther": null,
            "asNeeded": false, "duration": "3 months", "durationOther": null, "repeat": 0, "textLine": null,
        });
        let line = json!({
            "drugId": drug["_id"], "name": drug["name"], "administrations": drug["administrations"],
            "formulations": drug["formulations"], "ingredients": drug["ingredients"], "usages": [usage],
            // Read only where the same is asked for already.
            "neededAgain": "I lost the bottle on a trip.",
        });
        // As the page asks before it adds a medication.
        let number = format!(
            "/prescription/medication/number/{}",
            by.person.as_str().unwrap_or_default()
        );
        let one_more = json!({"prescriptionObj": {"medications": [line]}});
        let room = self
            .call(Some(&by), Method::POST, &number, Some(&one_more))
            .await?;
        if room["success"] == false {
            return Err(Trouble::Full);
        }
        let asked = json!({
            "medications": [line], "pharmacy": {"_id": pharmacy}, "agreement": [true, true, true, true, true, true],
            "locationConfirmed": true,
        });
        let made = self
            .call(Some(&by), Method::POST, "/prescription", Some(&asked))
            .await?;
        let made = Made {
            id: made["_id"].clone(),
            fee: made["feeDue"].clone(),
        };
        self.made.insert(event.request, made);
        Ok(())
    }

    /// The request's fee is paid with a card, and the request goes to the doctors.
    pub(super) async fn pay(&mut self, event: &Event, card: &str) -> Result<(), Trouble> {
        let by = self.sign_in(&event.person).await?;
        let Some(made) = self.made.get(&event.request).cloned() else {
            return Err(Trouble::Refused(
                "There is no request to pay for.".to_owned(),
            ));
        };
        if made.fee.as_f64().is_some_and(|fee| fee > 0.0) {
            let payment =
                json!({"prescriptionId": made.id, "amount": made.fee, "stripeTokenId": card});
            self.call(
                Some(&by),
                Method::PUT,
                "/prescription/set-pay",
                Some(&payment),
            )
            .await?;
        }
        let done = json!({"id": made.id, "personId": by.person});
        self.call(
            Some(&by),
            Method::PUT,
            "/prescription/payment-completed",
            Some(&done),
        )
        .await?;
        self.made.remove(&event.request);
        Ok(())
    }

    async fn sign_in(&mut self, person: &DayPatient) -> Result<SignedIn, Trouble> {
        if let Some(known) = self.signed_in.get(&person.email).cloned() {
            let still = self
                .call(Some(&known), Method::POST, "/user/token", None)
                .await;
            if still.is_ok_and(|answer| answer["token"].is_string()) {
                return Ok(known);
            }
        }
        let mut body =
            json!({"Email": person.email, "Password": person.password, "Role": "ROLE_PATIENT"});
        let before = self.newest_text(person);
        self.call(None, Method::POST, "/user/authenticate", Some(&body))
            .await?;
        body["code"] = json!(self.code(person, before).await?);
        let answer = self
            .call(None, Method::POST, "/user/authenticate", Some(&body))
            .await?;
        let signed_in = SignedIn {
            token: answer["token"].as_str().unwrap_or_default().to_owned(),
            person: answer["user"]["Person"]["_id"].clone(),
        };
        self.call(
            Some(&signed_in),
            Method::PUT,
            "/person/location",
            Some(&json!({"confirmed": true})),
        )
        .await?;
        self.signed_in
            .insert(person.email.clone(), signed_in.clone());
        Ok(signed_in)
    }

    /// The name and text of the newest message on somebody's phone.
    fn newest_text(&self, person: &DayPatient) -> Option<(String, String)> {
        let texts = ledger::outbox(&self.state.store(), Some("sms"), Some(&person.phone));
        texts.into_iter().next().map(|text| (text.id, text.text))
    }

    /// The code that arrives on somebody's phone after `before`.
    async fn code(
        &self,
        person: &DayPatient,
        before: Option<(String, String)>,
    ) -> Result<String, Trouble> {
        for _ in 0..LOOKS {
            let newest = self.newest_text(person);
            if newest != before
                && let Some(code) = newest.and_then(|(_, text)| six_digits(&text))
            {
                return Ok(code);
            }
            tokio::time::sleep(LOOK).await;
        }
        Err(Trouble::Refused(format!(
            "No code arrived on the phone of {}.",
            person.name
        )))
    }

    async fn call(
        &mut self,
        by: Option<&SignedIn>,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, Trouble> {
        let site = self
            .state
            .site()
            .ok_or_else(|| Trouble::Away("This sandbox was not told where Salal is.".to_owned()))?
            .to_owned();
        let away = |_| {
            Trouble::Away(format!(
                "Salal is not running at {site}. Start it, then press Play."
            ))
        };
        let client = match &self.client {
            Some(client) => client.clone(),
            None => {
                let client = reqwest::Client::builder()
                    .timeout(Duration::from_secs(30))
                    .redirect(reqwest::redirect::Policy::none())
                    .build()
                    .map_err(away)?;
                self.client.insert(client).clone()
            }
        };
        let mut request = client
            .request(method, format!("{site}/api{path}"))
            .header("idempotency-key", chance::hex(24));
        if let Some(by) = by {
            request = request.header("x-access-token", &by.token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.map_err(away)?;
        let status = answer.status();
        let text = answer.text().await.map_err(away)?;
        let told: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status.is_success() {
            return Ok(told);
        }
        let words = told["message"].as_str().map_or_else(
            || format!("Salal answered {}.", status.as_u16()),
            str::to_owned,
        );
        Err(Trouble::Refused(words))
    }
}

/// The first six digits that stand by themselves.
fn six_digits(text: &str) -> Option<String> {
    text.split(|sign: char| !sign.is_ascii_digit())
        .find(|digits| digits.len() == 6)
        .map(str::to_owned)
}
