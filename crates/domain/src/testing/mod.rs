// SPDX-License-Identifier: AGPL-3.0-or-later

//! Real products of the drug register, for tests of rules that must hold for all of them: the fixture of
//! `crates/formats/tests/published`. What is checked is in the files beside this one, because
//! `crates/domain/tests/proof.rs` checks the whole register in the same way.

use std::path::PathBuf;

pub(crate) mod filters;
#[path = "../../../formats/tests/support/register.rs"]
pub(crate) mod register;
pub(crate) mod search;

/// The folder of the fixture's extract.
pub(crate) fn extract() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/published/dpd/2020-05")
}
