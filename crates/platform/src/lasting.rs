// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a process does again and again, and cannot for a while: one line of the log when that begins, one when it is over,
//! and none in between. A database that is away has its own two lines (`salal_db`), and is not told once more here.

use std::fmt::Display;
use std::time::Instant;

use crate::context::Context;
use crate::error::Error;

/// Something that is done again and again.
#[derive(Debug)]
pub struct Lasting {
    /// "the audit couldn't be sealed".
    fault: &'static str,
    /// Since when it fails, if that was told.
    told: Option<Instant>,
}

impl Lasting {
    /// Names the fault, as the line of the log says it.
    pub fn new(fault: &'static str) -> Self {
        Self { fault, told: None }
    }

    /// Notes how one time went.
    pub fn note<T>(&mut self, ctx: &Context, outcome: &Result<T, Error>) {
        match outcome {
            Ok(_) => self.is_over(),
            Err(error) => self.failed(ctx, error),
        }
    }

    /// It failed.
    pub fn failed(&mut self, ctx: &Context, error: &Error) {
        ctx.note_storage(error);
        let is_told = self.told.is_some() || ctx.db.trouble().is_some();
        self.tell(is_told, error);
    }

    fn tell(&mut self, is_told: bool, cause: &impl Display) {
        if is_told {
            tracing::debug!(%cause, "{}", self.fault);
            return;
        }
        self.told = Some(Instant::now());
        tracing::error!(
            %cause,
            "{}. It is tried again, and the next line about it says that it is over",
            self.fault
        );
    }

    /// It succeeded.
    pub fn is_over(&mut self) {
        if let Some(since) = self.told.take() {
            let seconds = since.elapsed().as_secs();
            tracing::info!(seconds, "Over: {}", self.fault);
        }
    }
}
