// SPDX-License-Identifier: AGPL-3.0-or-later

//! The units in which a pharmacy dispenses. The words of a typed quantity must be on this list, so that
//! nothing else is printed there: no second drug, no sentence (decision 159).

// cspell:ignoreRegExp rust-string

/// Counted or measured units, in the singular.
const NOUNS: &[&str] = &[
    "ampoule",
    "boîte",
    "comprimé",
    "diskus",
    "ellipta",
    "flacon",
    "gélule",
    "handihaler",
    "respimat",
    "turbuhaler",
    "ampule",
    "applicator",
    "application",
    "bag",
    "bar",
    "blister",
    "bottle",
    "box",
    "can",
    "canister",
    "caplet",
    "capsule",
    "cartridge",
    "case",
    "device",
    "disc",
    "disk",
    "dose",
    "drop",
    "dropper",
    "enema",
    "film",
    "flextouch",
    "flexpen",
    "g",
    "gel",
    "gram",
    "gum",
    "implant",
    "inhalation",
    "inhaler",
    "iu",
    "jar",
    "kg",
    "kit",
    "kwikpen",
    "l",
    "lancet",
    "litre",
    "liter",
    "lozenge",
    "mcg",
    "mg",
    "microgram",
    "milligram",
    "millilitre",
    "milliliter",
    "ml",
    "mmol",
    "nebule",
    "needle",
    "ovule",
    "pack",
    "package",
    "packet",
    "pad",
    "patch",
    "pellet",
    "pen",
    "penfill",
    "pill",
    "puff",
    "troche",
    "pessary",
    "piece",
    "pod",
    "pouch",
    "pump",
    "refill",
    "ring",
    "roll",
    "sachet",
    "sensor",
    "solostar",
    "spacer",
    "spray",
    "sponge",
    "stick",
    "strip",
    "suppository",
    "swab",
    "syringe",
    "system",
    "tab",
    "cap",
    "tablet",
    "tube",
    "tub",
    "unit",
    "vial",
    "wafer",
    "wipe",
    "supply",
    "day",
    "week",
    "month",
];

/// Words allowed before one of them.
const KINDS: &[&str] = &[
    "blister",
    "chewable",
    "coated",
    "delayed",
    "disposable",
    "dosage",
    "dose",
    "dual",
    "effervescent",
    "enteric",
    "extended",
    "film",
    "glass",
    "insulin",
    "international",
    "large",
    "medium",
    "metered",
    "mini",
    "multi",
    "oral",
    "plastic",
    "pre",
    "filled",
    "prefilled",
    "pump",
    "release",
    "single",
    "small",
    "spray",
    "starter",
    "sublingual",
    "test",
    "topical",
    "transdermal",
    "unit",
    "use",
    "vaginal",
    "rectal",
    "nasal",
    "ophthalmic",
    "otic",
];

/// Measures, which may precede their container: `60 g jar`.
const MEASURES: &[&str] = &["g", "gram", "mg", "mcg", "ml", "l", "iu", "dose", "unit"];

/// Words that may join two of them: `2 tubes of 30 g`, `3 x 10 mL`.
const JOINTS: &[&str] = &["of", "x", "×", "with", "each"];

/// The plausible maximum of one fill in this unit: far above what a pharmacy ever dispenses, and below the
/// effect of a stuck key.
pub(super) fn most(unit: &str) -> u32 {
    let words = words(unit);
    let has = |list: &[&str]| {
        let singular = |word: &String| is_of(word, list);
        // For `tubes of 30 g` the tubes are counted.
        words
            .iter()
            .take_while(|word| !JOINTS.contains(&word.as_str()))
            .any(singular)
    };
    if has(CONTAINERS) {
        400
    } else if has(&["l", "litre", "liter", "kg", "week", "month"]) {
        104
    } else if has(&["iu", "unit", "mg", "mcg", "microgram", "milligram", "mmol"]) {
        99_999
    } else if has(&["ml", "millilitre", "milliliter", "g", "gram"]) {
        10_000
    } else {
        4_000
    }
}

/// The content of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// A number of pieces: one tablet, a bottle of 100.
    Pieces(u64),
    /// A pack of unknown size.
    Pack,
    /// A time of supply.
    Time,
    /// A mass, a volume or a container: not counted in pieces.
    Measure,
}

/// Measured forms, and what they are sold in.
const MEASURED: &[&str] = &[
    "application",
    "drop",
    "dropper",
    "enema",
    "flacon",
    "g",
    "gel",
    "gram",
    "inhalation",
    "inhaler",
    "iu",
    "jar",
    "kg",
    "l",
    "liter",
    "litre",
    "mcg",
    "mg",
    "microgram",
    "milligram",
    "milliliter",
    "millilitre",
    "ml",
    "mmol",
    "puff",
    "pump",
    "spray",
    "syringe",
    "tub",
    "tube",
];

/// The content of one unit: `bottles of 900 tablets` contain 900 each.
pub(super) fn counted(unit: &str) -> Counted {
    let words = words(unit);
    let has = |list: &[&str]| words.iter().any(|word| is_of(word, list));
    if has(MEASURED) {
        return Counted::Measure;
    }
    if words.iter().any(|word| is_noun_of_time(word)) {
        return Counted::Time;
    }
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if numbers.is_empty() && has(CONTAINERS) {
        return Counted::Pack;
    }
    Counted::Pieces(
        numbers
            .iter()
            .fold(1, |all, one| all.saturating_mul((*one).clamp(1, 100_000))),
    )
}

/// Containers with more than one dose, dispensed whole.
const CONTAINERS: &[&str] = &[
    "bag",
    "bottle",
    "box",
    "canister",
    "case",
    "device",
    "diskus",
    "ellipta",
    "flacon",
    "flexpen",
    "flextouch",
    "handihaler",
    "inhaler",
    "jar",
    "kit",
    "kwikpen",
    "pack",
    "package",
    "pen",
    "penfill",
    "pump",
    "respimat",
    "ring",
    "sensor",
    "solostar",
    "spacer",
    "tub",
    "tube",
    "turbuhaler",
    "vial",
];

/// Forms dispensed in pieces, each with the words for one.
const PIECES: &[(&str, &[&str])] = &[
    ("tablet", &["tablet", "tab", "caplet", "comprimé", "wafer"]),
    ("capsule", &["capsule", "cap", "gélule"]),
    ("suppository", &["suppository", "ovule", "pessary"]),
    ("lozenge", &["lozenge", "troche"]),
    ("piece", &["gum"]),
    ("pill", &["tablet", "tab", "caplet", "capsule", "cap"]),
    ("film", &["film"]),
    ("patch", &["patch", "system"]),
];
/// One piece of any form.
const ANY_PIECE: &[&str] = &["dose", "piece", "pill", "unit"];
/// Forms that are not counted in pieces when they are dispensed, and are when they are taken.
const TAKEN: &[(&str, &[&str])] = &[
    ("puff", &["puff", "spray", "inhalation", "dose"]),
    ("drop", &["drop"]),
];

/// The first word of a dose that is a piece of another form: tablets of an injection. `None` where it also names
/// its own form.
pub(super) fn piece_of_another_form(text: &str, singular: &str) -> Option<String> {
    let words = words(text);
    // A solution may be called drops or sprays: only of pieces are those another form.
    let taken = if PIECES.iter().any(|(form, _)| *form == singular) {
        TAKEN
    } else {
        &[]
    };
    let forms = || PIECES.iter().chain(taken);
    let own = forms().find(|(form, _)| *form == singular);
    let is_own = |word: &str| own.is_some_and(|(_, names)| is_of(word, names));
    if words.iter().any(|word| is_own(word)) {
        return None;
    }
    // Of these every form has a dose; a system is a patch or a pump.
    let is_any = |word: &str| is_of(word, ANY_PIECE) || is_of(word, &["inhalation", "system"]);
    words
        .into_iter()
        .find(|word| !is_any(word) && forms().any(|(_, names)| is_of(word, names)))
}

/// Packs of pieces, besides the containers.
const PACKS: &[&str] = &[
    "blister", "boîte", "can", "packet", "pouch", "refill", "roll", "sachet", "strip",
];

/// Whether a typed unit fits the form of the drug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Fits,
    /// The form is counted in pieces, but the unit is not.
    NotCounted,
    /// Packs of pieces of unknown size.
    NoSize,
    /// The form is not counted in pieces, but the unit is.
    OtherForm,
}

/// Whether the unit fits the form, whose `singular` is defined in [`super::forms`].
pub(super) fn fit(unit: &str, singular: &str, formulations: &[String]) -> Fit {
    let words = words(unit);
    let has = |list: &[&str]| words.iter().any(|word| is_of(word, list));
    let Some((_, own)) = PIECES.iter().find(|(form, _)| *form == singular) else {
        return fit_of_bulk(&words, singular, formulations);
    };
    if counted(unit) == Counted::Measure {
        return Fit::NotCounted;
    }
    let is_pack = |word: &str| is_of(word, CONTAINERS) || is_of(word, PACKS);
    let after = |at: usize| words.get(at + 1).map(String::as_str);
    // `blister packs` are packs, `blister tablets` are tablets.
    let packs = words.iter().enumerate().any(|(at, word)| {
        let is_kind = KINDS.contains(&word.as_str())
            && after(at).is_some_and(|next| is_noun(next) && !is_pack(next));
        is_pack(word) && !is_kind
    });
    // The number of packs says nothing about their size.
    let sized = words
        .iter()
        .enumerate()
        .any(|(at, word)| is_number(word) && !after(at).is_some_and(is_pack));
    if packs && !sized {
        return Fit::NoSize;
    }
    if has(own) || words.iter().any(|word| is_noun_of_time(word)) {
        return Fit::Fits;
    }
    let others = PIECES.iter().any(|(_, words)| has(words));
    if !others && (sized || has(ANY_PIECE)) {
        Fit::Fits
    } else {
        Fit::NotCounted
    }
}

/// Pieces of a form without pieces: tablets of an inhaler. Unclear cases are left to the doctor.
fn fit_of_bulk(words: &[String], singular: &str, formulations: &[String]) -> Fit {
    let forms = crate::search::fold(&formulations.join(" "));
    let of_form = |one: &str| forms.split(' ').any(|word| word == one);
    let is_plain = match singular {
        "puff" => !of_form("powder"),
        "application" | "drop" => true,
        _ => [
            "solution",
            "suspension",
            "syrup",
            "elixir",
            "liquid",
            "emulsion",
        ]
        .into_iter()
        .any(of_form),
    };
    let is_other = |(form, names): &(&str, &[&str])| {
        *form != "pill" && !of_form(form) && words.iter().any(|word| is_of(word, names))
    };
    // A pump is a system as well.
    let of_pieces = &PIECES[..2];
    let is_patch = words.iter().any(|word| is_of(word, &["patch"]));
    if is_plain && (of_pieces.iter().any(is_other) || (is_patch && !of_form("patch"))) {
        Fit::OtherForm
    } else {
        Fit::Fits
    }
}

/// Whether a text is a unit: `mL`, `tubes of 30 g`, `bottle (100 mL)`.
pub(super) fn is_unit(text: &str) -> bool {
    let words = words(text);
    let mut has_noun = false;
    // A kind, a number or a joint must be followed by something.
    let mut wants_more = true;
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| words[before].as_str());
        if is_number(word) {
            // `of 30 g`, `box of 100`: a number is allowed only after a joint.
            if !before.is_some_and(|before| JOINTS.contains(&before)) {
                return false;
            }
            wants_more = !has_noun;
        } else if is_noun(word) {
            // Two nouns side by side are one unit only as in `30 g tube`, `blister pack`.
            let is_one_thing = |before: &str| {
                KINDS.contains(&before)
                    || (MEASURES.contains(&before) && !MEASURES.contains(&word.as_str()))
                    || is_noun_of_time(before)
            };
            let follows = before.is_none_or(|before| {
                JOINTS.contains(&before) || is_number(before) || is_one_thing(before)
            });
            if !follows {
                return false;
            }
            (has_noun, wants_more) = (true, is_noun_of_time(word));
        } else if KINDS.contains(&word.as_str())
            || (JOINTS.contains(&word.as_str()) && (has_noun || word == "x" || word == "×"))
        {
            wants_more = word != "each";
        } else {
            return false;
        }
    }
    has_noun && !wants_more
}

/// The words in lower case, with numbers separated from what follows.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = ' ';
    for letter in text.chars() {
        let is_part = letter.is_alphanumeric() || matches!(letter, '.' | '×');
        let changes = last.is_ascii_digit() && letter.is_alphabetic();
        if !is_part || changes {
            words.push(String::new());
        }
        // `months' supply` is `months supply`; other joining or enclosing characters are white space.
        if is_part {
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        } else if letter == '(' {
            // `bottle (100 mL)` is a bottle of 100 mL.
            words.push("of".to_owned());
            words.push(String::new());
        } else if !matches!(letter, ' ' | '-' | ')' | ',' | '\'' | '’') {
            words.push(letter.to_string());
        }
        last = letter;
    }
    let trimmed = words
        .iter()
        .map(|word| word.trim_end_matches('.').to_owned());
    trimmed.filter(|word| !word.is_empty()).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn is_noun(word: &str) -> bool {
    is_of(word, NOUNS)
}

/// Whether a word, singular or plural, is in a list of singulars.
fn is_of(word: &str, list: &[&str]) -> bool {
    let singular = |word: &str| list.contains(&word);
    singular(word)
        || word.strip_suffix('s').is_some_and(singular)
        || word.strip_suffix("es").is_some_and(singular)
        || word
            .strip_suffix("ies")
            .is_some_and(|stem| singular(&format!("{stem}y")))
}

fn is_noun_of_time(word: &str) -> bool {
    matches!(word.trim_end_matches('s'), "day" | "week" | "month")
}
