// SPDX-License-Identifier: AGPL-3.0-or-later

//! Of the calls on drugs what imports must be there for, and the import that fills the catalogue they search. The
//! others are tested beside the crate of accounts.

mod edit;
mod medication_filter;
mod register;
mod revert;
