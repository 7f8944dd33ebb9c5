// SPDX-License-Identifier: AGPL-3.0-or-later

//! Features about a person: particulars, health documents, what a patient says about health, links that show one thing
//! to one person, who of the staff has a record open, and what people suggest. The order of the features is in
//! ARCHITECTURE.

use salal_platform::{api, context, crash, error, hooks, jobs, notifications};

pub mod links;
pub mod medical_info;
pub mod people;
pub mod pharmanet;
pub mod presence;
pub mod suggestions;
