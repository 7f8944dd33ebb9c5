// SPDX-License-Identifier: AGPL-3.0-or-later

//! Uploaded files in an S3-compatible store, by the real program: kept there and read from there, away with it and back
//! with it, verified, backed up and restored, and moved to a folder.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use reqwest::Method;
use salal_db::{Db, DbSettings, Engine};
use salal_sandbox::{Running, SandboxSettings};
use sea_orm::ConnectionTrait;
use serde_json::json;
use tokio::process::Command;

use super::program::Program;
use super::store::{Store, files_in};
use crate::support::files::png;
use crate::support::{Answer, Api, Database, User, new_key, phn, template};

type Outcome<T> = Result<T, String>;
type Environment = Vec<(&'static str, PathBuf)>;

/// Sends a picture in as the front of the health card.
pub(crate) async fn upload(api: &Api, by: &User, key: &str, width: u32) -> Outcome<Answer> {
    let path = format!("/person/healthDoc/{}", by.person);
    let fields = json!({"personId": by.person, "BCCardNumber": phn(1)});
    let files = [("file", "card.png", png(width, 40))];
    api.try_form(Some(by), Method::PUT, &path, key, &fields, &files)
        .await
        .map_err(|error| error.to_string())
}

/// The id of the file in the answer to an upload.
pub(crate) fn file_id(answer: &Answer) -> Outcome<String> {
    let id = answer.body["HealthDocuments"][0]["files"][0]["_id"].as_str();
    let id = id.ok_or_else(|| format!("no file: {} {}", answer.status, answer.body))?;
    Ok(id.to_owned())
}

pub(crate) async fn open(api: &Api, by: &User, id: &str) -> Outcome<Answer> {
    let path = format!("/file/{id}");
    let opened = api.try_send(Some(by), Method::GET, &path, None, None);
    opened.await.map_err(|error| error.to_string())
}

/// What a refusal of the program is to say.
fn is(answer: &Answer, status: u16, code: &str) -> Outcome<()> {
    if answer.status == status && (code.is_empty() || answer.body["code"] == code) {
        return Ok(());
    }
    Err(format!(
        "{} {} instead of {status} {code}",
        answer.status, answer.body
    ))
}

/// The commands of one installation.
struct Terminal {
    url: String,
    environment: Environment,
    /// Where its store keeps the files.
    files: PathBuf,
}

impl Terminal {
    /// Runs a command, with more in its environment; whether it ended well, and all that it said.
    async fn salal(&self, words: &[&str], more: &Environment) -> Outcome<(bool, String)> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
        command
            .args(words)
            .env("SALAL_DATABASE_URL", &self.url)
            .env("SALAL_SERVER__LOG", "error")
            .envs(
                self.environment
                    .iter()
                    .chain(more)
                    .map(|(name, value)| (name, value)),
            )
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        let done = command.output().await.map_err(|error| error.to_string())?;
        let said = [done.stdout, done.stderr].concat();
        Ok((
            done.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        ))
    }

    /// Runs a command that must end well or not, and say this.
    async fn says(
        &self,
        words: &[&str],
        more: &Environment,
        ends_well: bool,
        parts: &[&str],
    ) -> Outcome<String> {
        let (ended_well, said) = self.salal(words, more).await?;
        let lacks = parts.iter().find(|part| !said.contains(**part));
        if ended_well == ends_well && lacks.is_none() {
            return Ok(said);
        }
        Err(format!(
            "{words:?}: {ended_well}, without {lacks:?}: {said}"
        ))
    }
}

fn set(name: &'static str, value: &Path) -> (&'static str, PathBuf) {
    (name, value.to_owned())
}

/// The demo's attachment is where the demo was made.
pub(crate) async fn forget_the_demo(url: &str) -> Outcome<()> {
    let db = Db::open(url, &DbSettings::default()).await;
    let db = db.map_err(|error| error.to_string())?;
    for sql in ["DELETE FROM message_file", "DELETE FROM upload"] {
        let done = db.write().execute_unprepared(sql).await;
        done.map_err(|error| error.to_string())?;
    }
    db.close().await;
    Ok(())
}

/// Walks all of it.
pub(crate) async fn run() -> Outcome<()> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, Engine::Sqlite).await;
    let database = template.copy().await;
    let users = template.users.clone();
    forget_the_demo(&database.url).await?;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests()).await;
    let sandbox = sandbox.map_err(|error| error.to_string())?;
    let mut store = Store::start().await?;
    let around = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = around.path().join("uploads");
    let mut environment = store.environment();
    environment.push(set("SALAL_DATABASE__UPLOADS", &folder));
    environment.push(set("SALAL_BACKUP__FOLDER", &around.path().join("copies")));
    let mut program = Program::start_with(&database, &sandbox, &environment).await?;
    let api = program.api.clone();
    let (patient, doctor) = (&users.patient, &users.doctor);

    // What came is in the store and nowhere else, and comes from there.
    let kept = file_id(&upload(&api, patient, &new_key(), 64).await?)?;
    let opened = open(&api, doctor, &kept).await?;
    is(&opened, 200, "")?;
    let lies = files_in(&store.files());
    let on_disk = files_in(&folder).len();
    if lies.len() != 1 || on_disk != 0 {
        return Err(format!("{lies:?}, and {on_disk} in the folder"));
    }

    // While the store is away, files are refused with a sentence, and nothing else is.
    store.go().await;
    let key = new_key();
    is(&upload(&api, patient, &key, 65).await?, 503, "NOT_KEPT")?;
    is(&open(&api, doctor, &kept).await?, 503, "AWAY")?;
    let path = format!("/person/{}", patient.person);
    let other = api.try_send(Some(patient), Method::GET, &path, None, None);
    is(&other.await.map_err(|error| error.to_string())?, 200, "")?;
    let terminal = Terminal {
        url: database.url.clone(),
        environment: environment.clone(),
        files: store.files(),
    };
    let none = Environment::new();
    terminal
        .says(
            &["doctor"],
            &none,
            false,
            &["The bucket clinic, files/ at http", "not reached"],
        )
        .await?;
    store.come().await?;
    let second = file_id(&upload(&api, patient, &key, 65).await?)?;
    is(&open(&api, doctor, &second).await?, 200, "")?;

    wrong_settings(&terminal).await?;
    damage(&terminal, &api, doctor, &kept, &lies[0]).await?;
    program.end().await;
    restored(&terminal, &store, around.path()).await?;
    moved(&terminal, &store, &folder).await?;
    let on = (&database, &sandbox);
    moved_beside(on, &terminal, &store, &folder, patient).await
}

/// What is wrong with keys and names is told before anything is uploaded.
async fn wrong_settings(terminal: &Terminal) -> Outcome<()> {
    let check = ["config", "check"];
    let none = Environment::new();
    terminal.says(&check, &none, true, &["valid"]).await?;
    let key = vec![set("SALAL_FILES__S3__SECRET_KEY", Path::new("another"))];
    terminal
        .says(
            &check,
            &key,
            false,
            &["files.s3: the bucket cannot be used", "keys are refused"],
        )
        .await?;
    let bucket = vec![set("SALAL_FILES__S3__BUCKET", Path::new("elsewhere"))];
    terminal
        .says(&check, &bucket, false, &["the bucket is not there"])
        .await?;
    terminal
        .says(&["doctor"], &bucket, false, &["the bucket is not there"])
        .await?;
    // Every file is there, and the place is marked as another installation's: programs see it by the code of the end.
    let mark = terminal.files.join(".salal-files");
    let good = std::fs::read(&mark).map_err(|error| error.to_string())?;
    std::fs::write(&mark, "4711\n").map_err(|error| error.to_string())?;
    let verify = ["files", "verify"];
    let told = [
        "2 there and unaltered",
        "has the mark of another installation",
    ];
    terminal.says(&verify, &none, false, &told).await?;
    std::fs::write(&mark, good).map_err(|error| error.to_string())?;
    // A bucket that is there and another installation's, or nobody's.
    let prefix = vec![set("SALAL_FILES__S3__PREFIX", Path::new("others"))];
    terminal
        .says(
            &["doctor"],
            &prefix,
            false,
            &["has no mark of this installation", "files adopt"],
        )
        .await
        .map(drop)
}

/// A file that is changed or gone is named by `salal files verify` and not shown.
async fn damage(
    terminal: &Terminal,
    api: &Api,
    doctor: &User,
    id: &str,
    file: &Path,
) -> Outcome<()> {
    let in_words = |error: std::io::Error| error.to_string();
    let verify = ["files", "verify"];
    let none = Environment::new();
    terminal
        .says(
            &verify,
            &none,
            true,
            &["2 files on record: 2 there and unaltered"],
        )
        .await?;
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or("a file without a name")?;
    let good = std::fs::read(file).map_err(in_words)?;
    let mut changed = good.clone();
    changed.reverse();
    std::fs::write(file, &changed).map_err(in_words)?;
    is(&open(api, doctor, id).await?, 503, "FILE_CHANGED")?;
    terminal
        .says(
            &verify,
            &none,
            false,
            &["1 file not what was stored any more", name],
        )
        .await?;
    std::fs::remove_file(file).map_err(in_words)?;
    is(&open(api, doctor, id).await?, 503, "FILE_MISSING")?;
    terminal
        .says(
            &verify,
            &none,
            false,
            &["1 file on record and not in", name],
        )
        .await?;
    std::fs::write(file, &good).map_err(in_words)?;
    is(&open(api, doctor, id).await?, 200, "")
}

/// A backup has the files of the store, and a restore puts them into the store of its settings.
async fn restored(terminal: &Terminal, store: &Store, around: &Path) -> Outcome<()> {
    let none = Environment::new();
    terminal
        .says(&["backup"], &none, true, &["2 uploaded files added"])
        .await?;
    let target = around.join("restored.db");
    let elsewhere = Terminal {
        url: format!("sqlite://{}?mode=rwc", target.display()),
        environment: terminal.environment.clone(),
        files: terminal.files.clone(),
    };
    let again = vec![set("SALAL_FILES__S3__PREFIX", Path::new("again"))];
    elsewhere
        .says(
            &["restore"],
            &again,
            true,
            &["2 uploaded files were put back"],
        )
        .await?;
    elsewhere
        .says(
            &["files", "verify"],
            &again,
            true,
            &["2 there and unaltered"],
        )
        .await?;
    let beside = store.files().with_file_name("again");
    if files_in(&beside).len() == 2 {
        Ok(())
    } else {
        Err("the restored files are not under their own names".into())
    }
}

/// Into a folder: copied, then in use, then gone from the store; and another folder is told.
async fn moved(terminal: &Terminal, store: &Store, folder: &Path) -> Outcome<()> {
    let none = Environment::new();
    let in_folder = vec![set("SALAL_FILES__STORE", Path::new("folder"))];
    let to_folder = ["files", "move", "--to", "folder"];
    let emptied = ["files", "move", "--to", "folder", "--remove"];
    terminal
        .says(
            &emptied,
            &none,
            false,
            &["nothing was removed", "still \"s3\""],
        )
        .await?;
    terminal
        .says(
            &to_folder,
            &none,
            true,
            &["2 copied to the folder", "start every process again"],
        )
        .await?;
    // Once more: what is there is not copied again.
    terminal
        .says(
            &to_folder,
            &in_folder,
            true,
            &["0 copied to the folder", "2 there before"],
        )
        .await?;
    if files_in(&store.files()).len() != 2 {
        return Err("the store lost its files before anybody said so".into());
    }
    terminal
        .says(
            &emptied,
            &in_folder,
            true,
            &["2 files removed from the bucket"],
        )
        .await?;
    let left = (files_in(&store.files()).len(), files_in(folder).len());
    if left != (0, 2) {
        return Err(format!(
            "files left in the store and in the folder: {left:?}"
        ));
    }
    terminal
        .says(
            &["files", "verify"],
            &in_folder,
            true,
            &["2 there and unaltered in the folder"],
        )
        .await?;
    let mut other = in_folder.clone();
    let another = folder.with_file_name("another");
    other.push(set("SALAL_DATABASE__UPLOADS", &another));
    terminal
        .says(
            &["doctor"],
            &other,
            false,
            &["has no mark of this installation"],
        )
        .await?;
    terminal
        .says(
            &["files", "adopt"],
            &other,
            true,
            &["is this installation’s"],
        )
        .await?;
    let (_, said) = terminal.salal(&["doctor", "--json"], &other).await?;
    if said.contains("has no mark") {
        return Err(said);
    }
    Ok(())
}

/// Back into the store and once more into the folder, while a program takes files: what comes in during a move is copied by
/// the next one, and nothing is lost on either way.
async fn moved_beside(
    (database, sandbox): (&Database, &Running),
    terminal: &Terminal,
    store: &Store,
    folder: &Path,
    patient: &User,
) -> Outcome<()> {
    let in_folder = set("SALAL_FILES__STORE", Path::new("folder"));
    let ways = [
        ("s3", vec![in_folder], Environment::new()),
        (
            "folder",
            Environment::new(),
            vec![set("SALAL_FILES__STORE", Path::new("folder"))],
        ),
    ];
    let mut known = 2;
    for (to, before, after) in ways {
        let environment = [terminal.environment.clone(), before.clone()].concat();
        let mut program = Program::start_with(database, sandbox, &environment).await?;
        let api = program.api.clone();
        let words = ["files", "move", "--to", to];
        let uploads = async {
            for width in 0..4 {
                is(
                    &upload(&api, patient, &new_key(), 70 + width).await?,
                    200,
                    "",
                )?;
            }
            Ok::<_, String>(())
        };
        let moving = terminal.says(&words, &before, true, &["Nothing was removed"]);
        let (uploaded, moved) = tokio::join!(uploads, moving);
        uploaded?;
        moved?;
        known += 4;
        program.end().await;
        // The setting is changed, and what came in between is brought.
        let rest = format!("{known} files on record");
        terminal
            .says(&words, &after, true, &[rest.as_str()])
            .await?;
        let all = format!("{known} there and unaltered");
        terminal
            .says(&["files", "verify"], &after, true, &[all.as_str()])
            .await?;
        let emptied = ["files", "move", "--to", to, "--remove"];
        terminal
            .says(&emptied, &after, true, &["removed from"])
            .await?;
        let left = (files_in(&store.files()).len(), files_in(folder).len());
        let expected = if to == "s3" { (known, 0) } else { (0, known) };
        if left != expected {
            return Err(format!(
                "in the store and in the folder: {left:?}, not {expected:?}"
            ));
        }
    }
    Ok(())
}
