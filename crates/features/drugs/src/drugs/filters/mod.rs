// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's rules on classes of drugs, for administrators: list, add with excepted ingredients, remove,
//! preview, and export and import as a file (specification 001 section 2, decisions 109 and 144). Not here:
//! the built-in rules, which cannot be changed.

pub(super) mod defaults;
mod dto;
mod repo;

use std::collections::{BTreeMap, BTreeSet};

use salal_domain::faults::Fault;
use salal_domain::filters::{
    FilterRule, FilterStatus, Filters, JudgedDrug, MatchedBy, is_atc, is_under, known_atc,
};
use salal_domain::search::fold;

use self::dto::{
    AddFilter, ClassPreview, FileFormat, FilterFile, FilterImport, FilterRow, FormatPath,
    MedicationFilterView, PreviewGroup,
};
pub(super) use self::repo::accepted;
pub use self::repo::all_rules::{filter_of, filters_now, put_back_filters, take_in_filters};
use super::{catalogue_cache, overrides, repo as catalogue};
use crate::api::{Created, Csv, CsvOrJson, Form, Json, NoBody, NoContent, Request, unguarded};
use crate::error::{Error, Result};
use salal_db::Connection;

/// The maximum number of rules in a file.
const MOST_ROWS: usize = 5_000;
/// The maximum number of excepted ingredients of a rule.
const MOST_EXCEPTIONS: usize = 500;

/// GET /medication-filter
pub(super) async fn list_filters(request: Request) -> Result<Json<Vec<MedicationFilterView>>> {
    Ok(Json(repo::list_filters(request.ctx.db.read()).await?))
}

/// POST /medication-filter
pub(super) async fn add(
    request: Request<Json<AddFilter>>,
) -> Result<Created<MedicationFilterView>> {
    let row = request.body.0.row();
    let faults = faults_of(&row, "");
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    if repo::find_filter(&tx, &row.tc_ahfs_number).await?.is_some() {
        return Err(Error::field(
            "tc_ahfs_number",
            "This class already has a filter. Delete it first.",
        ));
    }
    let mut rows = with_codes(&tx, vec![row]).await?;
    let row = rows
        .pop()
        .ok_or_else(|| Error::broken("a filter was lost"))?;
    let view = repo::create(&tx, &request.ctx, row, me).await?;
    catalogue::bump(&tx, &request.ctx, "a medication filter").await?;
    request.publish_after_commit("data", view.id, me);
    request.commit_as(tx, 201, &view).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(Created(view))
}

/// DELETE /medication-filter/{id}: the rule is kept on record but no longer applies (decision 155).
pub(super) async fn remove(request: Request<NoBody, dto::ById>) -> Result<NoContent> {
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    if !repo::withdraw(&tx, &request.ctx, request.path.id).await? {
        return Err(Error::not_found());
    }
    catalogue::bump(&tx, &request.ctx, "a medication filter").await?;
    request.publish_after_commit("data", request.path.id, me);
    request.commit_as(tx, 204, &serde_json::Value::Null).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(NoContent)
}

/// GET /drug/tcAhfs/{x}: what a filter on this class would affect.
pub(super) async fn preview(request: Request<NoBody, dto::OfClass>) -> Result<Json<ClassPreview>> {
    let class = request.path.x.trim().to_owned();
    if !is_class(&class) {
        return Err(Error::field("tc_ahfs_number", NOT_A_CLASS));
    }
    let db = request.ctx.db.read();
    let own = proposed(db, std::slice::from_ref(&class)).await?;
    let own = own.get(&class).cloned().unwrap_or_default();
    let mut atc_numbers: Vec<String> = known_atc(&class).into_iter().map(Into::into).collect();
    atc_numbers.extend(own.iter().cloned());
    let rule = Filters::new(&[FilterRule {
        tc_ahfs_number: class.clone(),
        status: FilterStatus::CrossOut,
        exceptions: Vec::new(),
        also: MatchedBy {
            atc_numbers: own,
            ..MatchedBy::default()
        },
    }]);
    let (mut ingredients, mut groups) = (BTreeSet::new(), BTreeMap::<Vec<String>, u64>::new());
    let mut after = i64::MIN;
    loop {
        let page = catalogue::list_drugs_after(db, after).await?;
        let Some(last) = page.last() else { break };
        after = last.code;
        for row in page {
            let record = overrides::record_of(&row)?;
            let names = record.ingredient_names();
            if record.is_human() && rule.touch(&JudgedDrug::of(&record, &names)) {
                let parts: BTreeSet<String> = names.into_iter().map(ToOwned::to_owned).collect();
                ingredients.extend(parts.iter().cloned());
                *groups.entry(parts.into_iter().collect()).or_default() += 1;
            }
        }
    }
    Ok(Json(ClassPreview {
        class_name: salal_domain::filters::class_name(&class).map(ToOwned::to_owned),
        atc_numbers,
        tc_ahfs_number: class,
        drugs: groups.values().sum(),
        active_ingredients: ingredients.into_iter().collect(),
        groups: groups
            .into_iter()
            .map(|(active_ingredients, drugs)| PreviewGroup {
                active_ingredients,
                drugs,
            })
            .collect(),
    }))
}

/// ATC codes for classes without known ones: the groups (level 4) that only the catalogue's drugs of the
/// class have. They match drugs without an AHFS number.
async fn proposed(db: &Connection, classes: &[String]) -> Result<BTreeMap<String, Vec<String>>> {
    let unknown: Vec<&String> = classes
        .iter()
        .filter(|class| !is_atc(class) && known_atc(class).is_empty())
        .collect();
    let mut found = BTreeMap::new();
    if unknown.is_empty() {
        return Ok(found);
    }
    let mut groups = BTreeMap::<String, (u64, BTreeMap<&str, u64>)>::new();
    let mut after = i64::MIN;
    loop {
        let page = catalogue::list_drugs_after(db, after).await?;
        let Some(last) = page.last() else { break };
        after = last.code;
        for row in page {
            let ahfs: Vec<String> = catalogue::parse_list(&row.ahfs_numbers)?;
            if ahfs.is_empty() || !row.class_name.eq_ignore_ascii_case("human") {
                continue;
            }
            for code in catalogue::parse_list::<String>(&row.atc_numbers)? {
                let Some(group) = code.trim().get(..5).filter(|group| is_atc(group)) else {
                    continue;
                };
                let (all, of) = groups.entry(group.to_owned()).or_default();
                *all += 1;
                for class in &unknown {
                    if ahfs.iter().any(|number| is_under(number.trim(), class)) {
                        *of.entry(class.as_str()).or_default() += 1;
                    }
                }
            }
        }
    }
    for class in unknown {
        let own = groups
            .iter()
            .filter(|(_, (all, of))| of.get(class.as_str()) == Some(all))
            .map(|(group, _)| group.clone());
        found.insert(class.clone(), own.collect());
    }
    Ok(found)
}

/// Rules without ATC codes get those that the catalogue shows for their class.
pub(super) async fn with_codes(
    db: &Connection,
    mut rows: Vec<FilterRow>,
) -> Result<Vec<FilterRow>> {
    let bare: Vec<String> = rows
        .iter()
        .filter(|row| row.atc_numbers.is_none())
        .map(|row| row.tc_ahfs_number.clone())
        .collect();
    let mut found = proposed(db, &bare).await?;
    for row in rows.iter_mut().filter(|row| row.atc_numbers.is_none()) {
        row.atc_numbers = found.remove(&row.tc_ahfs_number);
    }
    Ok(rows)
}

/// GET /medication-filter/download/{format}
pub(super) async fn download(request: Request<NoBody, FormatPath>) -> Result<CsvOrJson> {
    let rows: Vec<FilterRow> = repo::list_filters(request.ctx.db.read())
        .await?
        .into_iter()
        .map(FilterRow::from)
        .collect();
    match FileFormat::from_code(&request.path.format).ok_or_else(Error::not_found)? {
        FileFormat::Json => Ok(CsvOrJson::Json(
            "medication-filters.json".into(),
            serde_json::to_vec_pretty(&rows)?,
        )),
        FileFormat::Csv => Ok(CsvOrJson::Csv(csv_of(&rows)?)),
    }
}

/// POST /medication-filter/import-data: all of a file or nothing. Existing identical rules are unchanged,
/// others of the same class are replaced; none is removed.
pub(super) async fn import(mut request: Request<Form<FilterFile>>) -> Result<Json<FilterImport>> {
    let file = request.body.take_file("file").ok_or_else(|| {
        Error::field(
            "file",
            "Please choose the file and correct resource name before import!",
        )
    })?;
    let rows = read(&file.content.read().await?)?;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let mut report = FilterImport::default();
    let known = repo::list_filters(&tx).await?;
    for row in with_codes(&tx, rows).await? {
        let there = known
            .iter()
            .find(|view| view.tc_ahfs_number == row.tc_ahfs_number);
        match there {
            Some(view) if FilterRow::from(view.clone()).same(&row) => report.unchanged += 1,
            Some(view) => {
                repo::withdraw(&tx, &request.ctx, view.id).await?;
                repo::create(&tx, &request.ctx, row, me).await?;
                report.changed += 1;
            }
            None => {
                repo::create(&tx, &request.ctx, row, me).await?;
                report.added += 1;
            }
        }
    }
    if report.added + report.changed > 0 {
        catalogue::bump(&tx, &request.ctx, "medication filters").await?;
        request.publish_after_commit("data", me, me);
    }
    let answer = request.commit(tx, report).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(answer)
}

const NOT_A_CLASS: &str =
    "Please enter a class number, such as 28:08.08, or an ATC code, such as N02BF.";

/// Two digits, separated by colons and periods: 28, 28:08, 28:08.08, 28:08.08.04. Or an ATC code, since AHFS
/// is no longer in the register.
fn is_class(text: &str) -> bool {
    if is_atc(text) {
        return true;
    }
    let parts: Vec<&str> = text.split([':', '.']).collect();
    let shape: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    parts.len() <= 5
        && ":...".starts_with(&shape)
        && parts
            .iter()
            .all(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()))
}

fn faults_of(row: &FilterRow, place: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |field: &str, message: &str| {
        faults.push(Fault {
            field: field.into(),
            message: format!("{place}{message}"),
        });
    };
    if row.tc_ahfs_number.is_empty() {
        fault("tc_ahfs_number", "tc_ahfs_number is required.");
    } else if !is_class(&row.tc_ahfs_number) {
        fault("tc_ahfs_number", NOT_A_CLASS);
    }
    if row.status.is_empty() {
        fault("status", "Status is required.");
    } else if FilterStatus::from_code(&row.status).is_none() {
        fault("status", "The status is CROSS_OUT or DO_NOT_SHOW_UP.");
    }
    let long = row
        .active_ingredients
        .iter()
        .any(|name| name.chars().count() > 300);
    if row.active_ingredients.len() > MOST_EXCEPTIONS || long {
        fault(
            "activeList",
            "There are too many exceptions, or one is too long.",
        );
    }
    let codes = row.atc_numbers.iter().flatten();
    if let Some(odd) = codes.clone().find(|code| !is_atc(code)) {
        fault(
            "atcList",
            &format!("{odd} is no ATC code, such as N02A or J01CA04."),
        );
    }
    let lists = [&row.matched_ingredients, &row.schedules];
    let texts = lists.into_iter().flatten();
    if codes.count() + texts.clone().count() > MOST_EXCEPTIONS
        || texts.clone().any(|text| text.chars().count() > 300)
    {
        fault(
            "matchedIngredients",
            "There are too many of them, or one is too long.",
        );
    }
    faults
}

/// The rules of a file, JSON or CSV by its content; all errors with their lines, and no rules if there are
/// any.
fn read(bytes: &[u8]) -> Result<Vec<FilterRow>> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::field("file", "The file is not text in UTF-8."))?;
    let text = text.trim_start_matches('\u{feff}');
    let rows: Vec<FilterRow> = if text.trim_start().starts_with(['[', '{']) {
        serde_json::from_str(text)
            .map_err(|error| Error::field("file", format!("The JSON cannot be read: {error}.")))?
    } else {
        rows_of_csv(text)?
    };
    if rows.is_empty() || rows.len() > MOST_ROWS {
        return Err(Error::field(
            "file",
            format!(
                "A file has 1 to {MOST_ROWS} filters; this one has {}.",
                rows.len()
            ),
        ));
    }
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let place = format!("Row {}: ", at + 1);
        for fault in faults_of(row, &place) {
            faults.push(Fault {
                field: "file".into(),
                ..fault
            });
        }
        if !seen.insert(row.tc_ahfs_number.clone()) {
            faults.push(Fault {
                field: "file".into(),
                message: format!("{place}the class {} is there twice.", row.tc_ahfs_number),
            });
        }
    }
    faults.truncate(50);
    if faults.is_empty() {
        Ok(rows)
    } else {
        Err(Error::invalid(faults))
    }
}

const COLUMNS: [&str; 6] = [
    "tc_ahfs_number",
    "status",
    "activeIngredients",
    "atcNumbers",
    "matchedIngredients",
    "schedules",
];

/// The text of a cell of a file: what a download guards against being calculated comes in again as it was.
fn typed(cell: &str) -> &str {
    unguarded(cell.trim()).trim()
}

/// The names in a cell.
fn parts(cell: &str) -> Vec<String> {
    let parts = cell.split(';').map(|name| name.trim().to_owned());
    parts.filter(|name| !name.is_empty()).collect()
}

fn rows_of_csv(text: &str) -> Result<Vec<FilterRow>> {
    let refused = |what: String| Error::field("file", what);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader
        .headers()
        .map_err(|error| refused(format!("The CSV cannot be read: {error}.")))?
        .clone();
    // By name: the columns may be in any order.
    let place = |name: &str| {
        headers
            .iter()
            .position(|header| fold(header.trim()) == fold(name))
    };
    let (Some(number), Some(status)) = (place(COLUMNS[0]), place(COLUMNS[1])) else {
        return Err(refused(format!(
            "The first line must name the columns: {}.",
            COLUMNS[..3].join(", ")
        )));
    };
    let [exceptions, atc, ingredients, schedules] = [2, 3, 4, 5].map(|at| place(COLUMNS[at]));
    let mut rows = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| refused(format!("The CSV cannot be read: {error}.")))?;
        let cell = |at: usize| typed(record.get(at).unwrap_or_default()).to_owned();
        let parts = |at: usize| parts(&cell(at));
        rows.push(FilterRow {
            tc_ahfs_number: cell(number),
            status: cell(status),
            active_ingredients: exceptions.map(parts).unwrap_or_default(),
            atc_numbers: atc.map(parts),
            matched_ingredients: ingredients.map(parts).unwrap_or_default(),
            schedules: schedules.map(parts).unwrap_or_default(),
        });
    }
    Ok(rows)
}

fn csv_of(rows: &[FilterRow]) -> Result<Csv> {
    let cells = |row: &FilterRow| {
        [
            row.tc_ahfs_number.as_str().into(),
            row.status.as_str().into(),
            row.active_ingredients.join("; ").into(),
            row.atc_numbers
                .clone()
                .unwrap_or_default()
                .join("; ")
                .into(),
            row.matched_ingredients.join("; ").into(),
            row.schedules.join("; ").into(),
        ]
    };
    Csv::of("medication-filters.csv", COLUMNS, rows.iter().map(cells))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_class_is_pairs_of_digits() {
        for good in ["28", "28:08", "28:08.08", "28:08.08.04"] {
            assert!(is_class(good), "{good}");
        }
        for bad in [
            "",
            "2",
            "28.08",
            "28:8",
            "28:08:08",
            "28:08.",
            "x8:08",
            "28:08.08.04.02.02",
        ] {
            assert!(!is_class(bad), "{bad}");
        }
    }

    #[test]
    fn what_was_saved_reads_back() {
        let rows = vec![FilterRow {
            tc_ahfs_number: "28:08.08".into(),
            status: "CROSS_OUT".into(),
            active_ingredients: vec!["CAFFEINE".into(), "NALOXONE, HYDROCHLORIDE".into()],
            atc_numbers: Some(vec!["N02A".into(), "R05DA04".into()]),
            matched_ingredients: vec!["CODEINE".into()],
            schedules: Vec::new(),
        }];
        let csv = csv_of(&rows).expect("CSV");
        assert_eq!(read(csv.bytes()).expect("reads"), rows);
        let json = serde_json::to_vec(&rows).expect("JSON");
        assert_eq!(read(&json).expect("reads"), rows);
    }

    proptest! {
        #[test]
        fn names_that_look_like_formulas_read_back(names in proptest::collection::vec("['\"=+@-]{0,3}[A-Z,]([ A-Z,'\"=+@-]{0,8}[A-Z])?", 1..4)) {
            let rows = vec![FilterRow {
                tc_ahfs_number: "28:08.08".into(),
                status: "CROSS_OUT".into(),
                active_ingredients: names.clone(),
                atc_numbers: Some(Vec::new()),
                matched_ingredients: names.clone(),
                schedules: names,
            }];
            let csv = csv_of(&rows).expect("CSV");
            prop_assert_eq!(read(csv.bytes()).expect("reads"), rows);
        }
    }

    #[test]
    fn faults_have_their_row() {
        let text = "status,tc_ahfs_number\nCROSS_OUT,28:08.08\nMAYBE,28:24\nCROSS_OUT,28:08.08\n";
        let refused = read(text.as_bytes()).expect_err("two faults");
        let told: Vec<_> = refused
            .faults
            .iter()
            .map(|fault| fault.message.clone())
            .collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("Row 2: ") && told[1].starts_with("Row 3: "),
            "{told:?}"
        );
        for odd in ["", "a,b\n1,2\n", "[{\"x\":1}]", "{", "\u{0}"] {
            assert!(read(odd.as_bytes()).is_err(), "{odd}");
        }
        assert!(read(&[0xff, 0xfe, 0x00]).is_err());
    }
}
