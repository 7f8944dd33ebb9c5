//! The demo's catalogue: common chronic medications by generic name, made up from public knowledge,
//! with a few that may not be refilled.

use salal_rules::drug_database::{DrugRecord, Ingredient};

use crate::context::Context;
use crate::error::Result;
use crate::features::drugs;

/// name, ingredient, strengths parted by |, form, route, AHFS, ATC, schedule
const DRUGS: &str = include_str!("drugs.csv");
/// Drug codes no real product has.
const FIRST_CODE: i64 = 9_000_000;

/// Makes the catalogue, unless one is there already.
pub(super) async fn make(ctx: &Context) -> Result<()> {
    if drugs::is_empty(ctx).await? {
        drugs::import_records(ctx, records(), "demo", |_| {}).await?;
    }
    Ok(())
}

fn records() -> Vec<DrugRecord> {
    let products = DRUGS.lines().flat_map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let strengths = cells.get(2).copied().unwrap_or_default();
        strengths.split('|').map(|strength| product(&cells, strength)).collect::<Vec<_>>()
    });
    (FIRST_CODE..)
        .zip(products)
        .map(|(code, product)| DrugRecord { drug_code: code, drug_identification_number: format!("{code:08}"), ..product })
        .collect()
}

fn product(cells: &[&str], strength: &str) -> DrugRecord {
    let cell = |at: usize| cells.get(at).map(|text| (*text).to_owned()).unwrap_or_default();
    let (amount, unit) = strength.split_once(' ').unwrap_or((strength, ""));
    DrugRecord {
        name: cell(0),
        class_name: "Human".into(),
        status: "Marketed".into(),
        number_of_ais: "1".into(),
        company_name: "Made-up Generics".into(),
        administrations: vec![cell(4)],
        formulations: vec![cell(3)],
        tc_ahfs_numbers: vec![cell(5)],
        atc_numbers: vec![cell(6)],
        schedules: vec![cell(7)],
        ingredients: vec![Ingredient {
            ingredient_name: cell(1),
            strength: amount.into(),
            strength_unit: unit.into(),
            ..Ingredient::default()
        }],
        ..DrugRecord::default()
    }
}
