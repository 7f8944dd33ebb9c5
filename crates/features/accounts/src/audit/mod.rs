// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit log: who read or changed whose record, written in the transaction of the change itself, or by
//! the API layer for a read. The entries form a hash chain (`seal`), the head of each day is signed and may
//! be published, and `salal audit verify` detects tampering. Administrators can search it.

mod bulk_reads;
mod chain;
mod chain_status;
mod dto;
pub mod entity;
mod labels;
mod publish;
mod repo;
mod routes;
mod seal;
mod search;
mod verify;

pub use bulk_reads::{report_bulk_reads, watch_bulk_reads};
pub use chain_status::chain_status;
pub use labels::{TERMINAL, sentence};
pub use publish::{Head, Job, jobs};
pub use repo::write_of_house;
pub use repo::{opened_within, write};
pub use routes::routes;
pub use seal::{keep_sealed, seal};
pub use verify::{Report, verify};
