// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parsers for imported reference lists: pharmacies, sleep clinics and lab definitions. Columns are
//! identified by name; for an unusable row the reason is returned.
//!
//! Diagnoses, fee items and remittance codes are in `teleplan::lists`.

// cspell:ignore strasse

use serde::{Deserialize, Serialize};

use crate::fax::{FaxNumber, FaxNumberFault};
use crate::people::phones::{parse_extension, parse_phone};
use crate::people::postal_codes::parse_postal_code;
use crate::sleep::SleepCompany;
use salal_formats::tables::{Field, Named};

/// The maximum length of a text in a row.
const LONGEST: usize = 200;

/// The changes made by importing a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListChanges {
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    /// No longer on the list.
    pub gone: usize,
}

/// A pharmacy that a prescription can be faxed to; numbers are ten digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedPharmacy {
    pub name: String,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub phone: String,
    /// Digits to dial after the telephone number; empty for most.
    #[serde(default)]
    pub phone_extension: String,
    pub fax: String,
}

/// A branch of a company that tests for sleep apnea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSleepClinic {
    pub company: SleepCompany,
    pub name: String,
    pub address: String,
    pub phone: String,
    pub fax: String,
}

/// A test of the laboratories by its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabDefinition {
    pub code: String,
    pub name: String,
    /// The group it is shown under.
    pub group: String,
    pub unit: String,
}

/// Columns with a pharmacy's postal code.
pub const POSTAL_CODE: &[&str] = &["postal_code", "postal", "postcode", "zip"];
/// Columns with a pharmacy's telephone number.
pub const PHONE: &[&str] = &["phone", "phone1", "phone_number", "telephone", "tel"];

/// The fields of a list of pharmacies, and common column names.
pub const PHARMACY_FIELDS: [Field; 7] = [
    Field {
        names: &["name"],
        is_needed: true,
        likely: &[
            "pharmacy_name",
            "store_name",
            "operating_name",
            "pharmacy",
            "store",
            "name",
        ],
    },
    Field {
        names: &["address"],
        is_needed: true,
        likely: &["street", "street_address", "address_1", "addr", "location"],
    },
    Field {
        names: &["city"],
        is_needed: true,
        likely: &["town", "municipality", "community", "city"],
    },
    Field {
        names: &["fax", "fax_number"],
        is_needed: true,
        likely: &["fax_no", "facsimile", "telefax", "fax"],
    },
    Field {
        names: &["province"],
        is_needed: false,
        likely: &["prov", "state", "region"],
    },
    Field {
        names: POSTAL_CODE,
        is_needed: false,
        likely: &["zip_code", "postal"],
    },
    Field {
        names: PHONE,
        is_needed: false,
        likely: &["phone_no", "phone"],
    },
];

/// Parses a pharmacy: columns name, address, city, fax (or fax_number), and optionally province, the postal code and
/// the telephone number.
pub fn pharmacy(row: &Named<'_>) -> Result<ListedPharmacy, &'static str> {
    let province = row.get("province");
    let written = row.first(POSTAL_CODE);
    let dialled = row.first(PHONE);
    let (phone, phone_extension) =
        parse_extension(&dialled).unwrap_or((dialled.as_str(), String::new()));
    Ok(ListedPharmacy {
        name: text(row.get("name"), "no name")?,
        address: text(row.get("address"), "no address")?,
        city: text(row.get("city"), "no city")?,
        province: if province.is_empty() {
            "BC".into()
        } else {
            short(province)?
        },
        postal_code: if written.is_empty() {
            written
        } else {
            parse_postal_code(&written).ok_or("the postal code is not valid")?
        },
        phone: phone_or_none(phone)?,
        phone_extension,
        fax: fax(row)?,
    })
}

const NO_COMPANY: &str = "its company is none of solutions, coastal, mainland and sleepworks";

/// Parses a sleep clinic: columns company, name, address, fax, and optionally phone.
pub fn sleep_clinic(row: &Named<'_>) -> Result<ListedSleepClinic, &'static str> {
    let written = row.get("company");
    let is_meant = |name: &str| name.eq_ignore_ascii_case(&written);
    let company = SleepCompany::ALL
        .into_iter()
        .find(|one| is_meant(one.code()) || is_meant(one.label()))
        .filter(|one| *one != SleepCompany::Test)
        .ok_or(NO_COMPANY)?;
    Ok(ListedSleepClinic {
        company,
        name: text(row.get("name"), "no name")?,
        address: text(row.get("address"), "no address")?,
        phone: phone_or_none(&row.first(&["phone", "phone_number"]))?,
        fax: fax(row)?,
    })
}

/// Parses a test: columns code (or loinc) and name, and optionally group and unit.
pub fn lab_definition(row: &Named<'_>) -> Result<LabDefinition, &'static str> {
    Ok(LabDefinition {
        code: text(row.first(&["code", "loinc"]), "no code")?,
        name: text(row.get("name"), "no name")?,
        group: short(row.first(&["group", "panel"]))?,
        unit: short(row.first(&["unit", "units"]))?,
    })
}

fn fax(row: &Named<'_>) -> Result<String, &'static str> {
    let digits =
        parse_phone(&row.first(&["fax", "fax_number"])).ok_or("the fax number is not valid")?;
    match FaxNumber::parse(&digits) {
        Ok(_) => Ok(digits),
        Err(FaxNumberFault::Premium) => Err("faxes are not sent to premium or service numbers"),
        Err(FaxNumberFault::NotANumber) => Err("the fax number is not valid"),
    }
}

fn phone_or_none(written: &str) -> Result<String, &'static str> {
    if written.is_empty() {
        return Ok(String::new());
    }
    parse_phone(written).ok_or("the telephone number is not valid")
}

fn text(text: String, missing: &'static str) -> Result<String, &'static str> {
    if text.is_empty() {
        return Err(missing);
    }
    short(text)
}

fn short(text: String) -> Result<String, &'static str> {
    if text.chars().count() > LONGEST {
        return Err("a text has more than 200 characters");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use salal_formats::tables::{Encoding, read_named};

    fn each<T>(
        file: &str,
        of: fn(&Named<'_>) -> Result<T, &'static str>,
    ) -> Vec<Result<T, &'static str>> {
        let mut found = Vec::new();
        let input = Box::new(Cursor::new(file.as_bytes().to_vec()));
        read_named("list.csv", input, Encoding::Utf8, &[], &mut |row| {
            found.push(of(row));
            Ok(())
        })
        .unwrap();
        found
    }

    #[test]
    fn a_pharmacy_needs_a_fax_and_an_address() {
        let file = "Fax Number,name,address,city,phone1,postal\n604-555-0142,Salal,1 Main St,Vancouver,(604) 555-0100,v5v 1a1\n12,Salal,1 Main St,Vancouver,,\n604-555-0142,Salal,,Vancouver,,\n604-555-0142,Salal,1 Main St,Vancouver,,none\n900-555-0142,Salal,1 Main St,Vancouver,,\n";
        let read = each(file, pharmacy);
        let first = read[0].as_ref().unwrap();
        assert_eq!(
            (first.fax.as_str(), first.phone.as_str()),
            ("6045550142", "6045550100")
        );
        assert_eq!(
            (first.province.as_str(), first.postal_code.as_str()),
            ("BC", "V5V 1A1")
        );
        let faults: Vec<_> = read[1..]
            .iter()
            .map(|one| one.clone().unwrap_err())
            .collect();
        assert_eq!(
            faults,
            [
                "the fax number is not valid",
                "no address",
                "the postal code is not valid",
                "faxes are not sent to premium or service numbers"
            ]
        );
    }

    #[test]
    fn a_pharmacy_s_telephone_may_have_an_extension_and_its_fax_may_not() {
        let file = "name,address,city,fax,phone\nSalal,1 Main St,Vancouver,604-555-0142,604-555-0100 ext. 12\nSalal,1 Main St,Vancouver,604-555-0142 x3,604-555-0100\n";
        let read = each(file, pharmacy);
        let first = read[0].as_ref().unwrap();
        assert_eq!(
            (first.phone.as_str(), first.phone_extension.as_str()),
            ("6045550100", "12")
        );
        assert_eq!(read[1], Err("the fax number is not valid"));
    }

    #[test]
    fn a_postal_code_and_a_telephone_are_kept_whatever_their_columns_are_called() {
        for (postal, phone) in [
            ("Postal Code", "Phone"),
            ("Postcode", "Telephone"),
            ("Zip", "Tel"),
        ] {
            let file = format!(
                "name,address,city,fax,{postal},{phone}\nSalal,1 Main St,Vancouver,604-555-0142,v5v1a1,604.555.0100\n"
            );
            let read = each(&file, pharmacy);
            let one = read[0].as_ref().unwrap();
            assert_eq!(
                (one.postal_code.as_str(), one.phone.as_str()),
                ("V5V 1A1", "6045550100")
            );
        }
    }

    #[test]
    fn columns_of_other_names_are_read_by_a_map() {
        use salal_formats::tables::{ColumnMap, column_names, proposed_columns, read_mapped};
        let file = "Pharmacy,Street Address,Town,Fax #,Tel,Manager\nSalal,1 Main St,Vancouver,604-555-0142,604-555-0100,Somebody\n";
        let input = || Box::new(Cursor::new(file.as_bytes().to_vec()));
        let columns = column_names("list.csv", input(), Encoding::Utf8).unwrap();
        let found = proposed_columns(&columns, &PHARMACY_FIELDS);
        let found: Vec<_> = found
            .iter()
            .map(|one| one.as_deref().unwrap_or("-"))
            .collect();
        assert_eq!(
            found,
            [
                "Pharmacy",
                "Street Address",
                "Town",
                "Fax #",
                "-",
                "-",
                "Tel"
            ]
        );
        let map = [
            "Pharmacy=name",
            "street address=address",
            "Town=city",
            "Fax #=fax",
            "Tel=phone",
        ];
        let map = ColumnMap(
            map.iter()
                .map(|pair| ColumnMap::pair(pair).unwrap())
                .collect(),
        );
        let mut read = Vec::new();
        read_mapped(
            "list.csv",
            input(),
            Encoding::Utf8,
            &[&["name"], &["address"]],
            &map,
            &mut |row| {
                read.push(pharmacy(row));
                Ok(())
            },
        )
        .unwrap();
        let one = read[0].as_ref().unwrap();
        assert_eq!(
            (one.address.as_str(), one.phone.as_str()),
            ("1 Main St", "6045550100")
        );
        // Two columns for one field: the file's own is not ignored silently.
        let both =
            "name,address,city,fax,phone\nSalal,1 Main St,Vancouver,604-555-0142,604-555-0100\n";
        let read_both = |map: ColumnMap| {
            let input = Box::new(Cursor::new(both.as_bytes().to_vec()));
            let mut read = Vec::new();
            let outcome = read_mapped("list.csv", input, Encoding::Utf8, &[], &map, &mut |row| {
                read.push(pharmacy(row));
                Ok(())
            });
            outcome.map(|()| read).map_err(|fault| fault.to_string())
        };
        let pair = |theirs: &str, ours: &str| (theirs.to_owned(), ours.to_owned());
        let told = read_both(ColumnMap(vec![pair("phone", "fax")])).unwrap_err();
        assert!(told.contains("has a column fax of its own"), "{told}");
        let swapped = ColumnMap(vec![pair("phone", "fax"), pair("fax", "phone")]);
        let read = read_both(swapped).unwrap();
        assert_eq!(read[0].as_ref().unwrap().fax, "6045550100");
        let wrong = ColumnMap(vec![("Strasse".into(), "address".into())]);
        let refused = read_mapped(
            "list.csv",
            input(),
            Encoding::Utf8,
            &[],
            &wrong,
            &mut |_| Ok(()),
        );
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("no column Strasse")
        );
        assert_eq!(ColumnMap::pair("street"), None);
        assert_eq!(ColumnMap::pair("=address"), None);
    }

    #[test]
    fn a_sleep_clinic_is_of_a_known_company() {
        let file = "company,name,address,fax\nCoastal Sleep,Kelowna,2 Lake Rd,250-555-0177\ncoastal,Kelowna,2 Lake Rd,250-555-0177\ntest,Own,2 Lake Rd,250-555-0177\n";
        let read = each(file, sleep_clinic);
        assert_eq!(read[0], read[1]);
        assert_eq!(read[0].as_ref().unwrap().company, SleepCompany::Coastal);
        assert!(read[2].is_err());
        let known = SleepCompany::ALL.into_iter();
        for one in known.filter(|one| *one != SleepCompany::Test) {
            assert!(NO_COMPANY.contains(one.code()), "{NO_COMPANY}");
        }
    }

    #[test]
    fn a_test_of_the_laboratory_has_a_code_and_a_name() {
        let read = each(
            "[{\"loinc\":\"4548-4\",\"name\":\"Hemoglobin A1c\",\"group\":\"Chemistry\",\"unit\":\"%\"},{\"name\":\"x\"}]",
            lab_definition,
        );
        assert_eq!(read[0].as_ref().unwrap().group, "Chemistry");
        assert_eq!(read[1], Err("no code"));
    }
}
