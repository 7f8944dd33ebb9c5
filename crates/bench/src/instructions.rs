// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many instructions each of a dozen calls takes, counted by Valgrind: a figure that does not depend on how fast
//! or how busy the machine is, so that the gate can refuse a call that became dearer without anybody noticing. What
//! they took when somebody last looked stands in a file of this crate (`FILE`). Deliberately not here: how long
//! anything takes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use salal_db::{Db, DbSettings};
use sea_orm::ConnectionTrait;
use serde_json::{Value as Json, json};

use crate::Counted as Wanted;
use crate::client::{Client, Request};
use crate::measure::{a_medication, request_body};
use crate::people::{self, DOCTOR};
use crate::program::{Counted, Place};
use crate::seed::{self, Size, patient_id, token};

/// A name and thousands of instructions a line, parted by a tab.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");

/// How much dearer a call may become, in parts of a hundred.
const MORE: u64 = 10;
/// How often a call is made before it is counted: what is done once is done by then.
const WARM: usize = 2;
/// So many instructions are counted together, so that what is not of a call hardly counts: of twenty empty calls, what
/// the server does by itself meanwhile was up to a fourteenth, and more of it the busier the machine.
const TOGETHER: u64 = 45_000_000;
/// A call this cheap is made so often.
const MOST: u64 = 80;
/// What is done with the requests that were made before, and how often it is counted together: as often as making them is
/// at the least, so that there is one for each time, however cheap it becomes.
const FEW: &[&str] = &["acknowledge", "approve"];
const FEWEST: u64 = 2;
/// How often they are counted; the least counts, for the server may do something else meanwhile.
const TIMES: usize = 4;
/// How often what seems to have become too dear: the busier the machine, the longer the server does something else.
const TIMES_IF_DEARER: usize = 12;
/// So few instructions a server takes that has nothing to do; it is looked so often.
const LITTLE: u64 = 1_000_000;
const RESTS: usize = 40;
/// What a call leaves to be done after its answer is done by then.
const AFTERWARDS: Duration = Duration::from_millis(100);

/// Counts every call, prints the figures beside those of the file, and writes them there if that is wanted. An error
/// when a call takes more than it may.
pub(crate) async fn count(place: &Place, wanted: Wanted) -> Result<(), String> {
    place.run(&["demo", "--empty"])?;
    fill(place).await?;
    let server = place.serve_counted().await?;
    let mut calls = Calls::new(place, server).await?;
    calls.all().await?;
    judge(&calls.counts, wanted)
}

async fn fill(place: &Place) -> Result<(), String> {
    let size = Size {
        patients: 200,
        requests: 600,
        sessions: 200,
    };
    let text = |error: sea_orm::DbErr| error.to_string();
    let db = Db::open(&place.database, &DbSettings::default())
        .await
        .map_err(|error| error.to_string())?;
    let drugs = seed::some_drugs(&db).await.map_err(text)?;
    seed::fill(&db, size, &drugs).await.map_err(text)?;
    people::doctor(&db, 60).await.map_err(text)?;
    db.close().await;
    Ok(())
}

/// A server that is being counted, and what was counted.
struct Calls {
    server: Counted,
    client: Client,
    body: String,
    database: String,
    noted: BTreeMap<String, u64>,
    counts: Vec<(&'static str, u64)>,
}

impl Calls {
    async fn new(place: &Place, server: Counted) -> Result<Self, String> {
        let medication = a_medication(place).await?;
        let client = Client::connect(place.address).await;
        Ok(Self {
            server,
            client: client.map_err(|error| error.to_string())?,
            body: request_body(&medication),
            database: place.database.clone(),
            noted: noted(Path::new(FILE))?,
            counts: Vec::new(),
        })
    }

    async fn all(&mut self) -> Result<(), String> {
        let get = |path: &str, who: usize| Request::get(&format!("/api{path}"), Some(&token(who)));
        self.each("empty call", |_| Request::get("/api/", None))
            .await?;
        self.each("empty call with a session", |_| get("/", 0))
            .await?;
        self.each("drug search", |_| get("/drug/search/atorv", 0))
            .await?;
        let list = format!("/prescription/person/{}", patient_id(0));
        self.each("own list", |_| get(&list, 0)).await?;
        let body = self.body.clone();
        let create = |turn: usize| {
            let key = format!("counted-{turn}");
            Request::post("/api/prescription", &token(turn), &key, &body)
        };
        let made = self.each("create", create).await?;
        let one = format!("/prescription/{}", text(&made[0], "_id"));
        self.each("one request", |_| get(&one, 0)).await?;
        self.each("queue", |_| get("/prescription/queue", DOCTOR))
            .await?;
        let inbox = format!("/message/inbox/doctor/{}?limit=10", patient_id(DOCTOR));
        self.each("inbox", |_| get(&inbox, DOCTOR)).await?;
        let search = "/user/patients?limit=10&sort=last&q=pat";
        self.each("patient search", |_| get(search, DOCTOR)).await?;
        let page = format!("/person/page/{}", patient_id(0));
        self.each("patient page", |_| get(&page, DOCTOR)).await?;
        self.pay_for_all().await?;
        let begin = |turn: usize| {
            let one = &made[turn];
            let body = json!({"prescriptionId": one["_id"], "acknowledgedBy": patient_id(DOCTOR), "version": one["version"]});
            put("/prescription/acknowledge", turn, &body)
        };
        let begun = self.each("acknowledge", begin).await?;
        let approve = |turn: usize| {
            let one = &begun[turn];
            let line = &one["medications"][0]["_id"];
            let body = json!({"prescription": {"_id": one["_id"], "version": one["version"]}, "medication": line, "status": "Approved"});
            put("/prescription/medication/updateStatus", turn, &body)
        };
        self.each("approve", approve).await?;
        Ok(())
    }

    /// Nobody is there to take money: what was asked for goes to the doctors as if it were free.
    async fn pay_for_all(&self) -> Result<(), String> {
        let db = Db::open(&self.database, &DbSettings::default()).await;
        let db = db.map_err(|error| error.to_string())?;
        let free =
            "update prescription set status = 'PENDING', free = true where status = 'CREATED'";
        let done = db.write().execute_unprepared(free).await;
        db.close().await;
        done.map(|_| ()).map_err(|error| error.to_string())
    }

    /// Makes a call often enough, and notes the least that it took; gives the answers.
    async fn each(
        &mut self,
        name: &'static str,
        request: impl Fn(usize) -> Request,
    ) -> Result<Vec<Json>, String> {
        let mut answers = Vec::new();
        for turn in 0..WARM {
            self.server.forget().await?;
            answers.push(self.one(name, &request(turn)).await?);
        }
        let about = self.server.taken().await?;
        let most = if FEW.contains(&name) { FEWEST } else { MOST };
        let together = (TOGETHER / about.max(1)).clamp(FEWEST, most);
        self.rest().await?;
        let mut least = u64::MAX;
        for time in 0..TIMES_IF_DEARER {
            let is_dearer = self.is_dearer(name, least / together);
            if time >= TIMES && (!is_dearer || FEW.contains(&name)) {
                break;
            }
            tokio::time::sleep(AFTERWARDS).await;
            self.server.forget().await?;
            for _ in 0..together {
                answers.push(self.one(name, &request(answers.len())).await?);
            }
            tokio::time::sleep(AFTERWARDS).await;
            least = least.min(self.server.taken().await?);
        }
        self.counts.push((name, least / together));
        Ok(answers)
    }

    /// Waits until the server does little by itself: what calls before left to be done, such as emails, is no part of this one.
    async fn rest(&self) -> Result<(), String> {
        for _ in 0..RESTS {
            self.server.forget().await?;
            tokio::time::sleep(AFTERWARDS).await;
            let own = self.server.taken().await?;
            if own < LITTLE {
                break;
            }
        }
        Ok(())
    }

    fn is_dearer(&self, name: &str, count: u64) -> bool {
        let noted = self.noted.get(name);
        noted.is_some_and(|noted| is_dearer(count / 1_000, *noted))
    }

    async fn one(&mut self, name: &str, request: &Request) -> Result<Json, String> {
        let sent = self.client.send(request).await;
        let answer = sent.map_err(|error| format!("{name}: {error}"))?;
        if answer.status >= 300 {
            let body = String::from_utf8_lossy(&answer.body);
            return Err(format!("{name}: answered {}: {body}", answer.status));
        }
        Ok(serde_json::from_slice(&answer.body).unwrap_or_default())
    }
}

fn put(path: &str, turn: usize, body: &Json) -> Request {
    let key = format!("counted{}-{turn}", path.replace('/', "-"));
    Request::put(
        &format!("/api{path}"),
        &token(DOCTOR),
        &key,
        &body.to_string(),
    )
}

fn text(of: &Json, name: &str) -> String {
    of[name].as_str().unwrap_or_default().to_owned()
}

/// Prints what was counted beside what is in the file; an error when one is too much more.
fn judge(counts: &[(&'static str, u64)], wanted: Wanted) -> Result<(), String> {
    let noted = noted(Path::new(FILE))?;
    let mut dearer = Vec::new();
    let mut file = String::new();
    for (name, count) in counts {
        let thousands = count / 1_000;
        let _ = writeln!(file, "{name}\t{thousands}");
        match noted.get(*name) {
            Some(before) => {
                let share = thousands * 100 / (*before).max(1);
                println!("{name}: {share} % of what was noted");
                if is_dearer(thousands, *before) {
                    dearer.push(*name);
                }
            }
            None => dearer.push(*name),
        }
    }
    print!("{file}");
    if wanted == Wanted::Note {
        return std::fs::write(FILE, file).map_err(|error| format!("{FILE}: {error}"));
    }
    if dearer.is_empty() {
        return Ok(());
    }
    Err(format!(
        "these calls take over {MORE} % more instructions than {FILE} says, or are not in it: {}. If that is meant, \
         write it anew: salal-bench --instructions note",
        dearer.join(", ")
    ))
}

/// Whether a call took more than it may, both in thousands.
fn is_dearer(thousands: u64, noted: u64) -> bool {
    thousands * 100 / noted.max(1) > 100 + MORE
}

/// Thousands by name.
fn noted(file: &Path) -> Result<BTreeMap<String, u64>, String> {
    let text = match std::fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        other => other.map_err(|error| error.to_string())?,
    };
    let line = |line: &str| {
        let (name, thousands) = line.split_once('\t')?;
        Some((name.to_owned(), thousands.parse().ok()?))
    };
    Ok(text.lines().filter_map(line).collect())
}
