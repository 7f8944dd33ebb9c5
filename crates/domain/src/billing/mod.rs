// SPDX-License-Identifier: AGPL-3.0-or-later

//! Billing the provincial plan: service codes by age, validation of a bill before it is stored and before it
//! is sent, the effect of a remittance line on it, and what the line counts for (reference teleplan). The record
//! formats are in `salal_formats::teleplan`.

pub mod counted;
pub mod preflight;
pub mod services;
pub mod state;
pub mod visit;
