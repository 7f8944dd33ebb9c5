// SPDX-License-Identifier: AGPL-3.0-or-later

//! The partner clinic and Teleplan.

use chrono::NaiveDate;

use super::counterpart::{Counterpart, nobody};
use super::{services, services_at};
use crate::clinic_emr::{
    DemographicAnswer, NewDemographic, NewNote, PatientInfo, PreferredPharmacy, Profile,
};
use crate::teleplan::E45Question;
use crate::{Failure, ServiceError};

const NOTE: NewNote<'_> = NewNote {
    demographic_no: 123,
    event_id: "evt-1",
    text: "Renewal approved.",
};

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn person() -> NewDemographic<'static> {
    NewDemographic {
        first_name: "Ada",
        last_name: "Example",
        sex: "F",
        birth_date: day(1980, 2, 9),
        hin: "9876543217",
        healthcard_province: "BC",
        province: "BC",
        address: "1 Example Street",
        city: "Victoria",
        postal_code: "V8V 1A1",
        phone: "604-555-0142",
        email: "ada@salal.example",
        is_private_pay: false,
    }
}

fn question() -> E45Question<'static> {
    E45Question {
        health_number: "9876543217",
        birth_date: day(1980, 2, 9),
        service_date: day(2026, 1, 5),
    }
}

async fn ask(file: &str) -> Result<String, ServiceError> {
    let counterpart = Counterpart::playing(&format!("teleplan/{file}.http")).await;
    let answer = services(&counterpart)
        .teleplan
        .check_eligibility(&question())
        .await;
    counterpart.finish().await;
    answer
}

#[tokio::test]
async fn a_chart_is_found_or_not() {
    let counterpart = Counterpart::playing("clinic_emr/find.http").await;
    let services = services(&counterpart);
    assert_eq!(
        services.clinic.find_demographic("9876543217").await,
        Ok(Some(123))
    );
    assert_eq!(
        services.clinic.find_demographic("9876543217").await,
        Ok(None)
    );
    counterpart.finish().await;
}

#[tokio::test]
async fn a_chart_is_made_or_known() {
    let counterpart = Counterpart::playing("clinic_emr/create.http").await;
    let services = services(&counterpart);
    let first = services.clinic.create_demographic(&person()).await;
    assert_eq!(first, Ok(DemographicAnswer::Created(123)));
    let second = services.clinic.create_demographic(&person()).await;
    assert_eq!(second, Ok(DemographicAnswer::AlreadyKnown(77)));
    counterpart.finish().await;
}

#[tokio::test]
async fn a_chart_refused_names_nobody_in_logs() {
    let counterpart = Counterpart::playing("clinic_emr/refused.http").await;
    let error = services(&counterpart)
        .clinic
        .create_demographic(&person())
        .await
        .unwrap_err();
    counterpart.finish().await;
    assert_eq!(error.refusal_code(), Some("422"));
    assert!(!format!("{error} {error:?}").contains("Ada"));
    let services = services_at(&nobody().await, |_| {});
    let error = services
        .clinic
        .find_demographic("9876543217")
        .await
        .unwrap_err();
    assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
    assert!(
        !format!("{error} {error:?}").contains("9876543217"),
        "the address stays out of the error"
    );
}

#[tokio::test]
async fn particulars_are_corrected_or_refused() {
    let counterpart = Counterpart::playing("clinic_emr/patient.http").await;
    let services = services(&counterpart);
    let info = PatientInfo {
        first_name: "Ada",
        last_name: "Example",
        birth_date: day(1980, 2, 9),
        address: "1 Example Street",
        city: "Victoria",
        province: "BC",
        postal_code: "V8V 1A1",
        phone_number: "6045550142",
        best_number: "6045550143",
        document_type: "BC Card",
        document_number: "9876543217",
        document_province: "BC",
        email: "ada@salal.example",
    };
    assert_eq!(services.clinic.update_patient(&info).await, Ok(()));
    let error = services.clinic.update_patient(&info).await.unwrap_err();
    counterpart.finish().await;
    assert_eq!(error.refusal_code(), Some("422"));
    assert!(!format!("{error} {error:?}").contains("Ada"));
}

#[tokio::test]
async fn the_clinic_is_told_of_a_chart_s_pharmacy_and_profile() {
    let counterpart = Counterpart::playing("clinic_emr/profile.http").await;
    let services = services(&counterpart);
    let pharmacy = PreferredPharmacy {
        name: "Example Pharmacy",
        address: "2 Example Street",
        phone: "6045550144",
        fax: "6045550145",
    };
    assert_eq!(
        services.clinic.prefer_pharmacy(1042, &pharmacy).await,
        Ok(())
    );
    let email = Profile::Email("ada@salal.example");
    assert_eq!(services.clinic.update_profile(1042, &email).await, Ok(()));
    let private = Profile::PrivatePay(true);
    let error = services.clinic.update_profile(1042, &private).await;
    counterpart.finish().await;
    let error = error.unwrap_err();
    assert_eq!(error.refusal_code(), Some("422"));
    assert!(!format!("{error} {error:?}").contains("Ada"));
}

#[tokio::test]
async fn a_note_is_added_and_found_again_by_its_first_line() {
    let counterpart = Counterpart::playing("clinic_emr/note.http").await;
    let services = services(&counterpart);
    assert_eq!(services.clinic.add_note(&NOTE).await, Ok(9));
    assert_eq!(services.clinic.find_note(123, "evt-1").await, Ok(Some(9)));
    assert_eq!(services.clinic.find_note(123, "evt-1").await, Ok(None));
    counterpart.finish().await;
}

#[tokio::test]
async fn a_note_without_an_answer_may_be_in_the_chart() {
    for file in ["lost", "down"] {
        let counterpart = Counterpart::playing(&format!("clinic_emr/{file}.http")).await;
        let error = services(&counterpart)
            .clinic
            .add_note(&NOTE)
            .await
            .unwrap_err();
        counterpart.finish().await;
        assert!(error.is_unknown(), "{file}: {error}");
    }
}

#[tokio::test]
async fn eligibility_is_asked_within_one_session() {
    let text = ask("eligible").await.unwrap();
    assert!(text.starts_with("PHN: 9876543217\nNAME: EXAMPLE ADA MARIA\n"));
    assert!(
        text.trim_end()
            .ends_with("#TID=002;Result=SUCCESS;Filename=e45.txt;Msgs=HJMB001I;")
    );
}

#[tokio::test]
async fn no_closing_line_is_no_answer() {
    for file in ["session-lost", "lost"] {
        let error = ask(file).await.unwrap_err();
        assert!(error.is_unknown(), "{file}: {error}");
    }
    let error = ask("lost-sign-on").await.unwrap_err();
    assert!(
        matches!(error.kind, Failure::Unreachable { .. }),
        "nothing was asked: {error}"
    );
    let services = services_at(&nobody().await, |_| {});
    let error = services
        .teleplan
        .check_eligibility(&question())
        .await
        .unwrap_err();
    assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_refused_sign_on_is_not_tried_again_and_again() {
    // The files hold one exchange each: a second sign-on would find no listener.
    for (file, why) in [
        ("locked-out", "the account is locked out"),
        ("expired", "the password has expired"),
    ] {
        let counterpart = Counterpart::playing(&format!("teleplan/{file}.http")).await;
        let services = services_at(&counterpart.address, |settings| {
            settings.teleplan.url = counterpart.address.clone();
            settings.teleplan.sign_on_pause_seconds = 900;
        });
        let expected = Failure::Misconfigured {
            why: why.to_owned(),
        };
        let first = services
            .teleplan
            .check_eligibility(&question())
            .await
            .unwrap_err();
        let second = services
            .teleplan
            .check_eligibility(&question())
            .await
            .unwrap_err();
        counterpart.finish().await;
        assert_eq!(
            (first.kind, second.kind),
            (expected.clone(), expected),
            "{file}"
        );
    }
}
