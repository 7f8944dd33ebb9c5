// SPDX-License-Identifier: AGPL-3.0-or-later

//! A process that is about to stop, and one whose database is away: both say so at once, and neither loses a
//! request that it has accepted.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Method;
use salal_db::Engine;
use salal_server::app;
use salal_server::settings::{Environment, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::support::{Answer, Api, TestApp, User, metrics};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(1);
/// Less than a call waits for a connection to the database.
const SOON: Duration = Duration::from_secs(15);

/// A process of its own on the database of `app`.
pub(super) struct Process {
    address: SocketAddr,
    api: Api,
    pub(super) stop: CancellationToken,
    serving: tokio::task::JoinHandle<()>,
}

impl Process {
    pub(super) async fn start(app: &TestApp, change: impl FnOnce(&mut Settings)) -> Self {
        // Settings and all that is made of them are large; the tests' own futures need not be.
        Box::pin(Self::begin(app, change)).await
    }

    async fn begin(app: &TestApp, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = (*app.ctx.settings).clone();
        settings.server.address = "127.0.0.1:0".into();
        change(&mut settings);
        let ctx = app::context(settings, app.ctx.clock.clone())
            .await
            .expect("a process starts");
        let stop = CancellationToken::new();
        let (tell, told) = tokio::sync::oneshot::channel();
        let ready = move |address| tell.send(address).expect("somebody waits for it");
        let stopping = stop.clone();
        let serving = tokio::spawn(async move {
            app::serve(ctx, None, metrics(), false, stopping, ready)
                .await
                .expect("it ends well");
        });
        let address: SocketAddr = told.await.expect("it is ready");
        Self {
            address,
            api: Api::new(&crate::TESTED, format!("http://{address}")),
            stop,
            serving,
        }
    }

    pub(super) async fn get(&self, path: &str, by: Option<&User>) -> Answer {
        let token = by.map(|user| user.token.clone()).unwrap_or_default();
        let headers = [("x-access-token", token.as_str())];
        let headers = if by.is_some() { &headers[..] } else { &[] };
        self.api
            .send_raw(Method::GET, path, headers, Vec::new())
            .await
    }

    /// Asks until the answer has this status.
    pub(super) async fn until(&self, path: &str, status: u16) {
        let asking = async { while self.get(path, None).await.status != status {} };
        tokio::time::timeout(PATIENCE, asking)
            .await
            .unwrap_or_else(|_| panic!("{path} never answers {status}"));
    }
}

#[tokio::test]
async fn a_stopping_process_says_so_before_it_refuses_and_drains_what_it_accepted() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let process = Process::start(&app, |settings| {
        settings.environment = Environment::Test;
        settings.server.leave_seconds = 1;
    })
    .await;
    process.until("/readyz", 200).await;
    // A sign-in of which the last byte is missing.
    let body =
        br#"{"Email":"nobody@salal.example","Password":"Salal2026demo","Role":"ROLE_PATIENT"}"#;
    let (most, last) = body.split_at(body.len() - 1);
    let mut slow = TcpStream::connect(process.address)
        .await
        .expect("it listens");
    let head = format!(
        "POST /api/user/authenticate HTTP/1.1\r\nHost: salal\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    slow.write_all(&[head.as_bytes(), most].concat())
        .await
        .expect("it reads");
    process.stop.cancel();
    process.until("/readyz", 503).await;
    // Not ready, but whoever has not heard of it yet is served.
    assert_eq!(process.get("/livez", None).await.status, 200);
    assert_eq!(process.get("/api/settings", None).await.status, 200);
    let closed = async { while TcpStream::connect(process.address).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, closed)
        .await
        .expect("it stops listening");
    slow.write_all(last).await.expect("it still reads");
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).await.expect("it answers");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    tokio::time::timeout(PATIENCE, process.serving)
        .await
        .expect("it stops")
        .expect("nothing panics");
}

/// Another program that has the write lock, for however long: nobody who waits is kept waiting, patients read, and
/// all goes on by itself.
#[tokio::test]
async fn a_file_that_another_program_has_locked_refuses_changes_and_is_read() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let process = Process::start(&app, |_| ()).await;
    let patient = app.users.patient.clone();
    let other = salal_db::Db::open(
        &app.ctx.settings.database.url,
        &salal_db::DbSettings::default(),
    )
    .await
    .expect("another program opens it");
    process.until("/readyz", 200).await;
    let held = other.begin().await.expect("it has the lock");
    // "Last seen" is due, and cannot be written.
    app.ctx.clock.advance(chrono::TimeDelta::minutes(1));
    let change = |n: usize| {
        let (api, doctor) = (process.api.clone(), app.users.doctor.clone());
        let note =
            serde_json::json!({"personId": app.users.patient.person, "text": format!("Note {n}")});
        async move {
            let key = crate::support::new_key();
            api.try_send(
                Some(&doctor),
                Method::PUT,
                "/notedraft/sign",
                Some(&key),
                Some(&note),
            )
            .await
            .expect("it answers")
        }
    };
    let all = futures_util::future::join_all((0..8).map(change));
    // Each of them after the other would take as long as eight waits.
    let answers = tokio::time::timeout(SOON, all).await.expect("nobody waits");
    for answer in &answers {
        assert_eq!(
            (answer.status, answer.body["code"].as_str()),
            (503, Some("NOT_KEPT"))
        );
        assert!(!answer.header("retry-after").is_empty());
    }
    process.until("/readyz", 503).await;
    let read = process.get("/api/user/sessions", Some(&patient)).await;
    assert_eq!(read.status, 200, "{}", read.body);
    assert_eq!(change(8).await.status, 503);
    held.rollback().await.expect("it gives it back");
    process.until("/readyz", 200).await;
    assert!(change(9).await.status < 300);
    other.close().await;
    process.stop.cancel();
}

/// What stands between a process and its database lets through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Line {
    Open,
    /// Connections are closed, and new ones are too.
    Cut,
    /// Connections are open, and nothing passes.
    Silent,
}

/// A socket in front of the database's own.
pub(super) struct Wire {
    folder: PathBuf,
    pub(super) url: String,
    pub(super) line: watch::Sender<Line>,
}

impl Drop for Wire {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Wire {
    pub(super) fn before(url: &str) -> Self {
        // The path of a socket has at most 107 characters.
        let name = uuid::Uuid::new_v4().simple().to_string();
        let folder = std::env::temp_dir().join(format!("salal-wire-{}", &name[..12]));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let socket = |folder: &str| format!("{folder}/.s.PGSQL.5432");
        let listener = UnixListener::bind(socket(&folder.display().to_string()))
            .expect("a socket can be made");
        let (plain, parameters) = url.split_once('?').unwrap_or((url, ""));
        let theirs = parameters
            .split('&')
            .find_map(|pair| pair.strip_prefix("host="))
            .map(socket);
        let server = plain
            .split('@')
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let server = server.expect("the address names a server").to_owned();
        let (line, changes) = watch::channel(Line::Open);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let changes = changes.clone();
                match &theirs {
                    Some(path) => {
                        let far = UnixStream::connect(path)
                            .await
                            .expect("the database listens");
                        tokio::spawn(carry(near, far, changes));
                    }
                    None => {
                        let far = TcpStream::connect(&server)
                            .await
                            .expect("the database listens");
                        tokio::spawn(carry(near, far, changes));
                    }
                }
            }
        });
        Self {
            url: format!("{plain}?host={}", folder.display()),
            folder,
            line,
        }
    }
}

/// Carries what is said both ways, as long as the line lets it.
async fn carry<Far>(mut near: UnixStream, mut far: Far, mut changes: watch::Receiver<Line>)
where
    Far: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        let now = *changes.borrow_and_update();
        match now {
            Line::Cut => return,
            Line::Silent => {
                if changes.changed().await.is_err() {
                    return;
                }
            }
            Line::Open => tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => return,
                changed = changes.changed() => if changed.is_err() { return },
            },
        }
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_told_at_once_and_comes_back_by_itself() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let wire = Arc::new(Wire::before(&app.ctx.settings.database.url));
    let process = Process::start(&app, |settings| {
        settings.database.url.clone_from(&wire.url);
    })
    .await;
    let patient = &app.users.patient;
    let read = "/api/user/sessions";
    process.until("/readyz", 200).await;
    for line in [Line::Cut, Line::Silent] {
        assert_eq!(process.get(read, Some(patient)).await.status, 200);
        let begun = Instant::now();
        wire.line.send_replace(line);
        let change = async {
            let headers = [
                ("x-access-token", patient.token.as_str()),
                ("content-type", "application/json"),
            ];
            let path = "/api/user/preferences";
            let body = br#"{"theme":"dark","shortcuts":true}"#.to_vec();
            process
                .api
                .send_raw(Method::PUT, path, &headers, body)
                .await
        };
        let (ready, read, changed) = tokio::join!(
            process.get("/readyz", None),
            process.get(read, Some(patient)),
            change
        );
        for (what, answer) in [("ready", &ready), ("read", &read), ("change", &changed)] {
            assert_eq!(answer.status, 503, "{line:?}, {what}: {}", answer.body);
        }
        assert_ne!(read.header("retry-after"), "");
        assert_ne!(changed.header("retry-after"), "");
        assert!(begun.elapsed() < SOON, "{line:?}: {:?}", begun.elapsed());
        assert_eq!(process.get("/livez", None).await.status, 200);
        wire.line.send_replace(Line::Open);
        process.until("/readyz", 200).await;
    }
    assert_eq!(process.get(read, Some(patient)).await.status, 200);
    process.stop.cancel();
}
