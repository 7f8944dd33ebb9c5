// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit log: who read or changed whose record, written in the transaction of the change itself, or by the API layer
//! for a read. The lines form a chain of hashes with a key (`seal`), the head of each day and anchors in between are
//! signed (`sign`) and may be kept outside (`publish`, `outside`), and `salal audit verify` detects tampering (`verify`).
//! Administrators can search it.

mod able;
mod bucket;
mod bulk_reads;
mod chain;
mod chain_status;
mod dto;
pub mod entity;
mod folder;
mod keys;
mod labels;
mod outside;
mod pages;
mod publish;
mod repo;
mod restored;
mod routes;
mod seal;
mod search;
mod sign;
mod statement;
mod verify;
mod walk;
mod watch;

pub use bulk_reads::{report_bulk_reads, watch_bulk_reads};
pub use chain_status::{ChainLag, chain_lag, chain_status};
pub use keys::{
    SealedLines, carry_on_keys, follow_key, foreign_keys, keep_following, sealed_lines, seals_with,
    was_replaced,
};
pub use labels::{RESTORED, TERMINAL, sentence};
pub(crate) use outside::forget;
pub use publish::{Job, jobs};
pub use repo::write_of_house;
pub use repo::{newest_line_at, opened_within, write};
pub use restored::{SignedLater, put_aside, refuse_older, verify_copy};
pub use routes::routes;
pub use seal::{keep_sealed, seal};
pub use sign::sign;
pub use statement::{Signed, read_kept};
pub use verify::{Report, verify};
