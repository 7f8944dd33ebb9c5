// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses typed texts: allergies, conditions and medications, whatever the spelling, in English and French.
//! What cannot be parsed is reported, never guessed: a typing error is tolerated only if it leads to exactly
//! one name.

// cspell:ignore allerg anaphyla angio angiooedema apres aucun aucune aussi depuis dont etait fille fils hasn hasnt havent inferieur moins

use std::collections::{HashMap, HashSet};

use strsim::damerau_levenshtein;

use super::tables::{Lexicon, Meaning, Sense, Tables, numberless};
use crate::search::fold;

/// The longest phrase that is looked up, in words.
pub(super) const LONGEST_PHRASE: usize = 5;
/// The minimum length of a word in which one typing error is tolerated, and in which two are.
const SLIP: usize = 6;
const TWO_SLIPS: usize = 10;

/// The minimum length of a word that may be misspelt in every vowel: `penacilin`.
const ANY_VOWELS: usize = 8;
/// The minimum length of a misspelt word of a condition, and of the word that it can mean.
const CONDITION_SLIP: (usize, usize) = (5, 6);

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

/// Joins the letters of dotted abbreviations, which folding would take for words of one letter: `A.S.A.` is `ASA`,
/// `D. V. T.` is `DVT`. A point that ends a sentence as well is kept.
fn without_points(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_letter = |at: usize| letters.get(at).is_some_and(|one| one.is_alphabetic());
    let is_dot = |at: usize| letters.get(at) == Some(&'.');
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let is_start = is_letter(at)
            && is_dot(at + 1)
            && (at == 0 || !letters[at - 1].is_alphanumeric() && letters[at - 1] != '\'');
        let mut joined: Vec<char> = Vec::new();
        let mut next = at;
        while is_start && is_letter(next) {
            let is_spaced = next > at && letters[next - 1] == ' ';
            if is_dot(next + 1) {
                joined.push(letters[next]);
                next += 2;
                if letters.get(next) == Some(&' ') && is_letter(next + 1) && is_dot(next + 2) {
                    next += 1;
                }
            } else if !is_spaced && !is_letter(next + 1) {
                // The last point is missing: "A.S.A"
                joined.push(letters[next]);
                next += 1;
                break;
            } else {
                break;
            }
        }
        if joined.len() < 2 {
            plain.push(letters[at]);
            at += 1;
            continue;
        }
        plain.extend(joined);
        let ends_sentence = is_dot(next - 1)
            && letters.get(next) == Some(&' ')
            && letters.get(next + 1).is_some_and(|one| one.is_uppercase());
        if ends_sentence {
            plain.push('.');
        }
        at = next;
    }
    plain
}

/// A word as it sounds: letters that people double, halve or write otherwise are one.
pub(super) fn sound(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for one in word.replace("ph", "f").replace('y', "i").chars() {
        if !plain.ends_with(one) {
            plain.push(one);
        }
    }
    plain
}

/// The same with all vowels alike but the first letter.
fn consonants(word: &str) -> String {
    let mut plain = String::new();
    for (at, one) in sound(word).chars().enumerate() {
        let one = if at > 0 && "aeiou".contains(one) {
            '_'
        } else {
            one
        };
        if !plain.ends_with('_') || one != '_' {
            plain.push(one);
        }
    }
    plain
}

/// The answers of a list of questions, `penicillin yes sulfa no`: where each question and its answer begins and ends,
/// and whether the answer is yes. Empty if the text is no such list: every question must have its answer.
fn answers(lexicon: &Lexicon, words: &[&str]) -> Vec<(std::ops::Range<usize>, bool)> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, word) in words.iter().enumerate() {
        let is_yes = lexicon.affirmed.contains(*word);
        if !is_yes && !lexicon.denied.contains(*word) {
            continue;
        }
        if at == from {
            return Vec::new();
        }
        found.push((from..at + 1, is_yes));
        from = at + 1;
    }
    if found.len() < 2 || from != words.len() {
        found.clear();
    }
    found
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
    nearly_by(tables, word, sound)
        .or_else(|| by_slips(tables, word))
        .or_else(|| {
            (length >= ANY_VOWELS)
                .then(|| nearly_by(tables, word, consonants))
                .flatten()
        })
}

fn is_name(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Substances(_) | Meaning::Group(_) | Meaning::Unchecked(_) | Meaning::Ignored
    )
}

/// The only name that sounds like a word.
fn nearly_by(tables: &Tables, word: &str, sound: fn(&str) -> String) -> Option<Meaning> {
    let wanted = sound(word);
    let mut alike = tables
        .vocabulary
        .iter()
        .filter(|(name, meaning)| is_name(meaning) && name.as_bytes()[0] == word.as_bytes()[0])
        .filter(|(name, _)| name.len() >= SLIP - 1 && !name.contains(' '))
        .filter(|(name, _)| name.len().abs_diff(word.len()) <= 3 && sound(name) == wanted)
        .map(|(_, meaning)| meaning);
    let first = alike.next()?;
    alike.all(|other| other == first).then(|| first.clone())
}

/// The only name that a word with the tolerated typing errors can mean.
fn by_slips(tables: &Tables, word: &str) -> Option<Meaning> {
    let length = word.len();
    let most = if length >= TWO_SLIPS { 2 } else { 1 };
    let first = word.as_bytes().first()?;
    let mut best: Option<(usize, &Meaning)> = None;
    let mut is_doubtful = false;
    for (name, meaning) in &tables.vocabulary {
        if !is_name(meaning)
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

/// Whether a condition tells of an allergic reaction, which may be one to a drug.
pub(super) fn tells_of_allergy(condition: &str) -> bool {
    const REACTIONS: [&str; 5] = [
        "angioedema",
        "angio edema",
        "angiooedema",
        "anaphyla",
        "allerg",
    ];
    let folded = fold(condition);
    REACTIONS.iter().any(|word| folded.contains(word))
}

/// The recorded allergies, each entry as selected or typed.
pub(super) fn read_allergies(tables: &Tables, names: &Names, entries: &[String]) -> Allergies {
    let mut read = Allergies::default();
    for entry in entries {
        let mut last: Option<usize> = None;
        for segment in without_points(entry).split([',', ';', '\n', '•']) {
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
    // "Penicillin (family history only)"
    let is_only_of_family = has_family_history(&tables.lexicon, segment);
    // Text in brackets is separate: "penicillin (tolerates amoxicillin)".
    let brackets: Vec<String> = segment.split(['(', ')', '[', ']']).map(fold).collect();
    for (inner, folded) in brackets.iter().enumerate() {
        let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
        // "penicillin (ruled out)"
        let next = brackets.get(inner + 1).map_or("", String::as_str);
        let next: Vec<&str> = next.split(' ').collect();
        let parts = parts(tables, names, &words);
        let answers = answers(&tables.lexicon, &words);
        let mut is_negated = false;
        let mut end = 0;
        for (at, part) in parts.iter().enumerate() {
            let start = end;
            end += part.words.len();
            // "penicillin: no", "penicillin no sulfa yes"
            let after = if end == words.len() {
                &next
            } else {
                &words[end..]
            };
            let is_refused = is_refused_allergy(tables, after)
                || answers
                    .iter()
                    .any(|(question, is_yes)| !is_yes && question.contains(&start))
                || is_of_family(&tables.lexicon, &words[..start]);
            let denied = is_refused
                || is_only_of_family
                || at > 0 && matches!(parts[at - 1].words, ["not"])
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
                // "not allergic to anything except penicillin"
                Some(Meaning::Exception) => is_negated = false,
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

/// Whether the words after a drug deny the allergy to it: `none`, `allergy ruled out by tests`, `not allergic`.
fn is_refused_allergy(tables: &Tables, after: &[&str]) -> bool {
    let rest = match after {
        [first, rest @ ..] if first.starts_with("allerg") => rest,
        rest => rest,
    };
    let rest = match rest.split_first() {
        Some((&("is" | "was" | "has" | "been"), rest)) => rest,
        _ => rest,
    };
    let lexicon = &tables.lexicon;
    let whole = rest.join(" ");
    lexicon.denied.contains(&whole)
        || lexicon.refused.contains(&whole)
        || (1..=LONGEST_PHRASE.min(rest.len()))
            .filter(|length| lexicon.outgrown.contains(&rest[..*length].join(" ")))
            // "penicillin, not allergic to amoxicillin": of the other drug
            .any(|length| !matches!(rest.get(length), Some(&("to" | "a" | "au" | "aux"))))
}

/// Whether what follows these words is a relative's: `my mother is allergic to`, but not `my mother says I am` nor
/// `my mother and I are`.
fn is_of_family(lexicon: &Lexicon, before: &[&str]) -> bool {
    let mut is_family = false;
    let mut at = 0;
    while at < before.len() {
        match lexicon.sense(&before[at..]) {
            Some((length, Sense::Family)) => {
                is_family = true;
                at += length;
                continue;
            }
            Some((_, Sense::Own)) => is_family = false,
            Some((length, _)) if length > 1 => at += length - 1,
            _ => {}
        }
        at += 1;
    }
    is_family
}

/// Whether a text ends in what makes it a relative's: `family history`.
fn has_family_history(lexicon: &Lexicon, text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    (0..words.len()).any(|at| {
        lexicon.sense(&words[at..]).is_some_and(|(length, sense)| {
            *sense == Sense::Family && length > 1 && at > 0 && words.len() - at - length <= 1
        })
    })
}

/// The recorded conditions and states as codes of the tables. Those of relatives and denied ones do not count,
/// nor do states that are over: a year before the last one says so, `this_year` being the present one.
pub(super) fn read_conditions(tables: &Tables, entries: &[String], this_year: i32) -> Vec<String> {
    let lexicon = &tables.lexicon;
    let mut found: Vec<String> = Vec::new();
    let mut add = |code: &String| {
        if !found.contains(code) {
            found.push(code.clone());
        }
    };
    for entry in entries {
        if let Some(code) = lexicon.alone(&lexicon.whole, &fold(entry)) {
            add(code);
        }
        let plain = without_points(entry).replace('<', " less than ");
        let clauses = plain
            .split([';', '\n', '\r', ')', '•'])
            .flat_map(|part| sentences(lexicon, part));
        for segment in clauses.flat_map(|clause| lists(tables, &clause)) {
            if let Some(code) = lexicon.alone(&lexicon.alone, &fold(&segment)) {
                add(code);
            }
            // "No NSAIDs - kidney disease"
            let dashed = segment.replace(" – ", " - ").replace('(', " - ");
            let pieces: Vec<String> = dashed
                .split(" - ")
                .map(|piece| spelled(tables, piece))
                .collect();
            let mut words: Vec<&str> = Vec::new();
            let mut breaks: Vec<usize> = Vec::new();
            for piece in &pieces {
                breaks.push(words.len());
                words.extend(piece.split(' ').filter(|word| !word.is_empty()));
            }
            let is_of_relative = is_of_bracketed_relative(lexicon, &segment);
            conditions_of(lexicon, &words, &breaks, this_year)
                .into_iter()
                .filter(|code| !is_of_relative || lexicon.states.contains(*code))
                .for_each(&mut add);
        }
    }
    found
}

/// Whether a bracket after a text holds a relative and nothing else: "febrile seizure as infant (my daughter)".
fn is_of_bracketed_relative(lexicon: &Lexicon, segment: &str) -> bool {
    let Some((head, bracket)) = segment.split_once('(') else {
        return false;
    };
    let head = fold(head);
    let head: Vec<&str> = head.split(' ').collect();
    let is_own =
        (0..head.len()).any(|at| matches!(lexicon.sense(&head[at..]), Some((_, Sense::Own))));
    let bracket = fold(bracket);
    let words: Vec<&str> = bracket.split(' ').collect();
    let mut has_relative = false;
    let mut at = 0;
    while at < words.len() {
        match lexicon.sense(&words[at..]) {
            Some((length, Sense::Family)) => {
                has_relative = true;
                at += length;
            }
            _ if lexicon.links.contains(words[at]) => at += 1,
            _ => return false,
        }
    }
    has_relative && !is_own
}

/// The sentences of a text. An answer after points belongs to its question: "Asthma... no."
fn sentences(lexicon: &Lexicon, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for sentence in text.replace('…', "...").split(". ") {
        let folded = fold(sentence);
        let is_answer = lexicon.affirmed.contains(&folded) || lexicon.denied.contains(&folded);
        match found.last_mut() {
            Some(question) if is_answer && question.ends_with('.') => {
                *question = format!("{question} {sentence}");
            }
            _ => found.push(sentence.to_owned()),
        }
    }
    found
}

/// The parts of a clause between commas. A list that one denial opens and `or` closes is one part: "no asthma, clots
/// or seizures"; without an `or` the comma ends the denial, because a condition missed is worse than one too many.
fn lists(tables: &Tables, clause: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let parts: Vec<&str> = clause.split(',').collect();
    let mut at = 0;
    while at < parts.len() {
        let mut text = parts[at].to_owned();
        let denial = denial_of_list(tables, parts[at]);
        if let Some(is_of_all) = denial {
            let bare = parts[at + 1..]
                .iter()
                .take_while(|part| is_bare(tables, part));
            let bare: Vec<&str> = bare.copied().collect();
            let closed = bare.iter().rposition(|part| {
                is_of_all || fold(part).split(' ').any(|word| JOINING.contains(&word))
            });
            for part in &bare[..closed.map_or(0, |last| last + 1)] {
                text = format!("{text} or {part}");
                at += 1;
            }
        }
        found.push(text);
        at += 1;
    }
    found
}

/// Whether a text ends in a denied condition, and whether its denial is of all that follows: `none of`.
fn denial_of_list(tables: &Tables, text: &str) -> Option<bool> {
    let spelled = spelled(tables, text);
    let words: Vec<&str> = spelled.split(' ').collect();
    let mut denial = None;
    let mut at = 0;
    let mut ends_in_condition = false;
    while at < words.len() {
        let Some((length, sense)) = tables.lexicon.sense(&words[at..]) else {
            ends_in_condition = false;
            at += 1;
            continue;
        };
        ends_in_condition = matches!(sense, Sense::Condition(_));
        match sense {
            Sense::Denial => {
                denial = Some(matches!(words[at..at + length], [.., "of" | "de" | "des"]));
            }
            Sense::Turn | Sense::Own => denial = None,
            _ => {}
        }
        at += length;
    }
    // "None: asthma, stroke"
    let is_of_all = text
        .split_once(':')
        .is_some_and(|(head, _)| tables.lexicon.words.get(&fold(head)) == Some(&Sense::Denial));
    denial
        .filter(|_| ends_in_condition)
        .map(|denial| denial || is_of_all)
}

/// Whether a text holds nothing but conditions.
fn is_bare(tables: &Tables, text: &str) -> bool {
    let spelled = spelled(tables, text);
    let words: Vec<&str> = spelled.split(' ').collect();
    let mut at = 0;
    let mut count = 0;
    while at < words.len() {
        match tables.lexicon.sense(&words[at..]) {
            Some((length, Sense::Condition(_))) => {
                count += 1;
                at += length;
            }
            Some((length, Sense::Past)) => at += length,
            _ if JOINING.contains(&words[at])
                || matches!(words[at], "any" | "a" | "an" | "the") =>
            {
                at += 1;
            }
            _ => return false,
        }
    }
    count > 0
}

/// A text folded, with the words of conditions as they are spelled in the tables, where a misspelt word can mean only
/// one of them.
fn spelled(tables: &Tables, text: &str) -> String {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let plain: Vec<&str> = words
        .iter()
        .map(|word| spelled_word(tables, word).unwrap_or(word))
        .collect();
    spread(&tables.lexicon, &plain).join(" ")
}

/// The words with a noun that several organs share after each of them: "heart or kidney disease" is "heart disease or
/// kidney disease".
fn spread<'a>(lexicon: &Lexicon, words: &[&'a str]) -> Vec<&'a str> {
    let mut found = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        found.push(*word);
        let next = words.get(at + 1).copied().unwrap_or_default();
        if !lexicon.organs.contains(*word) || lexicon.ailments.contains(next) {
            continue;
        }
        let noun = words[at + 1..].iter().find(|word| {
            !lexicon.organs.contains(**word)
                && !JOINING.contains(word)
                && !matches!(**word, "and" | "et")
        });
        let has_other = words[at + 1..]
            .iter()
            .take(2)
            .any(|word| lexicon.organs.contains(*word));
        found.extend(noun.filter(|noun| has_other && lexicon.ailments.contains(**noun)));
    }
    found
}

fn spelled_word<'a>(tables: &'a Tables, word: &str) -> Option<&'a str> {
    let lexicon = &tables.lexicon;
    if let Some(right) = lexicon.misspelt.get(word) {
        return Some(right);
    }
    let (shortest, shortest_known) = CONDITION_SLIP;
    let is_known = word.len() < shortest
        || !word.bytes().all(|one| one.is_ascii_lowercase())
        || lexicon.spelled.contains_key(word)
        || lexicon.plain.contains(word)
        || tables.local.contains(word)
        || tables.vocabulary.contains_key(word);
    if is_known {
        return None;
    }
    let most = if word.len() >= TWO_SLIPS { 2 } else { 1 };
    let heard = sound(word);
    let mut best: Option<(usize, &str)> = None;
    for (name, its_sound) in &lexicon.spelled {
        if name.len() < shortest_known || name.len().abs_diff(word.len()) > most {
            continue;
        }
        let far = if *its_sound == heard {
            0
        } else if name.as_bytes()[0] != word.as_bytes()[0] {
            continue;
        } else {
            damerau_levenshtein(word, name)
        };
        // Words of equal distance are forms of one another; the order keeps the choice the same every time.
        if far <= most && best.is_none_or(|known| (far, name.as_str()) < known) {
            best = Some((far, name));
        }
    }
    best.map(|(_, name)| name)
}

/// A condition or a state at its place in a segment.
struct Hit<'a> {
    code: &'a String,
    /// The word after it.
    end: usize,
    start: usize,
    is_denied: bool,
    /// Of the person rather than of a relative.
    is_own: bool,
    /// `history of` stands before it.
    is_past: bool,
}

/// The last words of the denials that say what somebody is not: they deny the state that follows at once, and nothing
/// after it.
const NOT_SO: [&str; 5] = ["not", "pas", "plus", "t", "be"];
/// What joins a condition to the denied one before it.
const JOINING: [&str; 4] = ["or", "nor", "ou", "ni"];
/// A child that somebody nurses: its mention does not make a state the child's.
const NURSED: [&str; 4] = ["son", "daughter", "fils", "fille"];
/// Says that a relative has a condition as well.
const ALSO: [&str; 4] = ["too", "also", "aussi", "same"];
/// Denials that say only of the time since then that there was nothing, "no seizures since 2015": a condition that was
/// is still one for its marks. `never` and `no longer` deny it whatever follows.
const SINCE_DENIALS: [&str; 24] = [
    "plus d",
    "plus de",
    "ai plus",
    "a plus",
    "no",
    "not",
    "without",
    "hasn t",
    "hasnt",
    "haven t",
    "havent",
    "don t",
    "dont",
    "no sign of",
    "pas",
    "aucun",
    "aucune",
    "sans",
    "no more",
    "no problem with",
    "no problems with",
    "no issue with",
    "no issues with",
    "no trouble with",
];
/// What may stand between a measure and its number: "eGFR was 42".
const MEASURED: [&str; 34] = [
    "is",
    "was",
    "of",
    "at",
    "about",
    "around",
    "approx",
    "approximately",
    "level",
    "result",
    "last",
    "now",
    "currently",
    "a",
    "est",
    "de",
    "etait",
    "environ",
    "in",
    "the",
    "test",
    "tests",
    "only",
    "down",
    "to",
    "rate",
    "dropped",
    "time",
    "just",
    "reading",
    "stable",
    "went",
    "from",
    "working",
];
/// What says that a measure is below the number that follows.
const BELOW: [&str; 6] = ["less", "below", "under", "moins", "sous", "inferieur"];
/// A number above is a year or a result of something else.
const MOST_MEASURED: u32 = 300;

/// The number of a measure in the words after it, and whether the measure is below it.
fn measured(after: &[&str]) -> Option<(u32, bool)> {
    let mut is_below = false;
    for (at, word) in after.iter().enumerate() {
        if let Some(number) = leading_number(word) {
            if number > MOST_MEASURED {
                continue;
            }
            // "from 60 to 48"
            let second = match after[at + 1..] {
                ["to" | "a", second, ..] => leading_number(second),
                _ => None,
            };
            return Some((second.map_or(number, |second| second.min(number)), is_below));
        }
        is_below |= BELOW.contains(word);
        if !BELOW.contains(word) && !MEASURED.contains(word) && *word != "than" && *word != "que" {
            return None;
        }
    }
    None
}

/// `42`, and that of `40s` and `40%`.
fn leading_number(word: &str) -> Option<u32> {
    let end = word.find(|one: char| !one.is_ascii_digit());
    word[..end.unwrap_or(word.len())].parse().ok()
}

/// The conditions that are named, in their order, each with what is said of it.
fn hits_of<'a>(
    lexicon: &'a Lexicon,
    words: &[&str],
    breaks: &[usize],
    is_shared: bool,
) -> Vec<Hit<'a>> {
    let mut hits: Vec<Hit<'a>> = Vec::new();
    let mut is_denied = false;
    // The word after the denial and what belongs to it, as "history of".
    let mut denial_end = 0;
    // The word after a state that is denied by itself, as in "not pregnant".
    let mut denied_state: Option<usize> = None;
    let mut past: Option<usize> = None;
    let mut is_own = true;
    let mut denial: &[&str] = &[];
    // "no recent gout": only what ends is denied.
    let mut is_of_now = false;
    let mut at = 0;
    while at < words.len() {
        // What was denied is no condition, and stands before a dash.
        if hits.is_empty() && breaks.iter().any(|one| (denial_end + 1..=at).contains(one)) {
            is_denied = false;
        }
        let Some((length, sense)) = lexicon.sense(&words[at..]) else {
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
                let end = at + length;
                hits.push(Hit {
                    code,
                    start: at,
                    end,
                    is_own,
                    is_denied: is_denied
                        && (is_state || !is_of_now && !is_since(lexicon, denial, &words[end..])),
                    // "history of normal pregnancy"
                    is_past: past.is_some_and(|end| at <= end + 1),
                });
                let is_of_this = denied_state.is_some()
                    || at == denial_end && at > 0 && NOT_SO.contains(&words[at - 1]);
                if is_denied && is_state && is_of_this {
                    denied_state = Some(at + length);
                }
            }
            Sense::Measure(code, limit) => {
                let number = measured(&words[at + length..]);
                let is_low = number.is_some_and(|(number, is_below)| {
                    number < *limit || is_below && number == *limit
                });
                hits.extend(is_low.then_some(Hit {
                    code,
                    start: at,
                    end: at + length,
                    is_own,
                    is_denied: false,
                    is_past: false,
                }));
            }
            Sense::Family => {
                if is_family(lexicon, words, at) {
                    is_own = is_shared;
                }
            }
            Sense::Denial | Sense::DenialOfNow => {
                is_denied = true;
                is_of_now = *sense == Sense::DenialOfNow;
                denial = &words[at..at + length];
                denial_end = at + length;
                // "non enceinte"
                let names_state = words[at..denial_end].iter().any(|word| {
                    matches!(lexicon.words.get(*word), Some(Sense::Condition(code)) if lexicon.states.contains(code))
                });
                denied_state = names_state.then_some(denial_end);
            }
            Sense::Turn | Sense::Own => {
                is_own |= *sense == Sense::Own;
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
    hits
}

/// The conditions and states that a segment claims. A dash or a bracket stands before the words at `breaks`.
fn conditions_of<'a>(
    lexicon: &'a Lexicon,
    words: &[&str],
    breaks: &[usize],
    this_year: i32,
) -> Vec<&'a String> {
    let answers = answers(lexicon, words);
    if !answers.is_empty()
        && !words
            .iter()
            .any(|word| lexicon.words.get(*word) == Some(&Sense::Family))
    {
        return answered(lexicon, words, &answers);
    }
    // What stands after a relative is the relative's, until the person speaks of itself.
    let first_relative = (0..words.len()).find(|at| is_family(lexicon, words, *at));
    // "My daughter has asthma and so do I"
    let is_shared = has_phrase(&lexicon.shared, words, 1);
    let hits = hits_of(lexicon, words, breaks, is_shared);
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
            // "asthma: no", but not "asthma, no seizures"; "pregnant or breastfeeding: no"
            let is_refused = is_refused(lexicon, words, &hits[at..]);
            let is_own = hit.is_own
                && (is_shared
                    || first_relative.is_none_or(|at| !is_of_relative(lexicon, words, hit, at)));
            is_own
                && !hit.is_denied
                && !is_refused
                && !has_phrase(&lexicon.denied, rest, 2)
                && !is_over(hit)
        })
        .map(|(_, hit)| hit.code)
        .collect()
}

/// Whether a denial is only of the time since something: "no seizures since 2015", "no seizures for 5 years".
fn is_since(lexicon: &Lexicon, denial: &[&str], after: &[&str]) -> bool {
    SINCE_DENIALS.contains(&denial.join(" ").as_str())
        && (1..=LONGEST_PHRASE.min(after.len())).any(|length| {
            let words = &after[..length];
            let phrases = &lexicon.since;
            phrases.contains(&words.join(" "))
                || numberless(words).is_some_and(|one| phrases.contains(&one))
        })
}

/// Whether the word is a relative, and not a child that somebody nurses: "breastfeeding my daughter".
fn is_family(lexicon: &Lexicon, words: &[&str], at: usize) -> bool {
    let Some((_, Sense::Family)) = lexicon.sense(&words[at..]) else {
        return false;
    };
    let is_within = (1..LONGEST_PHRASE.min(at + 1)).any(|back| {
        let read = lexicon.sense(&words[at - back..]);
        read.is_some_and(|(length, sense)| length > back && *sense != Sense::Family)
    });
    let nurses = |word: &&str| matches!(lexicon.words.get(*word), Some(Sense::Condition(code)) if code == "breastfeeding");
    let is_nursed = NURSED.contains(&words[at]) && words[..at].iter().rev().take(3).any(nurses);
    !is_within && !is_nursed
}

/// Whether the words after the last of these conditions deny it, and with it those to which `or` joins it.
fn is_refused(lexicon: &Lexicon, words: &[&str], hits: &[Hit<'_>]) -> bool {
    let [hit, others @ ..] = hits else {
        return false;
    };
    let Some(next) = others.first() else {
        let rest = &words[hit.end..];
        return rest.len() == 1 && lexicon.denied.contains(rest[0])
            || lexicon.refused.contains(&rest.join(" "));
    };
    let are_states = || lexicon.states.contains(hit.code) && lexicon.states.contains(next.code);
    let is_joined = match &words[hit.end..next.start.max(hit.end)] {
        [] => are_states(),
        [word] => JOINING.contains(word),
        _ => false,
    };
    is_joined && is_refused(lexicon, words, others)
}

/// Whether a condition is of the relative that is named after it: "asthma - mother", but not "gout, dad had it too" nor
/// "stroke when my son was born" nor "I have gout like my father".
fn is_of_relative(lexicon: &Lexicon, words: &[&str], hit: &Hit<'_>, relative: usize) -> bool {
    let Some(between) = words.get(hit.end..relative) else {
        return false;
    };
    let is_own_before =
        (0..hit.start).any(|at| matches!(lexicon.sense(&words[at..]), Some((_, Sense::Own))));
    let is_linked = between
        .iter()
        .all(|word| lexicon.links.contains(*word) || lexicon.spelled.contains_key(*word));
    let is_also = words[relative..].iter().any(|word| ALSO.contains(word));
    !is_own_before && is_linked && !is_also
}

/// The conditions of a list of questions that are answered with yes.
fn answered<'a>(
    lexicon: &'a Lexicon,
    words: &[&str],
    answers: &[(std::ops::Range<usize>, bool)],
) -> Vec<&'a String> {
    let mut found = Vec::new();
    for (question, _) in answers.iter().filter(|(_, is_yes)| *is_yes) {
        let mut at = question.start;
        while at < question.end {
            let read = lexicon.sense(&words[at..question.end]);
            if let Some((_, Sense::Condition(code))) = read {
                found.push(code);
            }
            at += read.map_or(1, |(length, _)| length);
        }
    }
    found
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
    let folded = fold(&without_points(text));
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
