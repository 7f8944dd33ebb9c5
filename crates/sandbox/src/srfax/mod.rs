// SPDX-License-Identifier: AGPL-3.0-or-later

//! `SRFax`: one address, the action in the body, every answer HTTP 200 (reference fax.md 2).
//! The last four digits of the number decide what becomes of a fax; the page at / has the
//! table. Any account number and password are taken. Not here: the incoming side, cover
//! pages, broadcasts, notices.

mod outcome;
mod pdf;
mod queue;
mod status;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::fields::Fields;
use crate::state::SandboxState;
use crate::store::Store;

pub(crate) use outcome::TABLE_OF_NUMBERS;

/// `SRFax`'s address.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/srfax", post(act))
        .route("/srfax/SRF_SecWebSvc.php", post(act))
}

const TABLE: &str = "fax";

/// A fax that was taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Fax {
    id: u64,
    account_code: String,
    to: String,
    pages: usize,
    size: usize,
    polls: u32,
    stopped: bool,
    queued: i64,
    file_name: String,
    outbox: String,
    /// How often the service dials again when nobody answers.
    #[serde(default)]
    retries: u8,
}

impl Fax {
    fn find(store: &Store, id: &str) -> Option<Self> {
        store.get(TABLE, id.trim())
    }

    fn save(&self, store: &mut Store) {
        store.put(TABLE, &self.id.to_string(), self);
    }
}

/// The account this sandbox's id arrives in: a number or a text, turn about, as the real
/// service does depending on action and account.
fn id_as_sent(id: u64) -> Value {
    if id.is_multiple_of(2) {
        json!(id.to_string())
    } else {
        json!(id)
    }
}

fn success(result: &Value) -> Answer {
    Answer::json(200, &json!({"Status": "Success", "Result": result}))
}

fn failed(text: &str) -> Answer {
    Answer::json(200, &json!({"Status": "Failed", "Result": text}))
}

fn broken() -> Answer {
    Answer::text(500, "Internal Server Error")
}

async fn act(State(state): State<SandboxState>, headers: HeaderMap, body: Bytes) -> Answer {
    let fields = Fields::body(&headers, &body);
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !fields.get("access_id").is_some_and(number) || fields.get("access_pwd").is_none() {
        return failed("Invalid Access Code / Password");
    }
    match fields.get("action") {
        Some("Queue_Fax") => queue::queue(&state, &fields),
        Some("Get_FaxStatus") => status::one(&state, &fields),
        Some("Get_MultiFaxStatus") => status::many(&state, &fields),
        Some("Get_Fax_Outbox") => status::outbox(&state),
        Some("Stop_Fax") => status::stop(&state, &fields),
        Some("Retrieve_Fax") => status::retrieve(&state, &fields),
        _ => failed("Invalid Action Specified"),
    }
}
