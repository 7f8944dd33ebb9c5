// SPDX-License-Identifier: AGPL-3.0-or-later

//! The aims: what a call costs beside what the same machine could do at most, each pair measured in turn in one run,
//! on one engine. Not here: what is measured over ever more patients (`lists`), and starting and sizes (`measure`).

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher};
use futures_util::FutureExt;
use salal_db::Db;
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::bare::{Known, Recorder};
use crate::client::{Client, Request};
use crate::lists;
use crate::load::{Measured, Part, at_rate, in_turn, requests};
use crate::measure::{
    MANY, READERS, SEARCHES, a_medication, a_search, figures, line, request_body,
};
use crate::people::DOCTOR;
use crate::program::{Place, Server};
use crate::seed::{self, Size, patient_id, token};
use crate::table::{Line, aim};

/// Requests that a doctor takes all the way, alone and with many at once.
const RENEWED: [(usize, usize); 2] = [(1, 200), (MANY, 600)];

/// People who sign in at once from one address: of more, one hash is computed, one waits, and the others are refused.
const SIGNING_IN: usize = 2;

/// Everybody's.
const PASSWORD: &str = "a quiet heron waits";

/// Turns of pgbench, alone and with many at once.
const BARE: [usize; 2] = [300, 960];

/// A call whose statements are recorded.
struct Recorded {
    what: &'static str,
    expected: u16,
    /// Shares of the bare rate that are wanted, and the rates that were measured: alone and with many at once.
    aims: [f64; 2],
    rates: [f64; 2],
}

/// What stands for a patient in statements.
fn known_patient(patient: usize) -> Known {
    let hash = hex::encode(Sha256::digest(token(patient)));
    let ids = [1, 3, 4, 5].map(|kind| seed::id(kind, patient).to_string());
    ids.into_iter().chain([hash]).collect()
}

/// One engine with its data, and the server on it.
pub(crate) struct Aims<'a> {
    pub(crate) engine: String,
    pub(crate) place: &'a Place,
    pub(crate) db: &'a Db,
    pub(crate) size: Size,
    pub(crate) time: Duration,
    /// The log of the database server, where there is one.
    pub(crate) log: Option<PathBuf>,
    pub(crate) lines: Vec<Line>,
}

/// How far a call may be from its ceiling.
enum Aim {
    /// At least so many parts of a hundred of the ceiling's rate.
    Rate(f64),
    /// At the median at most so many times as long as the ceiling.
    Times(f64),
    /// One time in a hundred at most so many times as long as the ceiling.
    Slow(f64),
    /// Nothing was promised.
    None,
}

impl Aims<'_> {
    fn is_file(&self) -> bool {
        self.db.engine().is_file()
    }

    fn add(
        &mut self,
        what: &str,
        clients: &str,
        measured: &Measured,
        ceiling: (&str, &Measured),
        wanted: &Aim,
    ) {
        let (name, most) = ceiling;
        let share = measured.rate() / most.rate().max(1e-9);
        let times = |percent| measured.percentile(percent) / most.percentile(percent).max(1e-9);
        let said = match wanted {
            Aim::Rate(least) => aim(
                &format!("{least:.0} % of the rate"),
                share * 100.0 >= *least,
            ),
            Aim::Times(most) => aim(&format!("p50 at most {most}x"), times(50) <= *most),
            Aim::Slow(most) => aim(&format!("p99 at most {most}x"), times(99) <= *most),
            Aim::None => String::new(),
        };
        self.lines.push(Line {
            rate: Some((what.to_owned(), clients.to_owned(), measured.rate())),
            ceiling: format!("{name}: {}", figures(most)),
            share: format!(
                "{:.0} %, p50 {:.1}x, p99 {:.1}x",
                share * 100.0,
                times(50),
                times(99)
            ),
            aim: said,
            ..line(
                &format!("{}: {what}, {clients}", self.engine),
                figures(measured),
            )
        });
    }

    /// Everything about requests and those who make them; the doctor's session is there.
    pub(crate) async fn requests(&mut self) -> Result<(), String> {
        let (server, _) = self.place.serve(false).await?;
        let medication = a_medication(self.place).await?;
        // The catalogue is read into memory at its first use.
        let warm = Duration::from_millis(300);
        requests(self.place.address, 4, warm, 200, |turn| {
            Some(a_search(0, turn))
        })
        .await?;
        self.reads().await?;
        self.creates(&medication).await?;
        self.renewals().await?;
        self.sign_ins(&server).await?;
        if let Some(memory) = server.memory() {
            self.lines.push(line(
                &format!("{}: memory after that, catalogue loaded", self.engine),
                format!("{memory:.1} MB"),
            ));
        }
        Ok(())
    }

    async fn reads(&mut self) -> Result<(), String> {
        let first = self.size.sessions - READERS;
        let patients = self.size.patients;
        let empty = || Part::call(204, |_| Some(Request::get("/api/", None)));
        let session = || {
            Part::call(204, move |turn| {
                Some(Request::get("/api/", Some(&token(first + turn % READERS))))
            })
        };
        let list = || {
            Part::call(200, move |turn| {
                let patient = first + turn % READERS;
                let path = format!("/api/prescription/person/{}", patient_id(patient));
                Some(Request::get(&path, Some(&token(patient))))
            })
        };
        let drugs = || Part::call(200, move |turn| Some(a_search(first, turn)));
        let page = || {
            Part::call(200, move |turn| {
                let path = format!("/api{}", lists::a_patient(turn, patients));
                Some(Request::get(&path, Some(&token(DOCTOR))))
            })
        };
        for clients in [1, MANY] {
            let parts = [empty(), session(), list(), page(), drugs()];
            let [empty, session, list, page, drugs] =
                in_turn(self.place.address, clients, self.time, parts).await?;
            let at = format!("{clients} at once");
            let (most, file) = (("empty call", &empty), self.is_file());
            self.add(
                "empty call with a session",
                &at,
                &session,
                most,
                &Aim::Rate(60.0),
            );
            let [wanted, page_wanted, search] = if clients == 1 {
                [
                    Aim::Times(if file { 3.0 } else { 4.0 }),
                    Aim::Times(if file { 4.0 } else { 6.0 }),
                    Aim::None,
                ]
            } else {
                [Aim::Rate(40.0), Aim::Rate(20.0), Aim::Rate(90.0)]
            };
            self.add("own list", &at, &list, most, &wanted);
            self.add("patient page", &at, &page, most, &page_wanted);
            self.add("drug search", &at, &drugs, most, &search);
        }
        let found = at_rate(
            self.place.address,
            MANY,
            SEARCHES,
            self.time,
            200,
            move |turn| a_search(first, turn),
        );
        let found = found.await?;
        self.beside_empty_at_rate("drug search", &found).await
    }

    async fn beside_empty_at_rate(&mut self, what: &str, found: &Measured) -> Result<(), String> {
        let empty = |_| Request::get("/api/", None);
        let address = self.place.address;
        let most = at_rate(address, MANY, SEARCHES, self.time, 204, empty).await?;
        let at = format!("{SEARCHES} a second");
        self.add(what, &at, found, ("empty call", &most), &Aim::Slow(4.0));
        Ok(())
    }

    /// The staff's lists, among patients with names.
    pub(crate) async fn lists(&mut self) -> Result<(), String> {
        let _server = self.place.serve(false).await?;
        let patients = self.size.patients;
        let get = move |path: fn(usize, usize) -> String| {
            move |turn| {
                Request::get(
                    &format!("/api{}", path(turn, patients)),
                    Some(&token(DOCTOR)),
                )
            }
        };
        let part = |path: fn(usize, usize) -> String| {
            let get = get(path);
            Part::call(200, move |turn| Some(get(turn)))
        };
        let empty = || Part::call(204, |_| Some(Request::get("/api/", None)));
        let warm = [part(lists::an_inbox), part(lists::a_search)];
        in_turn(self.place.address, 4, Duration::from_secs(1), warm).await?;
        for clients in [1, MANY] {
            let parts = [empty(), part(lists::an_inbox), part(lists::a_search)];
            let [empty, inbox, search] =
                in_turn(self.place.address, clients, self.time, parts).await?;
            let at = format!("{clients} at once");
            let most = ("empty call", &empty);
            let [inbox_wanted, search_wanted] = if clients == 1 {
                let times = if self.is_file() { 3.0 } else { 4.0 };
                [Aim::Times(times), Aim::None]
            } else {
                [Aim::Rate(40.0), Aim::Rate(60.0)]
            };
            self.add("inbox", &at, &inbox, most, &inbox_wanted);
            self.add("patient search", &at, &search, most, &search_wanted);
        }
        let search = get(lists::a_search);
        let found = at_rate(self.place.address, MANY, SEARCHES, self.time, 200, search).await?;
        self.beside_empty_at_rate("patient search", &found).await
    }

    /// The first step of signing in: a password beside what its hash takes alone.
    async fn sign_ins(&mut self, server: &Server) -> Result<(), String> {
        let said = |error: argon2::password_hash::Error| error.to_string();
        let hashed: PasswordHash = Argon2::default()
            .hash_password(PASSWORD.as_bytes())
            .map_err(said)?;
        // A hash is letters, digits and $, = , + and / alone.
        let known =
            format!("update account set password_hash = '{hashed}' where role = 'ROLE_PATIENT'");
        let done = self.db.write().execute_unprepared(&known).await;
        done.map_err(|error| error.to_string())?;
        let hash = Part::bare(|_| {
            async {
                let work = || Argon2::default().hash_password(PASSWORD.as_bytes());
                let done: Result<PasswordHash, _> = tokio::task::spawn_blocking(work)
                    .await
                    .map_err(|error| error.to_string())?;
                done.map(|_| ()).map_err(|error| error.to_string())
            }
            .boxed()
        });
        let patients = self.size.patients;
        let sign_in = Part::call(200, move |turn| {
            let email = format!("patient{turn}@bench.example");
            let body = json!({"Email": email, "Password": PASSWORD}).to_string();
            (turn < patients).then(|| Request::post_openly("/api/user/authenticate", &body))
        });
        for clients in [1, SIGNING_IN] {
            let parts = [hash.clone(), sign_in.clone()];
            let [hash, signed] = in_turn(self.place.address, clients, self.time, parts).await?;
            let most = hash.percentile(50) + 3.0;
            let wanted = if clients == 1 {
                aim("p50 at most 3 ms more", signed.percentile(50) <= most)
            } else {
                let memory = server.memory().unwrap_or_default();
                aim(
                    &format!("memory under 150 MB, {memory:.0} MB"),
                    memory < 150.0,
                )
            };
            let at = format!("{clients} at once");
            self.add(
                "sign-in, first step",
                &at,
                &signed,
                ("Argon2 alone", &hash),
                &Aim::None,
            );
            if let Some(line) = self.lines.last_mut() {
                line.aim = wanted;
            }
        }
        Ok(())
    }

    async fn creates(&mut self, medication: &Json) -> Result<(), String> {
        let body = request_body(medication);
        let last = self.size.sessions - READERS;
        // A fresh patient for every request: nobody may make more than five a day.
        let create = Part::call(201, move |patient| {
            let key = format!("bench-{patient}");
            let one = || Request::post("/api/prescription", &token(patient), &key, &body);
            (patient < last).then(one)
        });
        let commit = self.commit().await?;
        let mut rates = Vec::new();
        for clients in [1, MANY] {
            let parts = [commit.clone(), create.clone()];
            let [commits, made] = in_turn(self.place.address, clients, self.time, parts).await?;
            let at = format!("{clients} at once");
            let most = ("one-row commits", &commits);
            self.add("durable create", &at, &made, most, &Aim::None);
            if clients > 1 && self.is_file() {
                self.beside_alone("durable create", &made, rates[0], 3.0);
            }
            rates.push(made.rate());
        }
        let body = request_body(medication);
        let one = move |patient: usize| {
            let key = format!("bare-{patient}");
            Request::post("/api/prescription", &token(patient), &key, &body)
        };
        let turns: Vec<(usize, Known)> = (1..=2 + BARE.iter().sum::<usize>())
            .map(|n| (last - n, known_patient(last - n)))
            .collect();
        let step = Recorded {
            what: "durable create",
            expected: 201,
            aims: [60.0, 80.0],
            rates: [rates[0], rates[1]],
        };
        self.beside_bare(step, one, &turns).await
    }

    /// A call beside its own statements, alone and with many at once. The first two of the turns are recorded.
    async fn beside_bare(
        &mut self,
        step: Recorded,
        request: impl Fn(usize) -> Request,
        turns: &[(usize, Known)],
    ) -> Result<(), String> {
        let Some(log) = self.log.clone() else {
            return Ok(());
        };
        let said = |error: std::io::Error| error.to_string();
        let recorder = Recorder::new(self.db, log);
        let mut client = Client::connect(self.place.address).await.map_err(said)?;
        recorder.listen(true).await?;
        let mut places = [0; 2];
        for ((turn, _), place) in turns.iter().zip(&mut places) {
            *place = recorder.place();
            let answer = client.send(&request(*turn)).await.map_err(said)?;
            if answer.status != step.expected {
                let body = String::from_utf8_lossy(&answer.body).into_owned();
                return Err(format!("{}: answered {}: {body}", step.what, answer.status));
            }
            recorder.written().await;
        }
        let script = recorder.script(places, [&turns[0].1, &turns[1].1])?;
        recorder.listen(false).await?;
        let mut rest = &turns[2..];
        for (n, (clients, number)) in [1, MANY].into_iter().zip(BARE).enumerate() {
            let (some, others) = rest.split_at(number.min(rest.len()));
            rest = others;
            let (database, folder) = (&self.place.database, &self.place.folder);
            let run = script.run(self.db, database, folder, clients, some);
            let bare = run
                .await
                .map_err(|error| format!("{}: {error}", step.what))?;
            let share = 100.0 * step.rates[n] / bare.max(1e-9);
            let wanted = step.aims[n];
            self.lines.push(Line {
                ceiling: format!("pgbench: {bare:.0}/s"),
                share: format!("{share:.0} %"),
                aim: aim(&format!("{wanted:.0} % of the rate"), share >= wanted),
                ..line(
                    &format!(
                        "{}: {} beside its own statements, {clients} at once",
                        self.engine, step.what
                    ),
                    format!("{:.0}/s", step.rates[n]),
                )
            });
        }
        Ok(())
    }

    fn beside_alone(&mut self, what: &str, many: &Measured, alone: f64, wanted: f64) {
        let times = many.rate() / alone.max(1e-9);
        self.lines.push(Line {
            aim: aim(&format!("{wanted}x the rate of one"), times >= wanted),
            ..line(
                &format!("{}: {what}, {MANY} at once beside one", self.engine),
                format!("{times:.2}x"),
            )
        });
    }

    /// A row in a table of its own, committed by the pool with which the server works, with the same settings.
    async fn commit(&self) -> Result<Part, String> {
        let table = "create table bench_row (id UUID primary key not null, text TEXT not null)";
        let made = self.db.write().execute_unprepared(table).await;
        made.map_err(|error| error.to_string())?;
        let db = self.db.clone();
        Ok(Part::bare(move |turn| {
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
                let done = db.write().execute(&insert).await;
                done.map(|_| ()).map_err(|error| error.to_string())
            }
            .boxed()
        }))
    }

    /// What the doctor does with a request, step by step: each step alone, and many at once.
    async fn renewals(&mut self) -> Result<(), String> {
        let free =
            "update prescription set status = 'PENDING', free = true where status = 'CREATED'";
        let done = self.db.write().execute_unprepared(free).await;
        done.map_err(|error| error.to_string())?;
        let taken: usize = RENEWED.iter().map(|(_, number)| number).sum();
        let wanted = taken + 2 + BARE.iter().sum::<usize>();
        let made: Arc<[Made]> = self.pending(wanted).await?.into();
        if made.len() < wanted {
            return Err(format!(
                "{} requests are waiting, {wanted} are needed",
                made.len()
            ));
        }
        let mut alone = [0.0; 4];
        let mut many = [0.0; 4];
        let mut first = 0;
        for (clients, number) in RENEWED {
            let at = format!("{clients} at once");
            let steps: [(&str, Step); 5] = [
                ("acknowledge", acknowledge),
                ("approve", approve),
                ("the sheet, drawn and not signed", preview),
                ("sign", sign),
                ("queue fax", fax),
            ];
            let mut sheet = None;
            let mut counted = 0;
            for (what, request) in steps {
                let made = Arc::clone(&made);
                let last = first + number;
                let part = Part::call(200, move |turn| {
                    let turn = first + turn;
                    (turn < last).then(|| request(&made[turn], turn))
                });
                // Until all have been done.
                let time = Duration::from_mins(2);
                let [done] = in_turn(self.place.address, clients, time, [part])
                    .await
                    .map_err(|error| format!("{what}: {error}"))?;
                match (&sheet, what) {
                    (Some(sheet), "sign") => {
                        let wanted = if clients == 1 {
                            Aim::Times(1.3)
                        } else {
                            Aim::None
                        };
                        self.add(what, &at, &done, ("the sheet alone", sheet), &wanted);
                    }
                    _ => self.lines.push(line(
                        &format!("{}: {what}, {at}", self.engine),
                        figures(&done),
                    )),
                }
                if what.starts_with("the sheet") {
                    sheet = Some(done);
                    continue;
                }
                if clients == 1 {
                    alone[counted] = done.rate();
                } else {
                    self.beside_alone(what, &done, alone[counted], 1.8);
                    many[counted] = done.rate();
                }
                counted += 1;
            }
            first += number;
        }
        let turns: Vec<(usize, Known)> =
            (taken..made.len()).map(|n| (n, made[n].known())).collect();
        let steps: [(&str, Step); 2] = [("acknowledge", acknowledge), ("approve", approve)];
        for (n, (what, request)) in steps.into_iter().enumerate() {
            let step = Recorded {
                what,
                expected: 200,
                aims: [60.0, 60.0],
                rates: [alone[n], many[n]],
            };
            let request = |turn: usize| request(&made[turn], turn);
            self.beside_bare(step, request, &turns).await?;
        }
        Ok(())
    }

    /// The oldest requests that wait for a doctor, each with its first line.
    async fn pending(&self, number: usize) -> Result<Vec<Made>, String> {
        let text = format!(
            "select p.id, p.person_id as person, m.id as line from prescription p join medication m on m.prescription_id = p.id and \
             m.position = 0 where p.status = 'PENDING' order by p.id limit {number}"
        );
        let on = self.db.read();
        let asked = Statement::from_string(on.get_database_backend(), text);
        let rows = on.query_all_raw(asked).await;
        let made = rows.and_then(|rows| {
            let one = |row: &sea_orm::QueryResult| {
                Ok(Made {
                    id: row.try_get("", "id")?,
                    line: row.try_get("", "line")?,
                    person: row.try_get("", "person")?,
                })
            };
            rows.iter().map(one).collect::<Result<Vec<_>, _>>()
        });
        made.map_err(|error| error.to_string())
    }
}

/// A request that waits.
#[derive(Debug)]
struct Made {
    id: Uuid,
    line: Uuid,
    person: Uuid,
}

impl Made {
    /// What stands for it in statements.
    fn known(&self) -> Known {
        [self.id, self.line, self.person]
            .map(|id| id.to_string())
            .to_vec()
    }
}

/// One step with a request: what the doctor sends.
type Step = fn(&Made, usize) -> Request;

/// What the doctor sends.
fn send(
    method: fn(&str, &str, &str, &str) -> Request,
    path: &str,
    of: &Made,
    body: &Json,
) -> Request {
    let key = format!("bench{}-{}", path.replace('/', "-"), of.id);
    method(
        &format!("/api{path}"),
        &token(DOCTOR),
        &key,
        &body.to_string(),
    )
}

fn acknowledge(made: &Made, _: usize) -> Request {
    let body = json!({"prescriptionId": made.id, "acknowledgedBy": patient_id(DOCTOR)});
    send(Request::put, "/prescription/acknowledge", made, &body)
}

fn approve(made: &Made, _: usize) -> Request {
    let body =
        json!({"prescription": {"_id": made.id}, "medication": made.line, "status": "Approved"});
    send(
        Request::put,
        "/prescription/medication/updateStatus",
        made,
        &body,
    )
}

fn preview(made: &Made, _: usize) -> Request {
    let path = format!("/api/prescription/document/{}?preview=true", made.id);
    Request::get(&path, Some(&token(DOCTOR)))
}

fn sign(made: &Made, turn: usize) -> Request {
    let body = json!({"prescriptionId": made.id, "strokes": strokes(turn)});
    send(Request::put, "/prescription/sign", made, &body)
}

fn fax(made: &Made, _: usize) -> Request {
    let body = json!({"prescriptionId": made.id});
    send(Request::post, "/fax/queue-prescription-fax", made, &body)
}

/// A signature of twelve points, each time drawn a little otherwise: no drawing signs twice.
fn strokes(turn: usize) -> Json {
    let astray = |point: usize| {
        f64::from(u32::try_from(seed::pick(turn, point, 1_000)).unwrap_or_default()) / 80.0
    };
    let points: Vec<[f64; 3]> = (0..12_u8)
        .map(|point| {
            let n = f64::from(point);
            [
                10.0 + n * 9.0,
                40.0 + (n * 7.0) % 23.0 + astray(usize::from(point)),
                n * 16.0,
            ]
        })
        .collect();
    json!([points])
}
