//! The calls on drugs: search as one types, entries of a name, and what may be refilled.

use salal_rules::prescriptions::wording::strengths_text;
use salal_rules::search::Found;
use schemars::JsonSchema;
use serde::Deserialize;

use super::shelf::{self, Loaded, Shelved};
use super::wire::{DrugNameList, DrugNameView, DrugNames, DrugView, FilterView};
use crate::door::{Access, Call, Caller, Claim, Json, Method, NoBody, Row, Trace, row};
use crate::error::{Error, Result};

/// Search begins at three characters (decision 82).
const SHORTEST: usize = 3;
/// Names of one answer.
const MOST_NAMES: usize = 50;
/// Entries of one name.
const MOST_ENTRIES: usize = 200;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post};
    let nobody = Claim::NoPatient("the catalogue of drugs");
    let untraced = Trace::Untraced("reference data");
    let any = Access::AnySignedIn;
    vec![
        row(Get, "/drug/name/only/{text}", any, nobody, untraced, "Names that hold the text, ranked.", by_name),
        row(Get, "/drug/ingredient/{text}", any, nobody, untraced, "Names with an ingredient that holds the text.", by_ingredient),
        row(Get, "/drug/search/{text}", any, nobody, untraced, "Names, ingredients and DINs together.", by_any),
        row(Get, "/drug/name/{text}", any, nobody, untraced, "The entries of a name.", entries),
        row(Post, "/drug/names", any, nobody, untraced, "What speaks against refilling each of these names.", judge_names),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ByText {
    text: String,
}

fn asked(call: &Call<NoBody, ByText>) -> Result<&str> {
    let text = call.path.text.trim();
    if text.chars().count() < SHORTEST {
        return Err(Error::field("text", "Type at least 3 characters."));
    }
    Ok(text)
}

fn is_staff<B, P, Q>(call: &Call<B, P, Q>) -> bool {
    matches!(&call.caller, Caller::Person(me) if me.role.is_staff())
}

async fn by_name(call: Call<NoBody, ByText>) -> Result<Json<DrugNameList>> {
    let text = asked(&call)?;
    let (all, staff) = (shelf::loaded(&call.ctx).await?, is_staff(&call));
    let found = all.index.by_name(text, MOST_NAMES, &|key| shown(&all, key, staff));
    Ok(Json(names(&all, found)))
}

async fn by_ingredient(call: Call<NoBody, ByText>) -> Result<Json<DrugNameList>> {
    let text = asked(&call)?;
    let (all, staff) = (shelf::loaded(&call.ctx).await?, is_staff(&call));
    let found = all.index.by_ingredient(text, MOST_NAMES, &|key| shown(&all, key, staff));
    Ok(Json(names(&all, found)))
}

async fn by_any(call: Call<NoBody, ByText>) -> Result<Json<DrugNameList>> {
    let text = asked(&call)?;
    let (all, staff) = (shelf::loaded(&call.ctx).await?, is_staff(&call));
    let found = all.index.by_any(text, MOST_NAMES, &|key| shown(&all, key, staff));
    Ok(Json(names(&all, found)))
}

/// Patients never see what must not show up (decision 75).
fn shown(all: &Loaded, key: u32, staff: bool) -> bool {
    staff || all.drug(key).is_some_and(|drug| drug.judgement.is_shown_to_patients())
}

fn names(all: &Loaded, found: Found<'_>) -> DrugNameList {
    let items = found
        .items
        .into_iter()
        .map(|item| {
            let drugs: Vec<&Shelved> = item.keys.iter().filter_map(|key| all.drug(*key)).collect();
            let selectable = drugs.iter().any(|drug| drug.judgement.is_selectable());
            DrugNameView {
                name: item.name.to_owned(),
                strengths: distinct(drugs.iter().map(|drug| strengths_text(&drug.facts.ingredients))),
                forms: distinct(drugs.iter().flat_map(|drug| drug.facts.formulations.iter().cloned())),
                count: u32::try_from(drugs.len()).unwrap_or(u32::MAX),
                filter: if selectable { Vec::new() } else { drugs.first().map(|drug| filter_of(drug)).unwrap_or_default() },
                selectable,
                matched: item.matched.code().to_owned(),
            }
        })
        .collect();
    DrugNameList { items, did_you_mean: found.did_you_mean, total: u32::try_from(found.total).unwrap_or(u32::MAX) }
}

fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for text in texts {
        if !text.is_empty() && !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

fn filter_of(drug: &Shelved) -> Vec<FilterView> {
    let mut hits: Vec<FilterView> = drug
        .judgement
        .hits
        .iter()
        .map(|hit| FilterView { status: hit.status.code().to_owned(), reason: hit.reason.clone() })
        .collect();
    hits.dedup();
    hits
}

fn view(drug: &Shelved) -> DrugView {
    let facts = drug.facts.clone();
    DrugView {
        id: facts.id,
        name: facts.name,
        drug_identification_number: drug.din.clone(),
        drug_code: drug.code.to_string(),
        administrations: facts.administrations,
        formulations: facts.formulations,
        ingredients: facts.ingredients,
        tc_ahfs_numbers: facts.tc_ahfs_numbers,
        atc_numbers: facts.atc_numbers,
        schedules: facts.schedules,
        company_name: drug.company.clone(),
        class_name: facts.class_name,
        filter: filter_of(drug),
        needs_doctor: drug.judgement.needs_doctor,
    }
}

async fn entries(call: Call<NoBody, ByText>) -> Result<Json<Vec<DrugView>>> {
    let text = asked(&call)?;
    let (all, staff) = (shelf::loaded(&call.ctx).await?, is_staff(&call));
    let mut keys = all.index.named(text);
    if keys.is_empty() {
        let found = all.index.by_name(text, MOST_NAMES, &|key| shown(&all, key, staff));
        keys = found.items.into_iter().flat_map(|item| item.keys).collect();
    }
    let drugs = keys.into_iter().filter(|key| shown(&all, *key, staff)).filter_map(|key| all.drug(key)).take(MOST_ENTRIES);
    Ok(Json(drugs.map(view).collect()))
}

async fn judge_names(call: Call<Json<DrugNames>>) -> Result<Json<Vec<Vec<FilterView>>>> {
    if call.body.0.names.len() > 100 {
        return Err(Error::field("names", "Ask for at most 100 names at once."));
    }
    let all = shelf::loaded(&call.ctx).await?;
    let judged = call.body.0.names.iter().map(|name| {
        let drugs: Vec<&Shelved> = all.index.named(name).into_iter().filter_map(|key| all.drug(key)).collect();
        let selectable = drugs.is_empty() || drugs.iter().any(|drug| drug.judgement.is_selectable());
        if selectable { Vec::new() } else { drugs.first().map(|drug| filter_of(drug)).unwrap_or_default() }
    });
    Ok(Json(judged.collect()))
}
