// SPDX-License-Identifier: AGPL-3.0-or-later

//! Of the audit what messages and notes must be there for. The others are tested beside their crate.

mod access_log;
mod bulk_reads;
