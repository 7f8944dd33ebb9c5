// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the program is put together from. Each crate of features has a function `register`, which adds what is its
//! own; so whoever puts crates together names the crates, and not what is in them. Not here: which crates there are,
//! the order in which the document shows their routes, and what a process does at its start.

use crate::api::{AuditSentences, Route};
use crate::error::{Error, Result};
use crate::hooks::{Hooks, Needed};
use crate::jobs::{JobKind, JobKinds};
use crate::notifications::{self, MailAdministratorsOnce, NotifyStaff};

/// What the platform and the crates of features bring.
pub struct Parts {
    /// The rows of the route table, each with its tag.
    pub routes: Vec<Route>,
    /// The kinds of background jobs.
    pub kinds: Vec<JobKind>,
    /// What features do for one another, from those that do it.
    pub hooks: Hooks,
    /// The hooks that must be there, from the modules that call them.
    pub needed: Vec<Needed>,
}

impl Parts {
    /// The platform's own, to which the crates of features add theirs.
    pub fn of_platform() -> Self {
        Self {
            routes: Vec::new(),
            kinds: notifications::jobs(),
            hooks: Hooks::default(),
            needed: vec![
                Needed::once::<NotifyStaff>(),
                Needed::once::<MailAdministratorsOnce>(),
                Needed::once::<AuditSentences>(),
                Needed::once::<JobKinds>(),
            ],
        }
    }

    /// All hooks of a process, with those that the routes and the jobs themselves give. When one was forgotten, or is
    /// never asked for, the error says which.
    pub fn into_hooks(mut self) -> Result<Hooks> {
        self.hooks.add(AuditSentences::of(&self.routes));
        self.hooks.add(JobKinds(self.kinds));
        match self.hooks.faults(&self.needed).as_slice() {
            [] => Ok(self.hooks),
            faults => Err(Error::broken(faults.join(", "))),
        }
    }
}
