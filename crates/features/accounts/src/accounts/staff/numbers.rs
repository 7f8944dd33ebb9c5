// SPDX-License-Identifier: AGPL-3.0-or-later

//! The numbers of staff who prescribe or bill (decision 154): the College number, printed on prescriptions;
//! the MSP number, used on claims and never printed; telephone and fax.

use salal_domain::faults::Fault;
use salal_domain::people::phones::parse_phone;

use super::change::begin;
use super::dto::{Changed, SetNumbers, StaffAccount};
use crate::accounts::credentials::ById;
use crate::accounts::entity::account;
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use salal_people::people::{self, Practitioner};

struct Numbers {
    college: Option<String>,
    billing: Option<String>,
    phone: String,
    fax: String,
}

/// The validated numbers; an empty one is none.
fn read(sent: &SetNumbers) -> Result<Numbers> {
    let mut faults = Vec::new();
    let given = |text: &str| Some(text.trim().to_uppercase()).filter(|text| !text.is_empty());
    let college = given(&sent.college_number);
    let digits_and_letters = |text: &String| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !college
        .as_ref()
        .is_none_or(|text| text.len() <= 10 && digits_and_letters(text))
    {
        faults.push(Fault::new(
            "collegeNumber",
            "The College number has up to ten digits and letters.",
        ));
    }
    let billing = given(&sent.billing_number);
    if !billing
        .as_ref()
        .is_none_or(|text| text.len() == 5 && digits_and_letters(text))
    {
        faults.push(Fault::new(
            "billingNumber",
            "The MSP number has five digits and letters.",
        ));
    }
    let mut telephone = |field: &'static str, text: &str, words: &'static str| {
        let text = text.trim();
        parse_phone(text).unwrap_or_else(|| {
            if !text.is_empty() {
                faults.push(Fault::new(field, words));
            }
            String::new()
        })
    };
    let phone = telephone("phone", &sent.phone, "The telephone number has ten digits.");
    let fax = telephone("fax", &sent.fax, "The fax number has ten digits.");
    if faults.is_empty() {
        Ok(Numbers {
            college,
            billing,
            phone,
            fax,
        })
    } else {
        Err(Error::invalid(faults))
    }
}

fn words(college: Option<&str>, billing: Option<&str>) -> String {
    let part = |name: &str, number: Option<&str>| format!("{name} {}", number.unwrap_or("none"));
    format!("{}, {}", part("College", college), part("MSP", billing))
}

/// PUT /staff-account/numbers/{id}
pub(super) async fn save_numbers(
    request: Request<Json<SetNumbers>, ById>,
) -> Result<Json<StaffAccount>> {
    let sent = &request.body.0;
    let numbers = read(sent)?;
    let begun = begin(&request, sent.version).await?;
    let (seen, tx) = (&begun.seen, &begun.tx);
    if let Some(number) = &numbers.billing
        && people::billing_number_taken(tx, seen.person.id, number).await?
    {
        return Err(Error::field(
            "billingNumber",
            "Someone else has this MSP number.",
        ));
    }
    let was = words(
        seen.college_number.as_deref(),
        seen.billing_number.as_deref(),
    );
    let became = words(numbers.college.as_deref(), numbers.billing.as_deref());
    // The account's columns are unchanged; its version shows that something changed.
    let unchanged = account::ActiveModel::default();
    begun
        .write(&request, unchanged, (Changed::Numbers, was, became))
        .await?;
    let new = Practitioner {
        college_number: numbers.college,
        billing_number: numbers.billing,
        phone: numbers.phone,
        fax: numbers.fax,
        name: String::new(),
    };
    people::save_practitioner(tx, seen.person.id, new).await?;
    begun.finish(&request, None).await
}
