// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clicks of the journey, as the pages make them: each gives the answer's body, and fails the test
//! when the answer is a refusal.

use std::sync::atomic::{AtomicU32, Ordering};

use salal_domain::lists::ListedPharmacy;
use salal_reference::pharmacies;
use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::{Answer, TestApp, User};

/// What stands in the demo's catalogue and list of pharmacies, for requests.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Drugs that may be renewed, as `GET /drug/name/…` shows them.
    pub drugs: Vec<Value>,
    /// One that may not.
    pub crossed_out: Value,
    /// A pharmacy whose fax answers.
    pub pharmacy: Value,
    /// A second one.
    pub second_pharmacy: Value,
    /// One whose line is busy.
    pub busy_pharmacy: Value,
}

impl Samples {
    /// Looks the samples up by the site's own calls.
    pub async fn look(app: &TestApp, by: &User) -> Self {
        let pharmacies = app.get(by, "/pharmacy").await.ok();
        let ends = |one: &Value| -> String {
            let digits: String = one["fax"]
                .as_str()
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            digits[digits.len().saturating_sub(4)..].to_owned()
        };
        let all = pharmacies.as_array().expect("pharmacies");
        let good: Vec<&Value> = all
            .iter()
            .filter(|one| !ends(one).starts_with("010"))
            .collect();
        let busy = all
            .iter()
            .find(|one| ends(one) == "0101")
            .expect("the demo has a busy pharmacy");
        let mut drugs = Vec::new();
        for name in [
            "metformin",
            "atorvastatin",
            "amlodipine",
            "ramipril",
            "levothyroxine",
            "sertraline",
        ] {
            drugs.extend(Self::renewable(app, by, name).await);
        }
        assert!(
            drugs.len() >= 5,
            "the demo's catalogue is too small: {drugs:?}"
        );
        let crossed_out = Self::found(app, by, "lorazepam")
            .await
            .into_iter()
            .next()
            .expect("the demo has lorazepam");
        Self {
            drugs,
            crossed_out,
            pharmacy: good[0].clone(),
            second_pharmacy: good[1].clone(),
            busy_pharmacy: busy.clone(),
        }
    }

    async fn found(app: &TestApp, by: &User, text: &str) -> Vec<Value> {
        app.get(by, &format!("/drug/name/{text}"))
            .await
            .ok()
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    async fn renewable(app: &TestApp, by: &User, text: &str) -> Option<Value> {
        let found = Self::found(app, by, text).await;
        found
            .into_iter()
            .find(|drug| drug["filter"].as_array().is_some_and(Vec::is_empty))
    }
}

/// One a day for three months, with one repeat.
pub fn usage() -> Value {
    json!({
        "quantity": "One", "quantityOther": null, "frequency": "Once a day", "frequencyOther": null,
        "asNeeded": false, "duration": "3 months", "durationOther": null, "repeat": 1, "textLine": null,
    })
}

/// A line of a request for a drug of the samples.
pub fn line(drug: &Value) -> Value {
    json!({
        "drugId": drug["_id"], "name": drug["name"], "administrations": drug["administrations"],
        "formulations": drug["formulations"], "ingredients": drug["ingredients"], "usages": [usage()],
        // Kept only where it is asked for: many stories ask for one drug twice.
        "neededAgain": "I lost the bottle on a trip.",
    })
}

/// The six confirmations.
fn agreement() -> Value {
    json!([true, true, true, true, true, true])
}

/// A request for the first `lines` drugs of the samples.
pub fn request(samples: &Samples, lines: usize) -> Value {
    let medications: Vec<Value> = samples.drugs.iter().take(lines).map(line).collect();
    json!({
        "medications": medications, "pharmacy": {"_id": samples.pharmacy["_id"]},
        "agreement": agreement(), "locationConfirmed": true,
    })
}

/// Complete medical information.
pub fn medical_info(samples: &Samples) -> Value {
    json!({
        "Sex": "Female",
        "MedicalConditions": [], "otherMedicalConditions": null, "NoMedicalCondition": true,
        "Surgeries": [], "otherSurgery": null, "NoSurgery": true,
        "AllergyToMedication": ["Penicillin"], "otherAllergy": null, "NoAllergy": false,
        "MedicationsCurrentlyTaken": [], "supplements": [], "otherItems": [],
        "AlcoholHistory": "No", "SmokingHistory": "No", "defaultPharmacy": samples.pharmacy,
    })
}

/// Twelve points of a signature, drawn again each time: no drawing signs twice.
pub fn strokes() -> Value {
    static DRAWN: AtomicU32 = AtomicU32::new(0);
    let hand = f64::from(DRAWN.fetch_add(1, Ordering::Relaxed));
    let points: Vec<[f64; 3]> = (0..12)
        .map(f64::from)
        .map(|n| {
            // Each drawing astray in its own way: one that was only moved would be a copy.
            let shake = ((hand * 12.9898 + n * 78.233).sin() * 43_758.545_3).fract() * 12.0;
            [10.0 + n * 9.0, 40.0 + (n * 7.0) % 23.0 + shake, n * 16.0]
        })
        .collect();
    json!([points])
}

impl TestApp {
    /// The prescription as somebody sees it now.
    pub async fn see(&self, by: &User, id: &Value) -> Value {
        self.get(
            by,
            &format!("/prescription/{}", id.as_str().expect("an id")),
        )
        .await
        .ok()
    }

    /// A request of the patient for `lines` drugs.
    pub async fn create(&self, by: &User, lines: usize) -> Value {
        self.post(by, "/prescription", &request(&self.users.samples, lines))
            .await
            .ok()
    }

    /// Pays with a card that works.
    pub async fn pay(&self, by: &User, prescription: &Value) -> Value {
        self.pay_with(by, prescription, "tok_visa").await.ok();
        let body = json!({"id": prescription["_id"], "personId": by.person});
        self.put(by, "/prescription/payment-completed", &body)
            .await
            .ok()
    }

    /// Presses Pay with this card.
    pub async fn pay_with(&self, by: &User, prescription: &Value, token: &str) -> Answer {
        let body = json!({"prescriptionId": prescription["_id"], "amount": prescription["feeDue"], "stripeTokenId": token});
        self.put(by, "/prescription/set-pay", &body).await
    }

    /// A wallet order that its payer approved.
    pub async fn approved_order(&self, by: &User, prescription: &Value) -> String {
        let order = self
            .post(
                by,
                "/payment/order",
                &json!({"prescriptionId": prescription["_id"]}),
            )
            .await
            .ok();
        let url = order["approveUrl"]
            .as_str()
            .expect("an address to approve at");
        let answer = [
            ("answer", "approve"),
            ("given_name", "Wren"),
            ("surname", "Testwell"),
        ];
        assert_eq!(self.api.post_form(url, &answer).await, 303);
        order["orderID"].as_str().expect("an order").to_owned()
    }

    /// Pays by wallet.
    pub async fn pay_by_wallet(&self, by: &User, prescription: &Value) -> Value {
        let order = self.approved_order(by, prescription).await;
        let body = json!({"orderID": order, "amount": prescription["feeDue"], "description": "Online medical service"});
        let charged = self.post(by, "/payment/charge", &body).await.ok();
        assert_eq!(charged["state"], "charged");
        let body = json!({"id": prescription["_id"], "paymentId": charged["paymentId"]});
        self.put(by, "/prescription/payment-completed", &body)
            .await
            .ok()
    }

    /// The doctor begins the review.
    pub async fn acknowledge(&self, by: &User, prescription: &Value) -> Value {
        self.put(
            by,
            "/prescription/acknowledge",
            &json!({"prescriptionId": prescription["_id"]}),
        )
        .await
        .ok()
    }

    /// Decides one line of the prescription as seen.
    pub async fn decide(&self, by: &User, seen: &Value, line: usize, status: Value) -> Answer {
        let medication = &seen["medications"][line];
        let body = json!({
            "prescription": {"_id": seen["_id"]},
            "medication": {"_id": medication["_id"], "version": medication["version"]}, "status": status,
        });
        self.put(by, "/prescription/medication/updateStatus", &body)
            .await
    }

    /// Signs with a drawing.
    pub async fn sign(&self, by: &User, prescription: &Value) -> Value {
        let body = json!({"prescriptionId": prescription["_id"], "strokes": strokes()});
        self.put(by, "/prescription/sign", &body).await.ok()
    }

    /// Queues the fax.
    pub async fn fax(&self, by: &User, prescription: &Value) -> Value {
        let body = json!({"prescriptionId": prescription["_id"]});
        self.post(by, "/fax/queue-prescription-fax", &body)
            .await
            .ok()
    }

    /// Refunds what can be refunded of the prescription as seen.
    pub async fn refund(&self, by: &User, seen: &Value) -> Answer {
        let body = json!({"chargeId": seen["payment"]["chargeId"], "amount": seen["refundable"]});
        self.put(by, "/payment/refund", &body).await
    }

    /// A paid request of the first patient, with `lines` drugs.
    pub async fn paid(&self, lines: usize) -> Value {
        let made = self.create(&self.users.patient, lines).await;
        self.pay(&self.users.patient, &made).await
    }

    /// A signed prescription of one approved line, with `rejected` more that were rejected.
    pub async fn signed(&self, rejected: usize) -> Value {
        let doctor = &self.users.doctor;
        let mut seen = self.paid(1 + rejected).await;
        seen = self.acknowledge(doctor, &seen).await;
        seen = self.decide(doctor, &seen, 0, json!("Approved")).await.ok();
        for line in 1..=rejected {
            seen = self
                .decide(doctor, &seen, line, json!("Rejected"))
                .await
                .ok();
        }
        self.sign(doctor, &seen).await["prescription"].clone()
    }

    /// Imports the list of pharmacies with what `change` makes of each; those for which it says false are left out.
    pub async fn import_pharmacies(&self, change: impl Fn(&mut Value) -> bool) {
        let tx = self.ctx.db.begin().await.expect("a transaction");
        let now = pharmacies::list_now(&tx).await.expect("the list");
        let mut list: Vec<ListedPharmacy> = Vec::new();
        for entry in now {
            let mut row = serde_json::to_value(entry).expect("an entry");
            if change(&mut row) {
                list.push(serde_json::from_value(row).expect("a pharmacy"));
            }
        }
        pharmacies::take_in_list(&tx, &self.ctx, list, true)
            .await
            .expect("the list comes in");
        tx.commit().await.expect("the list comes in");
    }

    /// An import takes these pharmacies out of the list.
    pub async fn unlist(&self, gone: &[&Value]) {
        self.import_pharmacies(|row| gone.iter().all(|gone| gone["_id"] != row["_id"]))
            .await;
    }

    /// Money moved by an operation, in cents, each effect.
    pub fn moved(&self, service: Service, operation: &str) -> Vec<i64> {
        self.effects(service, operation)
            .into_iter()
            .filter_map(|entry| entry.amount)
            .collect()
    }
}
