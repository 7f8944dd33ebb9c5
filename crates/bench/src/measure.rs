// SPDX-License-Identifier: AGPL-3.0-or-later

//! The measurements: starting, making requests against plain commits, lists and search against an
//! empty answer, and the sizes of what is delivered.

use std::process::Command;
use std::time::Duration;

use salal_db::Db;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Expr, Query};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::client::{Client, Request};
use crate::load::{Measured, at_rate, closed, requests};
use crate::program::Place;
use crate::seed::{self, Size};
use crate::table::{Line, aim};

/// The last so many signed-in patients look at their lists; the others make requests.
pub(crate) const READERS: usize = 500;
/// Clients of the measurements with many.
const MANY: usize = 32;
/// Requests a second at which the search is measured (the aim).
const SEARCHES: u32 = 1_000;
/// What people type.
const TYPED: &[&str] = &[
    "ato",
    "ator",
    "atorv",
    "met",
    "metf",
    "metformin",
    "ram",
    "rami",
    "amlo",
    "lev",
    "levo",
    "synthroid",
    "ser",
    "sertr",
    "esc",
    "ros",
    "pan",
    "panto",
    "salbut",
    "vent",
    "hydro",
    "amox",
    "warf",
    "lipitor",
    "caduet",
    "acetam",
    "gaba",
    "ome",
    "cit",
    "predn",
];

pub(crate) fn line(what: &str, result: String) -> Line {
    Line {
        what: what.into(),
        result,
        ..Line::default()
    }
}

pub(crate) fn figures(measured: &Measured) -> String {
    format!(
        "{:.0}/s, p50 {:.2} ms, p99 {:.2} ms",
        measured.rate(),
        measured.percentile(50),
        measured.percentile(99)
    )
}

pub(crate) fn percent(part: f64, whole: f64) -> String {
    format!("{:.0} %", 100.0 * part / whole.max(1e-9))
}

/// Time to ready (the middle one of five starts) and memory at rest.
pub(crate) async fn start(place: &Place) -> Result<Vec<Line>, String> {
    let mut times = Vec::new();
    let mut memory = None;
    for _ in 0..5 {
        let (server, time) = place.serve(true).await?;
        times.push(time);
        // What is only needed at the start has been given back by then.
        tokio::time::sleep(Duration::from_secs(1)).await;
        memory = server.memory();
    }
    times.sort_unstable();
    let ready = times[times.len() / 2].as_secs_f64() * 1e3;
    let mut lines = vec![Line {
        aim: aim("at most 200 ms", ready <= 200.0),
        ..line("time to ready", format!("{ready:.0} ms"))
    }];
    if let Some(memory) = memory {
        lines.push(Line {
            aim: aim("at most 40 MB", memory <= 40.0),
            ..line("memory at rest, worker on", format!("{memory:.1} MB"))
        });
    }
    Ok(lines)
}

/// Everything that is measured under load.
pub(crate) async fn load(
    place: &Place,
    db: &Db,
    size: Size,
    time: Duration,
) -> Result<Vec<Line>, String> {
    db.write()
        .execute_unprepared(
            "create table bench_row (id UUID primary key not null, text TEXT not null)",
        )
        .await
        .map_err(|error| error.to_string())?;
    let (server, _) = place.serve(false).await?;
    let medication = a_medication(place).await?;
    let body = request_body(&medication);
    // The catalogue is read into memory at its first use.
    let first_search = |turn: usize| Some(a_search(0, turn));
    let warm = Duration::from_millis(200);
    requests(place.address, 1, warm, 200, first_search).await?;
    let mut lines = Vec::new();
    let mut used = 0;
    for clients in [1, MANY] {
        let plain = commits(db, clients, time).await?;
        // A fresh patient for every request: nobody may make more than five a day.
        let (body, first, last) = (body.clone(), used, size.sessions - READERS);
        let create = move |turn: usize| {
            let patient = first + turn;
            (patient < last).then(|| {
                Request::post(
                    "/api/prescription",
                    &seed::token(patient),
                    &format!("bench-{patient}"),
                    &body,
                )
            })
        };
        let made = requests(place.address, clients, time, 201, create).await?;
        used += made.operations() + clients;
        let reached = made.rate() >= 0.8 * plain.rate();
        lines.push(Line {
            ceiling: format!("{} (one-row commits)", figures(&plain)),
            share: percent(made.rate(), plain.rate()),
            aim: if clients == 1 {
                aim("at least 80 %", reached)
            } else {
                String::new()
            },
            ..line(
                &format!("durable create of a request, {clients} at once"),
                figures(&made),
            )
        });
    }
    lines.extend(reads(place, size, time).await?);
    if let Some(memory) = server.memory() {
        lines.push(line(
            "memory after the load, catalogue loaded",
            format!("{memory:.1} MB"),
        ));
    }
    Ok(lines)
}

/// Commits of one row each, through the same pool with the same settings as the server's.
async fn commits(db: &Db, clients: usize, time: Duration) -> Result<Measured, String> {
    let db = db.clone();
    closed(clients, time, move |turn| {
        let db = db.clone();
        async move {
            let mut insert = Query::insert();
            insert
                .into_table(Alias::new("bench_row"))
                .columns([Alias::new("id"), Alias::new("text")])
                .values_panic([
                    Expr::value(Uuid::now_v7()),
                    Expr::value(format!("row {turn}")),
                ]);
            db.write()
                .execute(&insert)
                .await
                .map(|_| ())
                .map_err(|error| error.to_string())
        }
    })
    .await
}

async fn reads(place: &Place, size: Size, time: Duration) -> Result<Vec<Line>, String> {
    let address = place.address;
    let empty = |_: usize| Some(Request::get("/api/", None));
    let first = size.sessions - READERS;
    let list = move |turn: usize| {
        let patient = first + turn % READERS;
        Some(Request::get(
            &format!("/api/prescription/person/{}", seed::patient_id(patient)),
            Some(&seed::token(patient)),
        ))
    };
    let search = move |turn: usize| a_search(first, turn);
    // A little beforehand, so that nothing is measured that happens once.
    requests(address, 4, Duration::from_millis(200), 200, list).await?;
    let mut lines = Vec::new();
    for clients in [1, MANY] {
        let ceiling = requests(address, clients, time, 204, empty).await?;
        let lists = requests(address, clients, time, 200, list).await?;
        let found = requests(address, clients, time, 200, move |turn| Some(search(turn))).await?;
        for (what, measured) in [("list of one's requests", lists), ("drug search", found)] {
            lines.push(Line {
                ceiling: format!("{} (empty answer)", figures(&ceiling)),
                share: percent(measured.rate(), ceiling.rate()),
                ..line(&format!("{what}, {clients} at once"), figures(&measured))
            });
        }
    }
    let found = at_rate(address, MANY, SEARCHES, time, 200, search).await?;
    let ceiling = at_rate(address, MANY, SEARCHES, time, 204, |_| {
        Request::get("/api/", None)
    })
    .await?;
    lines.push(Line {
        ceiling: format!("{} (empty answer)", figures(&ceiling)),
        aim: aim("p99 at most 5 ms", found.percentile(99) <= 5.0),
        ..line(
            &format!("drug search, {SEARCHES} a second"),
            figures(&found),
        )
    });
    Ok(lines)
}

/// One of the things people type, typed by one of the readers.
fn a_search(first: usize, turn: usize) -> Request {
    let path = format!("/api/drug/search/{}", TYPED[turn % TYPED.len()]);
    Request::get(&path, Some(&seed::token(first + turn % READERS)))
}

/// A request for one medication, as the form sends it.
pub(crate) fn request_body(medication: &Json) -> String {
    json!({"medications": [medication], "pharmacy": {"_id": seed::pharmacy_id()}, "agreement": [true, true, true, true, true, true], "locationConfirmed": true}).to_string()
}

/// A drug that may be refilled, chosen as the form does.
pub(crate) async fn a_medication(place: &Place) -> Result<Json, String> {
    let mut client = Client::connect(place.address)
        .await
        .map_err(|error| error.to_string())?;
    for name in ["atorvastatin", "metformin", "ramipril"] {
        let request = Request::get(&format!("/api/drug/name/{name}"), Some(&seed::token(0)));
        let answer = client
            .send(&request)
            .await
            .map_err(|error| error.to_string())?;
        let drugs: Vec<Json> = serde_json::from_slice(&answer.body).unwrap_or_default();
        let free = drugs.iter().find(|drug| {
            drug["filter"].as_array().is_some_and(Vec::is_empty) && drug["class_name"] == "Human"
        });
        if let Some(drug) = free {
            return Ok(
                json!({"drugId": drug["_id"], "name": drug["name"], "administrations": drug["administrations"],
                "formulations": drug["formulations"], "ingredients": drug["ingredients"], "usages": [seed::usage()],
                "neededAgain": "The measurement asks for it again and again."}),
            );
        }
    }
    Err("the catalogue has none of the drugs that are asked for".into())
}

/// The program on the disk, and what a patient's browser loads first.
pub(crate) fn sizes(place: &Place) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Ok(file) = std::fs::metadata(&place.program) {
        #[expect(clippy::cast_precision_loss, reason = "a file is far below 2^52 bytes")]
        let size = file.len() as f64 / 1e6;
        lines.push(Line {
            aim: aim("at most 60 MB", size <= 60.0),
            ..line("size of the program", format!("{size:.1} MB"))
        });
    }
    // The script judges by itself as well; its last line is the sum.
    let script = Command::new("node").arg("web/scripts/size.mjs").output();
    let sum = script.ok().and_then(|done| {
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        text.lines()
            .last()?
            .split_whitespace()
            .next()?
            .parse::<f64>()
            .ok()
    });
    if let Some(bytes) = sum {
        lines.push(Line {
            aim: aim("at most 150 KB", bytes <= 150_000.0),
            ..line(
                "script of the patient's first load, brotli",
                format!("{:.1} KB", bytes / 1e3),
            )
        });
    }
    lines
}
