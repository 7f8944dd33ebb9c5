// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of a sleep-study order: answers, order, payment and fax, against a program that dies at one
//! point; then the books are compared: one charge, one fax, one step of each kind.

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{SandboxSettings, Service};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::case::Journey;
use super::ledger::{effects, one, rested, same};
use super::program::{PATIENCE, Program, beat};
use crate::support::{number, sleep_info, template};

/// The points of other features that an order passes as well, where an effect could be lost or doubled.
pub(crate) const SHARED: &[&str] = &[
    "charge.after_intent",
    "charge.after_effect",
    "fax.after_attempt",
    "fax.after_effect",
    "fax.after_delivery",
];

/// Walks an order with the program dying at `point`, then compares the books.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, point).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    let id = journey.order_sleep().await?;
    journey.sleep_delivered(&id).await?;
    if !journey.program.died {
        return Err("the program never came to this point".into());
    }
    let done = compare(&database.url, &journey).await;
    journey.program.end().await;
    done
}

impl Journey {
    /// From the answers to the paid order.
    async fn order_sleep(&mut self) -> Result<String, String> {
        let patient = self.users.patient.clone();
        let info = self
            .good(&patient, Method::POST, "/sleep-info", &sleep_info())
            .await?;
        let clinics = self.looked("/sleep-clinic").await?;
        let clinic = clinics
            .as_array()
            .and_then(|all| all.iter().find(|one| one["route"] == "coastal"))
            .ok_or("no clinic")?
            .clone();
        let chosen = json!({"sleepInfoObj": info, "sleepClinicObj": clinic});
        let made = self
            .good(&patient, Method::POST, "/sleep-assessment", &chosen)
            .await?;
        let id = made["_id"].as_str().ok_or("an order without an id")?;
        let body = json!({"id": id, "amount": 20, "stripeTokenId": "tok_visa"});
        let paid = self
            .click(&patient, Method::PUT, "/sleep-assessment/set-pay", &body)
            .await?;
        // The job that settles may have been quicker than the click that came again.
        if paid.status >= 300 && !["PAYMENT_OPEN", "ALREADY_PAID"].contains(&code(&paid.body)) {
            return Err(format!("set-pay: {} {}", paid.status, paid.body));
        }
        Ok(id.to_owned())
    }

    /// A look as the patient.
    async fn looked(&mut self, path: &str) -> Result<Value, String> {
        let patient = self.users.patient.clone();
        for _ in 0..20 {
            let sent = self
                .program
                .api
                .try_send(Some(&patient), Method::GET, path, None, None);
            match sent.await {
                Ok(answer) if answer.status == 200 => return Ok(answer.body),
                Ok(answer) => return Err(format!("GET {path}: {} {}", answer.status, answer.body)),
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
        }
        Err(format!("GET {path}: never answered"))
    }

    /// Looks until the clinic has the fax, at most a minute.
    async fn sleep_delivered(&mut self, id: &str) -> Result<(), String> {
        let (mut beat, end) = (beat(), Instant::now() + PATIENCE);
        let mut seen = Value::Null;
        while Instant::now() < end {
            beat.tick().await;
            self.program.revive().await?;
            seen = self.looked(&format!("/sleep-assessment/{id}")).await?;
            if seen["status"] == "FAXED" && seen["fax"]["state"] == "delivered" {
                return Ok(());
            }
        }
        Err(format!(
            "waited a minute for the delivery: {} {} {}",
            seen["status"], seen["payment"]["state"], seen["fax"]["state"]
        ))
    }
}

fn code(body: &Value) -> &str {
    body["code"].as_str().unwrap_or_default()
}

async fn compare(url: &str, journey: &Journey) -> Result<(), String> {
    let db = rested(url).await?;
    let charges = effects(&journey.sandbox, Service::Stripe, "charge");
    one("charge", &charges)?;
    same("the charged amount", charges[0].amount, Some(2000))?;
    one("fax", &effects(&journey.sandbox, Service::Srfax, "fax"))?;
    let mails = journey
        .sandbox
        .outbox(Some("email"), Some(&journey.users.patient.email));
    // Received and sent; a letter may come twice under one Message-ID, never not at all.
    same("letters", Some(mails.len() >= 2), Some(true))?;
    for (what, count, sql) in [
        ("order", 1, "SELECT COUNT(*) AS n FROM sleep_assessment"),
        (
            "payment in force",
            1,
            "SELECT COUNT(*) AS n FROM payment WHERE state IN ('intended', 'capturing', 'unknown', 'charged')",
        ),
        (
            "delivered fax",
            1,
            "SELECT COUNT(*) AS n FROM fax WHERE state = 'delivered'",
        ),
        ("fax", 1, "SELECT COUNT(*) AS n FROM fax"),
        (
            "words to the staff",
            2,
            "SELECT COUNT(*) AS n FROM message WHERE subject_kind = 'sleep_assessment'",
        ),
        (
            "sheets",
            2,
            "SELECT COUNT(*) AS n FROM document WHERE subject_kind = 'sleep_assessment'",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(count))?;
    }
    for status in ["PENDING", "PAID", "FAXED"] {
        let sql =
            format!("SELECT COUNT(*) AS n FROM sleep_assessment_status WHERE status = '{status}'");
        same(status, Some(number(&db, &sql).await), Some(1))?;
    }
    db.close().await;
    Ok(())
}
