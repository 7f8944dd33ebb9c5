// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan, the provincial claims system: the records sent to it, its responses and remittance files, and
//! its published lists (reference teleplan). What can be billed is in `salal_domain::billing`.

pub mod answer;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod lists;
pub mod remittance;
