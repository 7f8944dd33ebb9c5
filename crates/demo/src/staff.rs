// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's staff: one administrator, two doctors, one office clerk, one customer service clerk. Their
//! authenticators are already enrolled; the secrets are published with the passwords.

use salal_accounts::accounts::{self, NewAccount};
use salal_db::Connection;
use salal_people::people::{self, NewPerson, Practitioner};
use uuid::Uuid;

use crate::api::Role;
use crate::context::Context;
use crate::error::Result;
use crate::repo;

/// A staff member.
pub(super) struct Member {
    pub(super) role: Role,
    pub(super) email: &'static str,
    pub(super) totp_secret: &'static str,
    pub(super) note: &'static str,
    pub(super) name: (&'static str, &'static str),
    pub(super) phone: &'static str,
    /// The College number and the plan's billing number, for doctors.
    college: Option<(&'static str, &'static str)>,
}

pub(super) const STAFF: [Member; 5] = [
    Member {
        role: Role::Admin,
        email: "admin@salal.example",
        totp_secret: "6LK5L7M7L3J24V3WGJACCJKVGGBUGVXO",
        note: "administrator",
        name: ("Odette", "Lindqvist"),
        phone: "6045550180",
        college: None,
    },
    Member {
        role: Role::Doctor,
        email: "doctor@salal.example",
        totp_secret: "E3RPVF4C3U6JK6IFGWY33YKUSDUB46GO",
        note: "decides and signs",
        name: ("Imogen", "Castellan"),
        phone: "6045550181",
        college: Some(("99001", "99101")),
    },
    Member {
        role: Role::Doctor,
        email: "doctor2@salal.example",
        totp_secret: "ZGWM7TDY7KOOZFG66LR6JDTUFC6APZWG",
        note: "second reviewer",
        name: ("Bertrand", "Okonjo"),
        phone: "6045550182",
        college: Some(("99002", "99102")),
    },
    Member {
        role: Role::Office,
        email: "office@salal.example",
        totp_secret: "LK2QAUZS5K7M6EEFGORCIJEPROUHOVSN",
        note: "front desk",
        name: ("Priscilla", "Vandermeer"),
        phone: "6045550183",
        college: None,
    },
    Member {
        role: Role::CustomerService,
        email: "care@salal.example",
        totp_secret: "H6VAHXTRYRC3624Z3QZECRJR5QDIX5CC",
        note: "customer service",
        name: ("Thaddeus", "Moreau"),
        phone: "6045550184",
        college: None,
    },
];

/// The doctor who requests the sleep studies, the first of the list; none before the demo's people are there.
pub async fn requesting_doctor(db: &Connection) -> Result<Option<Uuid>> {
    match STAFF.iter().find(|member| member.role == Role::Doctor) {
        Some(doctor) => repo::person_of(db, doctor.email).await,
        None => Ok(None),
    }
}

/// The doctor's signature: loops from left to right, as strokes of x, y and milliseconds.
pub fn signature() -> Vec<Vec<[f64; 3]>> {
    let point = |n: f64| {
        let turn = n * 0.45;
        let (x, y) = (
            20.0 + n * 5.0 + 26.0 * turn.sin(),
            90.0 - (48.0 - n * 0.5) * turn.cos(),
        );
        [x, y, n * 14.0]
    };
    vec![(0..72).map(f64::from).map(point).collect()]
}

/// Stores a staff member.
pub(super) async fn create(
    tx: &Connection,
    ctx: &Context,
    member: &Member,
    hash: &str,
) -> Result<()> {
    let (first_name, last_name) = member.name;
    let person = people::create(
        tx,
        ctx,
        NewPerson {
            first_name: first_name.into(),
            last_name: last_name.into(),
            cell_phone: member.phone.into(),
            best_phone: member.phone.into(),
            address: "200-1450 Harbour Lane".into(),
            city: "Vancouver".into(),
            province: "BC".into(),
            postal_code: "V6Z 1A1".into(),
            ..NewPerson::default()
        },
    )
    .await?;
    people::set_cell_verified(tx, ctx, person).await?;
    repo::set_welcomed(tx, person).await?;
    if let Some((college, billing)) = member.college {
        let practitioner = Practitioner {
            name: format!("{first_name} {last_name}"),
            college_number: Some(college.into()),
            billing_number: Some(billing.into()),
            phone: member.phone.into(),
            fax: "6045550190".into(),
        };
        people::save_practitioner(tx, person, practitioner).await?;
    }
    accounts::create_account(
        tx,
        ctx,
        NewAccount {
            person_id: person,
            email: member.email.into(),
            password_hash: hash.to_owned(),
            role: member.role,
            is_admin: member.role == Role::Admin,
            activated: true,
            totp_secret: Some(member.totp_secret.into()),
        },
    )
    .await?;
    Ok(())
}
