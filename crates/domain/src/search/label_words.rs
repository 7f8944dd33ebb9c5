// SPDX-License-Identifier: AGPL-3.0-or-later

//! Words on labels that name no drug: forms, release types, salts and fillers. They rank results and never
//! find any. Not here: manufacturers' names, which are derived from the catalogue.

// cspell:ignoreRegExp rust-string

use super::words;

/// A form as a bit, so that sets of forms are compared at once.
pub(super) type Forms = u16;

pub(super) const TABLET: Forms = 1;
pub(super) const CAPSULE: Forms = 1 << 1;
const CREAM: Forms = 1 << 2;
const OINTMENT: Forms = 1 << 3;
const LOTION: Forms = 1 << 4;
pub(super) const LIQUID: Forms = 1 << 5;
const INHALED: Forms = 1 << 6;
const PATCH: Forms = 1 << 7;
const GEL: Forms = 1 << 8;
const SUPPOSITORY: Forms = 1 << 9;
const INJECTION: Forms = 1 << 10;
const SPRAY: Forms = 1 << 11;
const DROPS: Forms = 1 << 12;
const POWDER: Forms = 1 << 13;
const SHAMPOO: Forms = 1 << 14;
const FOAM: Forms = 1 << 15;

/// The form named by a normalized word of a label or of the register.
fn form_of(word: &str) -> Option<Forms> {
    own_form_of(word).or_else(|| own_form_of(words::form_word(word)?))
}

/// The same without the table of words.
fn own_form_of(word: &str) -> Option<Forms> {
    Some(match word {
        "tab" | "tabs" | "tablet" | "tablets" | "caplet" | "caplets" | "comprime" | "comprimes" => {
            TABLET
        }
        "cap" | "caps" | "capsule" | "capsules" | "gelule" => CAPSULE,
        "cream" | "crm" | "creme" => CREAM,
        "ointment" | "oint" | "pommade" => OINTMENT,
        "lotion" => LOTION,
        "solution" | "soln" | "sol" | "liquid" | "syrup" | "elixir" | "suspension" | "susp"
        | "sirop" => LIQUID,
        "inhaler" | "inh" | "puffer" | "aerosol" => INHALED,
        "patch" | "patches" => PATCH,
        "gel" => GEL,
        "suppository" | "suppositories" | "supp" => SUPPOSITORY,
        "injection" | "inj" | "vial" | "ampoule" | "syringe" => INJECTION,
        "spray" => SPRAY,
        // Of nitroglycerin in the register, and of people for an inhaler.
        "pump" | "pumpspray" => SPRAY | INHALED,
        "drops" | "drop" => DROPS,
        "powder" => POWDER,
        "shampoo" => SHAMPOO,
        "foam" => FOAM,
        _ => return None,
    })
}

/// Whether a normalized word names a release type.
fn is_release(word: &str) -> bool {
    matches!(
        word,
        "er" | "xr"
            | "sr"
            | "cr"
            | "la"
            | "xl"
            | "mr"
            | "cd"
            | "xc"
            | "pr"
            | "od"
            | "ec"
            | "dr"
            | "odt"
            | "rpd"
            | "ent"
            | "extended"
            | "release"
            | "sustained"
            | "controlled"
            | "delayed"
            | "enteric"
            | "coated"
            | "disintegrating"
            | "chewable"
            | "chew"
            | "prolonged"
    )
}

fn is_salt_or_filler(word: &str) -> bool {
    matches!(
        word,
        "hcl"
            | "hydrochloride"
            | "chlorhydrate"
            | "hbr"
            | "hydrobromide"
            | "sodium"
            | "potassium"
            | "calcium"
            | "magnesium"
            | "besylate"
            | "besilate"
            | "maleate"
            | "mesylate"
            | "tartrate"
            | "bitartrate"
            | "succinate"
            | "fumarate"
            | "phosphate"
            | "sulfate"
            | "sulphate"
            | "acetate"
            | "citrate"
            | "nitrate"
            | "bromide"
            | "chloride"
            | "iodide"
            | "lactate"
            | "malate"
            | "gluconate"
            | "hydrate"
            | "monohydrate"
            | "dihydrate"
            | "trihydrate"
            | "hemihydrate"
            | "anhydrous"
            | "dihydrochloride"
            | "medoxomil"
            | "cilexetil"
            | "axetil"
            | "propionate"
            | "dipropionate"
            | "furoate"
            | "valerate"
            | "disodium"
            | "dipotassium"
            | "magnesique"
            | "tosylate"
            | "pamoate"
            | "carbonate"
            | "bicarbonate"
            | "oxide"
            | "hydroxide"
            | "no"
            | "nr"
            | "number"
            | "of"
            | "with"
            | "and"
            | "for"
            | "the"
            | "oral"
            | "po"
            | "usp"
            | "bp"
            | "take"
            | "film"
            | "immediate"
            | "soluble"
            | "metered"
            | "granules"
            | "dose"
            | "effervescent"
            | "strength"
            | "per"
            | "topical"
            | "et"
            | "de"
            | "day"
            | "medication"
            | "medications"
            | "medicine"
            | "medicines"
            | "meds"
            | "generic"
            | "my"
            | "des"
            | "pour"
            | "du"
            | "la"
            | "le"
            | "les"
            | "once"
            | "daily"
            | "qty"
    )
}

/// Whether a normalized word names a form or a release type.
pub(super) fn is_form(word: &str) -> bool {
    form_of(word).is_some() || is_release(word)
}

/// Whether a normalized word of a label names no drug.
pub(super) fn names_nothing(word: &str) -> bool {
    is_form(word) || is_salt_or_filler(word)
}

/// The forms named by normalized words, and whether one names a release type.
pub(super) fn forms_of<'a>(words: impl Iterator<Item = &'a str>) -> (Forms, bool) {
    words.fold((0, false), |(forms, release), word| {
        (
            forms | form_of(word).unwrap_or_default(),
            release || is_release(word),
        )
    })
}

/// The form of injectable drugs.
pub(super) const GIVEN_WITH_A_NEEDLE: Forms = INJECTION;
