// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case: the journey's clicks against a program that dies at one point.

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{Running, SandboxSettings};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::ledger;
use super::program::{PATIENCE, Program, beat};
use crate::support::{Answer, User, Users, new_key, request, strokes, template};

pub(crate) struct Journey {
    pub(crate) program: Program,
    pub(crate) sandbox: Running,
    pub(crate) users: Users,
}

/// Walks the journey with the program dying at `point`, then compares the books.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, point).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    let id = journey.walk(point.starts_with("capture.")).await?;
    let settled = journey.settled(&id).await?;
    if !journey.program.died {
        return Err("the program never came to this point".into());
    }
    let done = ledger::compare(&database.url, &journey.sandbox, &settled).await;
    journey.program.end().await;
    done
}

impl Journey {
    pub(crate) fn new(program: Program, sandbox: Running, users: Users) -> Self {
        Self {
            program,
            sandbox,
            users,
        }
    }

    /// One click, with one key, again and again until it is answered: what a patient page does when
    /// the line breaks. A program that died is started again.
    pub(crate) async fn click(
        &mut self,
        by: &User,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<Answer, String> {
        let key = new_key();
        for _ in 0..20 {
            let sent = self
                .program
                .api
                .try_send(Some(by), method.clone(), path, Some(&key), Some(body))
                .await;
            match sent {
                Ok(answer) if answer.status < 500 => return Ok(answer),
                // A page says so, and the person presses again: on a busy machine the database takes its time.
                Ok(answer) if answer.body["code"] == "AWAY" => {
                    let mut pause = beat();
                    pause.tick().await;
                    pause.tick().await;
                }
                Ok(answer) => {
                    return Err(format!(
                        "{method} {path}: {} {}",
                        answer.status, answer.body
                    ));
                }
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
        }
        Err(format!("{method} {path}: never answered"))
    }

    /// The line broke: the program is dying, or dead.
    pub(crate) async fn back_again(&mut self, why: &str) -> Result<(), String> {
        let (mut beat, end) = (beat(), Instant::now() + PATIENCE);
        while Instant::now() < end {
            beat.tick().await;
            if self.program.revive().await? {
                return Ok(());
            }
        }
        Err(format!("the line broke although the program lives: {why}"))
    }

    pub(crate) async fn good(
        &mut self,
        by: &User,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<Value, String> {
        let answer = self.click(by, method.clone(), path, body).await?;
        if answer.status >= 300 {
            return Err(format!(
                "{method} {path}: {} {}",
                answer.status, answer.body
            ));
        }
        Ok(answer.body)
    }

    /// A look at the prescription.
    pub(crate) async fn see(&mut self, id: &str) -> Result<Value, String> {
        let doctor = self.users.doctor.clone();
        for _ in 0..20 {
            let path = format!("/prescription/{id}");
            match self
                .program
                .api
                .try_send(Some(&doctor), Method::GET, &path, None, None)
                .await
            {
                Ok(answer) if answer.status == 200 => return Ok(answer.body),
                Ok(answer) => return Err(format!("GET {path}: {} {}", answer.status, answer.body)),
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
        }
        Err("the prescription couldn't be seen".into())
    }

    /// Looks until the prescription is as wanted, at most a minute.
    pub(crate) async fn wait(
        &mut self,
        id: &str,
        what: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, String> {
        let (mut beat, end) = (beat(), Instant::now() + PATIENCE);
        let mut seen = Value::Null;
        while Instant::now() < end {
            beat.tick().await;
            self.program.revive().await?;
            seen = self.see(id).await?;
            if wanted(&seen) {
                return Ok(seen);
            }
        }
        Err(format!("waited a minute for {what}: {}", brief(&seen)))
    }

    /// A request of so many lines that is paid and stands in the doctors' inbox: its id.
    pub(crate) async fn paid(&mut self, lines: usize, by_wallet: bool) -> Result<String, String> {
        let patient = self.users.patient.clone();
        let asked = request(&self.users.samples, lines);
        let made = self
            .good(&patient, Method::POST, "/prescription", &asked)
            .await?;
        let id = made["_id"]
            .as_str()
            .ok_or("a prescription without an id")?
            .to_owned();
        if by_wallet {
            self.pay_by_wallet(&patient, &made).await?;
        } else {
            self.pay_by_card(&patient, &made).await?;
        }
        let paid = self
            .wait(&id, "the payment", |seen| {
                seen["payment"]["state"] == "charged"
            })
            .await?;
        let completed = json!({"id": id, "paymentId": paid["payment"]["_id"]});
        self.good(
            &patient,
            Method::PUT,
            "/prescription/payment-completed",
            &completed,
        )
        .await?;
        self.wait(&id, "the doctors' inbox", |seen| {
            seen["status"] == "PENDING"
        })
        .await?;
        Ok(id)
    }

    async fn walk(&mut self, by_wallet: bool) -> Result<String, String> {
        let doctor = self.users.doctor.clone();
        let id = self.paid(2, by_wallet).await?;
        self.good(
            &doctor,
            Method::PUT,
            "/prescription/acknowledge",
            &json!({"prescriptionId": id}),
        )
        .await?;
        for (line, status) in [(0, "Approved"), (1, "Rejected")] {
            let seen = self.see(&id).await?;
            let medication = &seen["medications"][line];
            let decision = json!({
                "prescription": {"_id": id}, "status": status,
                "medication": {"_id": medication["_id"], "version": medication["version"]},
            });
            self.good(
                &doctor,
                Method::PUT,
                "/prescription/medication/updateStatus",
                &decision,
            )
            .await?;
        }
        let drawn = json!({"prescriptionId": id, "strokes": strokes()});
        self.good(&doctor, Method::PUT, "/prescription/sign", &drawn)
            .await?;
        self.good(
            &doctor,
            Method::POST,
            "/fax/queue-prescription-fax",
            &json!({"prescriptionId": id}),
        )
        .await?;
        let seen = self.see(&id).await?;
        let back = json!({"chargeId": seen["payment"]["chargeId"], "amount": seen["refundable"]});
        let refund = self
            .click(&doctor, Method::PUT, "/payment/refund", &back)
            .await?;
        if refund.status >= 300 && refund.body["code"] != "REFUND_OPEN" {
            return Err(format!("refund: {} {}", refund.status, refund.body));
        }
        Ok(id)
    }

    /// A click that comes again finds the first one's payment open: it waits, and never pays again.
    async fn pay_by_card(&mut self, patient: &User, made: &Value) -> Result<(), String> {
        let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
        let answer = self
            .click(patient, Method::PUT, "/prescription/set-pay", &body)
            .await?;
        if answer.status < 300 || answer.body["code"] == "PAYMENT_OPEN" {
            return Ok(());
        }
        // The job that settles was quicker than the click that came again.
        let id = made["_id"].as_str().unwrap_or_default().to_owned();
        let seen = self.see(&id).await?;
        if seen["payment"]["state"] == "charged" {
            Ok(())
        } else {
            Err(format!("set-pay: {} {}", answer.status, answer.body))
        }
    }

    async fn pay_by_wallet(&mut self, patient: &User, made: &Value) -> Result<(), String> {
        let ordered = self
            .good(
                patient,
                Method::POST,
                "/payment/order",
                &json!({"prescriptionId": made["_id"]}),
            )
            .await?;
        let url = ordered["approveUrl"]
            .as_str()
            .ok_or("an order without an address")?;
        let approved = [
            ("answer", "approve"),
            ("given_name", "Wren"),
            ("surname", "Testwell"),
        ];
        self.program.api.post_form(url, &approved).await;
        let body = json!({"orderID": ordered["orderID"], "amount": made["feeDue"], "description": "Online medical service"});
        self.good(patient, Method::POST, "/payment/charge", &body)
            .await?;
        Ok(())
    }

    /// Everything came to its end: faxed, delivered, refunded, no job left.
    async fn settled(&mut self, id: &str) -> Result<Value, String> {
        let seen = self
            .wait(id, "delivery and refund", |seen| {
                let was = |code: &str| {
                    seen["statuses"]
                        .as_array()
                        .is_some_and(|all| all.iter().any(|one| one["code"] == code))
                };
                seen["fax"]["state"] == "delivered"
                    && seen["refundState"] == "done"
                    && was("FAXED")
                    && was("REFUNDED")
            })
            .await?;
        Ok(seen)
    }
}

/// What matters of a prescription when a case fails.
fn brief(seen: &Value) -> Value {
    let codes: Vec<&Value> = seen["statuses"]
        .as_array()
        .map(|all| all.iter().map(|one| &one["code"]).collect())
        .unwrap_or_default();
    json!({"statuses": codes, "payment": seen["payment"]["state"], "refund": seen["refundState"], "fax": seen["fax"]["state"]})
}
