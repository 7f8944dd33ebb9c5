// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the server's test programs test: the whole program, with the whole demo, and files read by the real process.
//! What they stand on is `salal-harness`.

pub(crate) use salal_harness::*;

pub(crate) static TESTED: Tested = Tested {
    parts: salal_server::app::parts,
    demo: |ctx| Box::pin(async move { salal_server::demo::make(&ctx).await }),
    file_checker: Some(env!("CARGO_BIN_EXE_salal")),
};
