// SPDX-License-Identifier: AGPL-3.0-or-later

//! The one program: serve, work, migrate, import, administrator, audit, doctor, backup, restore,
//! files, keys, teleplan, report, demo, sandbox, openapi,
//! pdf-worker, config.

use std::io::{IsTerminal, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rustix::fs::Mode;
use salal_db::FileHold;
use salal_server::app;
use salal_server::context::{Clock, Context};
use salal_server::demo::Extent;
use salal_server::error::Error;
use salal_server::features::accounts;
use salal_server::features::audit;
use salal_server::features::billing::{self, AtTerminal};
use salal_server::features::insight;
use salal_server::features::manage_data::{self, Said, Terminal, import_as_said};
use salal_server::features::operations::administrator;
use salal_server::features::operations::backup::{self as backups, BackupFolder};
use salal_server::features::operations::files as stored;
use salal_server::features::operations::health;
use salal_server::features::operations::keys as master_keys;
use salal_server::features::operations::restore as held;
use salal_server::features::prescriptions::{SafetySaid, import_safety};
use salal_server::features::uploads;
use salal_server::metrics;
use salal_server::restore;
use salal_server::sealing;
use salal_server::settings::{DEFAULTS, Faults, Settings, StoreKind};
use salal_server::terminal;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

#[derive(Parser)]
#[command(
    name = "salal",
    version,
    about = "Online prescription renewal for British Columbia"
)]
struct Program {
    /// Settings file (defaults and environment variables also apply).
    #[arg(long, global = true)]
    config: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the web app and API and run background jobs.
    Serve {
        /// Do not run background jobs; leave them to `salal work`.
        #[arg(long)]
        no_worker: bool,
    },
    /// Run background jobs only.
    Work,
    /// Bring the database up to date.
    Migrate,
    /// Import reference data.
    Import {
        #[command(subcommand)]
        what: Import,
    },
    /// Make the first administrator, or another one where nobody who is one can sign in; prints a link that sets the password.
    Administrator {
        /// The address to sign in with. Of an administrator: a new link.
        email: String,
        #[arg(long, value_name = "NAME")]
        first_name: String,
        #[arg(long, value_name = "NAME")]
        last_name: String,
        /// Who does it, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
        /// Why another one, where there is one already; for the audit log.
        #[arg(long, value_parser = terminal::reason)]
        reason: Option<String>,
    },
    /// Audit log tools.
    Audit {
        #[command(subcommand)]
        what: Audit,
    },
    /// Check the installation's health. Exits with 0 if nothing is wrong, 1 if something is, 2 if it could not be checked.
    Doctor {
        /// As JSON, for programs.
        #[arg(long)]
        json: bool,
    },
    /// Back up the SQLite database and uploads, what is new of them; safe while running.
    Backup {
        /// Write to this folder instead of the configured one.
        #[arg(long)]
        into: Option<std::path::PathBuf>,
        #[command(subcommand)]
        what: Option<Backup>,
    },
    /// Restore a backup, or settle a database that other tools restored; and release what is held after it.
    #[command(args_conflicts_with_subcommands = true)]
    Restore {
        /// The backup, or a folder of backups; the configured folder when absent.
        from: Option<std::path::PathBuf>,
        /// Restore the newest backup that is not later than this, such as 2026-11-25T03:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = restore::read_point)]
        point: Option<chrono::DateTime<chrono::Utc>>,
        /// The file of the private key that opens an encrypted backup, as age-keygen writes it.
        #[arg(long, value_name = "FILE")]
        identity: Option<std::path::PathBuf>,
        /// The database was restored by its own tools: hold every effect outside, end all sessions and move numbers on.
        #[arg(long)]
        after_point_in_time: bool,
        /// Restore although the backup has faults; give the reason, which is recorded.
        #[arg(long, value_name = "REASON", value_parser = terminal::reason)]
        despite_faults: Option<String>,
        #[command(subcommand)]
        what: Option<Restore>,
    },
    /// Look after uploaded files: verify them, or move them between a folder and an S3-compatible store.
    Files {
        #[command(subcommand)]
        what: Files,
    },
    /// Show the master keys by their names: age, and what each has sealed.
    Keys {
        #[command(subcommand)]
        what: Option<Keys>,
    },
    /// Manage billing through Teleplan.
    Teleplan {
        #[command(subcommand)]
        what: Teleplan,
    },
    /// Write the clinic's figures of a month as a PDF; no patient is named.
    Report {
        /// The month, such as 2026-10.
        #[arg(long, value_name = "YEAR-MONTH")]
        month: String,
        /// Write to this file instead of insight-YEAR-MONTH.pdf here.
        #[arg(long, value_name = "FILE")]
        out: Option<std::path::PathBuf>,
    },
    /// Create demo data (once) and print the demo accounts.
    Demo {
        /// As JSON: [{role, email, password, totpSecret, personId}]. For scripts; omits the demo lab
        /// result awaiting acknowledgement.
        #[arg(long)]
        json: bool,
        /// The people alone, without the history of a clinic that has worked for months.
        #[arg(long)]
        empty: bool,
        /// How many days the clinic has worked, from 1 to 1000; 90 unless given.
        #[arg(long, value_parser = days, allow_negative_numbers = true, conflicts_with = "empty")]
        days: Option<u32>,
        /// How many patients it has besides the demo's accounts, from 1 to 1000000; 40 unless given.
        #[arg(long, value_parser = patients, allow_negative_numbers = true, conflicts_with = "empty")]
        patients: Option<u32>,
        /// Another number makes another clinic, from 0 to 4294967295; 1 unless given.
        #[arg(long, value_parser = seed, allow_negative_numbers = true, conflicts_with = "empty")]
        seed: Option<u32>,
    },
    /// Run local stand-ins for all external services.
    Sandbox,
    /// Print the OpenAPI document.
    Openapi,
    /// Check one PDF or picture, from standard input to standard output, as a process that may do nothing else.
    /// The server runs it for every uploaded file.
    #[command(hide = true)]
    PdfWorker {
        /// List what such a process may not do on this machine.
        #[arg(long)]
        confinement: bool,
        /// The file is a picture.
        #[arg(long)]
        picture: bool,
    },
    /// Check or print the settings.
    Config {
        #[command(subcommand)]
        what: Config,
    },
}

#[derive(Subcommand)]
enum Import {
    /// Health Canada's Drug Product Database: a folder, a zip, or JSON files.
    Dpd {
        path: std::path::PathBuf,
        /// Build the drugs even if rules no longer match any drug, or far fewer than before; give the reason,
        /// which is recorded.
        #[arg(long, value_name = "REASON", value_parser = terminal::reason)]
        despite_silent_rules: Option<String>,
    },
    /// Diagnosis codes: a CSV file with the columns code and description.
    Icd {
        path: std::path::PathBuf,
        #[command(flatten)]
        despite: Despite,
    },
    /// Fee items and codes of remittances: a CSV file, or a folder of them.
    Msp {
        path: std::path::PathBuf,
        #[command(flatten)]
        despite: Despite,
    },
    /// Pharmacies: CSV or JSON with name, address, city, province, postal_code, phone and fax.
    Pharmacies {
        path: std::path::PathBuf,
        /// A column with another name, such as street=address; repeat for each.
        #[arg(long, value_name = "COLUMN=FIELD")]
        map: Vec<String>,
        #[command(flatten)]
        despite: Despite,
        #[command(flatten)]
        numbers: DespiteNumbers,
    },
    /// Sleep clinics: CSV or JSON with company, name, address, phone and fax.
    SleepClinics {
        path: std::path::PathBuf,
        #[command(flatten)]
        despite: Despite,
        #[command(flatten)]
        numbers: DespiteNumbers,
    },
    /// Laboratory tests: CSV or JSON with code, name, group and unit.
    LabDefinitions {
        path: std::path::PathBuf,
        #[command(flatten)]
        despite: Despite,
    },
    /// Tables of the safety marks: a folder of CSV files, or a zip of one. Each set is imported whole or not at all.
    Safety {
        path: std::path::PathBuf,
        #[command(flatten)]
        despite: Despite,
    },
    /// Laboratory results: HL7 v2 (ORU^R01) or JSON (salal-labs-1) files. Each file is imported whole or not at all.
    Labs {
        #[arg(required = true)]
        paths: Vec<std::path::PathBuf>,
    },
}

/// Options for a list that would lose many entries.
#[derive(clap::Args)]
struct Despite {
    /// Accept the list even if many entries of the present one are not in it; give the reason, which is
    /// recorded.
    #[arg(long, value_name = "REASON", value_parser = terminal::reason)]
    despite_removals: Option<String>,
}

/// Options for a list in which many fax numbers would change.
#[derive(clap::Args)]
struct DespiteNumbers {
    /// Accept the list even if many of its fax numbers have changed; give the reason, which is recorded.
    #[arg(long, value_name = "REASON", value_parser = terminal::reason)]
    despite_changed_numbers: Option<String>,
}

#[derive(Subcommand)]
enum Audit {
    /// Verify the audit log; report any change, insertion, deletion, reordering or truncation. Compares it with what is
    /// in the folder audit.publish_folder.
    Verify {
        /// Further signed heads or anchors that were kept elsewhere, such as from emails: the files as published.
        #[arg(long)]
        head: Vec<std::path::PathBuf>,
    },
}

#[derive(Subcommand)]
enum Teleplan {
    /// Record again the remittance files that were set aside: those named, or all. No payment counts twice.
    /// Exits non-zero if a file is still set aside.
    TakeAgain {
        /// Names or ids of files, as shown on Manage Teleplan.
        files: Vec<String>,
        /// Record them even if lines seem to be missing.
        #[arg(long)]
        all_the_same: bool,
        /// Who records them, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
        /// Why, for the audit log.
        #[arg(long, value_name = "REASON", value_parser = terminal::reason)]
        reason: Option<String>,
    },
}

#[derive(Subcommand)]
enum Backup {
    /// Read a backup without restoring it: whether all of it is there and as it was written.
    Verify {
        /// The backup, or a folder of backups; the configured folder when absent.
        from: Option<std::path::PathBuf>,
        /// The newest backup that is not later than this, such as 2026-11-25T03:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = restore::read_point)]
        point: Option<chrono::DateTime<chrono::Utc>>,
        /// The file of the private key that opens an encrypted backup, as age-keygen writes it.
        #[arg(long, value_name = "FILE")]
        identity: Option<std::path::PathBuf>,
    },
    /// Record that an external backup was made, such as one by pg_dump.
    Mark {
        /// The name of the backup.
        #[arg(long, default_value = "backup")]
        name: String,
    },
}

#[derive(Subcommand)]
enum Restore {
    /// List what is held.
    Status,
    /// Send what is held: one effect, or all of them. Services that can be asked are asked first.
    Release {
        #[command(flatten)]
        which: Which,
        /// Why, for the audit log.
        #[arg(long, value_parser = terminal::reason)]
        reason: String,
    },
    /// Record that a held effect happened after the backup was made: it is not sent.
    #[command(visible_alias = "drop")]
    TakeOver {
        #[command(flatten)]
        what: Happened,
        /// Why, for the audit log.
        #[arg(long, value_parser = terminal::reason)]
        reason: String,
    },
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Which {
    /// The id of one, as salal restore status lists it.
    #[arg(long, value_name = "ID")]
    job: Option<uuid::Uuid>,
    /// Everything. Nothing is held any more.
    #[arg(long)]
    all: bool,
}

#[derive(Subcommand)]
enum Files {
    /// Read every file on record: list those that are missing or were changed, and files without a record. Exits with 1
    /// if one is missing or changed, or the place is not marked as this installation's.
    Verify,
    /// Copy the files to the other place, beside running processes; may be stopped and run again at any time.
    Move {
        /// Where to.
        #[arg(long, value_enum)]
        to: To,
        /// Remove from the old place what is at the new one, which must be in use: every file is read there first.
        #[arg(long)]
        remove: bool,
        /// Who does it, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
    },
    /// Take the place of the settings for this installation's, where Salal says that it is another one's and it is not.
    Adopt {
        /// Who does it, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
    },
}

/// A place of uploaded files.
#[derive(Clone, Copy, clap::ValueEnum)]
enum To {
    /// The folder database.uploads.
    Folder,
    /// The bucket of files.s3.
    S3,
}

#[derive(Subcommand)]
enum Keys {
    /// Print a fresh key.
    New,
    /// Seal everything anew with the first key of the settings, beside running processes; may be run again at any time.
    Rotate {
        /// Who does it, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
    },
    /// Declare a key lost for ever: what only it opens is given up, and Salal starts without it.
    Lost {
        /// The name of the key, as the refused start says it.
        id: String,
        /// Who does it, for the audit log; the operating system's user when absent.
        #[arg(long, value_name = "NAME", value_parser = terminal::name)]
        by: Option<String>,
        /// Why, for the audit log.
        #[arg(long, value_parser = terminal::reason)]
        reason: String,
    },
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Happened {
    /// The id of a held effect, as salal restore status lists it.
    #[arg(long, value_name = "ID")]
    job: Option<uuid::Uuid>,
    /// The card service's reference of a charge that is not here.
    #[arg(long, value_name = "REFERENCE")]
    charge: Option<String>,
    /// The card service's reference of a refund that is not here.
    #[arg(long, value_name = "REFERENCE")]
    refund: Option<String>,
}

#[derive(Subcommand)]
enum Config {
    /// Validate the settings and list all problems.
    Check,
    /// Print the commented defaults.
    Show,
}

fn main() -> ExitCode {
    // Everything the program makes holds health data. One rule for all of it, whatever the umask it was started
    // with: the owner alone reads, also what a library makes (SQLite's log, the temporary files of uploads).
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    // The memory holds the master key: no core is written of it, whatever the machine's limit is.
    let none = rustix::process::Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
    let program = Program::parse();
    if let Command::PdfWorker {
        confinement: false,
        picture,
    } = program.command
    {
        return uploads::pdf_worker(picture);
    }
    outlive_file_limit();
    // Two crates include a TLS provider; one must be chosen before the first use.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let doctor = match program.command {
        Command::Doctor { json } => Some(json),
        _ => None,
    };
    match run(program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "salal: {why}{}", file_limit());
            match doctor {
                None => ExitCode::FAILURE,
                Some(_) if why == FOUND => ExitCode::FAILURE,
                Some(json) => {
                    if json {
                        let _ = print(&health::json_of_error(&why).to_string());
                    }
                    ExitCode::from(UNCHECKED)
                }
            }
        }
    }
}

/// Where a command runs. All that makes a demo waits for one another: statement by statement one thread hands over to the
/// next, which on one processor takes a third less time than between two.
fn runtime(command: &Command) -> std::io::Result<tokio::runtime::Runtime> {
    let mut builder = if matches!(command, Command::Demo { .. }) {
        stay_on_one_processor();
        tokio::runtime::Builder::new_current_thread()
    } else {
        tokio::runtime::Builder::new_multi_thread()
    };
    builder.enable_all().build()
}

/// Keeps this thread, and those that it starts, on the processor that it is on.
fn stay_on_one_processor() {
    let mut this_one = rustix::thread::CpuSet::new();
    this_one.set(rustix::thread::sched_getcpu());
    // Where it is forbidden, it takes longer.
    let _ = rustix::thread::sched_setaffinity(None, &this_one);
}

/// A write beyond the limit on the size of files (`ulimit -f`) ends a process that has no handler for its signal, in the
/// middle of what it does. With one the write fails, like one to a full disk, and the failure is told. The process that
/// reads PDFs keeps its own limit.
fn outlive_file_limit() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    else {
        return;
    };
    let _entered = runtime.enter();
    let beyond = rustix::process::Signal::XFSZ.as_raw();
    // The handler stays when what listens to it is gone.
    let _ = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(beyond));
}

/// A note for a failure: the limit on the size of files, where there is one. Ordinary machines have none.
fn file_limit() -> String {
    match rustix::process::getrlimit(rustix::process::Resource::Fsize).current {
        None => String::new(),
        Some(bytes) => format!(
            "\nNote: this process may write no file of more than {bytes} bytes. If that is not intended, raise the limit \
             (ulimit -f unlimited, or LimitFSIZE=infinity in the unit)."
        ),
    }
}

/// What `salal doctor` ends with when something is wrong, with exit code 1.
const FOUND: &str = "problems were found; see the lines marked WRONG";
/// The exit code of `salal doctor` when the installation could not be checked.
const UNCHECKED: u8 = 2;

fn run(program: Program) -> Result<(), String> {
    match program.command {
        Command::Openapi => return print(&pretty(&app::openapi())?),
        Command::PdfWorker { .. } => {
            let report = uploads::confinement().map_err(|error| error.to_string())?;
            return print(report.trim_end());
        }
        Command::Config { what: Config::Show } => return print(DEFAULTS),
        Command::Keys {
            what: Some(Keys::New),
        } => return print(&sealing::new_master_key()),
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
    let runtime = runtime(&program.command).map_err(|error| error.to_string())?;
    if checks || !settings.faults().is_empty() {
        // All faults at once, so that they can be fixed in one pass.
        let faults = runtime.block_on(app::list_faults(&settings));
        let mut notices = String::new();
        for notice in settings.notices() {
            notices.push_str("\nNote: ");
            notices.push_str(notice);
        }
        return if faults.is_empty() {
            let missing = runtime.block_on(app::count_missing_migrations(&settings));
            let missing =
                missing.map_err(|error| terminal::error_message(&error, &settings.database.url))?;
            let database = match missing {
                _ if !app::has_database(&settings) => {
                    "There is no database yet: salal migrate creates it, and so does salal serve."
                        .into()
                }
                None => "The database is reachable and empty: salal migrate fills it, and so does salal serve.".into(),
                Some(0) => "The database is reachable and up to date.".into(),
                Some(missing) => format!(
                    "The database is from an earlier version and needs {missing} more of this version's \
                     migrations. Back it up (salal backup), then run salal migrate; salal serve also runs it."
                ),
            };
            print(&format!(
                "The settings are valid (environment: {}). {database}{notices}",
                format!("{:?}", settings.environment).to_lowercase()
            ))
        } else {
            Err(format!("{}{notices}", Faults(faults)))
        };
    }
    let filter = match &program.command {
        // A history would tell of thousands of calls; what matters of it is the table at its end.
        Command::Demo { .. } => "error".to_owned(),
        // These go on, and their log says what they do.
        Command::Serve { .. } | Command::Work | Command::Sandbox => settings.server.log.clone(),
        // Whoever asks gets the answer; what is wrong is told before it.
        _ => terminal::answering(&settings.server.log),
    };
    log(&settings, &filter);
    runtime.block_on(start(program.command, settings))
}

/// Uses the same pipeline as imports from the web page; progress messages go to stderr.
async fn import(
    ctx: &Context,
    what: Terminal,
    path: &std::path::Path,
    said: &Said,
) -> Result<(), String> {
    let report = import_as_said(ctx, what, path, said, |line| {
        let _ = writeln!(std::io::stderr(), "{line}");
    });
    print(
        &Box::pin(report)
            .await
            .map_err(|error| self::said(ctx, &error))?,
    )
}

/// What to import, from where, and its options.
enum Wanted {
    Reference(Terminal, std::path::PathBuf, Said),
    Safety(std::path::PathBuf, SafetySaid),
    Labs(Vec<std::path::PathBuf>),
}

impl Wanted {
    fn of(what: Import) -> Self {
        let mut said = Said {
            by: Some(terminal::caller(None)),
            ..Said::default()
        };
        let (what, path) = match what {
            Import::Labs { paths } => return Self::Labs(paths),
            Import::Safety { path, despite } => {
                let said = SafetySaid {
                    despite: despite.despite_removals,
                    by: said.by,
                };
                return Self::Safety(path, said);
            }
            Import::Dpd {
                path,
                despite_silent_rules,
            } => {
                said.despite = despite_silent_rules;
                (Terminal::Register, path)
            }
            Import::Icd { path, despite } => {
                said.despite = despite.despite_removals;
                (Terminal::Diagnoses, path)
            }
            Import::Msp { path, despite } => {
                said.despite = despite.despite_removals;
                (Terminal::Plan, path)
            }
            Import::Pharmacies {
                path,
                map,
                despite,
                numbers,
            } => {
                said.map = map;
                said.despite = despite.despite_removals;
                said.despite_numbers = numbers.despite_changed_numbers;
                (Terminal::Pharmacies, path)
            }
            Import::SleepClinics {
                path,
                despite,
                numbers,
            } => {
                said.despite = despite.despite_removals;
                said.despite_numbers = numbers.despite_changed_numbers;
                (Terminal::SleepClinics, path)
            }
            Import::LabDefinitions { path, despite } => {
                said.despite = despite.despite_removals;
                (Terminal::LabDefinitions, path)
            }
        };
        Self::Reference(what, path, said)
    }

    /// Checks that can be made before a database is created or migrated. Of several files, one readable file
    /// is enough.
    fn check(&self) -> Result<(), String> {
        let in_words = |error: salal_server::error::Error| terminal::error_message(&error, "");
        match self {
            Self::Reference(what, path, said) => {
                manage_data::check(*what, path, said).map_err(in_words)
            }
            Self::Safety(path, _) => manage_data::readable(path).map_err(in_words),
            Self::Labs(paths) => {
                let read = paths.iter().map(|path| manage_data::readable(path));
                let faults: Vec<_> = read.filter_map(Result::err).map(in_words).collect();
                if faults.len() < paths.len() {
                    Ok(())
                } else {
                    Err(faults.join("\n"))
                }
            }
        }
    }
}

async fn import_wanted(ctx: &Context, wanted: &Wanted) -> Result<(), String> {
    match wanted {
        Wanted::Reference(what, path, said) => import(ctx, *what, path, said).await,
        Wanted::Labs(paths) => labs(ctx, paths).await,
        Wanted::Safety(path, asked) => {
            let told = import_safety(ctx, path, asked).await;
            print(&told.map_err(|error| said(ctx, &error))?)
        }
    }
}

/// Each file is processed separately: a refused file does not stop the others.
async fn labs(ctx: &Context, paths: &[std::path::PathBuf]) -> Result<(), String> {
    let mut refused = Vec::new();
    for path in paths {
        match salal_server::features::lab_tests::import_file(ctx, path).await {
            Ok(report) => print(&format!("{}: {report}", path.display()))?,
            Err(error) => refused.push(format!("{}: {}", path.display(), said(ctx, &error))),
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused.join("\n"))
    }
}

async fn import_what(settings: Settings, what: Import) -> Result<(), String> {
    let wanted = Wanted::of(what);
    wanted.check()?;
    let ctx = Box::pin(open(settings)).await?;
    let refused = app::refuse_foreign_keys(&ctx).await;
    refused.map_err(|error| said(&ctx, &error))?;
    import_wanted(&ctx, &wanted).await
}

async fn start(command: Command, settings: Settings) -> Result<(), String> {
    match command {
        Command::Sandbox => sandbox(&settings).await,
        Command::Serve { no_worker } => Box::pin(serve(settings, !no_worker)).await,
        Command::Work => Box::pin(work(settings)).await,
        Command::Migrate => {
            app::refuse_new_beside_backups(&settings)
                .map_err(|error| terminal::error_message(&error, &settings.database.url))?;
            Box::pin(open(settings)).await?;
            print("The database is up to date.")
        }
        Command::Import { what } => Box::pin(import_what(settings, what)).await,
        Command::Administrator {
            email,
            first_name,
            last_name,
            by,
            reason,
        } => {
            let ctx = Box::pin(to_work(settings)).await?;
            let by = terminal::caller(by.as_deref());
            let new = accounts::NewAdministrator {
                email: &email,
                first_name: &first_name,
                last_name: &last_name,
                reason: reason.as_deref(),
            };
            let told = administrator::make(&ctx, new, &by).await;
            print(&told.map_err(|error| said(&ctx, &error))?)
        }
        Command::Audit {
            what: Audit::Verify { head },
        } => {
            let ctx = Box::pin(as_it_is(settings)).await?;
            verify(&ctx, &head).await
        }
        Command::Teleplan {
            what:
                Teleplan::TakeAgain {
                    files,
                    all_the_same,
                    by,
                    reason,
                },
        } => {
            let ctx = Box::pin(to_work(settings)).await?;
            let by = terminal::caller(by.as_deref());
            let told = AtTerminal {
                all_the_same,
                by: &by,
                reason: reason.as_deref(),
            };
            let told = billing::take_again(&ctx, &files, told);
            print(&told.await.map_err(|error| said(&ctx, &error))?)
        }
        Command::Files { what } => Box::pin(files(settings, what)).await,
        Command::Keys { what } => Box::pin(keys(settings, what)).await,
        Command::Doctor { json } => Box::pin(doctor(settings, json)).await,
        Command::Report { month, out } => {
            let ctx = Box::pin(as_it_is(settings)).await?;
            report(&ctx, &month, out).await
        }
        Command::Backup { into, what } => Box::pin(backup(settings, into, what)).await,
        Command::Restore {
            from,
            point,
            identity,
            after_point_in_time,
            despite_faults,
            what,
        } => {
            let wanted = restore::Wanted {
                point,
                identity,
                despite_faults,
                by: terminal::caller(None),
            };
            match what {
                Some(what) => Box::pin(decide(settings, what)).await,
                None => Box::pin(restored(settings, from, after_point_in_time, &wanted)).await,
            }
        }
        Command::Demo {
            json,
            empty,
            days,
            patients,
            seed,
        } => {
            let wanted = DemoWanted {
                empty,
                days,
                patients,
                seed,
            };
            Box::pin(demo(settings, &wanted, json)).await
        }
        Command::Openapi | Command::PdfWorker { .. } | Command::Config { .. } => Ok(()),
    }
}

/// The report always goes to stdout; the exit code gives the result.
async fn doctor(settings: Settings, json: bool) -> Result<(), String> {
    let ctx = Box::pin(look(settings)).await?;
    // The report says what it found.
    let _ = ctx.db.ask_server().await;
    let mut report = health::examine(&ctx)
        .await
        .map_err(|error| said(&ctx, &error))?;
    health::check_file(&ctx, &mut report).await;
    health::check_access(&ctx.settings, &mut report);
    health::check_keys(&ctx, &mut report).await;
    // Where this cannot be asked, the report has said why.
    if let Ok(Some(text)) = salal_server::demo::half_made(&ctx).await {
        report.findings.insert(
            0,
            health::Finding {
                level: health::Level::Wrong,
                area: health::Area::Database,
                text: format!("Part of the data is missing: {text}."),
                code: "demo.half_made".to_owned(),
                is_local: false,
            },
        );
    }
    if json {
        print(&pretty(&health::json(&report))?)?;
    } else {
        print(&health::text(&report))?;
    }
    if report.is_wrong() {
        Err(FOUND.into())
    } else {
        Ok(())
    }
}

/// Progress goes to stderr.
async fn files(settings: Settings, what: Files) -> Result<(), String> {
    let ctx = Box::pin(to_work(settings)).await?;
    let say = |line: &str| {
        let _ = writeln!(std::io::stderr(), "{line}");
    };
    let done = match what {
        Files::Verify => stored::verify(&ctx, say).await,
        Files::Move { to, remove, by } => {
            let by = terminal::caller(by.as_deref());
            let to = match to {
                To::Folder => StoreKind::Folder,
                To::S3 => StoreKind::S3,
            };
            if remove {
                stored::empty(&ctx, to, &by, say).await
            } else {
                stored::copy(&ctx, to, &by, say).await
            }
        }
        Files::Adopt { by } => {
            let by = terminal::caller(by.as_deref());
            let told = stored::adopt(&ctx, &by).await;
            return print(&told.map_err(|error| said(&ctx, &error))?);
        }
    };
    let done = done.map_err(|error| said(&ctx, &error))?;
    if done.is_whole {
        print(&done.text)
    } else {
        Err(done.text)
    }
}

async fn keys(settings: Settings, what: Option<Keys>) -> Result<(), String> {
    let ctx = Box::pin(as_it_is(settings)).await?;
    let told = match what {
        None => master_keys::show(&ctx).await,
        Some(Keys::New) => Ok(sealing::new_master_key()),
        Some(Keys::Rotate { by }) => {
            let by = terminal::caller(by.as_deref());
            master_keys::rotate(&ctx, &by).await
        }
        Some(Keys::Lost { id, by, reason }) => {
            let by = terminal::caller(by.as_deref());
            master_keys::lost(&ctx, &id, &by, &reason).await
        }
    };
    print(&told.map_err(|error| said(&ctx, &error))?)
}

async fn backup(
    settings: Settings,
    into: Option<std::path::PathBuf>,
    what: Option<Backup>,
) -> Result<(), String> {
    let url = settings.database.url.clone();
    let configured = std::path::PathBuf::from(&settings.backup.folder);
    let folder = match &into {
        Some(folder) => BackupFolder::Named(folder),
        None => BackupFolder::Configured(&configured),
    };
    let place = into.as_ref().unwrap_or(&configured).display().to_string();
    let makes_one = what.is_none();
    let made = match what {
        Some(Backup::Mark { name }) => {
            let ctx = Box::pin(to_work(settings)).await?;
            backups::mark(&ctx, &name).await
        }
        Some(Backup::Verify {
            from,
            point,
            identity,
        }) => {
            let from = restore::source(&settings, from);
            let verified = tokio::task::spawn_blocking(move || {
                backups::verify_backup(&settings, &from, point, identity.as_deref())
            });
            verified.await.map_err(|error| error.to_string())?
        }
        // Works on a database of any version: a backup matters most before a migration.
        None => backups::back_up(&Box::pin(look(settings)).await?, folder).await,
    };
    print(&made.map_err(|error| {
        let told = terminal::error_message(&error, &url);
        match told.split_once(" (os error") {
            Some((why, _)) if makes_one => format!(
                "no backup was made in {place}: {why}. Give the user who runs this read access to the uploaded files \
                 and write access there, or name another folder with --into"
            ),
            Some(_) | None => told,
        }
    })?)
}

/// A whole number of this range, as an option gives it.
fn whole_number(given: &str, range: &RangeInclusive<u32>) -> Result<u32, String> {
    let number = given.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!("please give a whole number from {least} to {most}")
    })
}

fn days(given: &str) -> Result<u32, String> {
    whole_number(given, &Extent::DAYS)
}

fn patients(given: &str) -> Result<u32, String> {
    whole_number(given, &Extent::PATIENTS)
}

fn seed(given: &str) -> Result<u32, String> {
    whole_number(given, &(0..=u32::MAX))
}

/// What is wanted of demo data, as far as it was said.
struct DemoWanted {
    empty: bool,
    days: Option<u32>,
    patients: Option<u32>,
    seed: Option<u32>,
}

impl DemoWanted {
    /// The extent of a history; none for the people alone.
    fn extent(&self) -> Option<Extent> {
        let usual = Extent::default();
        (!self.empty).then(|| Extent {
            days: self.days.unwrap_or(usual.days),
            patients: self.patients.map_or(usual.patients, u64::from),
            seed: self.seed.map_or(usual.seed, u64::from),
        })
    }

    /// The options that were given.
    fn said(&self) -> Vec<&'static str> {
        let options = [
            ("--empty", self.empty),
            ("--days", self.days.is_some()),
            ("--patients", self.patients.is_some()),
            ("--seed", self.seed.is_some()),
        ];
        let given = options.into_iter().filter(|(_, given)| *given);
        given.map(|(option, _)| option).collect()
    }
}

/// Makes demo data: with a history, or the people alone.
async fn demo(settings: Settings, wanted: &DemoWanted, json: bool) -> Result<(), String> {
    salal_server::demo::refuse_prod(&settings)?;
    let url = settings.database.url.clone();
    let ctx = Box::pin(app::new_or_current_context(settings, Clock::System))
        .await
        .map_err(|error| terminal::error_message(&error, &url))?;
    let options = wanted.said();
    let is_made = salal_server::demo::is_made(&ctx).await;
    if is_made.map_err(|error| said(&ctx, &error))? && !options.is_empty() {
        let told = salal_server::demo::without_effect(&options);
        let _ = writeln!(std::io::stderr(), "{told}");
    }
    let accounts = match wanted.extent() {
        Some(extent) => Box::pin(salal_server::demo::make_with_history(&ctx, extent)).await,
        None => salal_server::demo::make(&ctx).await,
    };
    let accounts = accounts.map_err(|error| said(&ctx, &error))?;
    if json {
        let value = serde_json::to_value(&accounts).map_err(|error| error.to_string())?;
        print(&pretty(&value)?)
    } else {
        salal_server::demo::lab_results(&ctx)
            .await
            .map_err(|error| said(&ctx, &error))?;
        print(&salal_server::demo::table(&accounts))
    }
}

/// Restores a backup, or settles what other tools restored.
async fn restored(
    settings: Settings,
    from: Option<std::path::PathBuf>,
    after_point_in_time: bool,
    wanted: &restore::Wanted,
) -> Result<(), String> {
    let url = settings.database.url.clone();
    let told = if after_point_in_time {
        restore::after_point_in_time(settings, wanted).await
    } else {
        let from = restore::source(&settings, from);
        restore::restore(settings, Clock::System, &from, wanted).await
    };
    print(&told.map_err(|error| terminal::error_message(&error, &url))?)
}

/// Lists, releases and takes over what is held after a restore.
async fn decide(settings: Settings, what: Restore) -> Result<(), String> {
    let ctx = Box::pin(to_work(settings)).await?;
    let by = terminal::caller(None);
    let told = match what {
        Restore::Status => held::status(&ctx).await,
        Restore::Release {
            which: Which { job: Some(job), .. },
            reason,
        } => held::release_here(&ctx, job, &by, &reason).await,
        Restore::Release { reason, .. } => held::release_all_here(&ctx, &by, &reason).await,
        Restore::TakeOver { what, reason } => {
            let by = by.as_str();
            match (what.job, what.charge, what.refund) {
                (Some(job), _, _) => held::take_over_here(&ctx, job, by, &reason).await,
                (_, Some(charge), _) => {
                    held::take_over_entry_here(&ctx, "charge", &charge, by, &reason).await
                }
                (_, _, refund) => {
                    let refund = refund.unwrap_or_default();
                    held::take_over_entry_here(&ctx, "refund", &refund, by, &reason).await
                }
            }
        }
    };
    print(&told.map_err(|error| terminal::error_message(&error, &ctx.settings.database.url))?)
}

async fn report(ctx: &Context, month: &str, out: Option<std::path::PathBuf>) -> Result<(), String> {
    let report = insight::report_of_month(ctx, month).await;
    let report = report.map_err(|error| match error.faults.first() {
        Some(fault) => fault.message.clone(),
        None => said(ctx, &error),
    })?;
    let path = out.unwrap_or_else(|| report.name.into());
    std::fs::write(&path, &report.pdf).map_err(|error| {
        format!(
            "the report was not written to {}: {error}. Name a file in a folder that you may write to with --out",
            path.display()
        )
    })?;
    print(&format!("The report is in {}.", path.display()))
}

async fn look(settings: Settings) -> Result<Context, String> {
    let url = settings.database.url.clone();
    app::read_only_context(settings, Clock::System)
        .await
        .map_err(|error| terminal::error_message(&error, &url))
}

async fn verify(ctx: &Context, kept: &[std::path::PathBuf]) -> Result<(), String> {
    let mut statements = Vec::new();
    for path in kept {
        let found = std::fs::read_to_string(path)
            .map_err(|error| error.to_string())
            .and_then(|text| audit::read_kept(&text));
        statements.extend(found.map_err(|error| format!("{}: {error}", path.display()))?);
    }
    let began = std::time::Instant::now();
    let report = audit::verify(ctx, ctx.db.read(), &statements)
        .await
        .map_err(|error| said(ctx, &error))?;
    let seconds = began.elapsed().as_secs_f64();
    let text = format!("{report}{}", terminal::speed(report.lines, seconds));
    if report.faults.is_empty() {
        print(text.trim_end())
    } else {
        Err(text)
    }
}

/// Opens a database of exactly this version, without migrating it.
async fn as_it_is(settings: Settings) -> Result<Context, String> {
    let url = settings.database.url.clone();
    app::current_schema_context(settings, Clock::System)
        .await
        .map_err(|error| terminal::error_message(&error, &url))
}

/// Like [`as_it_is`], for a command that changes something.
async fn to_work(settings: Settings) -> Result<Context, String> {
    let url = settings.database.url.clone();
    app::working_context(settings, Clock::System)
        .await
        .map_err(|error| terminal::error_message(&error, &url))
}

/// Opens and migrates the database for a process that serves or runs jobs.
async fn open_alone(settings: Settings) -> Result<(Context, Option<FileHold>), String> {
    let url = settings.database.url.clone();
    app::sole_context(settings, Clock::System)
        .await
        .map_err(|error| terminal::error_message(&error, &url))
}

/// Opens and migrates the database: for `migrate` and `import`.
async fn open(settings: Settings) -> Result<Context, String> {
    let url = settings.database.url.clone();
    app::patient_context(settings, Clock::System)
        .await
        .map_err(|error| terminal::error_message(&error, &url))
}

/// An error for the terminal.
fn said(ctx: &Context, error: &Error) -> String {
    terminal::error_message(error, &ctx.settings.database.url)
}

async fn serve(settings: Settings, with_worker: bool) -> Result<(), String> {
    let metrics = metrics::install().map_err(|error| error.to_string())?;
    let public_url = settings.server.public_url.clone();
    let url = settings.database.url.clone();
    let (ctx, held) = Box::pin(open_alone(settings)).await?;
    let half_made = salal_server::demo::half_made(&ctx).await;
    if let Some(text) = half_made.map_err(|error| said(&ctx, &error))? {
        tracing::warn!("{text}");
    }
    app::serve(
        ctx,
        held,
        metrics,
        with_worker,
        stop_on_signal(),
        |address| {
            tracing::info!(%address, %public_url, "ready");
        },
    )
    .await
    .map_err(|error| terminal::error_message(&error, &url))
}

/// Runs background jobs until stopped. They matter more than figures: where the metrics' address is taken, such as by
/// the server of the same machine, that is said and the jobs run.
async fn work(settings: Settings) -> Result<(), String> {
    let metrics = metrics::install().map_err(|error| error.to_string())?;
    let (ctx, held) = Box::pin(open_alone(settings)).await?;
    let stop = stop_on_signal();
    if let Err(error) = app::serve_metrics(&ctx, metrics, "work", &stop).await {
        tracing::warn!(
            cause = %error,
            "the metrics of this worker are not served. Give it an address of its own, such as \
             SALAL_SERVER__METRICS_ADDRESS=127.0.0.1:9465"
        );
    }
    tracing::info!("running background jobs");
    ctx.traces.start(&ctx);
    let (traces, stopped) = (ctx.traces.clone(), stop.clone());
    tokio::spawn(async move {
        stopped.cancelled().await;
        traces.stopping();
    });
    app::work(ctx.clone(), held, stop).await;
    ctx.traces.close().await;
    Ok(())
}

async fn sandbox(settings: &Settings) -> Result<(), String> {
    if !settings.uses_sandbox() {
        return Err("the sandbox is turned off in these settings".into());
    }
    salal_server::sandbox::run(settings, stop_on_signal())
        .await
        .map_err(|error| terminal::error_message(&error, &settings.database.url))
}

/// Whether this user has a file of passwords for PostgreSQL.
fn has_password_file() -> bool {
    salal_server::settings::environment::of_process()
        .iter()
        .any(|(name, text)| match name.as_str() {
            "PGPASSFILE" => !text.is_empty(),
            "HOME" => std::path::Path::new(text).join(".pgpass").is_file(),
            _ => false,
        })
}

fn log(settings: &Settings, filter: &str) {
    // The pool has a line for each connection of a database that is away, which the program tells once. A filter that names
    // it gets them.
    // It warns of a file of passwords in a folder that it may not read, which is where there is none.
    let passwords = if has_password_file() { "warn" } else { "error" };
    let filter = format!(
        "sqlx_core::pool=off,sqlx::pool=off,sqlx_postgres::options::pgpass={passwords},{filter}"
    );
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Where stderr is closed, a complaint about it would end the program.
        .log_internal_errors(false)
        // Colours are for eyes: a file or a pipe gets none.
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    if settings.server.log_json {
        builder.json().init();
    } else {
        builder.init();
    }
}

/// Stops on Ctrl-C or when the service manager asks.
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

/// A reader that closes early, such as `head`, has read what it wanted: that is no failure.
fn print(text: &str) -> Result<(), String> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}
