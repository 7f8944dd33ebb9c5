// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fills in the names of a user who lacks them (decision 31). An account always has a person row, so only the
//! names can be missing; they can be set once. Existing names are not changed here: corrections by the office
//! have their own rules.

use salal_domain::faults::Fault;
use salal_domain::people::names::parse_name;
use salal_domain::texts::registration;

use super::dto::CreatePerson;
use crate::accounts::repo as accounts;
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// POST /user/create-person
pub(super) async fn create(request: Request<Json<CreatePerson>>) -> Result<Json<PersonRef>> {
    let sent = &request.body.0;
    let (first, last) = (parse_name(&sent.first_name), parse_name(&sent.last_name));
    let (first, last) = match (first, last) {
        (Some(first), Some(last)) => (first, last),
        (first, last) => {
            let mut faults = Vec::new();
            if first.is_none() {
                faults.push(Fault::new("FirstName", registration::FIRST_NAME_REQUIRED));
            }
            if last.is_none() {
                faults.push(Fault::new("LastName", registration::LAST_NAME_REQUIRED));
            }
            return Err(Error::invalid(faults));
        }
    };
    let tx = request.begin().await?;
    let account = accounts::get_account(&tx, sent.user).await?;
    let person = account.person_id;
    if !people::name_once(&tx, person, &first, &last).await? {
        return Err(Error::conflict(
            "PERSON_THERE",
            "This user has a person already. Nothing was changed.",
        ));
    }
    people::index_for_search(&tx, person).await?;
    let made = PersonRef {
        id: person,
        first_name: first,
        last_name: last,
    };
    request.audit_access(person);
    request.publish_after_commit("person", person, person);
    request.commit(tx, made).await
}
