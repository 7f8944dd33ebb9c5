// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes for existing faxes, whatever was sent; routes that queue a first fax belong to the feature of what
//! is sent.

use super::{again, clarifications, list, undo};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    let looks = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
    let acts = Access::Roles(&[Role::Doctor, Role::Office]);
    let (all, record) = (ScopePolicy::AnyPatient, Audit::PatientRecord);
    vec![
        route(Get, "/fax", looks, all, record, "Every fax, what did not arrive first.", list::list_faxes).refuses(&[Kind::Invalid]),
        route(Get, "/fax/{id}/paper", looks, all, record, "The pages of a fax, or its cover, as they left, as PDF.", list::paper).refuses(&[Kind::Invalid]),
        route(Get, "/fax/clarifications/{kind}/{id}", looks, all, record, "What a pharmacy asked about something that was faxed, and what it was told.", clarifications::list_clarifications),
        route(Post, "/fax/clarification", acts, all, record, "Writes down what a pharmacy asked or was told.", clarifications::create).refuses(&[Kind::NotFound]),
        route(Put, "/fax/{id}/again", acts, all, record, "Sends one more copy of a fax to the same number.", again::send_again),
        route(Put, "/fax/{id}/confirm", acts, all, record, "Records that a fax arrived, as someone said by telephone.", again::confirm),
        route(Put, "/fax/{id}/undo", acts, all, record, "Takes a fax back that has not left.", undo::undo),
        route(Get, "/fax/{id}", looks, all, record, "A fax with its attempts, copies, proof and clarifications.", list::get_fax_detail),
    ]
}
