//! The demo's twelve patients, each in another state. The health numbers are the sandbox's: what it
//! answers for one is what stands here already.

use salal_rules::drug_database::DrugRecord;
use salal_rules::prescriptions::usage::Usage;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::store;
use crate::context::Context;
use crate::door::{Reach, Role};
use crate::error::{Error, Result};
use crate::features::accounts::{self, NewAccount};
use crate::features::medical_info::{self, CurrentMedication, MedicalInfo};
use crate::features::people::{self, DocumentToBe, NewPerson};
use crate::features::pharmacies::NewPharmacy;
use crate::features::drugs;

/// What a patient shows for health coverage.
enum Paper {
    /// BC card: number, what the plan answered, and what it found wrong.
    Bc(&'static str, &'static str, Option<&'static str>),
    /// A card of another province.
    Province(&'static str, &'static str),
    Passport(&'static str, &'static str),
    /// None at all; pays privately.
    Private,
}

/// What a patient answered about health; the last is the medications taken, by name.
struct Health {
    conditions: &'static [&'static str],
    allergies: &'static [&'static str],
    medications: &'static [&'static str],
}

/// A patient.
pub(super) struct Patient {
    pub(super) email: &'static str,
    pub(super) note: &'static str,
    name: (&'static str, &'static str),
    born: (i32, u32, u32),
    sex: &'static str,
    /// The last two digits of 604-555-01xx.
    phone: u32,
    is_phone_verified: bool,
    address: (&'static str, &'static str, &'static str),
    paper: Paper,
    health: Option<Health>,
}

const NOTHING: Health = Health { conditions: &[], allergies: &[], medications: &[] };

pub(super) const PATIENTS: [Patient; 12] = [
    Patient {
        email: "patient@salal.example",
        note: "ready to request: card valid, phone proved, medications recorded",
        name: ("Maren", "Holloway"),
        born: (1968, 4, 12),
        sex: "Female",
        phone: 10,
        is_phone_verified: true,
        address: ("34 Saltspray Lane", "Vancouver", "V6B 2W9"),
        paper: Paper::Bc("9900000305", "valid", None),
        health: Some(Health {
            conditions: &["High blood pressure", "High cholesterol", "Hypothyroidism"],
            allergies: &["Penicillin"],
            medications: &["RAMIPRIL", "ATORVASTATIN", "LEVOTHYROXINE"],
        }),
    },
    Patient {
        email: "new@salal.example",
        note: "just registered: no medical information, phone not proved",
        name: ("Tobias", "Fennimore"),
        born: (1991, 11, 3),
        sex: "Male",
        phone: 11,
        is_phone_verified: false,
        address: ("9-880 Cormorant Street", "Victoria", "V8W 1R7"),
        paper: Paper::Bc("9900000312", "pending", None),
        health: None,
    },
    Patient {
        email: "private@salal.example",
        note: "private pay",
        name: ("Anneliese", "Varga"),
        born: (1979, 2, 27),
        sex: "Female",
        phone: 12,
        is_phone_verified: true,
        address: ("501 Larkspur Road", "Kelowna", "V1Y 4T2"),
        paper: Paper::Private,
        health: Some(Health { conditions: &["Asthma"], allergies: &[], medications: &["SALBUTAMOL HFA"] }),
    },
    Patient {
        email: "notcovered@salal.example",
        note: "card found invalid",
        name: ("Desmond", "Achterberg"),
        born: (1984, 7, 19),
        sex: "Male",
        phone: 13,
        is_phone_verified: true,
        address: ("77 Tidewater Crescent", "Nanaimo", "V9S 3C4"),
        paper: Paper::Bc("9900000108", "invalid", None),
        health: Some(Health { conditions: &["Diabetes"], allergies: &["Sulfa"], medications: &["METFORMIN"] }),
    },
    Patient {
        email: "pending@salal.example",
        note: "eligibility pending",
        name: ("Rosalind", "Mbeki-Strand"),
        born: (1957, 9, 8),
        sex: "Female",
        phone: 14,
        is_phone_verified: true,
        address: ("12 Foxglove Mews", "Surrey", "V3T 5E6"),
        paper: Paper::Bc("9900000122", "pending", None),
        health: Some(Health { conditions: &["Osteoporosis"], allergies: &[], medications: &["ALENDRONATE"] }),
    },
    Patient {
        email: "mismatch@salal.example",
        note: "the card is in another name",
        name: ("Lucian", "Abernethy"),
        born: (1973, 1, 30),
        sex: "Male",
        phone: 15,
        is_phone_verified: true,
        address: ("260 Kestrel Drive", "Burnaby", "V5C 2N3"),
        paper: Paper::Bc("9900000147", "valid", Some("mismatch")),
        health: Some(Health { conditions: &["Gout"], allergies: &[], medications: &["ALLOPURINOL"] }),
    },
    Patient {
        email: "birthdate@salal.example",
        note: "the plan has another birthdate",
        name: ("Signe", "Kowalczyk"),
        born: (1988, 12, 24),
        sex: "Female",
        phone: 16,
        is_phone_verified: true,
        address: ("4 Bluffside Walk", "Squamish", "V8B 0H1"),
        paper: Paper::Bc("9900000154", "invalid", Some("Invalid Birthdate")),
        health: Some(Health { conditions: &["Depression"], allergies: &["Codeine"], medications: &["SERTRALINE"] }),
    },
    Patient {
        email: "unknown@salal.example",
        note: "the plan does not know the card",
        name: ("Cormac", "Delacroix"),
        born: (1995, 6, 2),
        sex: "Non-binary",
        phone: 17,
        is_phone_verified: false,
        address: ("1809 Trillium Way", "Kamloops", "V2C 6L8"),
        paper: Paper::Bc("9900000115", "invalid", None),
        health: Some(NOTHING),
    },
    Patient {
        email: "alberta@salal.example",
        note: "a card of another province",
        name: ("Philippa", "Osterhaus"),
        born: (1962, 3, 15),
        sex: "Female",
        phone: 18,
        is_phone_verified: true,
        address: ("330 Summit Road", "Nelson", "V1L 2P5"),
        paper: Paper::Province("123456789", "AB"),
        health: Some(Health { conditions: &["Hyperthyroidism"], allergies: &[], medications: &["METHIMAZOLE"] }),
    },
    Patient {
        email: "passport@salal.example",
        note: "a visitor with a passport, private pay",
        name: ("Henrik", "Solberg-Ito"),
        born: (1990, 8, 21),
        sex: "Male",
        phone: 19,
        is_phone_verified: true,
        address: ("16 Marina Row", "Richmond", "V6X 3Z9"),
        paper: Paper::Passport("X0000123", "NO"),
        health: Some(Health { conditions: &["Seasonal allergies"], allergies: &[], medications: &["MONTELUKAST"] }),
    },
    Patient {
        email: "many@salal.example",
        note: "many medications and allergies",
        name: ("Eudora", "Winterbourne"),
        born: (1946, 5, 6),
        sex: "Female",
        phone: 20,
        is_phone_verified: true,
        address: ("205-61 Camellia Court", "Victoria", "V8R 3K7"),
        paper: Paper::Bc("9900000337", "valid", None),
        health: Some(Health {
            conditions: &["Atrial fibrillation", "Diabetes", "Heart disease", "High blood pressure", "Kidney disease"],
            allergies: &["Penicillin", "Sulfa", "Macrolides"],
            medications: &[
                "APIXABAN", "BISOPROLOL", "METFORMIN", "EMPAGLIFLOZIN", "ROSUVASTATIN", "FUROSEMIDE", "PANTOPRAZOLE",
                "LORAZEPAM",
            ],
        }),
    },
    Patient {
        email: "unproved@salal.example",
        note: "medical information recorded, phone not proved",
        name: ("Leopold", "Tanaka-Reyes"),
        born: (1981, 10, 11),
        sex: "Male",
        phone: 21,
        is_phone_verified: false,
        address: ("58 Hemlock Bend", "Prince George", "V2M 4J1"),
        paper: Paper::Bc("9900000344", "valid", None),
        health: Some(Health { conditions: &["Prostate problem"], allergies: &[], medications: &["TAMSULOSIN CR"] }),
    },
];

/// Stores a patient with papers, account and medical information.
pub(super) async fn create(
    tx: &impl ConnectionTrait,
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
        Paper::Bc(_, status, other) => store::set_card(tx, ctx, person, status, other).await?,
        Paper::Province(..) | Paper::Passport(..) => store::set_card(tx, ctx, person, "valid", None).await?,
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
    let Some(health) = &patient.health else { return Ok(()) };
    store::set_welcomed(tx, person).await?;
    let pharmacy = pharmacies
        .iter()
        .find(|pharmacy| pharmacy.city == patient.address.1)
        .or(pharmacies.first())
        .ok_or_else(|| Error::broken("the demo has no pharmacies"))?;
    let record = medical_info(tx, ctx, patient, health, person, pharmacy, sample).await?;
    medical_info::create(tx, ctx, person, &record).await?;
    people::set_preferred_pharmacy(tx, &Reach::of_proved(person), person, pharmacy.id).await
}

fn new_person(patient: &Patient) -> Result<NewPerson> {
    let (year, month, day) = patient.born;
    let (address, city, postal_code) = patient.address;
    let phone = format!("60455501{:02}", patient.phone);
    Ok(NewPerson {
        first_name: patient.name.0.into(),
        last_name: patient.name.1.into(),
        date_of_birth: Some(
            chrono::NaiveDate::from_ymd_opt(year, month, day).ok_or_else(|| Error::broken("a demo birthdate"))?,
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
        consents: ["communication", "pharmanet", "privacy", "terms"].map(|policy| (policy, "2.0")).to_vec(),
    })
}

fn document(paper: &Paper) -> Option<DocumentToBe> {
    let (kind, number, province, country) = match *paper {
        Paper::Bc(number, ..) => ("BC Card", number, "BC", None),
        Paper::Province(number, province) => ("Canadian Health Card", number, province, None),
        Paper::Passport(number, country) => ("Passport", number, "", Some(country.to_owned())),
        Paper::Private => return None,
    };
    Some(DocumentToBe { kind, number: number.into(), province: province.into(), country })
}

async fn medical_info(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    patient: &Patient,
    health: &Health,
    person: Uuid,
    pharmacy: &NewPharmacy,
    sample: &[DrugRecord],
) -> Result<MedicalInfo> {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
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
        medications: health.medications.iter().map(|name| taken(name, sample)).collect(),
        supplements: Vec::new(),
        other_items: Vec::new(),
        alcohol: "No".into(),
        smoking: "No".into(),
        pharmacy: crate::features::pharmacies::get(tx, pharmacy.id).await?,
        created_at: ctx.now(),
    })
}

/// A medication taken once a day; with the catalogue's facts where the sample has it.
fn taken(name: &str, sample: &[DrugRecord]) -> CurrentMedication {
    let usage = Usage { frequency: "Once a day".into(), duration: "3 months".into(), ..Usage::default() };
    let drug = sample.iter().find(|drug| drug.name == name);
    CurrentMedication {
        name: name.to_owned(),
        drug_id: drug.map(|drug| drugs::id_of(drug.drug_code)),
        ingredients: drug.map(|drug| drug.ingredients.clone()).unwrap_or_default(),
        administrations: drug.map(|drug| drug.administrations.clone()).unwrap_or_default(),
        formulations: drug.map(|drug| drug.formulations.clone()).unwrap_or_default(),
        usages: vec![usage],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_health_numbers_are_well_formed() {
        for patient in &PATIENTS {
            if let Paper::Bc(number, ..) = patient.paper {
                assert_eq!(salal_rules::people::health_numbers::parse_bc_number(number).as_deref(), Some(number));
            }
        }
    }

    #[test]
    fn what_patients_take_and_have_is_in_the_lists() {
        use salal_rules::options::{ALLERGIES, MEDICAL_CONDITIONS, SEXES};
        let sample = crate::demo::catalogue::drugs().unwrap();
        for patient in &PATIENTS {
            assert!(SEXES.contains(&patient.sex), "{}", patient.sex);
            let health = patient.health.as_ref().unwrap_or(&NOTHING);
            assert!(health.conditions.iter().all(|one| MEDICAL_CONDITIONS.contains(one)), "{}", patient.email);
            assert!(health.allergies.iter().all(|one| ALLERGIES.contains(one)), "{}", patient.email);
            for name in health.medications {
                assert!(taken(name, &sample).drug_id.is_some(), "{name}");
            }
        }
    }
}
