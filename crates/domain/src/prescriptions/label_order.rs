// SPDX-License-Identifier: AGPL-3.0-or-later

//! The ingredients of a combination in the order of the name on its label (decision 174). The register lists
//! them in an order of its own, and `12.5 mg + 150 mg` beside `Irbesartan-HCTZ` is read the wrong way round.

// cspell:ignoreRegExp rust-string

use crate::search::fold;
use salal_formats::drug_database::Ingredient;

/// Short names that labels print for an ingredient.
const ALIASES: &[(&str, &[&str])] = &[
    ("hydrochlorothiazide", &["hctz", "hct"]),
    ("acetylsalicylic acid", &["asa"]),
    ("acetaminophen", &["acet", "acetaminop"]),
    ("clavulanic acid", &["clav", "clavulanate"]),
    ("amoxicillin", &["amoxi", "amox"]),
    ("sulfamethoxazole", &["sulfameth", "smx"]),
    ("trimethoprim", &["trimeth", "tmp"]),
    ("esomeprazole", &["eso"]),
    ("salbutamol", &["salbut"]),
    ("ipratropium", &["ipra", "ipratrop"]),
    ("metformin", &["met"]),
    ("potassium", &["k"]),
    ("emtricitabine", &["emtri"]),
    ("tenofovir", &["tenof"]),
];

/// Ingredients in the order in which the labels of brands print their strengths. Of two that are in no row
/// together the register's order stands.
const ORDERS: &[&[&str]] = &[
    &["sacubitril", "valsartan"],
    &["aliskiren", "hydrochlorothiazide"],
    &["perindopril", "amlodipine"],
    &["perindopril", "indapamide"],
    &["telmisartan", "amlodipine"],
    &["amlodipine", "atorvastatin"],
    &["atenolol", "chlorthalidone"],
    &["azilsartan", "chlorthalidone"],
    &["trandolapril", "verapamil"],
    &["triamterene", "hydrochlorothiazide"],
    &["spironolactone", "hydrochlorothiazide"],
    &["amiloride", "hydrochlorothiazide"],
    &["ezetimibe", "simvastatin"],
    &["ezetimibe", "atorvastatin"],
    &["ezetimibe", "rosuvastatin"],
    &["sitagliptin", "metformin"],
    &["linagliptin", "metformin"],
    &["saxagliptin", "metformin"],
    &["alogliptin", "metformin"],
    &["empagliflozin", "metformin"],
    &["dapagliflozin", "metformin"],
    &["canagliflozin", "metformin"],
    &["empagliflozin", "linagliptin"],
    &["insulin degludec", "liraglutide"],
    &["insulin glargine", "lixisenatide"],
    &["fluticasone", "salmeterol"],
    &["fluticasone", "umeclidinium", "vilanterol"],
    &["budesonide", "formoterol"],
    &["budesonide", "glycopyrronium", "formoterol"],
    &["mometasone", "formoterol"],
    &["indacaterol", "glycopyrronium", "mometasone"],
    &["umeclidinium", "vilanterol"],
    &["tiotropium", "olodaterol"],
    &["aclidinium", "formoterol"],
    &["ipratropium", "salbutamol"],
    &["azelastine", "fluticasone"],
    &["levodopa", "carbidopa", "entacapone"],
    &["levodopa", "benserazide"],
    &["amoxicillin", "clavulanic acid"],
    &["sulfamethoxazole", "trimethoprim"],
    &["dutasteride", "tamsulosin"],
    &["naproxen", "esomeprazole"],
    &["diclofenac", "misoprostol"],
    &["alendronic acid", "vitamin d"],
    &["alendronate", "cholecalciferol"],
    &["naltrexone", "bupropion"],
    &["brimonidine", "timolol"],
    &["brinzolamide", "brimonidine"],
    &["brinzolamide", "timolol"],
    &["dorzolamide", "timolol"],
    &["bimatoprost", "timolol"],
    &["latanoprost", "timolol"],
    &["travoprost", "timolol"],
    &["ciprofloxacin", "dexamethasone"],
    &["tobramycin", "dexamethasone"],
    &["calcipotriol", "betamethasone"],
    &["fusidic acid", "hydrocortisone"],
    &["clotrimazole", "betamethasone"],
    &["adapalene", "benzoyl peroxide"],
    &["clindamycin", "benzoyl peroxide"],
    &["clindamycin", "tretinoin"],
    &["estradiol", "norethindrone"],
    &["drospirenone", "ethinyl estradiol"],
    &["levonorgestrel", "ethinyl estradiol"],
    &["norgestimate", "ethinyl estradiol"],
    &["desogestrel", "ethinyl estradiol"],
    &["norethindrone", "ethinyl estradiol"],
    &["cyproterone", "ethinyl estradiol"],
    &["lopinavir", "ritonavir"],
    &["dolutegravir", "lamivudine"],
    &["abacavir", "lamivudine"],
    &["emtricitabine", "tenofovir"],
];

/// The ingredients in the order of the name on the label: those that the name mentions, as it mentions them;
/// otherwise as the labels of such combinations do; otherwise as they came.
pub fn on_label(name: &str, ingredients: &[Ingredient]) -> Vec<Ingredient> {
    let mut ordered: Vec<Ingredient> = ingredients.to_vec();
    if ordered.len() < 2 {
        return ordered;
    }
    let name = fold(name);
    let places: Option<Vec<usize>> = ingredients
        .iter()
        .map(|one| place(&name, &fold(&one.ingredient_name)))
        .collect();
    if let Some(places) = places {
        let mut paired: Vec<(usize, Ingredient)> = places.into_iter().zip(ordered).collect();
        paired.sort_by_key(|(place, _)| *place);
        return paired.into_iter().map(|(_, one)| one).collect();
    }
    let known = ORDERS.iter().find(|row| {
        ingredients
            .iter()
            .all(|one| rank(row, &fold(&one.ingredient_name)).is_some())
    });
    if let Some(row) = known {
        ordered.sort_by_key(|one| rank(row, &fold(&one.ingredient_name)));
    } else if ingredients
        .iter()
        .any(|one| is_of(&fold(&one.ingredient_name), "hydrochlorothiazide"))
    {
        // A diuretic that is added to another drug is printed after it.
        ordered.sort_by_key(|one| is_of(&fold(&one.ingredient_name), "hydrochlorothiazide"));
    }
    ordered
}

/// Where a name mentions an ingredient, by its first word or a short name of it.
fn place(name: &str, ingredient: &str) -> Option<usize> {
    let first = ingredient.split(' ').next().filter(|word| word.len() > 3)?;
    let mut offset = 0;
    for word in name.split(' ') {
        let is_alias = ALIASES
            .iter()
            .any(|(substance, short)| is_of(ingredient, substance) && short.contains(&word));
        // Long names are cut on labels: `ATORVASTAT`, `HYDROCHLOROTHIAZ`.
        let is_cut = word.len() >= 5 && first.starts_with(word);
        if word == first || is_alias || is_cut {
            return Some(offset);
        }
        offset += word.len() + 1;
    }
    None
}

/// The place of an ingredient in a row.
fn rank(row: &[&str], ingredient: &str) -> Option<usize> {
    row.iter().position(|one| is_of(ingredient, one))
}

/// Whether an ingredient of the register is this substance, with or without its salt.
fn is_of(ingredient: &str, substance: &str) -> bool {
    ingredient
        .strip_prefix(substance)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prescriptions::wording::drug_with_strengths;

    fn of(list: &[(&str, &str, &str)]) -> Vec<Ingredient> {
        list.iter()
            .map(|(name, strength, unit)| Ingredient {
                ingredient_name: (*name).into(),
                strength: (*strength).into(),
                strength_unit: (*unit).into(),
                ..Ingredient::default()
            })
            .collect()
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table")]
    fn strengths_stand_in_the_order_of_the_label() {
        for (name, ingredients, label) in [
            (
                "IRBESARTAN-HCTZ",
                &[
                    ("HYDROCHLOROTHIAZIDE", "12.5", "MG"),
                    ("IRBESARTAN", "150", "MG"),
                ][..],
                "Irbesartan-HCTZ 150 mg + 12.5 mg",
            ),
            (
                "ENTRESTO",
                &[("VALSARTAN", "26", "MG"), ("SACUBITRIL", "24", "MG")],
                "Entresto 24 mg + 26 mg",
            ),
            (
                "COVERSYL PLUS",
                &[
                    ("INDAPAMIDE", "1.25", "MG"),
                    ("PERINDOPRIL ERBUMINE", "4", "MG"),
                ],
                "Coversyl Plus 4 mg + 1.25 mg",
            ),
            (
                "CADUET",
                &[
                    ("ATORVASTATIN (ATORVASTATIN CALCIUM)", "10", "MG"),
                    ("AMLODIPINE (AMLODIPINE BESYLATE)", "5", "MG"),
                ],
                "Caduet 5 mg + 10 mg",
            ),
            (
                "APO-TELMISARTAN/HCTZ 80/12.5",
                &[
                    ("HYDROCHLOROTHIAZIDE", "12.5", "MG"),
                    ("TELMISARTAN", "80", "MG"),
                ],
                "Apo-Telmisartan/HCTZ 80 mg + 12.5 mg",
            ),
            (
                "JANUMET",
                &[
                    ("METFORMIN HYDROCHLORIDE", "500", "MG"),
                    ("SITAGLIPTIN", "50", "MG"),
                ],
                "Janumet 50 mg + 500 mg",
            ),
            (
                "SINEMET 100/25",
                &[("CARBIDOPA", "25", "MG"), ("LEVODOPA", "100", "MG")],
                "Sinemet 100 mg + 25 mg",
            ),
            (
                "ATACAND PLUS",
                &[
                    ("HYDROCHLOROTHIAZIDE", "12.5", "MG"),
                    ("CANDESARTAN CILEXETIL", "16", "MG"),
                ],
                "Atacand Plus 16 mg + 12.5 mg",
            ),
            (
                "COSOPT",
                &[
                    ("TIMOLOL (TIMOLOL MALEATE)", "0.5", "%"),
                    ("DORZOLAMIDE", "2", "%"),
                ],
                "Cosopt 2% + 0.5%",
            ),
            (
                "ADVAIR 125",
                &[
                    ("SALMETEROL (SALMETEROL XINAFOATE)", "25", "MCG"),
                    ("FLUTICASONE PROPIONATE", "125", "MCG"),
                ],
                "Advair 125 mcg + 25 mcg",
            ),
            (
                "ARTHROTEC 50",
                &[
                    ("DICLOFENAC SODIUM", "50", "MG"),
                    ("MISOPROSTOL", "200", "MCG"),
                ],
                "Arthrotec 50 mg + 200 mcg",
            ),
            (
                "ALESSE 21",
                &[
                    ("LEVONORGESTREL", "100", "MCG"),
                    ("ETHINYL ESTRADIOL", "20", "MCG"),
                ],
                "Alesse 21, 100 mcg + 20 mcg",
            ),
            (
                "CREON MINIMICROSPHERES 10",
                &[("LIPASE", "10000", "UNIT"), ("AMYLASE", "11200", "UNIT")],
                "Creon Minimicrospheres 10, 10,000 units + 11,200 units",
            ),
            (
                "APO-LEVOCARB-TAB 25 MG/100 MG",
                &[("LEVODOPA", "100", "MG"), ("CARBIDOPA", "25", "MG")],
                "Apo-Levocarb-Tab 25 mg/100 mg",
            ),
            (
                "UNKNOWN BRAND",
                &[("ZINC", "1", "MG"), ("COPPER", "2", "MG")],
                "Unknown Brand 1 mg + 2 mg",
            ),
            (
                "ELTROXIN",
                &[("LEVOTHYROXINE SODIUM", "50", "MCG")],
                "Eltroxin 50 mcg",
            ),
            (
                "NITRO-DUR 0.4",
                &[("NITROGLYCERIN", "0.4", "MG")],
                "Nitro-Dur 0.4 mg",
            ),
        ] {
            assert_eq!(drug_with_strengths(name, &of(ingredients)), label, "{name}");
        }
    }
}
