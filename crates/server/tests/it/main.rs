// SPDX-License-Identifier: AGPL-3.0-or-later

//! The server's tests in one program: calls that need more than their crate
//! (`calls`), the journey with its troubles (`stories`),
//! and what must hold for all calls at once (`whole_api`). Each runs on SQLite and on PostgreSQL,
//! against a site, a database and a sandbox of its own.
#![expect(
    clippy::too_many_lines,
    reason = "a test tells one story from its beginning to its end"
)]

#[path = "../support/mod.rs"]
mod support;

mod calls;
mod stories;
#[path = "../support/tags.rs"]
mod tags;
mod whole_api;

use support::TESTED;
