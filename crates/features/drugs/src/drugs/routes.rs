// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of drugs: type-ahead search, the entries of a name, and whether names can be renewed. Patients do
//! not see what a filter hides (decision 75); staff see everything.

use std::collections::BTreeSet;
use std::sync::Arc;

use salal_domain::filters::FilterHit;
use salal_domain::prescriptions::wording::on_label;
use salal_domain::search::{Found, FoundName};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::catalogue_cache::{self, Loaded};
use super::dto::{DrugName, DrugNameList, DrugNames, DrugView};
use super::facts::{DrugFacts, container, judgement};
use super::{filters, overrides, repo};
use crate::api::{
    Access, Audit, Json, Method, NoBody, Request, RequestContext, Role, Route, ScopePolicy, route,
};
use crate::error::{Error, Kind, Result};

/// The maximum number of names in a response.
const NAMES: usize = 50;
/// The maximum number of entries of one name, or of the names that contain a text.
const ENTRIES: usize = 200;
/// The maximum number of names in one request about refills.
const MOST_NAMES: usize = 100;
/// Decision 82: at least three characters after trimming; longer texts than this are refused.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=200;

const CLAIM: ScopePolicy = ScopePolicy::NoPatient("the catalogue is not a patient's record");
const TRACE: Audit = Audit::Untraced("the catalogue is public knowledge");

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    let any = Access::AnySignedIn;
    let admin = Access::Roles(&[Role::Admin]);
    let mut rows = vec![
        route(
            Method::Get,
            "/drug/name/only/{text}",
            any,
            CLAIM,
            TRACE,
            "Searches drug names; eight digits are a DIN.",
            by_name,
        )
        .refuses(&[Kind::Invalid]),
        route(
            Method::Get,
            "/drug/name/{text}",
            any,
            CLAIM,
            TRACE,
            "The entries of a name, or of the names that contain a text.",
            entries,
        )
        .refuses(&[Kind::Invalid]),
        route(
            Method::Get,
            "/drug/ingredient/{text}",
            any,
            CLAIM,
            TRACE,
            "Searches drug names by ingredient.",
            by_ingredient,
        )
        .refuses(&[Kind::Invalid]),
        route(
            Method::Get,
            "/drug/search/{text}",
            any,
            CLAIM,
            TRACE,
            "Searches drug names by name, ingredient and DIN together.",
            by_any,
        )
        .refuses(&[Kind::Invalid]),
        route(
            Method::Post,
            "/drug/names",
            any,
            CLAIM,
            TRACE,
            "Says of each name why it may not be refilled.",
            names,
        ),
    ];
    rows.extend(filter_calls(admin));
    rows.extend(hand_calls(admin));
    rows
}

/// The routes of the clinic's rules.
#[rustfmt::skip]
fn filter_calls(admin: Access) -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    vec![
        route(Get, "/medication-filter", admin, CLAIM, TRACE, "The rules on classes of drugs.", filters::list_filters),
        route(Post, "/medication-filter", admin, CLAIM, TRACE, "Adds a rule on a class.", filters::add),
        route(Delete, "/medication-filter/{id}", admin, CLAIM, TRACE, "Takes a rule away; it stays on record.", filters::remove),
        route(Post, "/medication-filter/import-data", admin, CLAIM, TRACE, "Reads rules from a CSV or JSON file, all or none.", filters::import),
        route(Get, "/medication-filter/download/{format}", admin, CLAIM, TRACE, "The rules as a file.", filters::download),
        route(Get, "/medication-filter/default", admin, CLAIM, TRACE, "Whether the default set of rules is still to be answered for.", filters::defaults::look),
        route(Put, "/medication-filter/default", admin, CLAIM, TRACE, "Takes the default set of rules, or does without; once.", filters::defaults::answer),
        route(Get, "/drug/tcAhfs/{x}", admin, CLAIM, TRACE, "What a rule on a class would touch.", filters::preview).refuses(&[Kind::Invalid]),
    ]
}

/// The routes of manual overrides.
#[rustfmt::skip]
fn hand_calls(admin: Access) -> Vec<Route> {
    use Method::{Get, Put};
    vec![
        route(Get, "/drug/catalogue", admin, CLAIM, TRACE, "Searches the whole catalogue, or lists what was edited by hand.", overrides::search).refuses(&[Kind::Invalid]),
        route(Get, "/drug/catalogue/{id}", admin, CLAIM, TRACE, "A drug with what was edited by hand.", overrides::get),
        route(Put, "/drug", admin, CLAIM, TRACE, "Adds a drug, or edits one; imports keep it.", overrides::save).refuses(&[Kind::NotFound]),
        route(Put, "/drug/revert", admin, CLAIM, TRACE, "Goes back to what Health Canada says of a drug.", overrides::revert).refuses(&[Kind::NotFound]),
    ]
}

/// The text of a search, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByText {
    /// At least 3 characters of what is searched.
    text: String,
}

type Search = Request<NoBody, ByText>;

async fn by_name(request: Search) -> Result<Json<DrugNameList>> {
    search(&request, |loaded, text, allow| {
        loaded.index.by_name(text, NAMES, allow)
    })
    .await
}

async fn by_ingredient(request: Search) -> Result<Json<DrugNameList>> {
    search(&request, |loaded, text, allow| {
        loaded.index.by_ingredient(text, NAMES, allow)
    })
    .await
}

async fn by_any(request: Search) -> Result<Json<DrugNameList>> {
    search(&request, |loaded, text, allow| {
        loaded.index.by_any(text, NAMES, allow)
    })
    .await
}

type Ask = for<'a> fn(&'a Loaded, &str, &dyn Fn(u32) -> bool) -> Found<'a>;

async fn search(request: &Search, ask: Ask) -> Result<Json<DrugNameList>> {
    let text = text_of(request)?;
    let loaded = catalogue_cache::loaded(&request.ctx).await?;
    let everything = sees_everything(request)?;
    let allow = |key: u32| everything || loaded.drug(key).is_shown_to_patients;
    let found = ask(&loaded, text, &allow);
    Ok(Json(DrugNameList {
        items: found
            .items
            .iter()
            .map(|name| drug_name(&loaded, name))
            .collect(),
        did_you_mean: found.did_you_mean,
        note: found.note,
        total: found.total,
    }))
}

fn text_of(request: &Search) -> Result<&str> {
    let text = request.path.text.trim();
    if LENGTHS.contains(&text.chars().count()) {
        return Ok(text);
    }
    let (least, most) = (LENGTHS.start(), LENGTHS.end());
    Err(Error::field(
        "text",
        format!("Please type {least} to {most} characters."),
    ))
}

fn sees_everything(request: &RequestContext) -> Result<bool> {
    Ok(request.me()?.role != Role::Patient)
}

fn drug_name(loaded: &Loaded, found: &FoundName<'_>) -> DrugName {
    let texts = |of: fn(&catalogue_cache::LoadedDrug) -> &Arc<str>| {
        let mut seen = BTreeSet::new();
        let all = found.keys.iter().map(|key| of(loaded.drug(*key)).as_ref());
        all.filter(|text| !text.is_empty() && seen.insert(*text))
            .map(ToOwned::to_owned)
            .collect()
    };
    let filter = hits_of_all(loaded, &found.keys);
    DrugName {
        preselected: preselected(loaded, found),
        name: found.name.to_owned(),
        strengths: texts(|drug| &drug.strengths),
        forms: texts(|drug| &drug.forms),
        count: found.keys.len(),
        selectable: filter.is_empty(),
        filter,
        matched: found.matched,
    }
}

/// The typed entry, if all matches look the same on a label: the first that can be renewed.
fn preselected(loaded: &Loaded, found: &FoundName<'_>) -> Option<Uuid> {
    let fitting = found.keys.get(..found.fitting)?;
    let first = loaded.drug(*fitting.first()?);
    let is_alike = |key: &u32| {
        let drug = loaded.drug(*key);
        drug.strengths == first.strengths && drug.forms == first.forms
    };
    if !fitting.iter().all(is_alike) {
        return None;
    }
    let mut drugs = fitting.iter().map(|key| loaded.drug(*key));
    let chosen = drugs.find(|drug| drug.hits.is_empty()).unwrap_or(first);
    Some(chosen.id)
}

/// A name can be selected when one of its entries can; otherwise the first entry's reasons apply to all.
fn hits_of_all(loaded: &Loaded, keys: &[u32]) -> Vec<FilterHit> {
    let all = || keys.iter().map(|key| &loaded.drug(*key).hits);
    if all().any(|hits| hits.is_empty()) {
        return Vec::new();
    }
    all().next().map(|hits| hits.to_vec()).unwrap_or_default()
}

async fn entries(request: Search) -> Result<Json<Vec<DrugView>>> {
    let text = request.path.text.trim();
    if text.is_empty() || text.chars().count() > *LENGTHS.end() {
        return text_of(&request).map(|_| Json(Vec::new()));
    }
    let loaded = catalogue_cache::loaded(&request.ctx).await?;
    let everything = sees_everything(&request)?;
    let allow = |key: u32| everything || loaded.drug(key).is_shown_to_patients;
    let mut keys = loaded.index.named(text);
    if keys.is_empty() && LENGTHS.contains(&text.chars().count()) {
        let found = loaded.index.by_name(text, ENTRIES, &allow);
        keys = found.items.into_iter().flat_map(|name| name.keys).collect();
    }
    let ids: Vec<Uuid> = keys
        .into_iter()
        .filter(|key| allow(*key))
        .take(ENTRIES)
        .map(|key| loaded.drug(key).id)
        .collect();
    let rows = repo::get_many(request.ctx.db.read(), &ids).await?;
    let views = rows.into_iter().map(|row| {
        let (din, code, company) = (
            row.din.clone(),
            row.code.to_string(),
            row.company_name.clone(),
        );
        let drug = DrugFacts::try_from(row)?;
        let judged = judgement(&loaded.filters, &drug);
        let ingredients = on_label(&drug.name, &drug.ingredients);
        Ok(DrugView {
            id: drug.id,
            container: container(&drug),
            name: drug.name,
            drug_identification_number: din,
            drug_code: code,
            administrations: drug.administrations,
            formulations: drug.formulations,
            ingredients,
            tc_ahfs_numbers: drug.tc_ahfs_numbers,
            atc_numbers: drug.atc_numbers,
            schedules: drug.schedules,
            company_name: company,
            class_name: drug.class_name,
            filter: judged.hits,
            needs_doctor: judged.needs_doctor,
        })
    });
    Ok(Json(views.collect::<Result<_>>()?))
}

async fn names(request: Request<Json<DrugNames>>) -> Result<Json<Vec<Vec<FilterHit>>>> {
    let names = &request.body.0.names;
    if names.len() > MOST_NAMES {
        return Err(Error::field(
            "names",
            format!("Please ask for at most {MOST_NAMES} names at once."),
        ));
    }
    let loaded = catalogue_cache::loaded(&request.ctx).await?;
    Ok(Json(
        names
            .iter()
            .map(|name| hits_of_all(&loaded, &loaded.index.named(name)))
            .collect(),
    ))
}
