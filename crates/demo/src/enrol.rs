// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stores the demo's patients: person, documents, account and medical information.

use salal_accounts::accounts::{self, NewAccount};
use salal_db::Connection;
use salal_domain::eligibility::DocumentKind;
use salal_domain::prescriptions::usage::Usage;
use salal_drugs::drugs;
use salal_formats::drug_database::DrugRecord;
use salal_people::medical_info::{self, CurrentMedication, MedicalInfo};
use salal_people::people::{self, DocumentToBe, NewPerson};
use salal_reference::pharmacies::{self, NewPharmacy};
use uuid::Uuid;

use crate::api::{Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::invented::{Card, Invented, Taken};
use crate::patients::{Health, Paper, Patient};
use crate::repo;
use crate::settings::POLICY_VERSION;

/// Stores a patient with documents, account and medical information.
pub(super) async fn patient(
    tx: &Connection,
    ctx: &Context,
    patient: &Patient,
    hash: &str,
    pharmacies: &[NewPharmacy],
    sample: &[DrugRecord],
) -> Result<()> {
    let person = people::create(tx, ctx, new_person(patient)?).await?;
    if patient.is_phone_verified {
        people::set_cell_verified(tx, ctx, person).await?;
    }
    match patient.paper {
        Paper::Bc(_, status, other) => repo::set_card(tx, ctx, person, status, other).await?,
        Paper::Province(..) | Paper::Passport(..) => {
            repo::set_card(tx, ctx, person, "valid", None).await?;
        }
        Paper::Private => {}
    }
    accounts::create_account(
        tx,
        ctx,
        NewAccount {
            person_id: person,
            email: patient.email.into(),
            password_hash: hash.to_owned(),
            role: Role::Patient,
            is_admin: false,
            activated: true,
            totp_secret: None,
        },
    )
    .await?;
    let Some(health) = &patient.health else {
        return Ok(());
    };
    repo::set_welcomed(tx, person).await?;
    let pharmacy = pharmacies
        .iter()
        .find(|pharmacy| pharmacy.city == patient.address.1)
        .or(pharmacies.first())
        .ok_or_else(|| Error::broken("the demo has no pharmacies"))?;
    let record = medical_info(tx, ctx, patient, health, person, pharmacy, sample).await?;
    medical_info::create(tx, ctx, person, &record).await?;
    people::set_preferred_pharmacy(
        tx,
        ctx,
        &Scope::for_proved_person(person),
        person,
        pharmacy.id,
    )
    .await
}

/// A patient as stored, with what a request needs.
#[derive(Clone, Debug)]
pub struct Enrolled {
    pub person: Uuid,
    pub account: Uuid,
    pub pharmacy: Uuid,
    /// The entries of the catalogue that are taken, in the order of the medications.
    pub drugs: Vec<Uuid>,
}

/// Stores a patient who was made up: person, card, account and medical information.
pub(super) async fn invented(
    tx: &Connection,
    ctx: &Context,
    patient: &Invented,
    hash: &str,
    pharmacies: &[NewPharmacy],
    sample: &[DrugRecord],
) -> Result<Enrolled> {
    let person = people::create(tx, ctx, person_of(patient)).await?;
    people::set_cell_verified(tx, ctx, person).await?;
    if matches!(patient.card, Card::Province(..) | Card::Passport(..)) {
        // The plan is asked about its own cards only; these are looked at by the clinic.
        repo::set_card(tx, ctx, person, "valid", None).await?;
    }
    let account = accounts::create_account(
        tx,
        ctx,
        NewAccount {
            person_id: person,
            email: patient.email.clone(),
            password_hash: hash.to_owned(),
            role: Role::Patient,
            is_admin: false,
            activated: true,
            totp_secret: None,
        },
    )
    .await?;
    repo::set_welcomed(tx, person).await?;
    let pharmacy = pharmacies
        .iter()
        .find(|pharmacy| pharmacy.city == patient.city)
        .or(pharmacies.first())
        .ok_or_else(|| Error::broken("the demo has no pharmacies"))?;
    let mut drugs = Vec::new();
    let mut medications = Vec::new();
    for taken in &patient.medications {
        let drug = strength(taken, sample)?;
        drugs.push(drugs::id_of(drug.drug_code));
        medications.push(CurrentMedication {
            name: drug.name.clone(),
            drug_id: Some(drugs::id_of(drug.drug_code)),
            ingredients: drug.ingredients.clone(),
            administrations: drug.administrations.clone(),
            formulations: drug.formulations.clone(),
            usages: vec![taken.usage("3 months", 0)],
        });
    }
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    let record = MedicalInfo {
        id: ctx.new_id(),
        person,
        sex: patient.sex.into(),
        conditions: owned(&patient.conditions),
        other_conditions: None,
        no_condition: patient.conditions.is_empty(),
        surgeries: owned(&patient.surgeries),
        other_surgeries: None,
        no_surgery: patient.surgeries.is_empty(),
        allergies: owned(&patient.allergies),
        other_allergies: None,
        no_allergy: patient.allergies.is_empty(),
        medications,
        supplements: Vec::new(),
        other_items: Vec::new(),
        alcohol: patient.alcohol.into(),
        smoking: patient.smoking.into(),
        pregnancy: None,
        pharmacy: pharmacies::named_pharmacy(tx, pharmacy.id).await?,
        created_at: ctx.now(),
    };
    medical_info::create(tx, ctx, person, &record).await?;
    let scope = Scope::for_proved_person(person);
    people::set_preferred_pharmacy(tx, ctx, &scope, person, pharmacy.id).await?;
    Ok(Enrolled {
        person,
        account,
        pharmacy: pharmacy.id,
        drugs,
    })
}

/// The entry of the catalogue that is taken.
fn strength<'a>(taken: &Taken, sample: &'a [DrugRecord]) -> Result<&'a DrugRecord> {
    sample
        .iter()
        .filter(|drug| drug.name == taken.drug)
        .nth(taken.strength)
        .ok_or_else(|| Error::broken(format!("the demo has no {}", taken.drug)))
}

fn person_of(patient: &Invented) -> NewPerson {
    let document = match &patient.card {
        Card::Bc(number) => Some((DocumentKind::BcCard, number, "BC", None)),
        Card::Province(number, province) => {
            Some((DocumentKind::HealthCard, number, *province, None))
        }
        Card::Passport(number, country) => Some((
            DocumentKind::Passport,
            number,
            "",
            Some((*country).to_owned()),
        )),
        Card::Private => None,
    };
    NewPerson {
        first_name: patient.first_name.into(),
        last_name: patient.last_name.clone(),
        date_of_birth: Some(patient.born),
        cell_phone: patient.phone.clone(),
        best_phone: patient.phone.clone(),
        address: patient.address.clone(),
        city: patient.city.into(),
        province: "BC".into(),
        postal_code: patient.postal_code.clone(),
        sex: Some(patient.sex.into()),
        is_private_pay: matches!(patient.card, Card::Private | Card::Passport(..)),
        documents: document
            .map(|(kind, number, province, country)| DocumentToBe {
                kind,
                number: number.clone(),
                province: province.into(),
                country,
            })
            .into_iter()
            .collect(),
        consents: ["communication", "pharmanet", "privacy", "terms"]
            .map(|policy| (policy, POLICY_VERSION))
            .to_vec(),
    }
}

fn new_person(patient: &Patient) -> Result<NewPerson> {
    let (year, month, day) = patient.born;
    let (address, city, postal_code) = patient.address;
    let phone = format!("60455501{:02}", patient.phone);
    Ok(NewPerson {
        first_name: patient.name.0.into(),
        last_name: patient.name.1.into(),
        date_of_birth: Some(
            chrono::NaiveDate::from_ymd_opt(year, month, day)
                .ok_or_else(|| Error::broken("a demo birthdate"))?,
        ),
        cell_phone: phone.clone(),
        best_phone: phone,
        address: address.into(),
        city: city.into(),
        province: "BC".into(),
        postal_code: postal_code.into(),
        sex: Some(patient.sex.into()),
        is_private_pay: matches!(patient.paper, Paper::Private | Paper::Passport(..)),
        documents: document(&patient.paper).into_iter().collect(),
        consents: ["communication", "pharmanet", "privacy", "terms"]
            .map(|policy| (policy, POLICY_VERSION))
            .to_vec(),
    })
}

fn document(paper: &Paper) -> Option<DocumentToBe> {
    let (kind, number, province, country) = match *paper {
        Paper::Bc(number, ..) => (DocumentKind::BcCard, number, "BC", None),
        Paper::Province(number, province) => (DocumentKind::HealthCard, number, province, None),
        Paper::Passport(number, country) => {
            (DocumentKind::Passport, number, "", Some(country.to_owned()))
        }
        Paper::Private => return None,
    };
    Some(DocumentToBe {
        kind,
        number: number.into(),
        province: province.into(),
        country,
    })
}

async fn medical_info(
    tx: &Connection,
    ctx: &Context,
    patient: &Patient,
    health: &Health,
    person: Uuid,
    pharmacy: &NewPharmacy,
    sample: &[DrugRecord],
) -> Result<MedicalInfo> {
    let texts = |list: &[&str]| {
        list.iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    Ok(MedicalInfo {
        id: ctx.new_id(),
        person,
        sex: patient.sex.into(),
        conditions: texts(health.conditions),
        other_conditions: None,
        no_condition: health.conditions.is_empty(),
        surgeries: Vec::new(),
        other_surgeries: None,
        no_surgery: true,
        allergies: texts(health.allergies),
        other_allergies: None,
        no_allergy: health.allergies.is_empty(),
        medications: health
            .medications
            .iter()
            .map(|name| taken(name, sample))
            .collect(),
        supplements: Vec::new(),
        other_items: Vec::new(),
        alcohol: "No".into(),
        smoking: "No".into(),
        pregnancy: None,
        pharmacy: pharmacies::named_pharmacy(tx, pharmacy.id).await?,
        created_at: ctx.now(),
    })
}

/// A medication taken once a day; with the catalogue's details if the sample has it.
fn taken(name: &str, sample: &[DrugRecord]) -> CurrentMedication {
    let usage = Usage {
        frequency: "Once a day".into(),
        duration: "3 months".into(),
        ..Usage::default()
    };
    let drug = sample.iter().find(|drug| drug.name == name);
    CurrentMedication {
        name: name.to_owned(),
        drug_id: drug.map(|drug| drugs::id_of(drug.drug_code)),
        ingredients: drug
            .map(|drug| drug.ingredients.clone())
            .unwrap_or_default(),
        administrations: drug
            .map(|drug| drug.administrations.clone())
            .unwrap_or_default(),
        formulations: drug
            .map(|drug| drug.formulations.clone())
            .unwrap_or_default(),
        usages: vec![usage],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patients::{NOTHING, PATIENTS};

    #[test]
    fn the_health_numbers_are_well_formed() {
        for patient in &PATIENTS {
            if let Paper::Bc(number, ..) = patient.paper {
                assert_eq!(
                    salal_domain::people::health_numbers::parse_bc_number(number).as_deref(),
                    Some(number)
                );
            }
        }
    }

    #[test]
    fn what_patients_take_and_have_is_in_the_lists() {
        use salal_domain::options::{ALLERGIES, MEDICAL_CONDITIONS, SEXES};
        let sample = crate::catalogue::drugs().unwrap();
        for patient in &PATIENTS {
            assert!(SEXES.contains(&patient.sex), "{}", patient.sex);
            let health = patient.health.as_ref().unwrap_or(&NOTHING);
            assert!(
                health
                    .conditions
                    .iter()
                    .all(|one| MEDICAL_CONDITIONS.contains(one)),
                "{}",
                patient.email
            );
            assert!(
                health.allergies.iter().all(|one| ALLERGIES.contains(one)),
                "{}",
                patient.email
            );
            for name in health.medications {
                assert!(taken(name, &sample).drug_id.is_some(), "{name}");
            }
        }
    }
}
