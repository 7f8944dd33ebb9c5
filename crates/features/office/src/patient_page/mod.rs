// SPDX-License-Identifier: AGPL-3.0-or-later

//! The patient page: everything that staff see when they open a patient, in one response. Each feature
//! provides its own part, and the joint reads of all parts travel together, so that opening costs the same few
//! round trips whatever the history. Not here: refreshing a part later, which uses each feature's own route.

mod dto;
mod page;
mod routes;
mod same_number;

pub use routes::routes;

/// The job kinds of this feature.
pub fn jobs() -> Vec<crate::jobs::JobKind> {
    vec![same_number::job()]
}
