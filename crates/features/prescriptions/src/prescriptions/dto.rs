// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of prescriptions, with the contract's field names.

mod copies;
mod requests;
mod responses;

pub(super) use copies::*;
pub(super) use requests::*;
pub use responses::PrescriptionView;
pub(super) use responses::*;
