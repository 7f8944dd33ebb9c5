// SPDX-License-Identifier: AGPL-3.0-or-later

//! A short look for the gate: the same calls beside the empty one, in one run, each with a margin so wide that neither
//! a development build nor a busy machine passes it; what does is a call that has become several times as dear, such as
//! one that reads all that somebody ever did. Not here: figures that mean something (`aims`), and small losses, which
//! the counted instructions show.

use std::time::Duration;

use salal_db::{Db, DbSettings};
use sea_orm::{ConnectionTrait, DbErr, Statement, Value};

use crate::client::Request;
use crate::lists;
use crate::load::{Part, in_turn};
use crate::measure::{a_medication, a_search, request_body};
use crate::people::{self, DOCTOR};
use crate::program::Place;
use crate::seed::{self, Size, patient_id, token};

/// Patients, all signed in.
const PATIENTS: usize = 1_500;
/// What the doctor opened in the last minutes, as a morning at the desk leaves it.
const OPENED: usize = 20_000;
/// Length of each measurement.
const TIME: Duration = Duration::from_millis(1_500);
/// Clients: as many as keep a server busy and no more.
const CLIENTS: usize = 4;

/// Measures, prints the ratios, and says which call is beyond its margin: how many times as long as the empty call it
/// may take at the median.
pub(crate) async fn look(place: &Place) -> Result<(), String> {
    let mut beyond = requests(place).await?;
    let people = Place {
        database: place.database.replace("salal.db", "people.db"),
        ..place.clone()
    };
    beyond.extend(lists(&people).await?);
    if beyond.is_empty() {
        return Ok(());
    }
    Err(format!(
        "several times as dear as they should be: {}",
        beyond.join(", ")
    ))
}

async fn requests(place: &Place) -> Result<Vec<&'static str>, String> {
    place.run(&["demo", "--empty"])?;
    let db = open(place).await?;
    let size = Size {
        patients: PATIENTS,
        requests: PATIENTS * 3,
        sessions: PATIENTS,
    };
    let drugs = seed::some_drugs(&db)
        .await
        .map_err(|error| error.to_string())?;
    seed::fill(&db, size, &drugs)
        .await
        .map_err(|error| error.to_string())?;
    people::doctor(&db, 60)
        .await
        .map_err(|error| error.to_string())?;
    db.close().await;
    let _server = place.serve(false).await?;
    let body = request_body(&a_medication(place).await?);
    let session = |turn: usize| Request::get("/api/", Some(&token(turn % PATIENTS)));
    let list = |turn: usize| {
        let patient = turn % PATIENTS;
        let path = format!("/api/prescription/person/{}", patient_id(patient));
        Request::get(&path, Some(&token(patient)))
    };
    let create = move |turn: usize| {
        let key = format!("short-{turn}");
        let one = || Request::post("/api/prescription", &token(turn), &key, &body);
        (turn < PATIENTS).then(one)
    };
    let page = |turn| desk(&lists::a_patient(turn, PATIENTS));
    judge(
        place,
        [
            Part::call(204, move |turn| Some(session(turn))),
            Part::call(200, move |turn| Some(list(turn))),
            Part::call(200, |turn| Some(a_search(0, turn))),
            Part::call(200, move |turn| Some(page(turn))),
            Part::call(201, create),
        ],
        [
            ("empty call with a session", 5.0),
            ("own list", 45.0),
            ("drug search", 8.0),
            ("patient page", 45.0),
            ("create", 75.0),
        ],
    )
    .await
}

async fn lists(place: &Place) -> Result<Vec<&'static str>, String> {
    place.run(&["migrate"])?;
    let db = open(place).await?;
    people::fill(&db, PATIENTS)
        .await
        .map_err(|error| error.to_string())?;
    opened(&db).await.map_err(|error| error.to_string())?;
    db.close().await;
    let _server = place.serve(false).await?;
    judge(
        place,
        [
            Part::call(200, |turn| Some(desk(&lists::an_inbox(turn, PATIENTS)))),
            Part::call(200, |turn| Some(desk(&lists::a_search(turn, PATIENTS)))),
        ],
        [("inbox", 35.0), ("patient search", 20.0)],
    )
    .await
}

async fn judge<const N: usize>(
    place: &Place,
    parts: [Part; N],
    margins: [(&'static str, f64); N],
) -> Result<Vec<&'static str>, String> {
    let empty = Part::call(204, |_| Some(Request::get("/api/", None)));
    // Whatever is read once, is read now; and the requests of those who may make one stay theirs.
    let warm = Duration::from_millis(100);
    let _ = in_turn(place.address, CLIENTS, warm, parts.clone()).await?;
    let [empty] = in_turn(place.address, CLIENTS, TIME, [empty]).await?;
    let measured = in_turn(place.address, CLIENTS, TIME, parts).await?;
    let mut beyond = Vec::new();
    for ((what, most), measured) in margins.into_iter().zip(measured) {
        let times = measured.percentile(50) / empty.percentile(50).max(1e-9);
        println!("{what}: {times:.1} times the empty call, at most {most}");
        if times > most {
            beyond.push(what);
        }
    }
    Ok(beyond)
}

async fn open(place: &Place) -> Result<Db, String> {
    let opened = Db::open(&place.database, &DbSettings::default()).await;
    opened.map_err(|error| error.to_string())
}

fn desk(path: &str) -> Request {
    Request::get(&format!("/api{path}"), Some(&token(DOCTOR)))
}

/// Audit lines of the doctor, of ever other patients.
async fn opened(db: &Db) -> Result<(), DbErr> {
    let backend = db.write().get_database_backend();
    let now = chrono::DateTime::<chrono::Utc>::from(std::time::SystemTime::now());
    let transaction = db.begin_alone().await?;
    for line in 0..OPENED {
        let values: Vec<Value> = vec![
            seed::id(11, line).into(),
            now.into(),
            patient_id(DOCTOR).into(),
            "ROLE_DOCTOR".into(),
            seed::id(12, line).into(),
            "GET /user/patients".into(),
            "127.0.0.1".into(),
            "bench".into(),
        ];
        let sql = "INSERT INTO audit (id, at, actor, actor_role, patient, action, ip, request_id) VALUES \
                   ($1, $2, $3, $4, $5, $6, $7, $8)";
        let insert = Statement::from_sql_and_values(backend, sql, values);
        transaction.execute_raw(insert).await?;
    }
    transaction.commit().await
}
