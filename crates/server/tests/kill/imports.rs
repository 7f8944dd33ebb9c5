// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of an import: a register is taken in file by file and the drugs are built of it, against a
//! program that dies at one point; then everything counts once, and nothing of it is left half done.

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::SandboxSettings;
use serde_json::json;

use super::case::Journey;
use super::ledger::{rested, same};
use super::program::Program;
use crate::support::{new_key, number, register, template};

/// Walks an import and a build with the program dying at `point`, then counts what is there.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let program = Program::start(&database, &sandbox, point).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    journey.import_and_build().await?;
    if !journey.program.died {
        return Err("the program never came to this point".into());
    }
    let done = compare(&database.url).await;
    journey.program.end().await;
    done
}

impl Journey {
    async fn import_and_build(&mut self) -> Result<(), String> {
        let admin = self.users.admin.clone();
        for (number, (resource, bytes)) in register("SALALEX").into_iter().enumerate() {
            self.take_in(resource, bytes).await?;
            self.ended(number + 1).await?;
        }
        let path = "/manage-data/build-drugs";
        self.good(&admin, Method::GET, path, &json!({})).await?;
        self.ended(register("SALALEX").len() + 1).await?;
        let found = "/drug/name/only/SALALEX";
        let patient = self.users.patient.clone();
        self.look(&patient, found, |seen| seen["total"] == 1).await
    }

    /// Sends one file, with one key, until it is answered.
    async fn take_in(&mut self, resource: &str, bytes: Vec<u8>) -> Result<(), String> {
        let (admin, key) = (self.users.admin.clone(), new_key());
        let fields = json!({"collection": resource});
        let files = [("file", "list.json", bytes)];
        for _ in 0..20 {
            let path = "/manage-data/import-data";
            let sent =
                self.program
                    .api
                    .try_form(Some(&admin), Method::POST, path, &key, &fields, &files);
            match sent.await {
                Ok(answer) if answer.status < 300 => return Ok(()),
                Ok(answer) => return Err(format!("{resource}: {} {}", answer.status, answer.body)),
                Err(lost) => self.back_again(&lost.to_string()).await?,
            }
        }
        Err(format!("{resource}: never answered"))
    }

    /// Waits until so many imports and builds are over.
    async fn ended(&mut self, count: usize) -> Result<(), String> {
        let admin = self.users.admin.clone();
        self.look(&admin, "/manage-data/imports", |seen| {
            let items = seen["items"].as_array().map_or(0, Vec::len);
            seen["active"].is_null() && items == count
        })
        .await
    }
}

async fn compare(url: &str) -> Result<(), String> {
    let db = rested(url).await?;
    for (what, sql, count) in [
        // One that was arriving when the program died is no import: the next that comes after its time
        // takes it away.
        (
            "import",
            "SELECT COUNT(*) AS n FROM data_import WHERE state <> 'receiving'",
            8,
        ),
        (
            "import that is done",
            "SELECT COUNT(*) AS n FROM data_import WHERE state = 'done'",
            8,
        ),
        (
            "piece of a file that is left",
            "SELECT COUNT(*) AS n FROM data_piece WHERE import_id IN \
             (SELECT id FROM data_import WHERE state <> 'receiving')",
            0,
        ),
        (
            "part of a resource",
            "SELECT COUNT(*) AS n FROM data_chunk",
            7,
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(count))?;
    }
    db.close().await;
    Ok(())
}
