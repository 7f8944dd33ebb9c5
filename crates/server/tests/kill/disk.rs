// SPDX-License-Identifier: AGPL-3.0-or-later

//! A disk that takes no more writes, and then takes them again: what was answered as kept is there, what was
//! not kept was refused before a card was charged, and nobody has to start the program again. The disk is
//! made to refuse by `disk_faults.c`, loaded into the real program; on SQLite, whose file lies there.

use std::path::{Path, PathBuf};

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{SandboxSettings, Service};
use serde_json::{Value, json};

use super::case::Journey;
use super::ledger::{effects, one, same};
use super::program::{Program, until};
use crate::support::{Answer, User, new_key, number, request, template};

/// Changes that are made after the disk came back; on a connection that never left its transaction each of
/// them was answered as kept and none was.
const AFTERWARDS: i64 = 12;

/// The ways in which a disk refuses.
pub(crate) const WORDS: &[&str] = &["full", "failing", "syncing", "readonly"];

/// Walks one way.
pub(crate) async fn run(word: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, Engine::Sqlite).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let faults = Faults::new(folder_of(&database.url)?)?;
    let program = Program::start_with(&database, &sandbox, &faults.environment()).await?;
    let mut journey = Journey::new(program, sandbox, template.users.clone());
    let mut kept = 0;
    journey.noted(&mut kept).await?;
    let patient = journey.users.patient.clone();
    let asked = request(&journey.users.samples, 1);
    let made = journey
        .good(&patient, Method::POST, "/prescription", &asked)
        .await?;

    faults.set(Some(word))?;
    // A body that is too long for memory meets the fault before the database does. (What syncs alone it does not meet,
    // and on a full disk the reserve may have been freed for it.)
    if matches!(word, "failing" | "readonly") {
        let (doctor, mut long) = (journey.users.doctor.clone(), journey.note());
        long["text"] = "x".repeat(200_000).into();
        let answer = journey
            .put(&doctor, "/notedraft/sign", &new_key(), &long)
            .await?;
        refused(&answer)?;
    }
    let pay = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    let (first, second) = (new_key(), new_key());
    let (note, doctor) = (journey.note(), journey.users.doctor.clone());
    // The first change meets the fault, those after it are refused at the API layer. On a full disk a job's
    // write may meet it a moment earlier and free the reserve, so that this change is completed: then it
    // is answered as kept, and counted below.
    let answer = journey
        .put(&doctor, "/notedraft/sign", &first, &note)
        .await?;
    if word != "full" || answer.status >= 300 {
        refused(&answer)?;
    }
    refused(
        &journey
            .put(&patient, "/prescription/set-pay", &second, &pay)
            .await?,
    )?;
    journey.is_ready(503).await?;
    let path = format!("/prescription/{}", made["_id"].as_str().unwrap_or_default());
    let read = journey
        .program
        .api
        .try_send(Some(&patient), Method::GET, &path, None, None);
    let read = read.await.map_err(|error| error.to_string())?;
    same(
        "a patient's own record is still read",
        Some(read.status),
        Some(200),
    )?;

    faults.set(None)?;
    journey.is_ready(200).await?;
    // The same clicks again, with their keys, and others.
    kept += 1;
    accepted(
        &journey
            .put(&doctor, "/notedraft/sign", &first, &note)
            .await?,
    )?;
    accepted(
        &journey
            .put(&patient, "/prescription/set-pay", &second, &pay)
            .await?,
    )?;
    for _ in 0..AFTERWARDS {
        journey.noted(&mut kept).await?;
    }
    // Only what is on the disk counts.
    journey.program.end().await;
    let db = opened(&database.url).await?;
    let notes = number(&db, "SELECT COUNT(*) AS n FROM note").await;
    same("notes on the disk", Some(notes), Some(kept))?;
    let payments = "SELECT COUNT(*) AS n FROM payment WHERE state NOT IN ('failed', 'abandoned')";
    same(
        "payments on the disk",
        Some(number(&db, payments).await),
        Some(1),
    )?;
    db.close().await;
    one(
        "charge",
        &effects(&journey.sandbox, Service::Stripe, "charge"),
    )
}

/// The folder in which the file of this address lies.
fn folder_of(url: &str) -> Result<&Path, String> {
    let path = url
        .strip_prefix("sqlite://")
        .and_then(|rest| rest.split('?').next());
    let folder = path.and_then(|path| Path::new(path).parent());
    folder.ok_or_else(|| format!("{url} is no file"))
}

/// The database as the program left it, whatever work it had before it.
async fn opened(url: &str) -> Result<salal_db::Db, String> {
    let few = salal_db::DbSettings::default();
    let opened = salal_db::Db::open(url, &few).await;
    opened.map_err(|error| error.to_string())
}

fn refused(answer: &Answer) -> Result<(), String> {
    same("a change that is not kept", Some(answer.status), Some(503))?;
    same("its code", answer.body["code"].as_str(), Some("NOT_KEPT"))?;
    same(
        "Retry-After is given",
        Some(answer.header("retry-after").is_empty()),
        Some(false),
    )
}

fn accepted(answer: &Answer) -> Result<(), String> {
    if answer.status < 300 {
        return Ok(());
    }
    Err(format!(
        "refused although the disk is well: {} {}",
        answer.status, answer.body
    ))
}

impl Journey {
    fn note(&self) -> Value {
        json!({"personId": self.users.patient.person, "text": "Have you had a test?"})
    }

    /// A note that is answered as kept.
    async fn noted(&mut self, kept: &mut i64) -> Result<(), String> {
        let (doctor, note) = (self.users.doctor.clone(), self.note());
        accepted(
            &self
                .put(&doctor, "/notedraft/sign", &new_key(), &note)
                .await?,
        )?;
        *kept += 1;
        Ok(())
    }

    async fn put(&self, by: &User, path: &str, key: &str, body: &Value) -> Result<Answer, String> {
        let sent = self
            .program
            .api
            .try_send(Some(by), Method::PUT, path, Some(key), Some(body));
        sent.await.map_err(|error| error.to_string())
    }

    /// Looks until the readiness check answers so.
    async fn is_ready(&self, status: u16) -> Result<(), String> {
        let url = format!("{}/readyz", self.program.api.base);
        until(&format!("/readyz answers {status}"), || {
            let asked = reqwest::get(url.clone());
            async move { asked.await.ok().filter(|answer| answer.status() == status) }
        })
        .await
        .map(drop)
    }
}

/// The library that makes the disk refuse, and the word that says how.
struct Faults {
    library: PathBuf,
    folder: PathBuf,
    word: PathBuf,
}

impl Faults {
    fn new(folder: &Path) -> Result<Self, String> {
        let services = std::env::temp_dir().join(format!("salal-faults-{}", new_key()));
        std::fs::create_dir_all(&services).map_err(|error| error.to_string())?;
        let library = services.join("disk_faults.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kill/disk_faults.c");
        let made = std::process::Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(source)
            .arg("-ldl")
            .output()
            .map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
        Ok(Self {
            library,
            folder: folder.to_path_buf(),
            word: services.join("word"),
        })
    }

    fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("LD_PRELOAD", self.library.clone()),
            ("SALAL_FAULT_FOLDER", self.folder.clone()),
            ("SALAL_DATABASE__UPLOADS", self.folder.join("uploads")),
            ("SALAL_FAULT_WORD", self.word.clone()),
        ]
    }

    /// Another file under the same name: a half-written word is never read.
    fn set(&self, word: Option<&str>) -> Result<(), String> {
        let new = self.word.with_extension("new");
        let done = match word {
            Some(word) => {
                std::fs::write(&new, word).and_then(|()| std::fs::rename(&new, &self.word))
            }
            None => std::fs::remove_file(&self.word),
        };
        done.map_err(|error| error.to_string())
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if let Some(services) = self.word.parent() {
            let _ = std::fs::remove_dir_all(services);
        }
    }
}
