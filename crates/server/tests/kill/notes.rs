// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of a note to the patient: signed, sent, in the inbox and in the clinic's record, against a
//! program that dies at one point; then the books are compared: one message, one e-mail, one note there.

use std::collections::BTreeSet;

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{SandboxSettings, Service};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::case::Journey;
use super::ledger::{effects, one, rested, same};
use super::program::{PATIENCE, Program, beat};
use crate::support::{number, template};

/// The points of other features that a note passes as well, where an effect could be lost or doubled.
pub(crate) const SHARED: &[&str] = &[
    "clinic.after_demographic",
    "note.before_effect",
    "note.after_effect",
];

/// Walks a note with the program dying at `point`, then compares the books.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, point).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    journey.send_note().await?;
    if !journey.program.died {
        return Err("the program never came to this point".into());
    }
    let done = compare(&database.url, &journey).await;
    journey.program.end().await;
    done
}

impl Journey {
    /// Signed, sent, and in the clinic's record, at most a minute.
    async fn send_note(&mut self) -> Result<(), String> {
        let (doctor, patient) = (self.users.doctor.clone(), self.users.patient.person.clone());
        let text = json!({"personId": patient, "text": "Have you had a test?"});
        let note = self
            .good(&doctor, Method::PUT, "/notedraft/sign", &text)
            .await?;
        let sent = json!({"noteId": note["_id"], "to": patient, "lastVersion": note["versions"][0]["_id"]});
        self.good(&doctor, Method::PUT, "/note/sendNote", &sent)
            .await?;
        let (mut beat, end) = (beat(), Instant::now() + PATIENCE);
        let mut seen = Value::Null;
        while Instant::now() < end {
            beat.tick().await;
            self.program.revive().await?;
            let path = format!("/note/person/{patient}");
            let looked = self
                .program
                .api
                .try_send(Some(&doctor), Method::GET, &path, None, None);
            match looked.await {
                Ok(answer) => seen = answer.body["items"][0].clone(),
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
            if seen["emr"] == "sent" && seen["message"].is_object() {
                return Ok(());
            }
        }
        Err(format!(
            "waited a minute for the note: {} {}",
            seen["leaving"], seen["emr"]
        ))
    }
}

async fn compare(url: &str, journey: &Journey) -> Result<(), String> {
    let db = rested(url).await?;
    let sandbox = &journey.sandbox;
    one("note", &effects(sandbox, Service::Clinic, "note"))?;
    one(
        "demographic",
        &effects(sandbox, Service::Clinic, "demographic"),
    )?;
    // An e-mail may leave twice; any mailbox knows the copies by their Message-ID.
    let patient = journey.users.patient.email.as_str();
    let mails = effects(sandbox, Service::Email, "message").into_iter();
    let mails = mails.filter(|mail| mail.to.as_deref() == Some(patient));
    let told: BTreeSet<_> = mails.map(|mail| mail.idempotency_key).collect();
    same("e-mails to the patient", Some(told.len()), Some(1))?;
    for (what, sql) in [
        ("note", "SELECT COUNT(*) AS n FROM note"),
        ("version", "SELECT COUNT(*) AS n FROM note_version"),
        ("mark", "SELECT COUNT(*) AS n FROM note_mark"),
        (
            "message",
            "SELECT COUNT(*) AS n FROM message WHERE subject_kind = 'note'",
        ),
        (
            "copy",
            "SELECT COUNT(*) AS n FROM clinic_note WHERE state = 'sent'",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(1))?;
    }
    db.close().await;
    Ok(())
}
