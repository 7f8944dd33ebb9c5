// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on drugs.

mod catalogue;
mod edit;
mod medication_filter;
mod medication_filter_default;
mod name;
mod names;
mod revert;
mod search;
