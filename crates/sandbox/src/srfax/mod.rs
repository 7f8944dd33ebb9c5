// SPDX-License-Identifier: AGPL-3.0-or-later

//! `SRFax`: one address, the action in the body, every answer HTTP 200 (reference fax.md 2).
//! The last four digits of the number decide what becomes of a fax; the page at / has the
//! table. Any account number and password are taken. Not here: the incoming side, cover
//! pages, broadcasts, notices.

mod outcome;
mod pdf;
pub(crate) mod picture;
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

pub(crate) use outcome::{AtHand, TABLE_OF_NUMBERS, any, forget_next, next, set_any, set_next};

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
    /// How many pages each of its files has.
    #[serde(default)]
    pages_of: Vec<usize>,
    /// What somebody at the page decided that it meets.
    #[serde(default)]
    at_hand: Option<AtHand>,
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

/// A fax as the page shows it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeenFax {
    pub(crate) outbox: String,
    pub(crate) to: String,
    pub(crate) pages: usize,
    /// How many pages each of its files has.
    pub(crate) pages_of: Vec<usize>,
    pub(crate) reference: String,
    /// `In Progress`, `Sent` or `Failed`.
    pub(crate) state: &'static str,
    /// Why it failed.
    pub(crate) error: &'static str,
    /// What the machine that took it calls itself, when that is not the number dialled.
    pub(crate) answered_as: Option<String>,
    /// Which fax with this reference it is, from 1.
    pub(crate) try_number: usize,
    /// What the next fax to this number will meet, if somebody decided it.
    pub(crate) next: Option<AtHand>,
}

/// The newest faxes that are still in the outbox, newest first.
pub(crate) fn seen(store: &Store, most: usize) -> Vec<SeenFax> {
    let mut faxes = store.all::<Fax>(TABLE);
    faxes.sort_by_key(|fax| fax.id);
    let mut tries = std::collections::BTreeMap::<String, usize>::new();
    let mut seen: Vec<SeenFax> = faxes
        .into_iter()
        .map(|fax| {
            let tried = tries
                .entry(format!("{}/{}", fax.to, fax.account_code))
                .or_default();
            *tried += 1;
            let (state, error) = status::fax_state(&fax);
            let answered = status::remote_id(&fax);
            SeenFax {
                next: next(store, &fax.to),
                pages: fax.pages,
                pages_of: fax.pages_of,
                reference: fax.account_code,
                state,
                error,
                answered_as: (state == "Sent" && answered != fax.to).then_some(answered),
                try_number: *tried,
                to: fax.to,
                outbox: fax.outbox,
            }
        })
        .collect();
    seen.retain(|fax| store.has("outbox", &fax.outbox));
    seen.reverse();
    seen.truncate(most);
    seen
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
