// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validation of a typed drug, field by field, and that applying the changes to the register gives what was
//! typed. Not here: codes in use, which the server knows.

use super::*;
use proptest::prelude::*;

fn ingredient(name: &str, strength: &str, unit: &str) -> Ingredient {
    Ingredient {
        ingredient_name: name.into(),
        strength: strength.into(),
        strength_unit: unit.into(),
        ..Ingredient::default()
    }
}

fn good() -> DrugRecord {
    DrugRecord {
        drug_code: 71,
        drug_identification_number: "00000071".into(),
        name: "ARBUTINE".into(),
        class_name: "Human".into(),
        status: "Marketed".into(),
        history_date: "2021-07-02".into(),
        number_of_ais: "1".into(),
        tc_ahfs_numbers: vec!["24:08.16".into()],
        atc_numbers: vec!["C09AA05".into()],
        ingredients: vec![ingredient("SALALINE", "5", "MG")],
        ..DrugRecord::default()
    }
}

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day")
}

fn faults(change: impl FnOnce(&mut DrugRecord), kept: Option<&DrugRecord>) -> Vec<String> {
    let mut sent = good();
    change(&mut sent);
    match typed_drug(&sent, kept, today()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.field).collect(),
    }
}

#[test]
fn a_good_drug_is_kept_as_typed_and_tidied() {
    assert_eq!(typed_drug(&good(), None, today()), Ok(good()));
    let mut sent = good();
    sent.drug_identification_number = " 71 ".into();
    sent.class_name = "human".into();
    sent.administrations = vec![String::new(), " ORAL ".into(), "Oral".into(), "  ".into()];
    sent.ingredients.push(ingredient(" ", "", ""));
    sent.ingredients.push(ingredient("SALALINE", "5", "MG"));
    let kept = typed_drug(&sent, None, today()).expect("good");
    assert_eq!(
        (kept.drug_identification_number, kept.class_name),
        ("00000071".into(), "Human".into())
    );
    assert_eq!(kept.administrations, ["ORAL"]);
    assert_eq!(kept.ingredients.len(), 1);
}

#[test]
fn each_fault_stands_beside_its_field() {
    for (field, change) in [
        (
            "name",
            (|drug| drug.name = "  ".into()) as fn(&mut DrugRecord),
        ),
        ("name", |drug| drug.name = "A\nB".into()),
        ("drug_identification_number", |drug| {
            drug.drug_identification_number = "123456789".into();
        }),
        ("drug_identification_number", |drug| {
            drug.drug_identification_number = "12E4".into();
        }),
        ("class_name", |drug| drug.class_name = String::new()),
        ("history_date", |drug| {
            drug.history_date = "02-JUL-2021".into();
        }),
        ("history_date", |drug| {
            drug.history_date = "2027-01-01".into();
        }),
        ("history_date", |drug| {
            drug.history_date = "1899-12-31".into();
        }),
        ("number_of_ais", |drug| drug.number_of_ais = "one".into()),
        ("ai_group_no", |drug| {
            drug.ai_group_no = "01234567890".into();
        }),
        ("tc_ahfs_numbers.1", |drug| {
            drug.tc_ahfs_numbers = vec![String::new(), "2408".into()];
        }),
        ("atc_numbers.0", |drug| {
            drug.atc_numbers = vec!["C9AA05".into()];
        }),
        ("ingredients.0.strength", |drug| {
            drug.ingredients[0].strength = " ".into();
        }),
        ("status", |drug| drug.status = "x".repeat(501)),
        ("formulations", |drug| {
            drug.formulations = vec!["TABLET".into(); 101];
        }),
    ] {
        assert_eq!(faults(change, None), [field], "{field}");
    }
}

#[test]
fn what_the_register_has_is_never_a_fault() {
    let mut kept = good();
    kept.drug_identification_number = "Not Applicable/non applicable".into();
    kept.history_date = "02-JUL-2021".into();
    kept.tc_ahfs_numbers = vec!["92:00*".into()];
    kept.ingredients = vec![ingredient("ARNICA MONTANA", "", "")];
    let same = kept.clone();
    assert_eq!(typed_drug(&same, Some(&kept), today()), Ok(kept));
}

#[test]
fn codes_are_whole_numbers() {
    assert_eq!(typed_code(" "), Ok(None));
    assert_eq!(typed_code(" 71 "), Ok(Some(71)));
    for wrong in [
        "0",
        "-1",
        "+1",
        "1.5",
        "x",
        "9900001",
        "99999999999999999999",
    ] {
        assert!(typed_code(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn an_edit_keeps_its_fields_and_lets_the_others_move_on() {
    let register = good();
    let mut typed = good();
    typed.name = "ARBUTINE FORTE".into();
    let edit = changed_fields(&register, &typed);
    assert_eq!(edit.keys().collect::<Vec<_>>(), ["name"]);
    let mut next = good();
    next.status = "Cancelled Post Market".into();
    next.name = "ARBUTINE NEW".into();
    let laid = laid_over(&next, &edit).expect("a drug");
    assert_eq!(
        (laid.name.as_str(), laid.status.as_str()),
        ("ARBUTINE FORTE", "Cancelled Post Market")
    );
    assert!(changed_fields(&register, &register).is_empty());
}

proptest! {
    #[test]
    fn any_edit_laid_over_gives_what_was_typed(
        names in prop::collection::vec("[ -~é]{0,12}", 6),
        rows in prop::collection::vec("[A-Z0-9]{0,6}", 0..4),
    ) {
        let register = DrugRecord { name: names[0].clone(), status: names[1].clone(), schedules: rows.clone(), ..good() };
        let typed = DrugRecord {
            name: names[2].clone(), company_name: names[3].clone(), formulations: rows,
            ingredients: vec![ingredient(&names[4], &names[5], "MG")], ..good()
        };
        let edit = changed_fields(&register, &typed);
        prop_assert_eq!(laid_over(&register, &edit).expect("a drug"), typed);
    }

    #[test]
    fn nothing_typed_breaks_it(text in any::<String>(), more in any::<String>()) {
        let mut sent = good();
        sent.name.clone_from(&text);
        sent.history_date.clone_from(&more);
        sent.drug_identification_number.clone_from(&text);
        sent.atc_numbers = vec![more.clone()];
        sent.tc_ahfs_numbers = vec![text];
        sent.ingredients[0].strength = more;
        let _ = typed_drug(&sent, None, today());
    }
}
