// SPDX-License-Identifier: AGPL-3.0-or-later

//! One case of a rotation: `salal keys rotate` dies at one point, a server starts on what it left, and the rotation is
//! run again beside it. Then the earlier key opens nothing and is not needed, and the audit is whole.

use std::path::PathBuf;

use salal_db::Engine;
use salal_sandbox::{Running, SandboxSettings};
use tokio::process::Command;

use super::ledger::{rested, same};
use super::program::Program;
use crate::support::{Database, number, template};

const OLD: &str = salal_platform::settings::DEVELOPMENT_KEY;
const NEW: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

/// Rotates with the command dying at `point`, then again beside a server.
pub(crate) async fn run(engine: Engine, point: &'static str) -> Result<(), String> {
    salal_integrations::install_tls_provider();
    let template = template(&crate::TESTED, engine).await;
    let database = template.copy().await;
    let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
        .await
        .map_err(|error| error.to_string())?;
    let both = format!("{NEW} {OLD}");
    let secrets = of_staff(&database).await?;
    let (is_good, _) = salal(&database, &both, &["keys", "rotate"], point).await?;
    if is_good {
        return Err("the command never came to this point".into());
    }
    let left = of_staff(&database).await?;
    if left == secrets {
        return Err("it died before it sealed anything".into());
    }
    let mut program = start(&database, &sandbox, &both).await?;
    for _ in 0..2 {
        let (is_good, told) = salal(&database, &both, &["keys", "rotate"], "").await?;
        if !is_good || !told.contains("Sealed with the key") {
            return Err(told);
        }
    }
    program.end().await;
    let mut program = start(&database, &sandbox, NEW).await?;
    let (_, told) = salal(&database, NEW, &["keys"], "").await?;
    if told.contains("is not in the settings\n    ") || told.contains("earlier versions") {
        return Err(told);
    }
    let (is_good, told) = salal(&database, NEW, &["audit", "verify"], "").await?;
    program.end().await;
    if !is_good {
        return Err(told);
    }
    let db = rested(&database.url).await?;
    let sql = "SELECT COUNT(*) AS n FROM account WHERE totp_sealed IS NOT NULL";
    let kept = number(&db, sql).await;
    db.close().await;
    same(
        "authenticator secret",
        Some(kept),
        i64::try_from(secrets.len()).ok(),
    )
}

/// The sealed secrets, as they are stored.
async fn of_staff(database: &Database) -> Result<Vec<String>, String> {
    use sea_orm::{ConnectionTrait, Statement};
    let db = rested(&database.url).await?;
    let sql = "SELECT totp_sealed FROM account WHERE totp_sealed IS NOT NULL ORDER BY id";
    let on = db.read();
    let rows = on.query_all_raw(Statement::from_string(on.get_database_backend(), sql));
    let rows = rows.await.map_err(|error| error.to_string())?;
    let read = rows.iter().map(|row| row.try_get("", "totp_sealed"));
    let read = read.collect::<Result<Vec<String>, _>>();
    db.close().await;
    read.map_err(|error| error.to_string())
}

async fn start(database: &Database, sandbox: &Running, keys: &str) -> Result<Program, String> {
    let keys = ("SALAL_SECRETS__MASTER_KEY", PathBuf::from(keys));
    Program::start_with(database, sandbox, &[keys]).await
}

/// Runs a command: whether it ended well, and what it said.
async fn salal(
    database: &Database,
    keys: &str,
    command: &[&str],
    point: &str,
) -> Result<(bool, String), String> {
    let done = Command::new(env!("CARGO_BIN_EXE_salal"))
        .args(command)
        .env("SALAL_DATABASE_URL", &database.url)
        .env("SALAL_SECRETS__MASTER_KEY", keys)
        .env("SALAL_CRASH_AT", point)
        .current_dir(std::env::temp_dir())
        .output()
        .await
        .map_err(|error| error.to_string())?;
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    for key in [OLD, NEW] {
        if said.contains(key) {
            return Err("a key was printed".into());
        }
    }
    Ok((done.status.success(), said))
}
