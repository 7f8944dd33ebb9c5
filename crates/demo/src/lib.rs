// SPDX-License-Identifier: AGPL-3.0-or-later

//! Demo data: invented people, pharmacies, branches of sleep clinics and a small catalogue of common
//! medications, so that a new installation can be tried at once (decision 152). Created once; a second run
//! only lists the accounts. Not here: anything real. Names, numbers and manufacturers are invented, and the
//! passwords are published. Nor what other features have to show: the program adds that.

mod catalogue;
mod enrol;
mod invented;
mod patients;
mod repo;
mod staff;

use futures_util::future::BoxFuture;
use salal_accounts::accounts;
use salal_db::Transaction;
use salal_drugs::drugs;
use salal_formats::drug_database::DrugRecord;
use salal_platform::{api, context, error, settings};
use salal_reference::pharmacies::{self, NewPharmacy};
use serde::Serialize;
use uuid::Uuid;

use crate::api::Role;
use crate::context::Context;
use crate::error::Result;
use crate::settings::{Environment, Settings};

pub use catalogue::{SleepClinic, sleep_clinics};
pub use enrol::Enrolled;
pub use invented::{Card, Invented, Taken, chance, patient as invent};
pub use repo::{account_of, person_of};
/// The days that the demo is told by, those of Vancouver.
pub use salal_domain::prescriptions::request::MOST_MEDICATIONS;
pub use salal_formats::days::{vancouver_day, vancouver_day_bounds};
pub use staff::{requesting_doctor, signature};

/// The password of every account; published, so never use the demo with real people.
pub const PASSWORD: &str = "Salal2026demo";

/// One account of the demo.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DemoAccount {
    /// `ROLE_PATIENT` and so on.
    pub role: &'static str,
    pub email: String,
    pub password: &'static str,
    /// For staff: the authenticator secret, in base 32.
    pub totp_secret: Option<&'static str>,
    pub person_id: Uuid,
    /// What is special about this account; shown only in the table.
    #[serde(skip)]
    pub note: &'static str,
}

/// One of the demo's people, as published.
#[derive(Clone, Debug)]
pub struct Published {
    pub role: Role,
    /// First and last name.
    pub name: String,
    pub email: &'static str,
    /// In digits.
    pub phone: String,
    /// For staff: the authenticator secret, in base 32.
    pub totp_secret: Option<&'static str>,
}

/// Everybody with a published account: staff, then patients.
pub fn published() -> Vec<Published> {
    let full = |(first, last): (&str, &str)| format!("{first} {last}");
    let staff = staff::STAFF.iter().map(|one| Published {
        role: one.role,
        name: full(one.name),
        email: one.email,
        phone: one.phone.to_owned(),
        totp_secret: Some(one.totp_secret),
    });
    let patients = patients::PATIENTS.iter().map(|one| Published {
        role: Role::Patient,
        name: full(one.name),
        email: one.email,
        phone: format!("60455501{:02}", one.phone),
        totp_secret: None,
    });
    staff.chain(patients).collect()
}

/// Refuses the demo for a clinic at work: everyone knows how to sign in to its accounts.
pub fn refuse_prod(settings: &Settings) -> std::result::Result<(), String> {
    if settings.environment == Environment::Prod {
        return Err(
            "The demo's accounts have published passwords, so nothing is made while environment is \"prod\"."
                .into(),
        );
    }
    Ok(())
}

/// Creates the people, the pharmacies and the catalogue unless the people exist, and returns the accounts. What other
/// features have to show of them is done by `last`, in the transaction that makes the people.
pub async fn make<L>(ctx: &Context, last: L) -> Result<Vec<DemoAccount>>
where
    L: for<'a> FnOnce(&'a Transaction, &'a Context) -> BoxFuture<'a, Result<()>> + Send,
{
    if let Some(accounts) = told(ctx).await? {
        return Ok(accounts);
    }
    open(ctx, last).await?;
    Ok(told(ctx).await?.unwrap_or_default())
}

/// What new patients are stored with: one hash for all passwords, the pharmacies, and the medications.
pub struct Desk {
    hash: String,
    pharmacies: Vec<NewPharmacy>,
    sample: Vec<DrugRecord>,
}

impl Desk {
    /// Stores a patient who was made up.
    pub async fn enrol(
        &self,
        tx: &Transaction,
        ctx: &Context,
        patient: &Invented,
    ) -> Result<Enrolled> {
        enrol::invented(tx, ctx, patient, &self.hash, &self.pharmacies, &self.sample).await
    }

    /// The pharmacies of the demo: id and name.
    pub fn pharmacies(&self) -> impl Iterator<Item = (Uuid, &str)> {
        self.pharmacies
            .iter()
            .map(|one| (one.id, one.name.as_str()))
    }

    /// Those of the first so many that are in the town of this one, with it.
    pub fn pharmacies_near(&self, one: Uuid, first: usize) -> impl Iterator<Item = Uuid> {
        let town = self.pharmacies.iter().find(|other| other.id == one);
        let town = town.map(|one| one.city.as_str());
        let here = self.pharmacies.iter().take(first);
        here.filter(move |other| Some(other.city.as_str()) == town)
            .map(|other| other.id)
    }
}

/// Creates the people, the pharmacies and the catalogue where there are none, as [`make`] does.
pub async fn open<L>(ctx: &Context, last: L) -> Result<Desk>
where
    L: for<'a> FnOnce(&'a Transaction, &'a Context) -> BoxFuture<'a, Result<()>> + Send,
{
    let sample = if drugs::is_empty(ctx).await? {
        let records = catalogue::drugs()?;
        drugs::import_records(ctx, records.clone(), "demo").await?;
        records
    } else {
        Vec::new()
    };
    // One hash for all: the password is the same, and hashing is slow on purpose.
    let hash = accounts::hash_password(PASSWORD.to_owned()).await?;
    let pharmacies = catalogue::pharmacies(ctx)?;
    let tx = ctx.db.begin().await?;
    pharmacies::create_many(&tx, pharmacies.clone()).await?;
    for member in &staff::STAFF {
        staff::create(&tx, ctx, member, &hash).await?;
    }
    for patient in &patients::PATIENTS {
        enrol::patient(&tx, ctx, patient, &hash, &pharmacies, &sample).await?;
    }
    last(&tx, ctx).await?;
    tx.commit().await?;
    Ok(Desk {
        hash,
        pharmacies,
        sample,
    })
}

/// The accounts of an earlier run; `None` when the demo was not created.
pub async fn told(ctx: &Context) -> Result<Option<Vec<DemoAccount>>> {
    let staff = staff::STAFF
        .iter()
        .map(|one| (one.role.code(), one.email, Some(one.totp_secret), one.note));
    let patients = patients::PATIENTS
        .iter()
        .map(|one| ("ROLE_PATIENT", one.email, None, one.note));
    let mut accounts = Vec::new();
    for (role, email, totp_secret, note) in staff.chain(patients) {
        let Some(person_id) = repo::person_of(ctx.db.read(), email).await? else {
            continue;
        };
        accounts.push(DemoAccount {
            role,
            email: email.to_owned(),
            password: PASSWORD,
            totp_secret,
            person_id,
            note,
        });
    }
    Ok(Some(accounts).filter(|accounts| !accounts.is_empty()))
}

/// The accounts as a table for people.
pub fn table(accounts: &[DemoAccount]) -> String {
    let email = accounts
        .iter()
        .map(|one| one.email.len())
        .max()
        .unwrap_or_default();
    let mut lines = vec![format!(
        "{:<12}  {email_head:<email$}  {:<13}  {:<32}  About",
        "Role",
        "Password",
        "Authenticator secret",
        email_head = "Email"
    )];
    for one in accounts {
        let role = match one.role {
            "ROLE_PATIENT" => "patient",
            "ROLE_DOCTOR" => "doctor",
            "ROLE_OFFICE" => "office",
            "ROLE_CUSTOMERSERVICE" => "care",
            _ => "admin",
        };
        let secret = one.totp_secret.unwrap_or("code by text message");
        lines.push(format!(
            "{role:<12}  {:<email$}  {:<13}  {secret:<32}  {}",
            one.email, one.password, one.note
        ));
    }
    lines.join("\n")
}
