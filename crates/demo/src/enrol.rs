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
