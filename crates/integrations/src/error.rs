// SPDX-License-Identifier: AGPL-3.0-or-later

//! The error type of this crate: which service failed, and whether it may have done anything.
//!
//! Neither `Display` nor `Debug` shows the service's text, because services repeat numbers and names. Not
//! here: wording for users, which callers choose by code.

use std::fmt;

use crate::Secret;

/// The services this crate calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    Cards,
    Wallet,
    Sms,
    Email,
    Fax,
    Captcha,
    Clinic,
    Teleplan,
    /// The operator's own receiver of alerts.
    Alerts,
    /// The operator's own store of uploaded files.
    Files,
    /// The operator's own bucket of the audit's anchors.
    Anchors,
}

impl Service {
    /// The service's name in logs and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Wallet => "wallet",
            Self::Sms => "sms",
            Self::Email => "email",
            Self::Fax => "fax",
            Self::Captcha => "captcha",
            Self::Clinic => "clinic",
            Self::Teleplan => "teleplan",
            Self::Alerts => "alerts",
            Self::Files => "files",
            Self::Anchors => "anchors",
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind of a failure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The service understood and refused, before any effect. Repeating the same request is pointless.
    #[error("refused with code {code}")]
    Refused {
        /// The service's own code, by which our wording is chosen.
        code: String,
        /// The service's text. It may name a person: for staff who see the record, never for a log.
        message: Secret,
    },
    /// The service is available but asks us to retry later; nothing happened.
    #[error("asked to wait with code {code}")]
    Busy {
        /// The service's own code.
        code: String,
        /// How long it asked us to wait, if stated.
        retry_after_seconds: Option<u64>,
    },
    /// The request was sent and its outcome is unknown: no response, a partial response, or a failure on
    /// their side.
    #[error("outcome unknown: {why}")]
    Unknown {
        /// What was received instead of a response.
        why: String,
    },
    /// No connection could be made, so nothing was sent.
    #[error("not reached: {why}")]
    Unreachable {
        /// Why not.
        why: String,
    },
    /// Everything that acts is held after a restore: it was not sent.
    #[error("held after a restore")]
    Held,
    /// Our settings or credentials are wrong; every request fails until a person corrects them. Nothing
    /// happened.
    #[error("not configured: {why}")]
    Misconfigured {
        /// What to correct.
        why: String,
    },
}

impl Failure {
    /// The word for metrics.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "refused",
            Self::Busy { .. } => "busy",
            Self::Unknown { .. } => "unknown",
            Self::Unreachable { .. } => "unreachable",
            Self::Held => "held",
            Self::Misconfigured { .. } => "misconfigured",
        }
    }
}

/// A failed request to an external service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{service}: {kind}")]
pub struct ServiceError {
    /// The service.
    pub service: Service,
    /// The kind of the failure.
    pub kind: Failure,
}

impl ServiceError {
    /// Whether the service certainly did nothing. Only then may a request without an idempotency key be
    /// repeated.
    pub fn nothing_happened(&self) -> bool {
        !self.is_unknown()
    }

    /// Whether the service may have carried out the request.
    pub fn is_unknown(&self) -> bool {
        matches!(self.kind, Failure::Unknown { .. })
    }

    /// Whether it was not sent because everything is held.
    pub fn is_held(&self) -> bool {
        self.kind == Failure::Held
    }

    /// Whether a retry could succeed without anyone changing anything.
    pub fn worth_retrying(&self) -> bool {
        match self.kind {
            Failure::Busy { .. } | Failure::Unknown { .. } | Failure::Unreachable { .. } => true,
            Failure::Refused { .. } | Failure::Held | Failure::Misconfigured { .. } => false,
        }
    }

    /// The service's code when it refused.
    pub fn refusal_code(&self) -> Option<&str> {
        match &self.kind {
            Failure::Refused { code, .. } => Some(code),
            Failure::Busy { .. }
            | Failure::Unknown { .. }
            | Failure::Unreachable { .. }
            | Failure::Held
            | Failure::Misconfigured { .. } => None,
        }
    }

    pub(crate) fn refused(
        service: Service,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let kind = Failure::Refused {
            code: code.into(),
            message: Secret::new(message),
        };
        Self { service, kind }
    }

    pub(crate) fn busy(
        service: Service,
        code: impl Into<String>,
        retry_after_seconds: Option<u64>,
    ) -> Self {
        Self {
            service,
            kind: Failure::Busy {
                code: code.into(),
                retry_after_seconds,
            },
        }
    }

    pub(crate) fn unknown(service: Service, why: impl Into<String>) -> Self {
        Self {
            service,
            kind: Failure::Unknown { why: why.into() },
        }
    }

    pub(crate) fn unreachable(service: Service, why: impl Into<String>) -> Self {
        Self {
            service,
            kind: Failure::Unreachable { why: why.into() },
        }
    }

    /// A request that this process gave up when it stopped.
    pub(crate) fn given_up(service: Service, had_left: bool) -> Self {
        if had_left {
            Self::unknown(service, "Salal was stopped before the answer came")
        } else {
            Self::unreachable(service, "Salal was stopped before it was sent")
        }
    }

    pub(crate) fn held(service: Service) -> Self {
        Self {
            service,
            kind: Failure::Held,
        }
    }

    pub(crate) fn misconfigured(service: Service, why: impl Into<String>) -> Self {
        Self {
            service,
            kind: Failure::Misconfigured { why: why.into() },
        }
    }

    /// For a preparing step (sign-on, token) before the actual request: whatever its outcome, the request
    /// itself was never sent.
    pub(crate) fn before_the_call(self) -> Self {
        match self.kind {
            Failure::Unknown { why } => {
                Self::unreachable(self.service, format!("while signing on: {why}"))
            }
            Failure::Refused { .. }
            | Failure::Busy { .. }
            | Failure::Unreachable { .. }
            | Failure::Held
            | Failure::Misconfigured { .. } => self,
        }
    }
}
