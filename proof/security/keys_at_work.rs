// SPDX-License-Identifier: AGPL-3.0-or-later

//! A master key follows another as an operator does it, process by process, and nobody notices: people sign in, write,
//! upload and press twice on two processes at once, with either key first. What was written before, meanwhile and after
//! is read with the new key alone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use reqwest::Method;
use salal_platform::sealing::{self, foreign, new_master_key, note_use};
use salal_reference::uploads;
use salal_sandbox::OutboxEntry;
use salal_server::app;
use salal_server::context::Context;
use salal_server::features::audit;
use salal_server::features::operations::keys;
use salal_server::jobs::{self, JobKinds};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{OLD, audit_is_whole, id_of, others, settings_with};
use crate::TESTED;
use crate::support::files::pdf;
use crate::support::{Answer, Api, Engine, TestApp, User, new_key, phn, totp_code};

on_each!(a_key_follows_another_while_people_work);

/// So often each of them does their work in each part of a rotation.
const TIMES: usize = 2;

/// So often staff sign in while a key is replaced.
const SIGN_INS: usize = 5;

/// A process that serves.
struct Site {
    ctx: Context,
    api: Api,
    stop: CancellationToken,
    server: Option<JoinHandle<()>>,
}

impl Site {
    /// Begins, as the program does.
    async fn begin(app: &TestApp, keys: &[&str]) -> Arc<Self> {
        let settings = settings_with(app, keys);
        let ctx = Box::pin(app::context(settings, app.ctx.clock.clone())).await;
        let ctx = ctx.expect("it starts");
        app::settle_keys(&ctx).await.expect("it has the keys");
        note_use(&ctx).await.expect("notes");
        uploads::check_files_with(&ctx, env!("CARGO_BIN_EXE_salal"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let (site, stop) = (app::site(&ctx), CancellationToken::new());
        let (settings, stopped) = (Arc::clone(&ctx.settings), stop.clone());
        let server = tokio::spawn(async move {
            salal_server::listener::serve(listener, site, &settings, stopped).await;
        });
        let api = Api::new(&TESTED, format!("http://{address}"));
        let server = Some(server);
        Arc::new(Self {
            ctx,
            api,
            stop,
            server,
        })
    }
}

/// Those that people reach at present.
struct Sites<'a> {
    app: &'a TestApp,
    open: Mutex<Vec<Arc<Site>>>,
    asked: AtomicUsize,
}

impl Sites<'_> {
    fn open(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Site>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One after the other.
    fn any(&self) -> Arc<Site> {
        let n = self.asked.fetch_add(1, Ordering::Relaxed);
        self.app.ctx.clock.advance(TimeDelta::milliseconds(10));
        let open = self.open();
        Arc::clone(&open[n % open.len()])
    }

    /// It gets no more requests, ends those that it has, and says that it is gone.
    async fn end(&self, site: Arc<Site>) {
        self.open().retain(|one| !Arc::ptr_eq(one, &site));
        let mut waiting = site;
        let mut alone = loop {
            match Arc::try_unwrap(waiting) {
                Ok(alone) => break alone,
                Err(busy) => waiting = busy,
            }
            tokio::task::yield_now().await;
        };
        alone.stop.cancel();
        if let Some(server) = alone.server.take() {
            server.await.expect("it ends");
        }
        let gone = CancellationToken::new();
        gone.cancel();
        sealing::keep_noted(alone.ctx.clone(), gone).await;
        alone.ctx.db.close().await;
    }

    async fn send(&self, by: Option<&User>, path: &str, body: &Value) -> Answer {
        let (site, key) = (self.any(), new_key());
        let sent = site
            .api
            .try_send(by, Method::POST, path, Some(&key), Some(body));
        sent.await.expect("it answers")
    }

    async fn get(&self, by: &User, path: &str) -> Answer {
        let site = self.any();
        let sent = site.api.try_send(Some(by), Method::GET, path, None, None);
        sent.await.expect("it answers")
    }

    /// The newest message to somebody that came after `before`, sent by whichever process runs the job.
    async fn newest(&self, channel: &str, to: &str, before: &str) -> OutboxEntry {
        let kinds = JobKinds(app::parts().kinds);
        loop {
            let site = self.any();
            jobs::settle(&site.ctx, &kinds).await.expect("jobs run");
            let sent = self.app.sandbox.outbox(Some(channel), Some(to));
            if let Some(newest) = sent.into_iter().next().filter(|one| one.id != before) {
                return newest;
            }
            tokio::task::yield_now().await;
        }
    }

    fn last(&self, channel: &str, to: &str) -> String {
        let sent = self.app.sandbox.outbox(Some(channel), Some(to));
        sent.into_iter()
            .next()
            .map(|one| one.id)
            .unwrap_or_default()
    }

    /// Signs a patient in: one process makes the code, another sends it, a third checks it.
    async fn patient_enters(&self, user: &User) -> User {
        let before = self.last("sms", &user.phone);
        let mut body = json!({"Email": user.email, "Password": user.password});
        let path = "/user/authenticate";
        assert_eq!(self.send(None, path, &body).await.ok()["verifymfa"], true);
        let text = self.newest("sms", &user.phone, &before).await.text;
        let mut words = text.split(|c: char| !c.is_ascii_digit());
        let code = words.rfind(|word| word.len() == 6).expect("a code");
        body["code"] = code.into();
        let (began, answer) = (self.app.ctx.now(), self.send(None, path, &body).await);
        // Which of them was the newest says what went wrong.
        let sent = self.app.sandbox.outbox(Some("sms"), Some(&user.phone));
        let sent: Vec<_> = sent
            .iter()
            .take(4)
            .map(|one| (&one.id, &one.text))
            .collect();
        assert_eq!(
            answer.status, 200,
            "{} at {began} with {code}, after {before}: {sent:?}",
            answer.body
        );
        signed_in(user, &answer.ok())
    }

    async fn staff_enters(&self, user: &User) -> User {
        self.app.ctx.clock.advance(TimeDelta::seconds(60));
        let code = totp_code(self.app, &user.totp);
        let body = json!({"Email": user.email, "Password": user.password, "code": code});
        signed_in(
            user,
            &self.send(None, "/user/authenticate", &body).await.ok(),
        )
    }
}

fn signed_in(user: &User, answer: &Value) -> User {
    let token = answer["token"].as_str().expect("a token").to_owned();
    User {
        token,
        ..user.clone()
    }
}

/// A message as it was sent.
struct Written {
    id: String,
    text: String,
    file: String,
    bytes: Vec<u8>,
}

/// What people do, and what came of it.
struct Work<'a> {
    sites: Sites<'a>,
    written: Mutex<Vec<Written>>,
    password: Mutex<String>,
    is_over: AtomicBool,
}

impl Work<'_> {
    /// Each a few times, and until the rotation is done.
    async fn times(&self, mut one: impl AsyncFnMut(usize)) {
        let mut n = 0;
        while n < TIMES || !self.is_over.load(Ordering::Relaxed) {
            one(n).await;
            n += 1;
        }
    }

    /// A doctor writes with a file, and presses twice.
    async fn write(&self, doctor: &User, patient: &User, n: usize) {
        let (text, key) = (format!("Message {n} {}", new_key()), new_key());
        let fields = json!({"from": doctor.person, "to": patient.person, "subject": "A question", "message": text});
        let bytes = pdf(&format!("% {text}\n"));
        let files = [("files", "page.pdf", bytes)];
        let press = async || {
            let site = self.sites.any();
            let sent = site.api.form(
                Some(doctor),
                Method::POST,
                "/message",
                &key,
                &fields,
                &files,
            );
            sent.await
        };
        let sent = press().await.ok();
        let again = press().await;
        assert!(again.replayed, "{}", again.body);
        assert_eq!(again.body["_id"], sent["_id"]);
        let id = |value: &Value| value.as_str().expect("an id").to_owned();
        let file = id(&sent["files"][0]["_id"]);
        let shown = self.sites.get(doctor, &format!("/file/{file}")).await;
        assert_eq!(shown.status, 200);
        let one = Written {
            id: id(&sent["_id"]),
            text,
            file,
            bytes: shown.bytes,
        };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.push(one);
    }

    /// Signs in by an authenticator, whose secret is sealed, and has credentials sealed and opened.
    async fn prove(&self, doctor: &User) {
        let mut entered = self.sites.staff_enters(doctor).await;
        self.times(async |n| {
            // A step of the authenticator takes half a minute, and the code of somebody else counts for ten.
            if (1..SIGN_INS).contains(&n) {
                entered = self.sites.staff_enters(doctor).await;
            }
            let login = format!("login{n}");
            let typed = json!({"login": login, "password": "a word"});
            let kept = self
                .sites
                .send(Some(&entered), "/pharmanet/encrypt", &typed);
            let kept = kept.await.ok();
            let opened = self.sites.send(Some(&entered), "/pharmanet/decrypt", &kept);
            assert_eq!(opened.await.ok()["login"], login);
        })
        .await;
    }

    /// Forgets the password, and sets one by the link.
    async fn recover(&self, user: &User) {
        let before = self.sites.last("email", &user.email);
        let known =
            json!({"Email": user.email, "DateOfBirth": "1968-04-09", "DocumentNumber": phn(2)});
        let found = self
            .sites
            .send(None, "/user/recovery/search", &known)
            .await
            .ok();
        let body = json!({"email": found["user"]["_id"]});
        self.sites
            .send(None, "/user/recovery/send-email", &body)
            .await
            .ok();
        let mail = self.sites.newest("email", &user.email, &before).await;
        let mut links = mail.links.iter();
        let token = links.find_map(|link| Some(link.split_once("#token=")?.1));
        let password = format!("Aa1{}", &new_key().replace('-', "")[..17]);
        let body = json!({"passwordRecoveryToken": token, "Password": password});
        self.sites
            .send(None, "/user/recovery/password", &body)
            .await
            .ok();
        let before = mail.id;
        // That it was changed is mailed as well.
        self.sites.newest("email", &user.email, &before).await;
        *self.password.lock().unwrap_or_else(PoisonError::into_inner) = password;
    }

    async fn go_on(&self) {
        self.is_over.store(false, Ordering::Relaxed);
        let users = &self.sites.app.users;
        let doctor = self.sites.staff_enters(&users.doctor).await;
        let (doctor, patient) = (&doctor, &users.patient);
        tokio::join!(
            self.times(async |n| self.write(doctor, patient, n).await),
            self.times(async |_| drop(self.sites.patient_enters(patient).await)),
            self.prove(&users.second_doctor),
            // Only so many links are mailed in an hour.
            self.recover(&users.other),
        );
    }

    /// Everything that was written opens.
    async fn everything_is_read(&self) {
        let users = &self.sites.app.users;
        let doctor = self.sites.staff_enters(&users.doctor).await;
        let patient = self.sites.patient_enters(&users.patient).await;
        let password = self
            .password
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let other = User {
            password,
            ..users.other.clone()
        };
        self.sites.patient_enters(&other).await;
        let written =
            std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner));
        for one in &written {
            for by in [&doctor, &patient] {
                let shown = self
                    .sites
                    .get(by, &format!("/message/{}", one.id))
                    .await
                    .ok();
                assert!(shown.to_string().contains(&one.text), "{shown}");
                let file = self.sites.get(by, &format!("/file/{}", one.file)).await;
                assert_eq!((file.status, &file.bytes), (200, &one.bytes));
            }
        }
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = written;
    }

    /// While people work, all processes get the new key, then use it first, and everything is sealed anew.
    async fn rotate(&self, old: &str, new: &str) {
        let (app, sites) = (self.sites.app, &self.sites);
        let (old_id, new_id) = (id_of(app, old), id_of(app, new));
        let first = Arc::clone(&sites.open()[0]);
        let behind = Site::begin(app, &[old, new]).await;
        sites.open().push(Arc::clone(&behind));
        sites.end(first).await;
        let ahead = Site::begin(app, &[new, old]).await;
        sites.open().push(Arc::clone(&ahead));
        note_use(&behind.ctx).await.expect("notes");
        let told = keys::rotate(&ahead.ctx, "A. Nurse").await.expect("rotates");
        assert!(told.contains(&format!("(1 still with {old_id})")), "{told}");
        sites.end(behind).await;
        note_use(&ahead.ctx).await.expect("notes");
        let told = keys::rotate(&ahead.ctx, "A. Nurse").await.expect("rotates");
        assert!(
            told.contains(&format!("The key {old_id} has nothing sealed any more.")),
            "{told}"
        );
        assert_eq!(others(&ahead.ctx, &new_id).await, 0);
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// A day later the earlier key is taken out.
    async fn drop_key(&self, old: &str, new: &str) {
        let (app, sites) = (self.sites.app, &self.sites);
        app.ctx.clock.advance(TimeDelta::hours(26));
        let ahead = Arc::clone(&sites.open()[0]);
        note_use(&ahead.ctx).await.expect("notes");
        let told = keys::rotate(&ahead.ctx, "A. Nurse").await.expect("rotates");
        let may_go = format!(
            "The key {} may be taken out of the settings.",
            id_of(app, old)
        );
        assert!(told.contains(&may_go), "{told}");
        let alone = Site::begin(app, &[new]).await;
        sites.open().push(Arc::clone(&alone));
        sites.end(ahead).await;
        assert_eq!(foreign(&alone.ctx).await.expect("reads"), []);
        let missing = audit::foreign_keys(&alone.ctx).await;
        assert_eq!(missing.expect("reads"), []);
        audit_is_whole(&alone.ctx).await;
    }
}

async fn a_key_follows_another_while_people_work(engine: Engine) {
    let rotations = option_env!("SALAL_TEST_ROUNDS").map_or(1, |n| n.parse().expect("a number"));
    let app = TestApp::on(&TESTED, engine).await;
    let sites = Sites {
        app: &app,
        open: Mutex::new(vec![Site::begin(&app, &[OLD]).await]),
        asked: AtomicUsize::new(0),
    };
    let work = Work {
        sites,
        written: Mutex::default(),
        password: Mutex::new(app.users.other.password.clone()),
        is_over: AtomicBool::new(false),
    };
    let mut old = OLD.to_owned();
    for _ in 0..rotations {
        let new = new_master_key();
        tokio::join!(Box::pin(work.go_on()), Box::pin(work.rotate(&old, &new)));
        work.everything_is_read().await;
        work.drop_key(&old, &new).await;
        work.everything_is_read().await;
        old = new;
    }
    let written = work.written.lock().map(|all| all.len()).unwrap_or_default();
    println!("{engine:?}: {rotations} rotations, {written} messages written meanwhile");
    assert!(written >= TIMES * rotations, "{written}");
    let last = Arc::clone(&work.sites.open()[0]);
    work.sites.end(last).await;
    app.at_rest().await;
}
