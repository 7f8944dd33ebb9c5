// SPDX-License-Identifier: AGPL-3.0-or-later

//! Text that must not reach a log: passwords and keys, and what a service said about a person.
//!
//! It cannot be serialized and its `Debug` shows asterisks. Wiping memory is not attempted.

use std::fmt;

use serde::Deserialize;

/// A text that is not printed. Reading it requires [`Secret::reveal`], which is easy to search for.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself. Never pass it to a log.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether nothing was set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
