// SPDX-License-Identifier: AGPL-3.0-or-later

//! Starting and the sizes of what is delivered, and what all measurements share. Not here: calls beside what the
//! machine could do at most (`aims`).

use std::process::Command;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::client::{Client, Request};
use crate::load::Measured;
use crate::program::Place;
use crate::seed;
use crate::table::{Line, aim};

/// The last so many signed-in patients look at their lists; the others make requests.
pub(crate) const READERS: usize = 500;
/// Clients of the measurements with many.
pub(crate) const MANY: usize = 32;
/// Requests a second at which the search is measured (the aim).
pub(crate) const SEARCHES: u32 = 1_000;
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
pub(crate) async fn start(place: &Place, engine: &str) -> Result<Vec<Line>, String> {
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
        aim: aim("at most 150 ms", ready <= 150.0),
        ..line(
            &format!("{engine}: time to ready"),
            format!("{ready:.0} ms"),
        )
    }];
    if let Some(memory) = memory {
        lines.push(Line {
            aim: aim("at most 38 MB", memory <= 38.0),
            ..line(
                &format!("{engine}: memory at rest, worker on"),
                format!("{memory:.1} MB"),
            )
        });
    }
    Ok(lines)
}

/// One of the things people type, typed by one of the readers.
pub(crate) fn a_search(first: usize, turn: usize) -> Request {
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
            aim: aim("at most 55 MB", size <= 55.0),
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
