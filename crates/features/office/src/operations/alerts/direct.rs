// SPDX-License-Identifier: AGPL-3.0-or-later

//! What cannot be stored is told at once: that the database keeps nothing. There is no durable job for it then, so each
//! process tells it once, and once more when it is over; a try that fails is tried again at the next look.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use salal_integrations::Hold;

use super::look::machine;
use super::message::{Message, Told};
use super::send;
use crate::context::Context;
use crate::operations::health::Area;
use salal_platform::telemetry;

/// What this process has told of its database.
#[derive(Debug, Default)]
pub(super) struct Direct {
    /// Since when changes cannot be kept.
    since: Option<DateTime<Utc>>,
    /// What is wrong, once it was told.
    told: Option<Told>,
}

impl Direct {
    /// Looks at what this process knows of its database, and tells what changed.
    pub(super) async fn look(&mut self, ctx: &Context) {
        let now = ctx.now();
        let Some(why) = ctx.db.trouble() else {
            self.since = None;
            if let Some(told) = self.told.clone() {
                let over = Message {
                    over: vec![told],
                    ..Message::default()
                };
                if tell(ctx, &over).await {
                    self.told = None;
                }
            }
            return;
        };
        let since = *self.since.get_or_insert(now);
        let wait = TimeDelta::seconds(ctx.settings.alerts.after_seconds);
        if self.told.is_some() || now - since < wait {
            return;
        }
        let told = Told {
            code: "database.refuses".to_owned(),
            area: Area::Database.code().to_owned(),
            text: format!(
                "Changes cannot be saved: {}. Salal tries again every second.",
                why.word()
            ),
            since,
            place: machine(),
        };
        let new = Message {
            new: vec![told.clone()],
            ..Message::default()
        };
        if tell(ctx, &new).await {
            self.told = Some(told);
        }
    }
}

/// Sends a message by all ways at once; whether one of them took it, or there is none.
async fn tell(ctx: &Context, message: &Message) -> bool {
    let wanted = &ctx.settings.alerts;
    let mails = wanted.email.iter().map(async |to| {
        let sending = Hold::released(send::mail(ctx, ctx.new_id(), to, message));
        note("email", sending.await.is_ok())
    });
    let hook = async {
        let is_wanted = !wanted.webhook.is_empty();
        is_wanted
            && note(
                "webhook",
                send::hook(ctx, ctx.new_id(), message).await.is_ok(),
            )
    };
    // Side by side: an address that hangs holds up no other one.
    let (mails, hook) = tokio::join!(join_all(mails), hook);
    hook || mails.contains(&true) || !wanted.tells_somebody()
}

fn note(channel: &str, is_sent: bool) -> bool {
    let outcome = if is_sent { "sent" } else { "failed" };
    telemetry::ALERTS.count([channel, outcome]);
    is_sent
}
