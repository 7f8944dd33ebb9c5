// SPDX-License-Identifier: AGPL-3.0-or-later

//! Everything that a span may say. A value is a word that is written in the program, a number, or the id of a request:
//! a text that came from somebody has no type here, so that none can be sent by mistake.

use uuid::Uuid;

/// What a span says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attribute {
    /// Of a call.
    Method(&'static str),
    /// The route's template, without /api.
    Route(&'static str),
    /// Of an answer: ours, or a service's.
    Status(u16),
    /// By which the log and the answer name a call.
    RequestId(Uuid),
    /// Of the caller.
    Role(&'static str),
    JobKind(&'static str),
    JobAttempt(i64),
    Service(&'static str),
    Operation(&'static str),
    /// How a run, a request or a call that nobody waited for ended.
    Outcome(&'static str),
    /// How many statements were sent to the database.
    Statements(u64),
    /// How long they took altogether, milliseconds.
    DatabaseTime(f64),
}

/// A value as it is sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Word(&'static str),
    Number(i64),
    Real(f64),
    Id(Uuid),
}

impl Attribute {
    /// Its name: those of OpenTelemetry's conventions where there is one.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Method(_) => "http.request.method",
            Self::Route(_) => "http.route",
            Self::Status(_) => "http.response.status_code",
            Self::RequestId(_) => "salal.request.id",
            Self::Role(_) => "salal.role",
            Self::JobKind(_) => "salal.job.kind",
            Self::JobAttempt(_) => "salal.job.attempt",
            Self::Service(_) => "peer.service",
            Self::Operation(_) => "salal.operation",
            Self::Outcome(_) => "salal.outcome",
            Self::Statements(_) => "salal.database.statements",
            Self::DatabaseTime(_) => "salal.database.ms",
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::Method(word)
            | Self::Route(word)
            | Self::Role(word)
            | Self::JobKind(word)
            | Self::Service(word)
            | Self::Operation(word)
            | Self::Outcome(word) => Value::Word(word),
            Self::Status(status) => Value::Number(status.into()),
            Self::JobAttempt(number) => Value::Number(number),
            Self::Statements(number) => Value::Number(i64::try_from(number).unwrap_or(i64::MAX)),
            Self::DatabaseTime(milliseconds) => Value::Real(milliseconds),
            Self::RequestId(id) => Value::Id(id),
        }
    }
}
