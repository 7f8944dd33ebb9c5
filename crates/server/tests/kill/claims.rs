// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of a claim: a visit is billed, the claim sent, the remittance pulled, against a program that
//! dies at one point; then the books are compared: one bill, one file, one line, paid once.

use chrono::{SecondsFormat, TimeDelta, Utc};
use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::SandboxSettings;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::case::Journey;
use super::ledger::{rested, same};
use super::program::{PATIENCE, Program, beat};
use crate::support::{end_of_visits, number, template};

/// The points of the queue that a claim passes as well.
pub(crate) const SHARED: &[&str] = &["job.after_claim", "job.after_work"];

/// Walks a claim with the program dying at `point`, then compares the books.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, point).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    journey.bill_and_be_paid().await?;
    if !journey.program.died {
        return Err("the program never came to this point".into());
    }
    let done = compare(&database.url).await;
    journey.program.end().await;
    done
}

impl Journey {
    async fn bill_and_be_paid(&mut self) -> Result<(), String> {
        let (patient, doctor) = (self.users.patient.clone(), self.users.doctor.clone());
        let admin = self.users.admin.clone();
        let person = json!({"personId": patient.person});
        self.good(&patient, Method::POST, "/tele-plan/eligibility", &person)
            .await?;
        let id = self.paid(1, false).await?;
        #[expect(
            clippy::disallowed_methods,
            reason = "the program goes by the clock of the machine"
        )]
        let now = Utc::now();
        let ago = |minutes: i64| {
            let at = end_of_visits(now) - TimeDelta::minutes(minutes);
            at.to_rfc3339_opts(SecondsFormat::Secs, true)
        };
        let visit = json!({"billObj": {
            "personId": patient.person, "prescriptionId": id, "diagnosisCode": "401",
            "serviceCode": "13537", "billWay": "phone",
            "serviceStartTime": ago(6), "serviceEndTime": ago(2),
        }});
        self.good(&doctor, Method::POST, "/tele-plan/bill", &visit)
            .await?;
        let nothing = json!({});
        let sent = "/tele-plan/send-unsent-bills";
        self.good(&admin, Method::POST, sent, &nothing).await?;
        self.look(&admin, "/tele-plan/claim-numbers", |seen| {
            seen["items"][0]["statusText"] == "Sent"
        })
        .await?;
        let pull = "/tele-plan/pull-latest-remittance";
        self.good(&admin, Method::POST, pull, &nothing).await?;
        self.look(&admin, "/tele-plan/status-retrieved", |seen| {
            seen["pull"]["state"] == "done"
        })
        .await
    }

    /// Looks until it is as wanted, at most a minute.
    pub(crate) async fn look(
        &mut self,
        by: &crate::support::User,
        path: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<(), String> {
        let (mut beat, end) = (beat(), Instant::now() + PATIENCE);
        let mut seen = Value::Null;
        while Instant::now() < end {
            beat.tick().await;
            self.program.revive().await?;
            let looked = self
                .program
                .api
                .try_send(Some(by), Method::GET, path, None, None);
            match looked.await {
                Ok(answer) => seen = answer.body,
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
            if wanted(&seen) {
                return Ok(());
            }
        }
        Err(format!("waited a minute at {path}: {seen}"))
    }
}

async fn compare(url: &str) -> Result<(), String> {
    let db = rested(url).await?;
    for (what, sql) in [
        ("bill", "SELECT COUNT(*) AS n FROM bill"),
        (
            "paid bill",
            "SELECT COUNT(*) AS n FROM bill WHERE state = 'paid' AND paid_cents = amount_cents",
        ),
        ("file", "SELECT COUNT(*) AS n FROM claim_file"),
        (
            "taken file",
            "SELECT COUNT(*) AS n FROM claim_file WHERE state = 'accepted'",
        ),
        ("claim", "SELECT COUNT(*) AS n FROM claim"),
        (
            "line about a claim",
            "SELECT COUNT(*) AS n FROM remittance_line WHERE is_claim",
        ),
        (
            "step Sent",
            "SELECT COUNT(*) AS n FROM bill_event WHERE kind = 'sent'",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(1))?;
    }
    db.close().await;
    Ok(())
}
