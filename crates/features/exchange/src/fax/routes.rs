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
    let all = ScopePolicy::AnyPatient;
    vec![
        route(Get, "/fax", looks, all, Audit::PatientRecord("Viewed a fax in the list of faxes"), "Every fax, what did not arrive first.", list::list_faxes).refuses(&[Kind::Invalid]),
        route(Get, "/fax/{id}/paper", looks, all, Audit::PatientRecord("Opened the pages of a fax"), "The pages of a fax, or its cover, as they left, as PDF.", list::paper).refuses(&[Kind::Invalid]),
        route(Get, "/fax/clarifications/{kind}/{id}", looks, all, Audit::PatientRecord("Opened what a pharmacy asked or was told"), "What a pharmacy asked about something that was faxed, and what it was told.", clarifications::list_clarifications),
        route(Post, "/fax/clarification", acts, all, Audit::PatientRecord("Wrote down what a pharmacy asked or was told"), "Writes down what a pharmacy asked or was told.", clarifications::create).refuses(&[Kind::NotFound]),
        route(Put, "/fax/{id}/again", acts, all, Audit::PatientRecord("Faxed one more copy"), "Sends one more copy of a fax to the same number.", again::send_again),
        route(Put, "/fax/{id}/confirm", acts, all, Audit::PatientRecord("Confirmed by telephone that a fax arrived"), "Records that a fax arrived, as someone said by telephone.", again::confirm),
        route(Put, "/fax/{id}/undo", acts, all, Audit::PatientRecord("Undid a fax before it was sent"), "Takes a fax back that has not left.", undo::undo),
        route(Get, "/fax/{id}", looks, all, Audit::PatientRecord("Opened a fax"), "A fax with its attempts, copies, proof and clarifications.", list::get_fax_detail),
    ]
}
