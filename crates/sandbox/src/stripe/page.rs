// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a browser loads from Stripe: the script, the frame the card is typed into, and the
//! bank's question for cards that ask the payer first.

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};

use super::intents;
use crate::answer::Answer;
use crate::fields::{Fields, escape};
use crate::state::SandboxState;

/// `GET /stripe/v3/`
pub(super) async fn script() -> Answer {
    Answer::script(include_str!("../../assets/stripe.js"))
}

/// `GET /stripe/v3/card`
pub(super) async fn card_frame() -> Answer {
    Answer::html(200, include_str!("../../assets/card.html").to_owned())
}

/// `GET /stripe/v3/authenticate/{id}?return_url=`
pub(super) async fn authentication(Path(id): Path<String>, RawQuery(query): RawQuery) -> Answer {
    let fields = Fields::form(query.unwrap_or_default().as_bytes());
    let back = escape(fields.get("return_url").unwrap_or_default());
    let page = include_str!("../../assets/authenticate.html")
        .replace("{{id}}", &escape(&id))
        .replace("{{return_url}}", &back);
    Answer::html(200, page)
}

/// `POST /stripe/v3/authenticate/{id}`: `answer=complete` or `answer=fail`.
pub(super) async fn authenticate(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    body: Bytes,
) -> Answer {
    let fields = Fields::form(&body);
    if !intents::answer_bank(&state, &id, fields.get("answer") == Some("complete")) {
        return Answer::text(409, "This payment is not waiting for its payer.");
    }
    match fields.get("return_url") {
        Some(back) if back.starts_with("http://") || back.starts_with("https://") => {
            let sign = if back.contains('?') { '&' } else { '?' };
            Answer::see_other(&format!("{back}{sign}payment_intent={id}"))
        }
        _ => Answer::text(200, "Done. You may close this page."),
    }
}
