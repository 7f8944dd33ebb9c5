// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the program is put together from. Each crate of features has a function `register`, which adds what is its
//! own; so whoever puts crates together names the crates, and not what is in them. Not here: which crates there are,
//! the order in which the document shows their routes, and what a process does besides serving.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Db, Transaction};
use uuid::Uuid;

use crate::api::{ApiHooks, AuditSentences, Route, SignedIn};
use crate::changes::{ChangeKind, ChangeKinds};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::events::TimeLeft;
use crate::hooks::{Hooks, Needed};
use crate::jobs::{self, JobKind, JobKinds};
use crate::notifications::{self, MailAdministratorsOnce, NotifyStaff};
use crate::sealing::{SealedColumn, SealedColumns};
use crate::settings::Settings;

/// What is done with a database before there is a context.
pub type OnDatabase = fn(Db) -> BoxFuture<'static, Result<()>>;

/// What is done with a context before it is used.
pub type OnStart = fn(Context) -> BoxFuture<'static, Result<()>>;

/// What is done with a database that was restored from a copy, in the transaction that begins the hold; what it did, as
/// a sentence.
pub type OnRestore =
    for<'a> fn(&'a Transaction, &'a Context) -> BoxFuture<'a, Result<Option<String>>>;

/// The settings that screens may read, at a given time.
pub type PublicSettings = fn(&Settings, DateTime<Utc>) -> serde_json::Value;

/// Whose an event stream is, and how long it stands.
#[derive(Clone, Copy)]
pub struct Streams {
    /// The session that the headers of a request name.
    pub find_session: fn(Context, HeaderMap) -> BoxFuture<'static, Result<Option<SignedIn>>>,
    /// How long a session stands. One that cannot be asked about is taken for ended: its page connects again.
    pub time_left: fn(Context, Uuid) -> TimeLeft,
}

/// What the platform and the crates of features bring.
pub struct Parts {
    /// The rows of the route table, each with its tag.
    pub routes: Vec<Route>,
    /// The kinds of background jobs.
    pub kinds: Vec<JobKind>,
    /// The kinds of change that pages are told of.
    pub changes: Vec<ChangeKind>,
    /// What features do for one another, from those that do it.
    pub hooks: Hooks,
    /// The columns with sealed values.
    pub sealed: Vec<SealedColumn>,
    /// The hooks that must be there, from the modules that call them.
    pub needed: Vec<Needed>,
    /// What a process that changes the database does after it was migrated.
    pub on_database: Vec<OnDatabase>,
    /// What the same process does as soon as it has a context.
    pub on_start: Vec<OnStart>,
    /// What is done with a database that was restored.
    pub on_restore: Vec<OnRestore>,
    /// What the API layer asks the features.
    pub api: Option<ApiHooks>,
    /// What the event stream asks the features.
    pub streams: Option<Streams>,
    /// What the documents of the web app show of the settings.
    pub public_settings: Option<PublicSettings>,
}

impl Parts {
    /// The platform's own, to which the crates of features add theirs.
    pub fn of_platform() -> Self {
        Self {
            routes: Vec::new(),
            kinds: notifications::jobs(),
            changes: ChangeKind::own(),
            sealed: jobs::sealed().into(),
            hooks: Hooks::default(),
            needed: vec![
                Needed::once::<NotifyStaff>(),
                Needed::once::<MailAdministratorsOnce>(),
                Needed::once::<AuditSentences>(),
                Needed::once::<JobKinds>(),
                Needed::once::<SealedColumns>(),
                Needed::once::<ChangeKinds>(),
            ],
            on_database: Vec::new(),
            on_start: Vec::new(),
            on_restore: Vec::new(),
            api: None,
            streams: None,
            public_settings: None,
        }
    }

    /// What the API layer asks.
    ///
    /// # Panics
    ///
    /// When nobody registered it; [`Self::into_hooks`] refuses that at the start.
    pub fn api_hooks(&self) -> ApiHooks {
        self.api.expect(WITHOUT_API)
    }

    /// What the event stream asks.
    ///
    /// # Panics
    ///
    /// When nobody registered it; [`Self::into_hooks`] refuses that at the start.
    pub fn streams(&self) -> Streams {
        self.streams.expect(WITHOUT_STREAMS)
    }

    /// What the documents of the web app show of the settings.
    ///
    /// # Panics
    ///
    /// When nobody registered it; [`Self::into_hooks`] refuses that at the start.
    pub fn public_settings(&self) -> PublicSettings {
        self.public_settings.expect(WITHOUT_SETTINGS)
    }

    /// All hooks of a process, with those that the routes and the jobs themselves give. When one was forgotten, or is
    /// never asked for, the error says which.
    pub fn into_hooks(mut self) -> Result<Hooks> {
        let mut faults: Vec<String> = [
            (self.api.is_none(), WITHOUT_API),
            (self.streams.is_none(), WITHOUT_STREAMS),
            (self.public_settings.is_none(), WITHOUT_SETTINGS),
        ]
        .into_iter()
        .filter(|(is_missing, _)| *is_missing)
        .map(|(_, fault)| fault.to_owned())
        .collect();
        self.hooks.add(AuditSentences::of(&self.routes));
        self.hooks.add(JobKinds(self.kinds));
        self.hooks.add(SealedColumns(self.sealed));
        let changes = ChangeKinds(self.changes);
        faults.extend(changes.faults());
        self.hooks.add(changes);
        faults.extend(self.hooks.faults(&self.needed));
        match faults.as_slice() {
            [] => Ok(self.hooks),
            faults => Err(Error::broken(faults.join(", "))),
        }
    }
}

const WITHOUT_API: &str = "no one registered who knows sessions and writes the audit";
const WITHOUT_STREAMS: &str = "no one registered whose the event streams are";
const WITHOUT_SETTINGS: &str = "no one registered which settings screens may read";
