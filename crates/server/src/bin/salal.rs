//! The one program: serve, work, migrate, import, backup, doctor, demo, sandbox, openapi, config.

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use metrics_exporter_prometheus::PrometheusBuilder;
use salal_server::app;
use salal_server::context::{Clock, Context};
use salal_server::error::Error;
use salal_server::features::manage_data::{Terminal, import_path};
use salal_server::features::operations::house;
use salal_server::settings::{DEFAULTS, Faults, Settings};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

#[derive(Parser)]
#[command(
    name = "salal",
    version,
    about = "Online prescription renewal for British Columbia"
)]
struct Program {
    /// A settings file; the defaults and the environment count as well.
    #[arg(long, global = true)]
    config: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the web app and the API; works on jobs too, unless told otherwise.
    Serve {
        /// Leave the jobs to `salal work`.
        #[arg(long)]
        no_worker: bool,
    },
    /// Works on background jobs only.
    Work,
    /// Brings the database up to date.
    Migrate,
    /// Imports reference data.
    Import {
        #[command(subcommand)]
        what: Import,
    },
    /// The audit's chain.
    Audit {
        #[command(subcommand)]
        what: Audit,
    },
    /// Says how the installation is, as the operations page does; fails when something is wrong.
    Doctor,
    /// Copies a SQLite database and the uploaded files, while the program may go on.
    Backup {
        /// Another folder than the settings name.
        #[arg(long)]
        into: Option<std::path::PathBuf>,
        #[command(subcommand)]
        what: Option<Backup>,
    },
    /// Makes the demo data, once, and prints the accounts.
    Demo {
        /// As JSON: [{role, email, password, totpSecret, personId}]. For programs, so no work waits: the
        /// laboratory result that a doctor could acknowledge is not there.
        #[arg(long)]
        json: bool,
    },
    /// Stands in for every outside service, on the wire.
    Sandbox,
    /// Prints the OpenAPI document.
    Openapi,
    /// Settings.
    Config {
        #[command(subcommand)]
        what: Config,
    },
}

#[derive(Subcommand)]
enum Import {
    /// Health Canada's Drug Product Database: a folder, a zip, or JSON files.
    Dpd { path: std::path::PathBuf },
    /// Diagnosis codes: a CSV file with the columns code and description.
    Icd { path: std::path::PathBuf },
    /// Fee items and codes of remittances: a CSV file, or a folder of them.
    Msp { path: std::path::PathBuf },
    /// Pharmacies: CSV or JSON with name, address, city, province, postal_code, phone and fax.
    Pharmacies { path: std::path::PathBuf },
    /// Sleep clinics: CSV or JSON with company, name, address, phone and fax.
    SleepClinics { path: std::path::PathBuf },
    /// The laboratories' tests: CSV or JSON with code, name, group and unit.
    LabDefinitions { path: std::path::PathBuf },
    /// Laboratory results: HL7 v2 (ORU^R01) or JSON (salal-labs-1) files, each as a whole or not at all.
    Labs {
        #[arg(required = true)]
        paths: Vec<std::path::PathBuf>,
    },
}

#[derive(Subcommand)]
enum Audit {
    /// Looks for any change, deletion, reorder or truncation, and says where.
    Verify {
        /// Heads that were kept elsewhere: files as they were published.
        #[arg(long)]
        head: Vec<std::path::PathBuf>,
    },
}

#[derive(Subcommand)]
enum Backup {
    /// Tells that a backup of your own was made, such as pg_dump's.
    Mark {
        /// What it is called.
        #[arg(long, default_value = "backup")]
        name: String,
    },
}

#[derive(Subcommand)]
enum Config {
    /// Lists every fault at once.
    Check,
    /// Prints the commented defaults.
    Show,
}

fn main() -> ExitCode {
    // Two crates bring a TLS provider; one is chosen before the first use.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let program = Program::parse();
    match run(program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "salal: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(program: Program) -> Result<(), String> {
    match program.command {
        Command::Openapi => return print(&pretty(&app::openapi())?),
        Command::Config { what: Config::Show } => return print(DEFAULTS),
        _ => {}
    }
    let settings =
        Settings::load(program.config.as_deref()).map_err(|faults| faults.to_string())?;
    let checks = matches!(
        program.command,
        Command::Config {
            what: Config::Check
        }
    );
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    if checks || !settings.faults().is_empty() {
        // All of them at once: whoever mends one fault should not find the next one afterwards.
        let faults = runtime.block_on(app::faults(&settings));
        return if faults.is_empty() {
            print(&format!(
                "The settings are good for {:?}, and the database answers.",
                settings.environment
            ))
        } else {
            Err(Faults(faults).to_string())
        };
    }
    log(&settings);
    runtime.block_on(start(program.command, settings))
}

/// By the same road as the page's imports; what is told on the way goes beside the answer.
async fn import(ctx: &Context, what: Terminal, path: &std::path::Path) -> Result<(), String> {
    let report = import_path(ctx, what, path, |line| {
        let _ = writeln!(std::io::stderr(), "{line}");
    });
    print(&Box::pin(report).await.map_err(|error| said(&error))?)
}

/// Each file by itself: one that is refused keeps no other from being read.
async fn labs(ctx: &Context, paths: &[std::path::PathBuf]) -> Result<(), String> {
    let mut refused = Vec::new();
    for path in paths {
        match salal_server::features::lab_tests::import_file(ctx, path).await {
            Ok(report) => print(&format!("{}: {report}", path.display()))?,
            Err(error) => refused.push(format!("{}: {}", path.display(), said(&error))),
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused.join("\n"))
    }
}

async fn start(command: Command, settings: Settings) -> Result<(), String> {
    match command {
        Command::Sandbox => sandbox(&settings).await,
        Command::Serve { no_worker } => Box::pin(serve(settings, !no_worker)).await,
        Command::Work => {
            let ctx = open(settings).await?;
            app::work(ctx, stop_on_signal()).await;
            Ok(())
        }
        Command::Migrate => {
            open(settings).await?;
            print("The database is up to date.")
        }
        Command::Import { what } => {
            let ctx = open(settings).await?;
            let (what, path) = match what {
                Import::Labs { paths } => return labs(&ctx, &paths).await,
                Import::Dpd { path } => (Terminal::Register, path),
                Import::Icd { path } => (Terminal::Diagnoses, path),
                Import::Msp { path } => (Terminal::Plan, path),
                Import::Pharmacies { path } => (Terminal::Pharmacies, path),
                Import::SleepClinics { path } => (Terminal::SleepClinics, path),
                Import::LabDefinitions { path } => (Terminal::LabDefinitions, path),
            };
            import(&ctx, what, &path).await
        }
        Command::Audit {
            what: Audit::Verify { head },
        } => {
            let ctx = open(settings).await?;
            verify(&ctx, &head).await
        }
        Command::Doctor => Box::pin(doctor(settings)).await,
        Command::Backup { into, what } => Box::pin(backup(settings, into, what)).await,
        Command::Demo { json } => {
            let ctx = open(settings).await?;
            let accounts = salal_server::demo::make(&ctx)
                .await
                .map_err(|error| said(&error))?;
            if json {
                let value = serde_json::to_value(&accounts).map_err(|error| error.to_string())?;
                print(&pretty(&value)?)
            } else {
                salal_server::demo::lab_results(&ctx)
                    .await
                    .map_err(|error| said(&error))?;
                print(&salal_server::demo::table(&accounts))
            }
        }
        Command::Openapi | Command::Config { .. } => Ok(()),
    }
}

/// The report goes to where answers go, whatever it says; the exit code tells.
async fn doctor(settings: Settings) -> Result<(), String> {
    let ctx = look(settings).await?;
    let report = house::examine(&ctx).await.map_err(|error| said(&error))?;
    print(&house::text(&report))?;
    if report.is_wrong() {
        Err("something is wrong".into())
    } else {
        Ok(())
    }
}

async fn backup(
    settings: Settings,
    into: Option<std::path::PathBuf>,
    what: Option<Backup>,
) -> Result<(), String> {
    let folder = into.unwrap_or_else(|| settings.backup.folder.clone().into());
    let ctx = look(settings).await?;
    let made = match what {
        Some(Backup::Mark { name }) => house::mark(&ctx, &name).await,
        None => house::back_up(&ctx, &folder).await,
    };
    print(&made.map_err(|error| said(&error))?)
}

async fn look(settings: Settings) -> Result<Context, String> {
    app::look(settings, Clock::System)
        .await
        .map_err(|error| said(&error))
}

async fn verify(ctx: &Context, heads: &[std::path::PathBuf]) -> Result<(), String> {
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    let heads: Vec<_> = heads.iter().map(read).collect::<Result<_, _>>()?;
    let report = salal_server::features::audit::verify(ctx, &heads)
        .await
        .map_err(|error| said(&error))?;
    if report.faults.is_empty() {
        print(report.to_string().trim_end())
    } else {
        Err(report.to_string())
    }
}

async fn open(settings: Settings) -> Result<Context, String> {
    app::context(settings, Clock::System)
        .await
        .map_err(|error| said(&error))
}

/// An error for the terminal: the cause, which the web never shows.
fn said(error: &Error) -> String {
    error.cause.clone().unwrap_or_else(|| error.message.clone())
}

async fn serve(settings: Settings, with_worker: bool) -> Result<(), String> {
    let metrics = PrometheusBuilder::new()
        .install_recorder()
        .map_err(|error| error.to_string())?;
    let public_url = settings.server.public_url.clone();
    let ctx = open(settings).await?;
    app::serve(
        ctx,
        Some(metrics),
        with_worker,
        stop_on_signal(),
        |address| {
            tracing::info!(%address, %public_url, "ready");
        },
    )
    .await
    .map_err(|error| said(&error))
}

async fn sandbox(settings: &Settings) -> Result<(), String> {
    if !settings.uses_sandbox() {
        return Err("the sandbox is switched off in these settings".into());
    }
    salal_server::sandbox::run(settings, stop_on_signal())
        .await
        .map_err(|error| said(&error))
}

fn log(settings: &Settings) {
    let filter =
        EnvFilter::try_new(&settings.server.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if settings.server.log_json {
        builder.json().init();
    } else {
        builder.with_target(false).init();
    }
}

/// Told to stop by Ctrl-C or by the service manager.
fn stop_on_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let told = stop.clone();
    tokio::spawn(async move {
        let Ok(mut terminate) =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        else {
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        told.cancel();
    });
    stop
}

fn pretty(value: &serde_json::Value) -> Result<String, String> {
    serde_json::to_string_pretty(value).map_err(|error| error.to_string())
}

fn print(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{text}").map_err(|error| error.to_string())
}
