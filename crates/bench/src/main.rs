// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make bench`: starts a server of its own on data of its own and measures it, each figure beside
//! what the same machine could do at most in the same run. Deliberately not here: anything of the
//! gate; a benchmark on a busy machine proves nothing.

mod aims;
mod bare;
mod client;
mod instructions;
mod lists;
mod load;
mod measure;
mod names;
mod peers;
mod people;
mod program;
mod records;
mod seed;
mod short;
mod table;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use salal_db::testing::Postgres;
use salal_db::{Db, DbSettings};

use program::Place;

/// What is done with the instructions that were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Counted {
    /// They are compared with what is noted.
    Compare,
    /// They are noted.
    Note,
}

/// The engines, as they are named on the command line and in the table.
const SQLITE: &str = "SQLite";
const POSTGRES: &str = "PostgreSQL";

/// Measures the server.
#[derive(Debug, Parser)]
#[command(name = "salal-bench")]
struct Options {
    /// The program to measure.
    #[arg(long, default_value = "target/release/salal")]
    program: PathBuf,
    /// Health Canada's files; without them the demo catalogue is used.
    #[arg(long)]
    catalogue: Option<PathBuf>,
    /// Where the run's data lie; emptied before and after. Not in memory, or commits cost nothing.
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
    /// The engines that are measured.
    #[arg(long, value_delimiter = ',', default_values = [SQLITE, POSTGRES], value_parser = [SQLITE, POSTGRES])]
    engines: Vec<String>,
    /// The folder into which `bench/peers/setup.sh` put other systems; without it they are not measured.
    #[arg(long)]
    peers: Option<PathBuf>,
    /// Instead of all this, a short look on a small database, for a development build on a machine that does other
    /// things as well: only what has become several times as dear is told, and refused.
    #[arg(long)]
    short: bool,
    #[arg(long, default_value_t = 20_000)]
    patients: usize,
    #[arg(long, default_value_t = 60_000)]
    requests: usize,
    /// Patients among whom the staff's lists are measured, from few to many; 0: not measured.
    #[arg(long, value_delimiter = ',', default_values_t = [10_000, 100_000, 1_000_000])]
    people: Vec<usize>,
    /// The staff's lists and nothing else.
    #[arg(long)]
    lists_only: bool,
    /// Counts the instructions of a dozen calls instead, and compares them with what is noted in this crate; needs
    /// Valgrind, and takes a development build too.
    #[arg(long)]
    instructions: Option<Counted>,
    /// Leaves the data where they are, to look at a plan.
    #[arg(long)]
    keep: bool,
    /// Length of each measurement.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench: {why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Result<(), String> {
    let folder = std::path::absolute(&options.folder).map_err(|error| error.to_string())?;
    empty(&folder)?;
    let place = Place {
        program: std::path::absolute(&options.program).map_err(|error| error.to_string())?,
        database: format!("sqlite://{}?mode=rwc", folder.join("salal.db").display()),
        folder: folder.clone(),
        address: free_address()?,
    };
    if let Some(wanted) = options.instructions {
        let counted = instructions::count(&place, wanted).await;
        if !options.keep {
            empty(&folder)?;
        }
        return counted;
    }
    if options.short {
        let judged = short::look(&place).await;
        empty(&folder)?;
        return judged;
    }
    let busy = load_average();
    let measured = everything(options, &place).await;
    let measured = match measured {
        Ok(mut lines) if options.people.iter().all(|&size| size > 0) => {
            let time = Duration::from_secs(options.seconds);
            let lists = lists::all(&place, &options.people, time).await;
            lists.map(|lists| {
                lines.extend(lists);
                lines
            })
        }
        other => other,
    };
    if !options.keep {
        empty(&folder)?;
    }
    table::print(&measured?);
    println!("{}", machine(&busy));
    Ok(())
}

/// What the figures were measured on. A load before the run above nought is somebody else's.
fn machine(before: &str) -> String {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "{processors} processors; load average {before} before the run, {} after it. The plain commits are single rows, \
         one transaction each, through the same pool with the same settings as the server's: every one is on the disk \
         before it is reported.",
        load_average()
    )
}

/// Of the last minute, five and fifteen, where the system tells.
fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let figures: Vec<&str> = text.split(' ').take(3).collect();
    if figures.len() == 3 {
        figures.join(" ")
    } else {
        "unknown".into()
    }
}

/// The same on each engine.
async fn everything(options: &Options, place: &Place) -> Result<Vec<table::Line>, String> {
    let mut lines = Vec::new();
    if options.lists_only {
        return Ok(lines);
    }
    for engine in &options.engines {
        // Gone with its data at the end of the engine's turn.
        let server = (engine == POSTGRES).then(|| Postgres::start_durable(on_disk()));
        let place = Place {
            database: database(place, server.as_ref(), "requests").await,
            ..place.clone()
        };
        lines.extend(one_engine(options, &place, engine, server.as_ref()).await?);
        if let Some(peers) = &options.peers {
            let ours = &lines;
            let said = peers::beside(peers, engine, server.as_ref(), options.seconds, ours)?;
            lines.extend(said);
        }
    }
    lines.extend(measure::sizes(place));
    Ok(lines)
}

/// A folder on the disk that every user of the machine can reach: `PostgreSQL` runs as a user of its own, and a
/// temporary folder may lie in memory.
fn on_disk() -> &'static Path {
    Path::new("/var/tmp")
}

/// An empty database of this name.
async fn database(place: &Place, server: Option<&Postgres>, name: &str) -> String {
    match server {
        Some(server) => server.create_database().await,
        None => format!(
            "sqlite://{}?mode=rwc",
            place.folder.join(format!("{name}.db")).display()
        ),
    }
}

async fn one_engine(
    options: &Options,
    place: &Place,
    name: &str,
    server: Option<&Postgres>,
) -> Result<Vec<table::Line>, String> {
    let mut lines = Vec::new();
    let began = Instant::now();
    if let Some(files) = &options.catalogue {
        let said = place.run(&["import", "dpd", &files.display().to_string()])?;
        eprintln!("{said}");
        lines.push(table::Line {
            what: format!("{name}: import of the drug catalogue"),
            result: format!("{:.1} s", began.elapsed().as_secs_f64()),
            aim: table::aim("under 2.0 s", began.elapsed() < Duration::from_secs(2)),
            ..table::Line::default()
        });
    } else {
        place.run(&["demo", "--empty"])?;
        eprintln!("the demo catalogue is used: its search says little");
    }
    let text = |error: sea_orm::DbErr| error.to_string();
    let open = async |place: &Place| {
        let opened = Db::open(&place.database, &DbSettings::default()).await;
        opened.map_err(|error| error.to_string())
    };
    let db = open(place).await?;
    let size = seed::Size {
        patients: options.patients,
        requests: options.requests,
        sessions: (options.patients / 2).max(measure::READERS + 1),
    };
    let began = Instant::now();
    let drugs = seed::some_drugs(&db).await.map_err(text)?;
    seed::fill(&db, size, &drugs).await.map_err(text)?;
    people::doctor(&db, 60).await.map_err(text)?;
    eprintln!(
        "{name}: {} patients and {} requests written in {:.0} s",
        size.patients,
        size.requests,
        began.elapsed().as_secs_f64()
    );
    lines.extend(measure::start(place, name).await?);
    let mut aims = aims::Aims {
        engine: name.to_owned(),
        place,
        db: &db,
        size,
        time: Duration::from_secs(options.seconds),
        log: server.map(|server| server.log().to_owned()),
        lines,
    };
    aims.requests().await?;
    let lines = std::mem::take(&mut aims.lines);
    db.close().await;

    let place = Place {
        database: database(place, server, "people").await,
        ..place.clone()
    };
    place.run(&["migrate"])?;
    let db = open(&place).await?;
    people::fill(&db, size.patients).await.map_err(text)?;
    let mut aims = aims::Aims {
        place: &place,
        db: &db,
        lines,
        ..aims
    };
    aims.lists().await?;
    let lines = std::mem::take(&mut aims.lines);
    db.close().await;
    Ok(lines)
}

/// Makes the folder again, or only takes it away.
fn empty(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// A port of this machine that nobody uses now.
fn free_address() -> Result<SocketAddr, String> {
    let listener =
        std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map_err(|error| error.to_string())
}
