//! The rows of one file in one shape, whether the file is a text extract or a saved answer of the web API.
//!
//! What the rows mean together is `build`'s business.

use serde_json::Value;

use super::sources::{self, Role, Source};
use super::{ImportError, Skipped};

/// One row: the drug code, the cells in the order of [`cells`], and its line in the file.
pub(super) struct Row {
    pub code: i64,
    pub cells: Vec<String>,
    pub line: u64,
}

/// Where each wanted cell stands in a text extract: column (from 0), then the column of its French text.
struct Layout {
    /// Column counts that are known; another count is refused.
    counts: &'static [usize],
    /// For each cell: column, French column.
    cells: &'static [(usize, Option<usize>)],
    /// The same cells in an answer of the web API.
    fields: &'static [&'static str],
}

/// Columns of the AHFS number, absent since July 2022 when the file has four columns.
const AHFS_COLUMN: usize = 3;

fn layout(role: Role) -> Layout {
    match role {
        // class, DIN, name, descriptor, number of ingredients, group, company (web API only)
        Role::Product => Layout {
            counts: &[11, 14],
            cells: &[
                (2, Some(11)),
                (3, None),
                (4, Some(12)),
                (5, Some(13)),
                (8, None),
                (10, None),
            ],
            fields: &[
                "class_name",
                "drug_identification_number",
                "brand_name",
                "descriptor",
                "number_of_ais",
                "ai_group_no",
                "company_name",
            ],
        },
        // name, strength, unit, dosage value, dosage unit
        Role::Ingredient => Layout {
            counts: &[11, 12, 13, 15],
            cells: &[
                (2, Some(11)),
                (4, None),
                (5, Some(12)),
                (7, None),
                (9, Some(14)),
            ],
            fields: &[
                "ingredient_name",
                "strength",
                "strength_unit",
                "dosage_value",
                "dosage_unit",
            ],
        },
        Role::Form => Layout {
            counts: &[3, 4],
            cells: &[(2, Some(3))],
            fields: &["pharmaceutical_form_name"],
        },
        Role::Route => Layout {
            counts: &[3, 4],
            cells: &[(2, Some(3))],
            fields: &["route_of_administration_name"],
        },
        // ATC, AHFS
        Role::Class => Layout {
            counts: &[4, 5, 7],
            cells: &[(1, None), (AHFS_COLUMN, None)],
            fields: &["tc_atc_number", "tc_ahfs_number"],
        },
        // current flag, status, date
        Role::Status => Layout {
            counts: &[4, 5, 7],
            cells: &[(1, None), (2, Some(4)), (3, None)],
            fields: &["", "status", "history_date"],
        },
        // name, type
        Role::Company => Layout {
            counts: &[16, 18],
            cells: &[(3, None), (4, None)],
            fields: &["company_name", "company_type"],
        },
        Role::Schedule => Layout {
            counts: &[2, 3],
            cells: &[(1, Some(2))],
            fields: &["schedule_name"],
        },
    }
}

/// All rows of a file; rows that cannot be used go to `skipped`.
pub(super) fn read(
    source: &Source,
    role: Role,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Row>, ImportError> {
    let text = sources::text(source)?;
    if text.trim_start().starts_with(['[', '{']) {
        from_json(source, &text, &layout(role), skipped)
    } else {
        from_extract(source, &text, role, &layout(role), skipped)
    }
}

fn skip(skipped: &mut Vec<Skipped>, source: &Source, line: u64, reason: &'static str) {
    skipped.push(Skipped {
        file: source.file.clone(),
        line,
        reason,
    });
}

fn from_extract(
    source: &Source,
    text: &str,
    role: Role,
    layout: &Layout,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Row>, ImportError> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    let mut columns = None;
    let broken = |_| ImportError::Broken {
        file: source.file.clone(),
    };
    while reader.read_record(&mut record).map_err(broken)? {
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let first_row = columns.is_none();
        let expected = *columns.get_or_insert(record.len());
        if first_row && !layout.counts.contains(&expected) {
            return Err(ImportError::UnknownColumns {
                file: source.file.clone(),
                columns: expected,
            });
        }
        let Some(code) = record.get(0).and_then(|cell| cell.trim().parse().ok()) else {
            // A file saved by hand may begin with the names of its columns.
            if !(first_row && is_header(&record)) {
                skip(skipped, source, line, "the drug code is not a number");
            }
            continue;
        };
        if record.len() != expected {
            skip(
                skipped,
                source,
                line,
                "the row has another number of columns than the file",
            );
            continue;
        }
        let without_ahfs = role == Role::Class && expected == 4;
        let cells = layout
            .cells
            .iter()
            .map(|(column, french)| {
                if without_ahfs && *column == AHFS_COLUMN {
                    return String::new();
                }
                let english = tidy(record.get(*column).unwrap_or_default());
                match french {
                    Some(french) if english.is_empty() => {
                        tidy(record.get(*french).unwrap_or_default())
                    }
                    _ => english,
                }
            })
            .collect();
        rows.push(Row { code, cells, line });
    }
    Ok(rows)
}

fn is_header(record: &csv::StringRecord) -> bool {
    record.get(0).is_some_and(|cell| {
        let letters: String = cell.chars().filter(char::is_ascii_alphabetic).collect();
        letters.eq_ignore_ascii_case("drugcode")
    })
}

fn from_json(
    source: &Source,
    text: &str,
    layout: &Layout,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Row>, ImportError> {
    let value: Value = serde_json::from_str(text).map_err(|_| ImportError::Broken {
        file: source.file.clone(),
    })?;
    // Asked for one id, some resources answer one object instead of a list.
    let items = match value {
        Value::Array(items) => items,
        one => vec![one],
    };
    let mut rows = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let line = index as u64 + 1;
        let code = match &item["drug_code"] {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let Some(code) = code else {
            skip(skipped, source, line, "the drug code is not a number");
            continue;
        };
        let cells = layout
            .fields
            .iter()
            .map(|field| match item.get(field) {
                Some(Value::String(text)) => tidy(text),
                Some(Value::Number(number)) => number.to_string(),
                _ => String::new(),
            })
            .collect();
        rows.push(Row { code, cells, line });
    }
    Ok(rows)
}

/// One line, single spaces: values hold tabs, double spaces and line breaks.
fn tidy(text: &str) -> String {
    if !text.bytes().any(|byte| byte.is_ascii_whitespace()) {
        return text.to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
