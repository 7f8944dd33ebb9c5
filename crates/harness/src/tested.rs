// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a test program tests. Each has one, `TESTED` at its root.

use futures_util::future::BoxFuture;
use salal_demo::DemoAccount;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::parts::Parts;

/// What a test program tests.
pub struct Tested {
    /// What its sites are put together from.
    pub parts: fn() -> Parts,
    /// Makes the demo data in a new database.
    pub demo: fn(Context) -> BoxFuture<'static, Result<Vec<DemoAccount>>>,
    /// The program whose process reads the files that are sent; without one the test program reads them itself.
    pub file_checker: Option<&'static str>,
}
