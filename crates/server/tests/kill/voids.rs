// SPDX-License-Identifier: AGPL-3.0-or-later

//! A copy is voided and issued again while the program dies: by a cancellation fax and a second fax, and on
//! paper. Whatever point it dies at, one copy is valid in the end, each fax left once, and nobody paid twice.

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{SandboxSettings, Service};
use serde_json::json;

use super::case::Journey;
use super::ledger::{effects, one, rested, same};
use super::program::Program;
use crate::support::{number, strokes, template};

/// Points of others that are passed while a copy is voided by a cancellation fax.
pub(crate) const SHARED: &[&str] = &[
    "fax.after_queue",
    "fax.after_attempt",
    "fax.after_effect",
    "fax.after_record",
    "fax.after_delivery",
    "job.after_claim",
    "job.after_work",
];

/// Points that are passed when it is issued again.
pub(crate) const ANEW: &[&str] = &[
    "sign.before_commit",
    "sign.after_commit",
    "fax.after_queue",
    "fax.after_attempt",
    "fax.after_effect",
    "fax.after_record",
    "fax.after_delivery",
];

/// Points that are passed when paper is voided and printed again.
pub(crate) const ON_PAPER: &[&str] = &[
    "void.before_commit",
    "void.after_commit",
    "sign.before_commit",
    "sign.after_commit",
];

/// Which part of the story the program dies in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Void,
    Anew,
    Paper,
}

/// Walks the story with the program dying at `point` in its part, then compares the books.
pub(crate) async fn run(engine: Engine, part: Part, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, "").await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    let id = journey.paid(1, false).await?;
    journey.approved_and_signed(&id).await?;
    if part == Part::Paper {
        journey.program.arm(point).await?;
        journey.on_paper(&id).await?;
    } else {
        journey.faxed(&id, 1).await?;
        if part == Part::Void {
            journey.program.arm(point).await?;
        }
        journey.voided(&id).await?;
        if part == Part::Anew {
            journey.program.arm(point).await?;
        }
        journey.signed(&id).await?;
        journey.faxed(&id, 2).await?;
    }
    let died = journey.program.seen_dead().await?;
    if !died {
        return Err("the program never came to this point".into());
    }
    let done = compare(&database.url, &journey, part).await;
    journey.program.end().await;
    done
}

impl Journey {
    async fn approved_and_signed(&mut self, id: &str) -> Result<(), String> {
        let doctor = self.users.doctor.clone();
        let body = json!({"prescriptionId": id});
        self.good(&doctor, Method::PUT, "/prescription/acknowledge", &body)
            .await?;
        let line = self.see(id).await?["medications"][0].clone();
        let body = json!({
            "prescription": {"_id": id}, "status": "Approved",
            "medication": {"_id": line["_id"], "version": line["version"]},
        });
        let path = "/prescription/medication/updateStatus";
        self.good(&doctor, Method::PUT, path, &body).await?;
        self.signed(id).await
    }

    async fn signed(&mut self, id: &str) -> Result<(), String> {
        let doctor = self.users.doctor.clone();
        let body = json!({"prescriptionId": id, "strokes": strokes()});
        self.good(&doctor, Method::PUT, "/prescription/sign", &body)
            .await?;
        Ok(())
    }

    async fn faxed(&mut self, id: &str, copy: i64) -> Result<(), String> {
        let doctor = self.users.doctor.clone();
        let body = json!({"prescriptionId": id});
        self.good(&doctor, Method::POST, "/fax/queue-prescription-fax", &body)
            .await?;
        self.wait(id, "the delivery", |seen| {
            let newest = &seen["copies"][0];
            newest["number"] == copy && newest["state"] == "delivered" && seen["status"] == "FAXED"
        })
        .await?;
        Ok(())
    }

    async fn void(&mut self, id: &str, how: &str) -> Result<(), String> {
        let doctor = self.users.doctor.clone();
        let copy = self.see(id).await?["copies"][0]["_id"].clone();
        let pharmacy = self.users.samples.second_pharmacy["_id"].clone();
        let body = json!({
            "prescriptionId": id, "copyId": copy, "reason": "other_pharmacy", "words": "Asked for it",
            "how": how, "pharmacy": {"_id": pharmacy},
        });
        self.good(&doctor, Method::PUT, "/prescription/void", &body)
            .await?;
        Ok(())
    }

    async fn voided(&mut self, id: &str) -> Result<(), String> {
        self.void(id, "fax").await?;
        self.wait(id, "the cancellation", |seen| {
            seen["copies"][0]["state"] == "voided" && seen["status"] == "APPROVED"
        })
        .await?;
        Ok(())
    }

    async fn on_paper(&mut self, id: &str) -> Result<(), String> {
        let doctor = self.users.doctor.clone();
        let print = json!({"prescriptionId": id});
        self.good(&doctor, Method::PUT, "/prescription/print", &print)
            .await?;
        self.void(id, "paper_kept").await?;
        self.signed(id).await?;
        self.good(&doctor, Method::PUT, "/prescription/print", &print)
            .await?;
        let copy = self.see(id).await?["copies"][0].clone();
        let body = json!({
            "prescriptionId": id, "copyId": copy["_id"], "how": "pharmacy", "to": "Ana", "at": copy["issuedAt"],
        });
        self.good(&doctor, Method::PUT, "/prescription/handed-over", &body)
            .await?;
        Ok(())
    }
}

async fn compare(url: &str, journey: &Journey, part: Part) -> Result<(), String> {
    let db = rested(url).await?;
    let sandbox = &journey.sandbox;
    one("charge", &effects(sandbox, Service::Stripe, "charge"))?;
    let refunds = effects(sandbox, Service::Stripe, "refund").len();
    same("refunds", Some(refunds), Some(0))?;
    let faxes = effects(sandbox, Service::Srfax, "fax").len();
    let left = if part == Part::Paper { 0 } else { 3 };
    same("faxes in the ledger", Some(faxes), Some(left))?;
    let count = i64::try_from(left).unwrap_or_default();
    for (what, wanted, sql) in [
        (
            "delivered faxes",
            count,
            "SELECT COUNT(*) AS n FROM fax WHERE state = 'delivered'",
        ),
        ("faxes", count, "SELECT COUNT(*) AS n FROM fax"),
        ("copies", 2, "SELECT COUNT(*) AS n FROM prescription_copy"),
        (
            "copies in force",
            1,
            "SELECT COUNT(*) AS n FROM prescription_copy WHERE voided_at IS NULL",
        ),
        (
            "delivered copies",
            1,
            "SELECT COUNT(*) AS n FROM prescription_copy WHERE state = 'delivered'",
        ),
        ("signatures", 2, "SELECT COUNT(*) AS n FROM signature"),
        (
            "signatures in force",
            1,
            "SELECT COUNT(*) AS n FROM signature WHERE voided_at IS NULL",
        ),
        ("stopped sheets", 1, "SELECT COUNT(*) AS n FROM fax_stop"),
        (
            "words of the approvals",
            2,
            "SELECT COUNT(*) AS n FROM prescription_status WHERE status = 'APPROVED'",
        ),
        (
            "words of the faxes",
            if part == Part::Paper { 0 } else { 2 },
            "SELECT COUNT(*) AS n FROM prescription_status WHERE status = 'FAXED'",
        ),
        (
            "notes of approval and void",
            2,
            "SELECT COUNT(*) AS n FROM clinic_note WHERE state = 'sent'",
        ),
        (
            "work",
            0,
            "SELECT COUNT(*) AS n FROM prescription WHERE work IS NOT NULL",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(wanted))?;
    }
    db.close().await;
    Ok(())
}
