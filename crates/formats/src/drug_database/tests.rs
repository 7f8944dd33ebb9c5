// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whole imports of small invented files. Those that were published are read in `crates/formats/tests`.

// cspell:ignore humain

use super::*;

fn source(file: &str, text: &str) -> Source {
    Source {
        file: file.into(),
        bytes: text.as_bytes().to_vec(),
    }
}

const PRODUCT: &str = r#""9","","Human","15741","TAPAZOLE  5MG","","N","1","1","21-JUN-2019","0104552001","Humain","","""#;

fn small() -> Vec<Source> {
    vec![
        source("drug.txt", PRODUCT),
        source(
            "ingred.txt",
            "\"9\",\"1\",\"METHIMAZOLE\",\"I\",\"5\",\"MG\",\"\",\"\",\"N\",\"\",\"two\r\nlines\",\"\",\"\",\"\",\"\"\n\"9\",\"1\",\"METHIMAZOLE\",\"I\",\"5\",\"MG\",\"\",\"\",\"N\",\"\",\"\",\"\",\"\",\"\",\"\"\n",
        ),
        source(
            "form.txt",
            "\"9\",\"85\",\"\",\"Comprimé\"\n\"77\",\"85\",\"TABLET\",\"\"\n",
        ),
        source(
            "route.txt",
            "\"9\",\"56\",\"ORAL\",\"Orale\"\n\"9\",\"56\",\"Oral\",\"Orale\"\n",
        ),
        source(
            "ther.txt",
            "\"9\",\"H03BB02\",\"THIAMAZOLE\",\"68:36.08\",\"X\",\"\",\"\"\n",
        ),
        source(
            "status.txt",
            "\"9\",\"N\",\"APPROVED\",\"01-JAN-1950\",\"\",\"\",\"\"\n\"9\",\"Y\",\"MARKETED\",\"31-DEC-1951\",\"\",\"\",\"\"\n",
        ),
        source(
            "comp.txt",
            "\"9\",\"\",\"1\",\"OTHER INC\",\"MAILING\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n\"9\",\"\",\"2\",\"OWNER INC\",\"DIN OWNER\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n",
        ),
        source("schedule.txt", "\"9\",\"Prescription\",\"\"\n"),
        source("package.txt", "anything"),
    ]
}

#[test]
fn a_drug_is_put_together_from_all_files() {
    let built = build(&small()).unwrap();
    let drug = &built.drugs[0];
    assert_eq!(drug.name, "TAPAZOLE 5MG");
    assert_eq!(drug.drug_identification_number, "00015741");
    assert_eq!(drug.company_name, "OWNER INC");
    assert_eq!(
        (drug.status.as_str(), drug.history_date.as_str()),
        ("MARKETED", "1951-12-31")
    );
    assert_eq!(drug.formulations, ["Comprimé"]);
    assert_eq!(drug.administrations, ["ORAL"]);
    assert_eq!(drug.tc_ahfs_numbers, ["68:36.08"]);
    assert_eq!(drug.atc_numbers, ["H03BB02"]);
    assert_eq!(drug.schedules, ["Prescription"]);
    assert_eq!(drug.ingredients.len(), 1);
    assert_eq!(
        built.skipped,
        [Skipped {
            file: "form.txt".into(),
            line: 2,
            reason: "no product has this drug code"
        }]
    );
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let mut reversed = small();
    reversed.reverse();
    assert_eq!(build(&reversed), build(&small()));
}

#[test]
fn classes_are_read_by_the_number_of_columns() {
    let of = |row: &str| {
        build(&[source("drug.txt", PRODUCT), source("ther.txt", row)])
            .map(|built| built.drugs[0].tc_ahfs_numbers.clone())
    };
    assert_eq!(of("9,H03BB02,X,68:36.08,Y").unwrap(), ["68:36.08"]);
    assert_eq!(of("9,H03BB02,X,French text").unwrap(), [""; 0]);
    assert_eq!(
        of("9,H03BB02,X,68:36.08,Y,Z"),
        Err(ImportError::UnknownColumns {
            file: "ther.txt".into(),
            columns: 6
        })
    );
}

#[test]
fn a_header_row_is_passed_over_and_bad_rows_are_reported() {
    let text = "DRUG_CODE,PHARM_FORM_CODE,PHARMACEUTICAL_FORM\n9,85,TABLET\nx,85,TABLET\n9,85\n";
    let built = build(&[source("drug.txt", PRODUCT), source("form.txt", text)]).unwrap();
    assert_eq!(built.drugs[0].formulations, ["TABLET"]);
    let lines: Vec<u64> = built.skipped.iter().map(|skipped| skipped.line).collect();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn named_columns_may_stand_in_any_order() {
    let products =
        "brand_name,Drug_Code,DRUG_IDENTIFICATION_NUMBER,CLASS\nTAPAZOLE,9,15741,Human\n";
    let classes = "TC_AHFS_NUMBER;TC_ATC_NUMBER;DRUG_CODE\n68:36.08;H03BB02;9\n";
    let built = build(&[source("drug.csv", products), source("ther.csv", classes)]).unwrap();
    let drug = &built.drugs[0];
    assert_eq!(
        (drug.name.as_str(), drug.tc_ahfs_numbers.len()),
        ("TAPAZOLE", 1)
    );
    assert_eq!(drug.drug_identification_number, "00015741");
    assert_eq!(
        build(&[source("drug.csv", "drug_code,brand_name\n9,X\n")]),
        Err(ImportError::NoColumn {
            file: "drug.csv".into(),
            column: "CLASS_NAME".into()
        })
    );
}

#[test]
fn dates_of_long_ago_and_of_next_year_are_dates() {
    for (published, kept) in [
        ("31-DEC-1908", "1908-12-31"),
        ("06-OCT-2099", "2099-10-06"),
        ("the ides of March", "the ides of March"),
    ] {
        let status = format!("9,Y,MARKETED,{published}\n");
        let built = build(&[source("drug.txt", PRODUCT), source("status.txt", &status)]).unwrap();
        assert_eq!(built.drugs[0].history_date, kept);
    }
}

#[test]
fn answers_of_the_web_api_are_read_too() {
    let built = build(&[
        source("drugproduct.json", r#"[{"drug_code":9,"class_name":"Human","drug_identification_number":"00015741","brand_name":"TAPAZOLE","number_of_ais":"1","company_name":"OWNER INC"}]"#),
        source("status.json", r#"{"drug_code":9,"status":"Marketed","history_date":"2001-04-16","expiration_date":null}"#),
        source("therapeuticclass.json", r#"[{"drug_code":"9","tc_atc_number":"H03BB02","tc_ahfs_number":null}]"#),
    ])
    .unwrap();
    let drug = &built.drugs[0];
    assert_eq!(
        (drug.status.as_str(), drug.company_name.as_str()),
        ("Marketed", "OWNER INC")
    );
    assert_eq!((drug.atc_numbers.len(), drug.tc_ahfs_numbers.len()), (1, 0));
}

#[test]
fn nothing_to_build_is_an_error() {
    assert_eq!(build(&[]), Err(ImportError::NoProducts));
    assert_eq!(
        build(&[source("readme.txt", "x")]),
        Err(ImportError::NoProducts)
    );
    assert!(build(&[source("drug.json", "[{")]).is_err());
}
