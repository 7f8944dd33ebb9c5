// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses typed texts: allergies, conditions and medications, whatever the spelling, in English and French.
//! What cannot be parsed is reported, never guessed: a typing error is tolerated only if it leads to exactly
//! one name.

// cspell:ignore allerg apres

use std::collections::{HashMap, HashSet};

use strsim::damerau_levenshtein;

use super::tables::{Lexicon, Meaning, Sense, Tables};
use crate::search::fold;

/// The longest phrase that is looked up, in words.
const LONGEST_PHRASE: usize = 5;
/// The minimum length of a word in which one typing error is tolerated, and in which two are.
const SLIP: usize = 6;
const TWO_SLIPS: usize = 10;

/// Names of the catalogue in a patient's texts: normalized name to the ingredients' names.
pub type Names = HashMap<String, Vec<String>>;

/// A parsed allergy.
#[derive(Debug, Clone)]
pub(super) struct Allergy {
    /// As it was recorded.
    pub(super) entry: String,
    /// Canonical names.
    pub(super) substances: Vec<String>,
    pub(super) groups: Vec<usize>,
    /// Only nausea and the like was recorded with it.
    pub(super) is_intolerance: bool,
    /// An allergic reaction was recorded with it.
    has_reacted: bool,
    /// Normalized, to find relevant reactions.
    pub(super) words: String,
}

/// The parsed recorded allergies.
#[derive(Debug, Default)]
pub(super) struct Allergies {
    pub(super) known: Vec<Allergy>,
    /// Unknown to the register: lactose, dyes.
    pub(super) unchecked: Vec<String>,
    /// As recorded, if it could not be interpreted.
    pub(super) unread: Vec<String>,
}

/// All phrases of a text that might be a name of the catalogue, normalized.
fn phrases(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let mut found = Vec::new();
    for from in 0..words.len() {
        for length in 1..=LONGEST_PHRASE.min(words.len() - from) {
            let phrase = words[from..from + length].join(" ");
            if phrase.len() > 3 && phrase.chars().any(char::is_alphabetic) {
                found.push(phrase);
            }
        }
    }
    found
}

/// The phrases of allergies and typed medications that the tables do not contain and that may be names of the
/// catalogue, normalized, each once.
pub fn unread_phrases(
    tables: &Tables,
    allergies: &[String],
    medications: &[String],
) -> Vec<String> {
    let none = Names::new();
    let unread = read_allergies(tables, &none, allergies).unread;
    let medications = medications
        .iter()
        .filter(|text| read_medication(tables, &none, text).is_empty());
    let mut found: Vec<String> = unread
        .iter()
        .chain(medications)
        .flat_map(|text| phrases(text))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The canonical name of an ingredient as written in the register: `METFORMIN HYDROCHLORIDE`,
/// `AMLODIPINE (AMLODIPINE BESYLATE)`.
pub(super) fn canonical(tables: &Tables, ingredient: &str) -> String {
    let plain = ingredient.split('(').next().unwrap_or(ingredient);
    let folded = fold(if plain.trim().is_empty() {
        ingredient
    } else {
        plain
    });
    let mut words: Vec<&str> = folded.split(' ').collect();
    loop {
        let name = words.join(" ");
        if tables.by_name.contains_key(&name) {
            return name;
        }
        if let Some(Meaning::Substances(all)) = tables.vocabulary.get(&name)
            && let [only] = all.as_slice()
        {
            return tables.substances[*only].name.clone();
        }
        if words.len() < 2 || !words.last().is_some_and(|word| SALTS.contains(word)) {
            return name;
        }
        words.pop();
    }
}

/// The same by the tables shipped with the program, for rules that must not change with imported tables.
pub(crate) fn base_ingredient(ingredient: &str) -> String {
    canonical(&Tables::built_in(), ingredient)
}

const SALTS: [&str; 75] = [
    "hydrochloride",
    "dihydrochloride",
    "hydrobromide",
    "sodium",
    "disodium",
    "potassium",
    "calcium",
    "magnesium",
    "zinc",
    "lithium",
    "sulfate",
    "sulphate",
    "bisulfate",
    "bisulphate",
    "hemisulfate",
    "phosphate",
    "diphosphate",
    "nitrate",
    "acetate",
    "citrate",
    "tartrate",
    "bitartrate",
    "hydrogen",
    "maleate",
    "fumarate",
    "hemifumarate",
    "succinate",
    "hemisuccinate",
    "mesylate",
    "dimesylate",
    "mesilate",
    "besylate",
    "besilate",
    "tosylate",
    "camsylate",
    "napsylate",
    "oxalate",
    "malate",
    "lactate",
    "gluconate",
    "lactobionate",
    "stearate",
    "estolate",
    "ethylsuccinate",
    "palmitate",
    "propionate",
    "dipropionate",
    "valerate",
    "furoate",
    "pamoate",
    "embonate",
    "trihydrate",
    "dihydrate",
    "monohydrate",
    "hemihydrate",
    "anhydrous",
    "hydrate",
    "sesquihydrate",
    "medoxomil",
    "axetil",
    "proxetil",
    "cilexetil",
    "etexilate",
    "erbumine",
    "arginine",
    "tromethamine",
    "trometamol",
    "meglumine",
    "bromide",
    "chloride",
    "dihydrogen",
    "carbonate",
    "micronized",
    "base",
    "l",
];

/// A phrase of a text with its meaning; `None` for a word unknown to the tables.
struct Part<'a> {
    words: &'a [&'a str],
    meaning: Option<Meaning>,
}

fn is_number(word: &str) -> bool {
    word.chars()
        .next()
        .is_some_and(|first| first.is_ascii_digit())
}

fn parts<'a>(tables: &Tables, names: &Names, words: &'a [&'a str]) -> Vec<Part<'a>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_PHRASE.min(words.len() - at);
        let hit = (1..=longest).rev().find_map(|length| {
            let phrase = words[at..at + length].join(" ");
            meaning(tables, names, &phrase).map(|meaning| (length, meaning))
        });
        let (length, meaning) = match hit {
            Some((length, meaning)) => (length, Some(meaning)),
            None if is_number(words[at]) || words[at].chars().count() == 1 => {
                (1, Some(Meaning::Filler))
            }
            None => (1, nearly(tables, words[at])),
        };
        found.push(Part {
            words: &words[at..at + length],
            meaning,
        });
        at += length;
    }
    found
}

fn meaning(tables: &Tables, names: &Names, phrase: &str) -> Option<Meaning> {
    if let Some(meaning) = tables.vocabulary.get(phrase) {
        return Some(meaning.clone());
    }
    if let Some(ingredients) = names.get(phrase) {
        let known: Vec<usize> = ingredients
            .iter()
            .filter_map(|one| tables.by_name.get(&canonical(tables, one)).copied())
            .collect();
        if !known.is_empty() {
            return Some(Meaning::Substances(known));
        }
    }
    let one = phrase.strip_suffix('s')?;
    match tables.vocabulary.get(one) {
        Some(meaning @ (Meaning::Substances(_) | Meaning::Group(_))) if one.len() > 3 => {
            Some(meaning.clone())
        }
        _ => None,
    }
}

/// The only name that a misspelt word can mean.
fn nearly(tables: &Tables, word: &str) -> Option<Meaning> {
    let length = word.chars().count();
    if length < SLIP || !word.is_ascii() {
        return None;
    }
    let most = if length >= TWO_SLIPS { 2 } else { 1 };
    let first = word.as_bytes().first()?;
    let mut best: Option<(usize, &Meaning)> = None;
    let mut is_doubtful = false;
    for (name, meaning) in &tables.vocabulary {
        let is_name = matches!(
            meaning,
            Meaning::Substances(_) | Meaning::Group(_) | Meaning::Unchecked(_) | Meaning::Ignored
        );
        if !is_name
            || name.len() < SLIP
            || name.len().abs_diff(length) > most
            || name.as_bytes().first() != Some(first)
            || name.contains(' ')
        {
            continue;
        }
        let far = damerau_levenshtein(word, name);
        if far > most {
            continue;
        }
        match best {
            Some((known, other)) if known == far => is_doubtful |= other != meaning,
            Some((known, _)) if known < far => {}
            _ => {
                best = Some((far, meaning));
                is_doubtful = false;
            }
        }
    }
    best.filter(|_| !is_doubtful)
        .map(|(_, meaning)| meaning.clone())
}

/// The recorded allergies, each entry as selected or typed.
pub(super) fn read_allergies(tables: &Tables, names: &Names, entries: &[String]) -> Allergies {
    let mut read = Allergies::default();
    for entry in entries {
        let mut last: Option<usize> = None;
        for segment in entry.split([',', ';', '\n']) {
            read_segment(tables, names, entry, segment, &mut last, &mut read);
        }
    }
    read
}

fn read_segment(
    tables: &Tables,
    names: &Names,
    entry: &str,
    segment: &str,
    last: &mut Option<usize>,
    read: &mut Allergies,
) {
    let (mut substances, mut groups) = (Vec::new(), Vec::new());
    let mut unchecked = Vec::new();
    let (mut reacts, mut is_uneasy) = (false, false);
    let (mut is_known, mut is_strange, mut is_none) = (false, false, false);
    // Text in brackets is separate: "penicillin (tolerates amoxicillin)".
    for inner in segment.split(['(', ')', '[', ']']) {
        let folded = fold(inner);
        let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
        let parts = parts(tables, names, &words);
        let mut is_negated = false;
        for (at, part) in parts.iter().enumerate() {
            // "penicillin: no"
            let is_refused = at + 2 == parts.len()
                && matches!(
                    parts[at + 1].words,
                    ["no" | "non" | "neg" | "negative" | "denied"]
                );
            let denied = is_refused
                || at > 0
                    && matches!(parts[at - 1].words, ["no" | "non" | "pas" | "not"])
                    && parts
                        .get(at + 1)
                        .is_some_and(|next| next.words[0].starts_with("allerg"));
            match &part.meaning {
                Some(Meaning::Substances(all)) => {
                    is_known = true;
                    if !is_negated && !denied {
                        substances
                            .extend(all.iter().map(|one| tables.substances[*one].name.clone()));
                    }
                }
                Some(Meaning::Group(group)) => {
                    is_known = true;
                    if !is_negated && !denied {
                        groups.push(*group);
                    }
                }
                Some(Meaning::Unchecked(code)) => {
                    is_known = true;
                    if !is_negated && !denied {
                        unchecked.push(code.clone());
                    }
                }
                Some(Meaning::Ignored) => is_known = true,
                Some(Meaning::Nothing) => is_none = true,
                Some(Meaning::Negation) => is_negated = true,
                Some(Meaning::Intolerance) => is_uneasy = true,
                Some(Meaning::Reaction) => {
                    reacts |= !matches!(part.words, ["reaction" | "reactions"]);
                }
                Some(Meaning::Filler) => {}
                None => is_strange = true,
            }
        }
    }
    let is_about_a_drug = !substances.is_empty() || !groups.is_empty();
    if is_about_a_drug {
        // A drug next to "milk": the milk is reported, too.
        *last = Some(read.known.len());
        read.known.push(Allergy {
            entry: entry.trim().to_owned(),
            substances,
            groups,
            is_intolerance: is_uneasy && !reacts,
            has_reacted: reacts,
            words: fold(segment),
        });
    } else if let Some(known) = last.and_then(|at| read.known.get_mut(at))
        && !is_known
        && !is_strange
    {
        // "codeine, nausea": a reaction belongs to the entry before it.
        known.has_reacted |= reacts;
        known.is_intolerance = (known.is_intolerance || is_uneasy) && !known.has_reacted;
        known.words = format!("{} {}", known.words, fold(segment));
    } else if is_strange && !is_known && !is_none {
        let text = segment.trim();
        if !text.is_empty() && !read.unread.iter().any(|one| one == text) {
            read.unread.push(text.to_owned());
        }
    }
    for code in unchecked {
        if !read.unchecked.contains(&code) {
            read.unchecked.push(code);
        }
    }
}

/// The recorded conditions and states as codes of the tables. Those of relatives and denied ones do not count,
/// nor do states that are over: a year before the last one says so, `this_year` being the present one.
pub(super) fn read_conditions(tables: &Tables, entries: &[String], this_year: i32) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let segments = entries
        .iter()
        .flat_map(|entry| entry.split([',', ';', '\n', ')']))
        .flat_map(|part| part.split(". "));
    for segment in segments {
        // "No NSAIDs - kidney disease"
        let dashed = segment.replace(" – ", " - ").replace('(', " - ");
        let pieces: Vec<String> = dashed.split(" - ").map(fold).collect();
        let mut words: Vec<&str> = Vec::new();
        let mut breaks: Vec<usize> = Vec::new();
        for piece in &pieces {
            breaks.push(words.len());
            words.extend(piece.split(' ').filter(|word| !word.is_empty()));
        }
        for code in conditions_of(&tables.lexicon, &words, &breaks, this_year) {
            if !found.contains(code) {
                found.push(code.clone());
            }
        }
    }
    found
}

/// A condition or a state at its place in a segment.
struct Hit<'a> {
    code: &'a String,
    /// The word after it.
    end: usize,
    start: usize,
    is_denied: bool,
    /// `history of` stands before it.
    is_past: bool,
}

/// The last words of the denials that say what somebody is not: they deny the state that follows at once, and nothing
/// after it.
const NOT_SO: [&str; 5] = ["not", "pas", "plus", "t", "be"];
/// What joins a condition to the denied one before it.
const JOINING: [&str; 3] = ["or", "nor", "ou"];

/// The conditions and states that a segment claims. A dash or a bracket stands before the words at `breaks`.
fn conditions_of<'a>(
    lexicon: &'a Lexicon,
    words: &[&str],
    breaks: &[usize],
    this_year: i32,
) -> Vec<&'a String> {
    let mut hits: Vec<Hit<'a>> = Vec::new();
    let mut is_denied = false;
    // The word after the denial and what belongs to it, as "history of".
    let mut denial_end = 0;
    // The word after a state that is denied by itself, as in "not pregnant".
    let mut denied_state: Option<usize> = None;
    let mut past: Option<usize> = None;
    let mut at = 0;
    while at < words.len() {
        // What was denied is no condition, and stands before a dash.
        if hits.is_empty() && breaks.iter().any(|one| (denial_end + 1..=at).contains(one)) {
            is_denied = false;
        }
        let longest = LONGEST_PHRASE.min(words.len() - at);
        let read = (1..=longest).rev().find_map(|length| {
            let phrase = words[at..at + length].join(" ");
            Some((length, lexicon.words.get(&phrase)?))
        });
        let Some((length, sense)) = read else {
            at += 1;
            continue;
        };
        match sense {
            Sense::Condition(code) => {
                let is_state = lexicon.states.contains(code);
                if let Some(end) = denied_state {
                    // "not pregnant or breastfeeding", "not pregnant/breastfeeding"; but "not pregnant - asthma"
                    let is_joined = at > 0 && JOINING.contains(&words[at - 1]);
                    let follows = is_state && at == end;
                    if !is_joined && !follows {
                        is_denied = false;
                        denied_state = None;
                    }
                }
                hits.push(Hit {
                    code,
                    start: at,
                    end: at + length,
                    is_denied,
                    // "history of normal pregnancy"
                    is_past: past.is_some_and(|end| at <= end + 1),
                });
                let is_of_this = denied_state.is_some()
                    || at == denial_end && at > 0 && NOT_SO.contains(&words[at - 1]);
                if is_denied && is_state && is_of_this {
                    denied_state = Some(at + length);
                }
            }
            Sense::Family => return Vec::new(),
            Sense::Denial => {
                is_denied = true;
                denial_end = at + length;
                // "non enceinte"
                let names_state = words[at..denial_end].iter().any(|word| {
                    matches!(lexicon.words.get(*word), Some(Sense::Condition(code)) if lexicon.states.contains(code))
                });
                denied_state = names_state.then_some(denial_end);
            }
            Sense::Turn => {
                is_denied = false;
                denied_state = None;
                // Its words may name a state: "and pregnant".
                at += 1;
                continue;
            }
            Sense::Past => {
                past = Some(at + length);
                denial_end = at + length;
            }
            Sense::Neutral => {}
        }
        at += length;
    }
    let is_long_ago = words.iter().any(|word| {
        word.len() == 4
            && word
                .parse::<i32>()
                .is_ok_and(|year| (1900..this_year - 1).contains(&year))
    });
    // "pregnant after a miscarriage last year", "pregnant after termination in 2019": what passed is not the state.
    let is_after = |hit: &Hit<'_>| {
        let next = words.get(hit.end);
        next.is_some_and(|word| matches!(*word, "after" | "following" | "apres"))
    };
    let is_over = |hit: &Hit<'_>| {
        let has_passed = || is_long_ago || has_phrase(&lexicon.passed, &words[hit.end..], 1);
        lexicon.states.contains(hit.code) && (hit.is_past || !is_after(hit) && has_passed())
    };
    hits.iter()
        .enumerate()
        .filter(|&(at, hit)| {
            let next = hits.get(at + 1);
            let rest = &words[hit.end..next.map_or(words.len(), |next| next.start)];
            // "asthma: no", but not "asthma, no seizures".
            let is_refused = next.is_none()
                && (rest.len() == 1 && lexicon.denied.contains(rest[0])
                    || lexicon.refused.contains(&rest.join(" ")));
            !hit.is_denied && !is_refused && !has_phrase(&lexicon.denied, rest, 2) && !is_over(hit)
        })
        .map(|(_, hit)| hit.code)
        .collect()
}

/// Whether one of the phrases, of `least` words or more, is among these words.
fn has_phrase(phrases: &HashSet<String>, words: &[&str], least: usize) -> bool {
    (0..words.len()).any(|from| {
        let longest = LONGEST_PHRASE.min(words.len() - from);
        (least..=longest).any(|length| phrases.contains(&words[from..from + length].join(" ")))
    })
}

/// The substances named by a typed medication; empty if it cannot be parsed.
pub(super) fn read_medication(tables: &Tables, names: &Names, text: &str) -> Vec<String> {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let mut found: Vec<String> = Vec::new();
    for part in parts(tables, names, &words) {
        if let Some(Meaning::Substances(all)) = part.meaning {
            for one in all {
                let name = &tables.substances[one].name;
                if !found.contains(name) {
                    found.push(name.clone());
                }
            }
        }
    }
    found
}

/// The first strength of a typed medication: a number and its unit in mg, `5 mg` or `0.1mg` or `25 mcg`.
pub(super) fn read_strength(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit() || c == '.') {
        rest = &rest[start..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
            .unwrap_or(rest.len());
        let number = rest[..end].replace(',', "").parse::<f64>().ok();
        rest = &rest[end..];
        let unit: String = rest
            .trim_start()
            .chars()
            .take_while(|c| c.is_alphabetic() || *c == 'µ')
            .collect();
        let Some(number) = number else { continue };
        if let Some(factor) = in_mg(&unit) {
            return Some(number * factor);
        }
    }
    None
}

/// The factor of a unit to mg.
pub(super) fn in_mg(unit: &str) -> Option<f64> {
    match unit.trim().to_lowercase().as_str() {
        "mg" | "milligram" | "milligrams" => Some(1.0),
        "mcg" | "ug" | "µg" | "μg" | "microgram" | "micrograms" => Some(0.001),
        "g" | "gm" => Some(1000.0),
        _ => None,
    }
}
