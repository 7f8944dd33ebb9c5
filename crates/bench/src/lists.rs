// SPDX-License-Identifier: AGPL-3.0-or-later

//! The staff's lists among ever more patients, on both engines: a search as one types and the inbox
//! must take the same time among a million as among ten thousand.

use std::time::{Duration, Instant};

use salal_db::testing::Postgres;
use salal_db::{Db, DbSettings};

use crate::client::Request;
use crate::load::{Measured, requests};
use crate::measure::{figures, line, percent};
use crate::names::{email, first_name, health_number, last_name};
use crate::people::{self, DOCTOR};
use crate::program::Place;
use crate::seed::{patient_id, pick, token};
use crate::table::{Line, aim};

/// Doctors who type at once, for the figure of requests a second.
const MANY: usize = 8;
/// Of each thing asked so many that took longest are told, for whoever makes them quicker.
const SLOWEST: usize = 12;
/// How much longer the slow ones may take among the most patients than among the fewest.
const GROWTH: f64 = 1.3;

/// What is asked, by its name in the table.
type Asked = fn(usize, usize) -> String;
const WHAT: &[(&str, Asked)] = &[
    ("patients search", a_search),
    ("patients list", a_page),
    ("inbox", an_inbox),
    ("patient page", a_patient),
];

/// Measures every size on both engines.
pub(crate) async fn all(
    place: &Place,
    sizes: &[usize],
    time: Duration,
) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for engine in ["SQLite", "PostgreSQL"] {
        let mut slow: Vec<Vec<f64>> = vec![Vec::new(); WHAT.len()];
        for &size in sizes {
            let measured = one(place, engine, size, time).await?;
            for (n, (alone, many, ceiling)) in measured.into_iter().enumerate() {
                slow[n].push(alone.percentile(99));
                lines.push(Line {
                    ceiling: format!("{} (empty answer)", figures(&ceiling)),
                    share: percent(alone.rate(), ceiling.rate()),
                    ..line(
                        &format!("{}, {size} patients, {engine}", WHAT[n].0),
                        format!("{}; {MANY} at once {:.0}/s", figures(&alone), many.rate()),
                    )
                });
            }
        }
        if let [from, .., up_to] = sizes {
            for ((what, _), slow) in WHAT.iter().zip(&slow) {
                let (Some(first), Some(last)) = (slow.first(), slow.last()) else {
                    continue;
                };
                let growth = last / first.max(1e-9);
                lines.push(Line {
                    aim: aim(&format!("at most {GROWTH}x"), growth <= GROWTH),
                    ..line(
                        &format!("{what}: growth of p99 from {from} to {up_to}, {engine}"),
                        format!("{growth:.2}x"),
                    )
                });
            }
        }
    }
    Ok(lines)
}

/// One engine with so many patients: for each thing asked, one doctor alone, many, and an empty answer.
async fn one(
    place: &Place,
    engine: &str,
    size: usize,
    time: Duration,
) -> Result<Vec<(Measured, Measured, Measured)>, String> {
    let database = match engine {
        "PostgreSQL" => Postgres::shared().create_database().await,
        _ => format!(
            "sqlite://{}?mode=rwc",
            place.folder.join(format!("people-{size}.db")).display()
        ),
    };
    let place = Place {
        database,
        ..place.clone()
    };
    place.run(&["migrate"])?;
    let began = Instant::now();
    let text = |error: sea_orm::DbErr| error.to_string();
    let db = Db::open(&place.database, &DbSettings::default())
        .await
        .map_err(|error| error.to_string())?;
    people::fill(&db, size).await.map_err(text)?;
    db.close().await;
    eprintln!(
        "{engine}: {size} patients and messages written in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    let (_server, _) = place.serve(false).await?;
    let mut measured = Vec::new();
    for (what, path) in WHAT {
        let ask = move |turn: usize| {
            Some(Request::get(
                &format!("/api{}", path(turn, size)),
                Some(&token(DOCTOR)),
            ))
        };
        let told = |error: String| format!("{what}, {engine}: {error}");
        // Whatever is read once, is read now.
        requests(place.address, 2, time / 2, 200, ask)
            .await
            .map_err(told)?;
        let ceiling = requests(place.address, 1, time / 2, 204, |_| {
            Some(Request::get("/api/", None))
        })
        .await?;
        let alone = requests(place.address, 1, time, 200, ask)
            .await
            .map_err(told)?;
        let slowest = alone.slowest(SLOWEST);
        let slowest: Vec<String> = slowest
            .map(|(time, turn)| format!("{time:.1} ms {}", path(turn, size)))
            .collect();
        eprintln!(
            "{what}: {}; slowest: {}",
            figures(&alone),
            slowest.join(", ")
        );
        let many = requests(place.address, MANY, time, 200, ask)
            .await
            .map_err(told)?;
        measured.push((alone, many, ceiling));
    }
    Ok(measured)
}

fn escaped(text: &str) -> String {
    text.bytes()
        .fold(String::new(), |safe, byte| format!("{safe}%{byte:02X}"))
}

fn beginning(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}

/// What somebody types who looks for one of the patients.
fn typed(turn: usize, size: usize) -> String {
    let patient = pick(turn, 50, size);
    let (first, last) = (first_name(patient), last_name(patient));
    let letters = 3 + pick(turn, 51, 4);
    match pick(turn, 52, 20) {
        0..=6 => {
            let word = beginning(&last, letters);
            if word.chars().count() < 3 {
                first
            } else {
                word
            }
        }
        7..=9 => beginning(&first, letters),
        10..=11 => format!("{} {}", beginning(&last, 3), beginning(&first, 3)),
        12 => format!("{} {}", beginning(&first, 1), last),
        13..=14 => format!("{first} {last}"),
        15 => health_number(patient),
        16 => beginning(&health_number(patient), 3 + pick(turn, 53, 4)),
        17 => beginning(&email(patient), 9),
        18 => {
            // Two letters changed over.
            let mut letters: Vec<char> = format!("{last}{first}")
                .to_lowercase()
                .chars()
                .filter(char::is_ascii_lowercase)
                .take(6)
                .collect();
            letters.swap(2, 3);
            letters.into_iter().collect()
        }
        _ => format!(
            "{} {}",
            beginning(&last, 4),
            beginning(&last_name(pick(turn, 54, size)), 4)
        ),
    }
}

/// The box of the top bar and the patients list ask in turn.
pub(crate) fn a_search(turn: usize, size: usize) -> String {
    let text = escaped(&typed(turn, size));
    if text.matches('%').count() < 3 {
        return "/user/patients?q=smith".into();
    }
    match turn % 2 {
        0 => format!("/person/search-key/{text}"),
        _ => format!("/user/patients?limit=10&sort=last&q={text}"),
    }
}

/// The orders of the list, and what a cursor of each begins with: a hash of the list as it is asked for here,
/// as a first page answers it in `nextCursor`.
const ORDERS: [(&str, &str); 5] = [
    ("last", "64f6887f"),
    ("-last", "06edb6c6"),
    ("first", "fe1eabf7"),
    ("joined", "ee28a44f"),
    ("-joined", "00b644d7"),
];

/// A page of the whole list, from any place of it, in any order.
fn a_page(turn: usize, size: usize) -> String {
    let (sort, mark) = ORDERS[pick(turn, 60, 5)];
    match pick(turn, 61, 3) {
        0 => format!("/user/patients?limit=20&sort={sort}"),
        _ => format!(
            "/user/patients?limit=20&sort={sort}&cursor={mark}.{}",
            patient_id(pick(turn, 62, size))
        ),
    }
}

pub(crate) fn an_inbox(turn: usize, _size: usize) -> String {
    match turn % 2 {
        0 => format!("/message/inbox/doctor/{}?limit=10", patient_id(DOCTOR)),
        _ => format!("/message/countUnread/{}", patient_id(DOCTOR)),
    }
}

pub(crate) fn a_patient(turn: usize, size: usize) -> String {
    format!("/person/page/{}", patient_id(pick(turn, 70, size)))
}
