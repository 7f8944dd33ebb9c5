// SPDX-License-Identifier: AGPL-3.0-or-later

//! The two kinds of rejection by a rule: an error on one field of a form, and the refusal of a step.
//!
//! Not here: status codes and response formats, which belong to the server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One field that cannot be accepted, with the text the user reads beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The field's name in the request, e.g. `FirstName` or `medications[0].usages`.
    pub field: String,
    /// The text shown to the user.
    pub message: String,
}

impl Fault {
    /// A fault of `field`, explained by `message`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }

    /// The same fault, its field placed under `prefix` (`usages` becomes `prefix.usages`).
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        self.field = format!("{prefix}.{}", self.field);
        self
    }
}

/// Why a step is not allowed now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A stable code for programs, e.g. `NOT_PENDING`.
    pub code: &'static str,
    /// The message for the user, beside the disabled button.
    pub message: String,
}

impl Refusal {
    /// A refusal with its code and its sentence.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}
