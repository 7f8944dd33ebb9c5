// SPDX-License-Identifier: AGPL-3.0-or-later

//! Traces as a receiver gets them, which is here a server of its own that speaks OTLP over HTTP: what is in them, that
//! nothing of a patient is, and that nobody notices a receiver that is away or never answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method as Asked, Uri};
use reqwest::Method;
use salal_server::app;
use salal_server::settings::Settings;
use serde_json::Value;
use tokio::net::TcpListener;

use super::on_call::{Program, said, until, value};
use crate::support::{Engine, TestApp, says_none_of};
use crate::whole_api::privacy::{
    marked_patient, marks, marks_of_studies, troubled_journey, troubled_studies,
};

/// A receiver of traces.
struct Receiver {
    address: SocketAddr,
    got: Arc<Mutex<Got>>,
    serving: tokio::task::JoinHandle<()>,
}

/// What arrived.
#[derive(Default)]
struct Got {
    /// Every byte: heads and bodies.
    text: String,
    messages: Vec<Value>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Receiver {
    async fn listen(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let got = Arc::<Mutex<Got>>::default();
        let into = Arc::clone(&got);
        let take = move |method: Asked, uri: Uri, headers: HeaderMap, body: Bytes| {
            let into = Arc::clone(&into);
            async move {
                let mut got = into.lock().unwrap_or_else(PoisonError::into_inner);
                let text = String::from_utf8(body.to_vec()).expect("text");
                writeln!(got.text, "{method} {uri} {headers:?}\n{text}").expect("it is written");
                assert_eq!((method, uri.path()), (Asked::POST, "/v1/traces"));
                assert_eq!(headers["content-type"], "application/json");
                assert_eq!(headers["x-team"], "renewals");
                got.messages
                    .push(serde_json::from_str(&text).expect("JSON"));
                "{\"partialSuccess\": {}}"
            }
        };
        let router: Router = Router::new().fallback(take);
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("it serves");
        });
        Self {
            address,
            got,
            serving,
        }
    }

    /// The spans that have arrived.
    fn spans(&self) -> Vec<Span> {
        let got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        let messages = got.messages.iter();
        let all = messages.flat_map(|message| list(&message["resourceSpans"]).iter());
        let all = all.flat_map(|of| list(&of["scopeSpans"]).iter());
        let all = all.flat_map(|of| list(&of["spans"]).iter());
        all.map(|span| Span(span.clone())).collect()
    }

    /// Every byte that has arrived.
    fn text(&self) -> String {
        let got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        got.text.clone()
    }
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// A span as it was sent.
struct Span(Value);

impl Span {
    fn said(&self) -> BTreeMap<&str, &Value> {
        let pairs = list(&self.0["attributes"]).iter();
        let pairs = pairs.map(|pair| {
            let value = pair["value"].as_object().expect("a value");
            let (_, value) = value.iter().next().expect("one");
            (pair["key"].as_str().expect("a name"), value)
        });
        pairs.collect()
    }

    fn says(&self, name: &str) -> &str {
        let value = self.said().remove(name);
        value.and_then(Value::as_str).unwrap_or_default()
    }

    fn name(&self) -> &str {
        self.0["name"].as_str().expect("a name")
    }
}

fn traced(settings: &mut Settings, receiver: SocketAddr) {
    settings.telemetry.otlp_endpoint = format!("http://{receiver}");
    settings.telemetry.otlp_headers = "x-team=renewals, authorization=Bearer abc".into();
    settings.services.traces = settings.telemetry.receiver();
}

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const SPAN: &str = "b7ad6b7169203331";

/// Asks for the settings as the last thing, until that is told: everything before it has been told by then.
async fn told_all(app: &TestApp, receiver: &Receiver) {
    app.api
        .send_raw(Method::GET, "/api/settings", &[], Vec::new())
        .await;
    until("the last call", async || {
        let spans = receiver.spans();
        spans
            .iter()
            .any(|span| span.name() == "GET /settings")
            .then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_patient_is_in_traces_sqlite() {
    nothing_of_a_patient_is_in_traces(Engine::Sqlite, 33).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_patient_is_in_traces_postgres() {
    nothing_of_a_patient_is_in_traces(Engine::Postgres, 34).await;
}

async fn nothing_of_a_patient_is_in_traces(engine: Engine, n: u32) {
    let receiver = Receiver::listen("127.0.0.1:0").await;
    let change = |settings: &mut Settings| traced(settings, receiver.address);
    let app = TestApp::with(&crate::TESTED, engine, change).await;
    app.ctx.traces.start(&app.ctx);
    let patient = marked_patient(&app, n).await;
    let refusals = troubled_journey(&app, &patient).await;
    troubled_studies(&app, &patient, n).await;
    // Words in places where a stranger puts them: paths, queries, and ids of requests and traces.
    let parent = format!("00-{TRACE}-{SPAN}-01");
    let planted = [
        ("x-request-id", "Quillfeather-9876543210"),
        ("traceparent", parent.as_str()),
        ("tracestate", "salal=Quillfeather"),
        ("baggage", "patient=Quillfeather"),
        ("user-agent", "Quillfeather/1.0"),
    ];
    for path in [
        "/api/prescription/Quillfeather?name=Zephyrine",
        "/api/link/Quillfeather",
        "/api/drug/name/wombatitis",
        "/Quillfeather",
    ] {
        app.api
            .send_raw(Method::GET, path, &planted, Vec::new())
            .await;
    }
    let token = [("x-access-token", patient.token.as_str())];
    let asked = app
        .api
        .send_raw(Method::GET, "/api/user/sessions", &token, Vec::new())
        .await;
    let made = asked.header("x-request-id");
    told_all(&app, &receiver).await;

    let text = receiver.text();
    let drugs = app.users.samples.drugs.iter();
    let drugs = drugs.map(|drug| drug["name"].as_str().unwrap_or("no drug").to_owned());
    let drugs: Vec<_> = drugs.filter(|name| name.len() > 4).collect();
    assert!(!drugs.is_empty(), "{:?}", app.users.samples.drugs);
    let mut secrets = vec![TRACE.to_owned(), SPAN.to_owned(), "9876543210".to_owned()];
    for user in [&patient, &app.users.doctor, &app.users.office] {
        secrets.extend([
            user.email.clone(),
            user.token.clone(),
            user.person.clone(),
            user.account.clone(),
        ]);
    }
    secrets.retain(|secret| !secret.is_empty());
    let answers: Vec<_> = refusals
        .iter()
        .filter_map(|one| one["message"].as_str())
        .collect();
    assert!(!answers.is_empty());
    says_none_of(
        "the traces",
        &text,
        &[marks(n), marks_of_studies(), drugs, secrets].concat(),
    );

    // Nor could anything else be: each word is one of the program's own.
    let spans = receiver.spans();
    let routes: BTreeSet<_> = app::routes().iter().map(|row| row.path).collect();
    let kinds: BTreeSet<_> = app::job_kinds().0.iter().map(|kind| kind.name).collect();
    let methods = ["GET", "POST", "PUT", "DELETE"];
    let roles = [
        "none",
        "ROLE_PATIENT",
        "ROLE_DOCTOR",
        "ROLE_OFFICE",
        "ROLE_CUSTOMERSERVICE",
        "ROLE_ADMIN",
    ];
    let services = [
        "cards", "wallet", "sms", "email", "fax", "captcha", "clinic", "teleplan", "alerts",
    ];
    let ends = [
        "answered",
        "refused",
        "busy",
        "unknown",
        "unreachable",
        "held",
        "misconfigured",
        "done",
        "retry",
        "postponed",
        "given_up",
        "abandoned",
    ];
    let mut seen = BTreeSet::new();
    for span in &spans {
        for (name, value) in span.said() {
            let word = value.as_str().unwrap_or_default();
            let is_ours = match name {
                "http.request.method" => methods.contains(&word),
                "http.route" => routes.contains(word),
                "salal.request.id" => uuid::Uuid::parse_str(word).is_ok(),
                "salal.role" => roles.contains(&word),
                "salal.job.kind" => kinds.contains(word),
                "peer.service" => services.contains(&word),
                "salal.operation" => {
                    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                }
                "salal.outcome" => ends.contains(&word),
                "http.response.status_code" | "salal.job.attempt" | "salal.database.statements" => {
                    word.parse::<u32>().is_ok()
                }
                "salal.database.ms" => value.is_number(),
                _ => false,
            };
            assert!(is_ours, "{name}={value} in {}", span.0);
            seen.insert(name.to_owned());
        }
        let keys: BTreeSet<_> = span
            .0
            .as_object()
            .expect("a span")
            .keys()
            .map(String::as_str)
            .collect();
        let known = BTreeSet::from([
            "traceId",
            "spanId",
            "parentSpanId",
            "name",
            "kind",
            "startTimeUnixNano",
            "endTimeUnixNano",
            "attributes",
            "status",
        ]);
        assert!(keys.is_subset(&known), "{keys:?}");
        let words: Vec<_> = span.name().split(' ').collect();
        let is_called = words == [span.says("http.request.method"), span.says("http.route")];
        let is_run = words == ["job", span.says("salal.job.kind")];
        let is_request = words == [span.says("peer.service"), span.says("salal.operation")];
        assert!(is_called || is_run || is_request, "{}", span.0);
    }
    assert_eq!(seen.len(), 12, "each was told at least once: {seen:?}");

    // What they say is true.
    let call = spans
        .iter()
        .find(|span| span.says("salal.request.id") == made);
    let call = call.expect("the call under the id that its answer has");
    assert_eq!(call.name(), "GET /user/sessions");
    assert_eq!(call.says("salal.role"), "ROLE_PATIENT");
    assert_eq!(call.says("http.response.status_code"), "200");
    assert!(
        call.says("salal.database.statements")
            .parse::<u32>()
            .expect("a number")
            > 0
    );
    let (began, ended) = (&call.0["startTimeUnixNano"], &call.0["endTimeUnixNano"]);
    assert!(began.as_str() < ended.as_str(), "{}", call.0);
    assert_eq!(call.0["kind"], 2);
    assert!(
        call.0.get("parentSpanId").is_none(),
        "nobody may say whose part it is: {}",
        call.0
    );
    // A charge is a part of the call or job that made it.
    let charge = spans
        .iter()
        .find(|span| span.name() == "cards charge")
        .expect("a charge");
    assert_eq!(charge.0["kind"], 3);
    let parent = spans
        .iter()
        .find(|span| span.0["spanId"] == charge.0["parentSpanId"]);
    let parent = parent.expect("its parent was told as well");
    assert_eq!(parent.0["traceId"], charge.0["traceId"]);
    let lost = spans
        .iter()
        .find(|span| span.says("salal.outcome") == "unknown");
    assert_eq!(
        lost.expect("a request without an answer").0["status"]["code"],
        2
    );
    // Mail goes by a job, and the job by a server.
    let mail = spans
        .iter()
        .find(|span| span.name() == "email send")
        .expect("mail");
    let job = spans
        .iter()
        .find(|span| span.0["spanId"] == mail.0["parentSpanId"]);
    assert!(job.expect("its job").name().starts_with("job "));
}

/// A proxy's trace goes on in ours if the settings trust the proxy and say so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trusted_proxy_names_the_trace() {
    let receiver = Receiver::listen("127.0.0.1:0").await;
    let change = |settings: &mut Settings| {
        traced(settings, receiver.address);
        settings.telemetry.follow_proxies = true;
        settings.server.trusted_proxies =
            vec!["127.0.0.1/32".to_owned().try_into().expect("a network")];
    };
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, change).await;
    app.ctx.traces.start(&app.ctx);
    for (trace, flags) in [(TRACE, "01"), ("1af7651916cd43dd8448eb211c80319c", "00")] {
        let parent = format!("00-{trace}-{SPAN}-{flags}");
        let said = [("traceparent", parent.as_str())];
        app.api
            .send_raw(Method::GET, "/api/user/sessions", &said, Vec::new())
            .await;
    }
    told_all(&app, &receiver).await;
    let spans = receiver.spans();
    let calls: Vec<_> = spans
        .iter()
        .filter(|span| span.name() == "GET /user/sessions")
        .collect();
    assert_eq!(calls.len(), 1, "what the proxy does not keep is not kept");
    assert_eq!(calls[0].0["traceId"], TRACE);
    assert_eq!(calls[0].0["parentSpanId"], SPAN);
}

const AWAY: &str = "The receiver of traces takes nothing. No one waits for it: so many spans at most are kept for it, others \
                    are dropped, and the next line about it says that it is back";

/// The receiver is not there at first, then it is, then it never answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_receiver() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let place = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = place.local_addr().expect("an address");
    drop(place);
    let more = format!(
        "[telemetry]\notlp_endpoint = \"http://{address}\"\notlp_headers = \"x-team=renewals\"\n"
    );
    let mut program = Program::start_with(&app, folder.path(), &["serve"], &more).await;
    let site = program.site.clone().expect("it serves");
    let call = async || {
        let began = Instant::now();
        let answer = site
            .send_raw(Method::GET, "/api/settings", &[], Vec::new())
            .await;
        assert_eq!(answer.status, 200);
        assert!(began.elapsed() < Duration::from_secs(5), "it waited");
    };
    call().await;
    let away = said(&program.log, AWAY).await;
    assert_eq!(away["fields"]["cause"], "no connection");
    call().await;

    let receiver = Receiver::listen(&address.to_string()).await;
    said(&program.log, "The receiver of traces is back").await;
    assert_eq!(
        program.lines(AWAY).len(),
        1,
        "one line, and none for each try"
    );
    until("what was kept", async || {
        let spans = receiver.spans();
        let calls = spans.iter().filter(|span| span.name() == "GET /settings");
        (calls.count() >= 2).then_some(())
    })
    .await;
    until("the figures", async || {
        let shown = program.shown().await;
        assert_eq!(
            value(&shown, "salal_trace_spans_total{outcome=\"dropped\"}"),
            Some(0.0)
        );
        value(&shown, "salal_trace_spans_total{outcome=\"sent\"}").filter(|sent| *sent >= 2.0)
    })
    .await;
    drop(receiver);

    // It takes connections and never answers.
    let silent = until("the port", async || TcpListener::bind(address).await.ok()).await;
    let held = tokio::spawn(async move {
        let mut all = Vec::new();
        while let Ok((connection, _)) = silent.accept().await {
            all.push(connection);
        }
    });
    for _ in 0..20 {
        call().await;
    }
    let began = Instant::now();
    program.stop().await;
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "it waited for the receiver"
    );
    held.abort();
}
