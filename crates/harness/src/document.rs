// SPDX-License-Identifier: AGPL-3.0-or-later

//! Every answer that a test receives is held against the OpenAPI document: its status must be one that the
//! operation lists, and its body must satisfy the schema given for it.

use std::collections::HashMap;
use std::sync::OnceLock;

use boon::{Compiler, SchemaIndex, Schemas};
use reqwest::Method;
use serde_json::Value;

use crate::{Answer, Tested};

/// One for all tests: a test program tests one thing.
static CHECKER: OnceLock<Checker> = OnceLock::new();

const NAME: &str = "https://salal.example.org/openapi.json";

/// The document, and every schema of a JSON answer in it, by its place.
struct Checker {
    document: Value,
    schemas: Schemas,
    by_pointer: HashMap<String, SchemaIndex>,
}

impl Checker {
    fn of(tested: &Tested) -> Self {
        let document = salal_site::openapi(&(tested.parts)());
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler
            .add_resource(NAME, document.clone())
            .expect("the document has a name");
        let mut schemas = Schemas::new();
        let mut by_pointer = HashMap::new();
        for pointer in answers(&document) {
            let location = format!("{NAME}#{pointer}");
            let made = compiler.compile(&location, &mut schemas);
            let index = made.unwrap_or_else(|fault| panic!("{pointer}: {fault}"));
            by_pointer.insert(pointer, index);
        }
        Self {
            document,
            schemas,
            by_pointer,
        }
    }

    /// What is wrong with `value` by the schema at `pointer` in the document.
    fn fault(&self, pointer: &str, value: &Value) -> Option<String> {
        let index = self.by_pointer[pointer];
        let checked = self.schemas.validate(value, index);
        checked.err().map(|fault| fault.to_string())
    }
}

/// The places of all JSON answers: those of each operation, and the shared refusals.
fn answers(document: &Value) -> Vec<String> {
    let paths = document["paths"].as_object().expect("paths");
    let shared = document["components"]["responses"].as_object();
    let shared = shared.expect("shared responses").iter();
    let mut found: Vec<(String, &Value)> = shared
        .map(|(name, response)| (format!("/components/responses/{name}"), response))
        .collect();
    for (template, item) in paths {
        for (verb, operation) in item.as_object().expect("operations") {
            let listed = operation["responses"].as_object().expect("responses");
            found.extend(listed.iter().map(|(status, response)| {
                let place = format!("/paths/{}/{verb}/responses/{status}", escaped(template));
                (place, response)
            }));
        }
    }
    found
        .into_iter()
        .filter_map(|(place, response)| Some((place, response["content"].as_object()?)))
        .flat_map(|(place, content)| {
            content
                .keys()
                .filter(|media_type| media_type.ends_with("json"))
                .map(move |media_type| format!("{place}/content/{}/schema", escaped(media_type)))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Holds an answer of the API against the document. A path that is no operation has nothing to be held
/// against.
#[track_caller]
pub(crate) fn check(tested: &'static Tested, method: &Method, path: &str, answer: &Answer) {
    let checker = CHECKER.get_or_init(|| Checker::of(tested));
    let document = &checker.document;
    let path = path.split('?').next().unwrap_or(path);
    let verb = method.as_str().to_lowercase();
    let Some((template, operation)) = operation(document, &verb, path) else {
        return;
    };
    let status = answer.status.to_string();
    let mut pointer = format!("/paths/{}/{verb}/responses/{status}", escaped(template));
    let mut listed = &operation["responses"][&status];
    assert!(
        !listed.is_null(),
        "{method} {template} answered {status}, which the document does not list: {}",
        answer.body
    );
    if let Some(shared) = listed["$ref"].as_str() {
        pointer = shared.trim_start_matches('#').to_owned();
        listed = document.pointer(&pointer).expect("a shared response");
    }
    let Some(content) = listed["content"].as_object() else {
        assert!(
            answer.bytes.is_empty(),
            "{method} {template} answers no body with {status}"
        );
        return;
    };
    // A file that a person uploaded is of the type it has.
    if content.contains_key("application/octet-stream") {
        return;
    }
    let given = answer.content_type.split(';').next().unwrap_or_default();
    assert!(
        content.contains_key(given),
        "{method} {template} {status} is {given}, which the document does not list"
    );
    if !given.ends_with("json") {
        return;
    }
    let schema = format!("{pointer}/content/{}/schema", escaped(given));
    if let Some(fault) = checker.fault(&schema, &answer.body) {
        panic!(
            "{method} {template} {status} is not as documented: {fault}\n{}",
            answer.body
        );
    }
}

/// Questions that are asked with a body: nothing is done, and a page that asks one by itself still has the keys of what
/// was done before it.
const QUESTIONS: [&str; 12] = [
    "PUT /api/audit",
    "POST /api/drug/names",
    "POST /api/manage-data/columns",
    "POST /api/pharmanet/decrypt",
    "POST /api/pharmanet/encrypt",
    "POST /api/pharmanet/form",
    "POST /api/prescription/fee",
    "POST /api/prescription/medication/directions",
    "POST /api/prescription/medication/marks/{personId}",
    "POST /api/prescription/medication/number/{personId}",
    "POST /api/prescription/person/duplicate/{personId}",
    "POST /api/sleep-assessment/preview",
];

/// What is done without keeping the answer, always or where nothing was left to do.
const NOT_ALWAYS_KEPT: [(&str, &str); 17] = [
    (
        "POST /api/user/authenticate",
        "an answer is a session, which is never stored",
    ),
    (
        "POST /api/user/token",
        "an answer is a session, which is never stored",
    ),
    (
        "POST /api/user/hand-over",
        "an answer is a token, which is never stored",
    ),
    ("POST /api/user/sign-out", "again it is the same"),
    ("DELETE /api/user/sessions/{id}", "again it is the same"),
    ("PUT /api/user/credential/{id}", "the session ends with it"),
    (
        "POST /api/user/change-email/get-email-code",
        "the step before is over",
    ),
    (
        "POST /api/user/change-email/validate-email-code",
        "the session ends with it",
    ),
    ("POST /api/user/recovery/password", "its link is used up"),
    (
        "POST /api/user/recovery/search",
        "tells nobody whether there is an account",
    ),
    (
        "POST /api/user/activate/resend",
        "tells nobody whether there is an account",
    ),
    ("POST /api/tele-plan/eligibility", "asks the plan each time"),
    (
        "POST /api/person/demographic/{id}",
        "the number is there already",
    ),
    ("POST /api/tele-plan/bill", "the bill is there already"),
    ("PUT /api/payment/refund", "it is refunded already"),
    ("PUT /api/payment/return-fee", "it is returned already"),
    (
        "POST /api/webhooks/stripe",
        "the provider's notice has an id of its own",
    ),
];

/// Holds a good answer to a call with a key against what the call does: where something is done the answer is kept, so
/// that a second press gets it; where something is only asked it is not, and so the page knows that nothing changed.
#[track_caller]
pub(crate) fn check_kept(tested: &'static Tested, method: &Method, path: &str, answer: &Answer) {
    let checker = CHECKER.get_or_init(|| Checker::of(tested));
    let path = path.split('?').next().unwrap_or(path);
    let verb = method.as_str().to_lowercase();
    let called = operation(&checker.document, &verb, path);
    let Some((template, _)) = called.filter(|_| *method != Method::GET && answer.status < 300)
    else {
        return;
    };
    let call = format!("{method} {template}");
    if QUESTIONS.contains(&call.as_str()) {
        assert!(!answer.kept, "{call} is a question, and its answer is kept");
    } else if !NOT_ALWAYS_KEPT.iter().any(|(known, _)| *known == call) {
        assert!(answer.kept, "{call} keeps no answer under its key");
    }
}

/// A name as a part of a JSON pointer inside an address.
fn escaped(name: &str) -> String {
    name.replace('~', "~0")
        .replace('/', "~1")
        .replace('{', "%7B")
        .replace('}', "%7D")
}

/// The operation that serves a path; one with fewer parameters goes first, as in the router.
fn operation<'a>(document: &'a Value, verb: &str, path: &str) -> Option<(&'a str, &'a Value)> {
    let asked: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    document["paths"]
        .as_object()?
        .iter()
        .filter_map(|(template, item)| Some((template, item.get(verb)?)))
        .filter(|(template, _)| {
            let parts: Vec<&str> = template.split('/').collect();
            parts.len() == asked.len()
                && parts
                    .iter()
                    .zip(&asked)
                    .all(|(part, word)| part.starts_with('{') || part == word)
        })
        .min_by_key(|(template, _)| template.matches('{').count())
        .map(|(template, operation)| (template.as_str(), operation))
}
