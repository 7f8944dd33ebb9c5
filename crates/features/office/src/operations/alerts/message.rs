// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is told at once: one message about everything that changed, as an email and as JSON.

use chrono::{DateTime, Utc};
use salal_documents::mail::Mail;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::context::Context;

/// Something that is wrong, or was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    /// Names it, whatever the numbers in the text.
    pub(super) code: String,
    pub(super) area: String,
    pub(super) text: String,
    pub(super) since: DateTime<Utc>,
    /// The machine that it is about; empty for the whole installation.
    pub(super) place: String,
}

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Message {
    /// Told for the first time.
    pub(super) new: Vec<Told>,
    /// Told before, and still wrong.
    pub(super) still: Vec<Told>,
    /// Told before, and gone.
    pub(super) over: Vec<Told>,
    /// How many things are wrong, whether or not this message is about them; `None` where that is not known.
    #[serde(default)]
    pub(super) open: Option<usize>,
}

impl Message {
    /// The host of the public address: whoever has several installations must know which this is.
    fn installation(ctx: &Context) -> String {
        let address = &ctx.settings.server.public_url;
        let host = address.split("://").last().unwrap_or(address);
        host.trim_end_matches('/').to_owned()
    }

    /// Whether there is nothing to tell.
    pub(super) fn is_empty(&self) -> bool {
        self.new.is_empty() && self.still.is_empty() && self.over.is_empty()
    }

    /// "2 problems at renew.example": of all that are open. Whoever reads no further must not take one that is over for
    /// all.
    fn subject(&self, ctx: &Context) -> String {
        let place = Self::installation(ctx);
        let told = self.new.len() + self.still.len();
        let open = self.open.map(|open| open.max(told));
        let left = if told == 0 { " left" } else { "" };
        match open.unwrap_or(told) {
            0 if open.is_none() => format!("something is over at {place}"),
            0 => format!("all is well again at {place}"),
            1 => format!("1 problem{left} at {place}"),
            n => format!("{n} problems{left} at {place}"),
        }
    }

    /// As an email.
    pub(super) fn mail(&self, ctx: &Context) -> Mail {
        let line = |word: &str, one: &Told| {
            let place = if one.place.is_empty() {
                String::new()
            } else {
                format!(" on {}", one.place)
            };
            let since = one.since.format("%Y-%m-%d %H:%M UTC");
            format!("{word} ({}{place}, since {since}): {}", one.area, one.text)
        };
        let of = |word: &'static str, all: &[Told]| -> Vec<String> {
            all.iter().map(|one| line(word, one)).collect()
        };
        Mail::Alert {
            subject: self.subject(ctx),
            lines: [
                of("New", &self.new),
                of("Still", &self.still),
                of("Over", &self.over),
            ]
            .concat(),
            link: ctx.settings.link("/operations"),
        }
    }

    /// As JSON for a receiver.
    pub(super) fn json(&self, ctx: &Context, at: DateTime<Utc>) -> Value {
        let of = |state: &'static str, all: &[Told]| -> Vec<Value> {
            let one = |told: &Told| {
                json!({
                    "state": state, "code": told.code, "area": told.area, "text": told.text,
                    "since": told.since, "machine": told.place,
                })
            };
            all.iter().map(one).collect()
        };
        let findings = [
            of("new", &self.new),
            of("still", &self.still),
            of("over", &self.over),
        ]
        .concat();
        json!({
            "type": "salal.alert",
            "timestamp": at,
            "data": {
                "installation": ctx.settings.server.public_url,
                "subject": self.subject(ctx),
                "open": self.open,
                "findings": findings,
            },
        })
    }
}
