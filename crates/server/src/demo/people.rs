//! The demo's staff and patients.

use chrono::NaiveDate;
use sea_orm::{FromQueryResult, Statement};
use serde_json::json;
use uuid::Uuid;

use super::{DemoAccount, PASSWORD};
use crate::context::Context;
use crate::door::{Reach, Role};
use crate::error::Result;
use crate::features::accounts::{self, NewAccount};
use crate::features::people::{self, DocumentToBe, NewPerson, Practitioner};
use crate::features::{medical_info, pharmacies};

/// A member of the staff: role, admin flag, names, address, authenticator secret.
struct Staff(Role, bool, &'static str, &'static str, &'static str, &'static str);

const STAFF: [Staff; 5] = [
    Staff(Role::Admin, true, "Avery", "Singh", "admin@salal.example", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
    Staff(Role::Doctor, false, "Helen", "Varga", "doctor@salal.example", "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU"),
    Staff(Role::Doctor, false, "Priya", "Nandakumar", "doctor2@salal.example", "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK"),
    Staff(Role::Office, false, "Noah", "Leblanc", "office@salal.example", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
    Staff(Role::CustomerService, false, "Mei", "Chan", "care@salal.example", "ONSWG4TFOQQGS3TDN5XGK3TUONSWG4TF"),
];

/// A patient: names, birth date, sex, health number, what the account shows.
struct Patient {
    first: &'static str,
    last: &'static str,
    born: (i32, u32, u32),
    sex: &'static str,
    number: Option<&'static str>,
    private: bool,
    info: bool,
    verified: bool,
    note: &'static str,
}

const fn patient(first: &'static str, last: &'static str, born: (i32, u32, u32), sex: &'static str, number: Option<&'static str>, note: &'static str) -> Patient {
    Patient { first, last, born, sex, number, private: false, info: true, verified: true, note }
}

/// The health numbers are those of public test data and of the sandbox's own table.
const PATIENTS: [Patient; 12] = [
    patient("Marguerite", "Tremblay", (1968, 6, 14), "Female", Some("9698658215"), "ready to ask for a renewal"),
    Patient { info: false, verified: false, ..patient("Daniel", "Okafor", (1985, 2, 28), "Male", Some("9151065434"), "first visit: no medical information, cell phone not verified") },
    Patient { verified: false, ..patient("Sofia", "Rossi", (1979, 11, 3), "Female", Some("9317279351"), "cell phone not verified yet") },
    Patient { private: true, ..patient("Elias", "Nordström", (1991, 4, 9), "Male", None, "pays privately") },
    patient("Grace", "Kim", (1957, 1, 22), "Female", Some("9900000108"), "the plan says: not eligible"),
    patient("Omar", "Haddad", (1972, 8, 30), "Male", Some("9900000122"), "the plan gives no answer: pending"),
    patient("Chloé", "Gagné", (1999, 12, 5), "Non-binary", Some("9900000147"), "the plan has another name"),
    patient("Walter", "Schmidt", (1944, 3, 17), "Male", Some("9900000154"), "the plan has another birth date"),
    patient("Amara", "Diallo", (1988, 7, 7), "Female", Some("9012372173"), "allergic to amoxicillin and sulfa"),
    patient("Liam", "MacDonald", (2004, 5, 25), "Male", Some("9151247483"), "a young adult"),
    patient("Yuki", "Tanaka", (1963, 10, 11), "Two-spirit", Some("9128673459"), "takes several medications"),
    patient("Rosa", "Martínez", (1950, 9, 2), "Female", Some("9735353315"), "her pharmacy's fax line is busy"),
];

fn email(patient: &Patient) -> String {
    let plain: String = salal_rules::search::fold(patient.first);
    format!("{plain}@salal.example")
}

/// The demo accounts that are there.
pub(super) async fn find(ctx: &Context) -> Result<Vec<DemoAccount>> {
    #[derive(FromQueryResult)]
    struct Found {
        email: String,
        role: String,
        person_id: Uuid,
    }
    let db = ctx.db.read();
    let sql = "SELECT email, role, person_id FROM account WHERE email LIKE '%@salal.example' ORDER BY created_at, id";
    let rows = Found::find_by_statement(Statement::from_string(sea_orm::ConnectionTrait::get_database_backend(db), sql)).all(db).await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let staff = STAFF.iter().find(|one| one.4 == row.email);
            let note = PATIENTS.iter().find(|one| email(one) == row.email).map(|one| one.note);
            let note = note.or_else(|| staff.map(|one| if one.0 == Role::Doctor { "reviews, signs and faxes" } else { "staff" }))?;
            Some(DemoAccount {
                role: row.role,
                email: row.email,
                password: PASSWORD.into(),
                totp_secret: staff.map(|one| one.5.to_owned()),
                person_id: row.person_id,
                note: note.into(),
            })
        })
        .collect())
}

/// Makes all accounts in one transaction.
pub(super) async fn make(ctx: &Context, pharmacies: &[Uuid]) -> Result<()> {
    let hash = accounts::hash_password(PASSWORD.into()).await?;
    let tx = ctx.db.begin().await?;
    for (at, Staff(role, is_admin, first, last, email, secret)) in STAFF.iter().enumerate() {
        let phone = format!("60455501{:02}", at + 2);
        let new = NewPerson { first_name: (*first).into(), last_name: (*last).into(), cell_phone: phone.clone(), best_phone: phone, ..NewPerson::default() };
        let person_id = people::create(&tx, ctx, new).await?;
        if *role == Role::Doctor {
            let practitioner = Practitioner {
                name: String::new(),
                college_number: Some(format!("{}", 31_245 + at)),
                billing_number: Some(format!("{}", 99_901 + at)),
                phone: "6045550100".into(),
                fax: "6045550101".into(),
            };
            people::save_practitioner(&tx, person_id, practitioner).await?;
        }
        let account = NewAccount {
            person_id,
            email: (*email).into(),
            password_hash: hash.clone(),
            role: *role,
            is_admin: *is_admin,
            activated: true,
            totp_secret: Some((*secret).into()),
        };
        accounts::create_account(&tx, ctx, account).await?;
    }
    for (at, patient) in PATIENTS.iter().enumerate() {
        let pharmacy = if patient.note.contains("busy") { pharmacies.get(25) } else { pharmacies.get(at % 20) };
        one_patient(&tx, ctx, at, patient, pharmacy.copied(), &hash).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn one_patient(tx: &salal_db::Transaction, ctx: &Context, at: usize, patient: &Patient, pharmacy: Option<Uuid>, hash: &str) -> Result<()> {
    let phone = format!("60455501{:02}", at + 40);
    let (year, month, day) = patient.born;
    let consents = ["communication", "pharmanet", "privacy", "terms"].map(|policy| (policy, "2.0")).to_vec();
    let card = |number: &str| DocumentToBe { kind: "BC Card", number: number.into(), province: "BC".into(), country: None };
    let person_id = people::create(tx, ctx, NewPerson {
        first_name: patient.first.into(),
        last_name: patient.last.into(),
        date_of_birth: NaiveDate::from_ymd_opt(year, month, day),
        cell_phone: phone.clone(),
        best_phone: phone,
        address: format!("{} Larkspur Street", 4417 + at),
        city: "Burnaby".into(),
        province: "BC".into(),
        postal_code: "V5G 2K8".into(),
        sex: None,
        is_private_pay: patient.private,
        documents: patient.number.map(card).into_iter().collect(),
        consents,
    })
    .await?;
    accounts::create_account(tx, ctx, NewAccount {
        person_id,
        email: email(patient),
        password_hash: hash.to_owned(),
        role: Role::Patient,
        is_admin: false,
        activated: true,
        totp_secret: None,
    })
    .await?;
    if patient.verified {
        people::set_cell_verified(tx, ctx, person_id).await?;
    }
    if let Some(pharmacy) = pharmacy.filter(|_| patient.info) {
        people::set_preferred_pharmacy(tx, &Reach::of_proved(person_id), person_id, pharmacy).await?;
        let record = json!({
            "_id": ctx.new_id(), "Person": person_id, "Sex": patient.sex,
            "MedicalConditions": ["High blood pressure", "High cholesterol"], "otherMedicalConditions": null, "NoMedicalCondition": false,
            "Surgeries": [], "otherSurgery": null, "NoSurgery": true,
            "AllergyToMedication": if patient.note.contains("allergic") { vec!["Amoxicillin", "Sulfa"] } else { vec![] },
            "otherAllergy": null, "NoAllergy": !patient.note.contains("allergic"),
            "MedicationsCurrentlyTaken": [], "supplements": [], "otherItems": [],
            "AlcoholHistory": "No", "SmokingHistory": "No",
            "defaultPharmacy": pharmacies::get(tx, pharmacy).await?, "CreatedAt": ctx.now(),
        });
        medical_info::create(tx, ctx, person_id, &serde_json::from_value(record)?).await?;
    }
    Ok(())
}
