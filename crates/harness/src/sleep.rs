// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clicks of a sleep study, as the pages make them: each gives the answer's body, and fails the test
//! when the answer is a refusal.

use serde_json::{Value, json};

use crate::{Answer, TestApp, User};

/// A whole questionnaire.
pub fn sleep_info() -> Value {
    json!({
        "height": 171.5, "weight": 88, "gainWeight": true, "depression": false, "diabetes": false,
        "heartDisease": false, "atrialFibrillation": false, "cognitionDeteriorating": false,
        "snore": true, "asleepBreathPause": true, "asleepChoke": false,
        "bloodPressureMedication": false,
        "bloodPressures": [{"systolic": 128, "diastolic": 82, "measureDate": "2024-02-29T18:12"}],
    })
}

impl TestApp {
    /// Saves a whole questionnaire.
    pub async fn sleep_info(&self, by: &User) -> Value {
        self.post(by, "/sleep-info", &sleep_info()).await.ok()
    }

    /// The first branch of a company, by its route name.
    pub async fn sleep_clinic(&self, route: &str) -> Value {
        let all = self.get(&self.users.patient, "/sleep-clinic").await.ok();
        let found = all.as_array().and_then(|all| {
            all.iter()
                .find(|one| one["route"] == route)
                .map(ToOwned::to_owned)
        });
        found.unwrap_or_else(|| panic!("no branch of {route} in {all}"))
    }

    /// The Test branch whose fax line is busy.
    pub async fn busy_sleep_clinic(&self) -> Value {
        let all = self.get(&self.users.patient, "/sleep-clinic").await.ok();
        let found = all.as_array().and_then(|all| {
            all.iter()
                .find(|one| one["faxNumber"] == "778-555-0101")
                .map(ToOwned::to_owned)
        });
        found.expect("the Test clinic has a branch with a busy line")
    }

    /// Presses on a clinic for these answers.
    pub async fn order_sleep(&self, by: &User, info: &Value, clinic: &Value) -> Answer {
        let body =
            json!({"sleepInfoObj": {"_id": info["_id"]}, "sleepClinicObj": {"_id": clinic["_id"]}});
        self.post(by, "/sleep-assessment", &body).await
    }

    /// An order that waits to be paid.
    pub async fn sleep_order(&self, by: &User, route: &str) -> Value {
        let info = self.sleep_info(by).await;
        let clinic = self.sleep_clinic(route).await;
        self.order_sleep(by, &info, &clinic).await.ok()
    }

    /// Presses Pay with this card.
    pub async fn pay_sleep_with(&self, by: &User, order: &Value, token: &str) -> Answer {
        let body =
            json!({"id": order["_id"], "amount": order["fee"]["amount"], "stripeTokenId": token});
        self.put(by, "/sleep-assessment/set-pay", &body).await
    }

    /// Pays with a card that works.
    pub async fn pay_sleep(&self, by: &User, order: &Value) -> Value {
        let paid = self.pay_sleep_with(by, order, "tok_visa").await.ok();
        let body =
            json!({"id": order["_id"], "personId": by.person, "paymentId": paid["payment"]["_id"]});
        self.put(by, "/sleep-assessment/payment-completed", &body)
            .await
            .ok()
    }

    /// The order as somebody sees it now.
    pub async fn see_sleep(&self, by: &User, id: &Value) -> Value {
        let path = format!("/sleep-assessment/{}", id.as_str().expect("an id"));
        self.get(by, &path).await.ok()
    }
}

/// The states an order went through, oldest first.
pub fn sleep_story(order: &Value) -> Vec<String> {
    let all = order["statuses"].as_array().cloned().unwrap_or_default();
    all.iter()
        .rev()
        .filter_map(|one| one["code"].as_str().map(ToOwned::to_owned))
        .collect()
}
