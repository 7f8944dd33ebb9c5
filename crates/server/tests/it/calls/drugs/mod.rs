// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on drugs, and the import that fills the catalogue they search.

mod catalogue;
mod edit;
mod medication_filter;
mod medication_filter_default;
mod name;
mod names;
mod register;
mod revert;
mod search;
