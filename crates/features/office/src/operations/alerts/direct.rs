// SPDX-License-Identifier: AGPL-3.0-or-later

//! What cannot be stored is told at once: that the database keeps nothing. There is no durable job for it then, so each
//! process tells it once, and once more when it is over. Who could not be reached is tried again at the next look, by
//! itself.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use salal_integrations::Hold;

use super::look::{self, machine};
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
    /// What is wrong, once it was due to be told.
    told: Option<Told>,
    /// Who took the message, and has not taken yet that it is over.
    heard: BTreeSet<Receiver>,
}

/// A way by which it is told. Each is tried by itself, until that one took it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Receiver {
    Mail(String),
    Hook,
}

impl Receiver {
    /// All that the settings name.
    fn all(ctx: &Context) -> BTreeSet<Self> {
        let wanted = &ctx.settings.alerts;
        let mails = wanted.email.iter().cloned().map(Self::Mail);
        let hook = (!wanted.webhook.is_empty()).then_some(Self::Hook);
        mails.chain(hook).collect()
    }
}

impl Direct {
    /// Looks at what this process knows of its database, and tells what changed.
    pub(super) async fn look(&mut self, ctx: &Context) {
        let now = ctx.now();
        let Some(why) = ctx.db.trouble() else {
            self.since = None;
            if let Some(told) = self.told.take() {
                let open = look::count_open(ctx.db.read()).await;
                let over = Message {
                    over: vec![told.clone()],
                    open: Some(open.unwrap_or_else(|_| look::last_open(ctx))),
                    ..Message::default()
                };
                let took = tell(ctx, &over, &self.heard).await;
                self.heard.retain(|one| !took.contains(one));
                self.told = (!self.heard.is_empty()).then_some(told);
            }
            return;
        };
        let since = *self.since.get_or_insert(now);
        let wait = TimeDelta::seconds(ctx.settings.alerts.after_seconds);
        if now - since < wait {
            return;
        }
        let told = self.told.get_or_insert_with(|| Told {
            code: "database.refuses".to_owned(),
            area: Area::Database.code().to_owned(),
            text: format!(
                "Changes cannot be saved: {}. Salal tries again every second.",
                why.word()
            ),
            since,
            place: machine(),
        });
        let new = Message {
            new: vec![told.clone()],
            open: Some(look::last_open(ctx) + 1),
            ..Message::default()
        };
        let missing = &Receiver::all(ctx) - &self.heard;
        self.heard.extend(tell(ctx, &new, &missing).await);
    }
}

/// Sends a message to these at once; who took it, or never will.
async fn tell(
    ctx: &Context,
    message: &Message,
    receivers: &BTreeSet<Receiver>,
) -> BTreeSet<Receiver> {
    // Side by side: an address that hangs holds up no other one.
    let sending = receivers.iter().map(async |receiver| {
        let (channel, sent) = match receiver {
            Receiver::Mail(to) => {
                let sending = Hold::released(send::mail(ctx, ctx.new_id(), to, message));
                ("email", Box::pin(sending).await)
            }
            Receiver::Hook => ("webhook", send::hook(ctx, ctx.new_id(), message).await),
        };
        let outcome = if sent.is_ok() { "sent" } else { "failed" };
        telemetry::ALERTS.count([channel, outcome]);
        let is_refused = match &sent {
            Err(error) if send::is_refused_for_good(error) => {
                tracing::error!(channel, cause = %error, "an alert was refused for good; it is not sent there again");
                true
            }
            _ => false,
        };
        (sent.is_ok() || is_refused).then(|| receiver.clone())
    });
    join_all(sending).await.into_iter().flatten().collect()
}
