// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends files of claims to Teleplan, fetches remittances and logs, and changes the password (teleplan.md
//! 1.1).
//!
//! Repeats are the caller's responsibility: a lost response to a file of claims is an unknown outcome here,
//! and only the service's own counter tells whether it was accepted.

use std::sync::PoisonError;

use reqwest::multipart::{Form, Part};

use super::{SIGN_OFF_LIMIT, Session, Teleplan, closing_line};
use crate::hold::Does;
use crate::{Secret, Service, ServiceError};

/// The complete response of the service: possibly a file, and its closing line.
#[derive(Clone)]
pub struct Reply {
    /// As received; files of the plan are Latin-1.
    pub bytes: Vec<u8>,
}

impl Reply {
    /// One character per byte, so that columns are preserved.
    pub fn text(&self) -> String {
        self.bytes.iter().map(|byte| char::from(*byte)).collect()
    }
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reply({} bytes)", self.bytes.len())
    }
}

/// What to fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pickup<'a> {
    /// Payment statements.
    Payments,
    /// Refusals and messages.
    Refusals,
    /// The list of logs.
    LogList,
    /// A log by its name: used to recover a lost download.
    Log(&'a str),
}

impl Teleplan {
    /// Sends a file of claims.
    pub async fn put_claims(&self, file: &[u8]) -> Result<Reply, ServiceError> {
        self.put(Does::Acts, file).await
    }

    /// Asks for the last committed number with a file that the service refuses: nothing of it is taken.
    pub async fn probe_counter(&self, question: &[u8]) -> Result<Reply, ServiceError> {
        self.put(Does::Asks, question).await
    }

    async fn put(&self, does: Does, file: &[u8]) -> Result<Reply, ServiceError> {
        let bytes = file.to_vec();
        self.signed_on(async |session: &mut Session| {
            let part = Part::bytes(bytes)
                .file_name("claims.txt")
                .mime_str("text/plain")
                .map_err(|_| {
                    ServiceError::misconfigured(Service::Teleplan, "no file part can be made")
                })?;
            let form = Form::new()
                .text("ExternalAction", "AputRemit")
                .part("submitFile", part);
            let answer = self
                .exchange(session, does, "AputRemit", |request| {
                    request.multipart(form)
                })
                .await?;
            Ok(answer.body)
        })
        .await
    }

    /// Fetches a file.
    pub async fn pick_up(&self, what: Pickup<'_>) -> Result<Reply, ServiceError> {
        let (action, fields): (&'static str, &[(&str, &str)]) = match what {
            Pickup::Payments => ("AgetRemit", &[("remittance", "true")]),
            Pickup::Refusals => ("AgetRemit", &[("remittance", "false")]),
            Pickup::LogList => ("AgetLogList", &[]),
            Pickup::Log(name) => (
                "AgetLog",
                &[("LOGNAME", name), ("LOGTYPE", "L"), ("MODE", "DOWNLOAD")],
            ),
        };
        let form = [&[("ExternalAction", action)], fields].concat();
        self.signed_on(async |session: &mut Session| {
            let answer = self
                .exchange(session, Does::Asks, action, |request| request.form(&form))
                .await?;
            Ok(answer.body)
        })
        .await
    }

    /// Changes the password; works while the old one is expired, so it needs no sign-on.
    pub async fn change_password(&self, new: &Secret) -> Result<Reply, ServiceError> {
        let old = self.password();
        let form = [
            ("ExternalAction", "AchangePW"),
            ("username", self.settings.username.as_str()),
            ("password", old.reveal()),
            ("new.password", new.reveal()),
            ("confirm.password", new.reveal()),
        ];
        let _place = self.places.acquire().await.ok();
        let answer = self
            .exchange(
                &mut Session::default(),
                Does::Acts,
                "AchangePW",
                |request| request.form(&form),
            )
            .await?;
        let reply = Reply { bytes: answer.body };
        closing_line(&reply.text())?;
        Ok(reply)
    }

    /// Uses this password from now on, and clears the record of a refused sign-on.
    pub fn use_password(&self, new: Secret) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if changed.as_ref() == Some(&new) {
            return;
        }
        *changed = Some(new);
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Signs on, runs `work`, signs off. A response without its closing line is an unknown outcome.
    async fn signed_on(
        &self,
        work: impl AsyncFnOnce(&mut Session) -> Result<Vec<u8>, ServiceError>,
    ) -> Result<Reply, ServiceError> {
        let _place = self.places.acquire().await.ok();
        let mut session = Session::default();
        self.sign_on(&mut session)
            .await
            .map_err(ServiceError::before_the_call)?;
        let outcome = work(&mut session).await;
        // Sign-off failures are ignored: the session times out.
        let _goodbye =
            tokio::time::timeout(SIGN_OFF_LIMIT, self.call(&mut session, "AsignOff", &[])).await;
        let reply = Reply { bytes: outcome? };
        closing_line(&reply.text())?;
        Ok(reply)
    }
}
