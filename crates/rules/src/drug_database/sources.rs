//! Which resource a file holds, by its name, and the text inside it.

use std::borrow::Cow;

use super::ImportError;

/// One file as it was uploaded or unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or the name of the resource the administrator chose; folders in front do not matter.
    pub file: String,
    pub bytes: Vec<u8>,
}

/// The resources a drug is built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Product,
    Ingredient,
    Form,
    Route,
    Class,
    Status,
    Company,
    Schedule,
}

/// Beginnings of file names, the longer before the shorter; `None` for files that are known and not needed.
const NAMES: &[(&str, Option<Role>)] = &[
    ("drugproduct", Some(Role::Product)),
    ("drug", Some(Role::Product)),
    ("activeingredient", Some(Role::Ingredient)),
    ("ingred", Some(Role::Ingredient)),
    ("dosageform", Some(Role::Form)),
    ("form", Some(Role::Form)),
    ("routeofadministration", Some(Role::Route)),
    ("route", Some(Role::Route)),
    ("therapeuticclass", Some(Role::Class)),
    ("ther", Some(Role::Class)),
    ("productstatus", Some(Role::Status)),
    ("status", Some(Role::Status)),
    ("comp", Some(Role::Company)),
    ("schedule", Some(Role::Schedule)),
    ("pack", None),
    ("pharm", None),
    ("vet", None),
    ("inactive", None),
    ("bios", None),
];

/// The resource of a file by its name, whatever suffix it has: `drug_ap.txt.gz` is the products.
/// `None` for every other file.
pub fn role_of(file: &str) -> Option<Role> {
    let name: String = base_name(file)
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    NAMES
        .iter()
        .find(|(beginning, _)| name.starts_with(beginning))
        .and_then(|(_, role)| *role)
}

/// The name after the last folder.
pub(super) fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The text of a file: UTF-8, else latin-1; without a byte-order mark.
pub(super) fn text(source: &Source) -> Result<Cow<'_, str>, ImportError> {
    if source.bytes.contains(&0) {
        return Err(ImportError::NotText {
            file: source.file.clone(),
        });
    }
    Ok(match std::str::from_utf8(&source.bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Err(_) => {
            encoding_rs::WINDOWS_1252
                .decode_without_bom_handling(&source.bytes)
                .0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_resource() {
        for (file, role) in [
            ("drug.txt", Some(Role::Product)),
            ("allfiles/drug_ap.txt.gz", Some(Role::Product)),
            ("drug_dr (1).csv", Some(Role::Product)),
            ("drugproduct.json", Some(Role::Product)),
            ("Drug Product", Some(Role::Product)),
            ("Active Ingredient", Some(Role::Ingredient)),
            ("INGRED_IA.TXT", Some(Role::Ingredient)),
            ("Dosage Form", Some(Role::Form)),
            ("Route of Administration", Some(Role::Route)),
            ("Therapeutic Class", Some(Role::Class)),
            ("ther.txt", Some(Role::Class)),
            ("Product Status", Some(Role::Status)),
            ("c:\\x\\comp.txt", Some(Role::Company)),
            ("schedule.txt", Some(Role::Schedule)),
            ("package.txt", None),
            ("inactive.txt", None),
            ("readme.txt", None),
        ] {
            assert_eq!(role_of(file), role, "{file}");
        }
    }

    #[test]
    fn both_encodings_are_read() {
        let of = |bytes: &[u8]| {
            let source = Source {
                file: "form.txt".into(),
                bytes: bytes.to_vec(),
            };
            text(&source).map(Cow::into_owned)
        };
        assert_eq!(of("\u{feff}crème".as_bytes()).unwrap(), "crème");
        assert_eq!(of(b"cr\xe8me").unwrap(), "crème");
        assert!(of(b"PK\x03\x04\0").is_err());
    }
}
