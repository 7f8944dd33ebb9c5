// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects narcotic, controlled and targeted drugs in free text: a drug that may not be on a line may not be
//! in its directions either (decision 157). Tolerant like a pharmacist, who understands `oxy codone`,
//! `MORPHINE15` and `codiene` as well.

// cspell:ignoreRegExp rust-string

use super::prescribing::CONTROLLED_SUBSTANCES;
use crate::search::fold;

/// Names under which such drugs are known and sold: those of the register's products that no other product
/// uses, and common names.
const CONTROLLED_NAMES: &[&str] = &[
    "acetaco",
    "actiq",
    "adderall",
    "alertonic",
    "alpraz",
    "ambien",
    "andriol",
    "androderm",
    "androgel",
    "ativan",
    "belbuca",
    "biphentin",
    "butrans",
    "calmylin",
    "cesamet",
    "chlorax",
    "clonapam",
    "cocodamol",
    "codein",
    "concerta",
    "contin",
    "cophylac",
    "cotridin",
    "covan",
    "dalmacol",
    "delatestryl",
    "demerol",
    "desoxyn",
    "dexedrine",
    "diastat",
    "dilaudid",
    "dilly",
    "dolophine",
    "doloral",
    "duragesic",
    "durela",
    "ediat",
    "empracet",
    "emtec",
    "endocet",
    "eslon",
    "fentora",
    "fiorinal",
    "focalin",
    "foquest",
    "frisium",
    "ghb",
    "halcion",
    "hycodan",
    "hydrocod",
    "hydromorph",
    "intrarosa",
    "kadian",
    "ketalar",
    "klonopin",
    "lectopam",
    "lenoltec",
    "librax",
    "librium",
    "lomotil",
    "lortab",
    "marinol",
    "mersyndol",
    "metadol",
    "methadose",
    "metilfenidato",
    "mogadon",
    "morfina",
    "morphium",
    "mso4",
    "natesto",
    "nembutal",
    "norco",
    "nubain",
    "nucynta",
    "opana",
    "oramorph",
    "oxicodona",
    "oxpam",
    "oxy",
    "oxycet",
    "oxycocet",
    "oxycodan",
    "oxycontin",
    "oxyir",
    "oxyneo",
    "palladone",
    "percocet",
    "percodan",
    "phenobarb",
    "probuphine",
    "ralivia",
    "restoril",
    "ritalin",
    "rivacocet",
    "rivotril",
    "rohypnol",
    "roxicodone",
    "sanorex",
    "sativex",
    "serax",
    "spasmhalt",
    "spravato",
    "statex",
    "stilnox",
    "sublinox",
    "sublocade",
    "suboxone",
    "subutex",
    "supeudol",
    "sustanon",
    "talwin",
    "tamicode",
    "targin",
    "tecnal",
    "temgesic",
    "testim",
    "thc",
    "tibella",
    "tilidin",
    "tramacet",
    "triatec",
    "tridural",
    "tussionex",
    "ultracet",
    "ultram",
    "valium",
    "vicodin",
    "vyvanse",
    "xanax",
    "xyrem",
    "zomorph",
    "zytram",
];
/// From this length on a name is found inside other letters and with one typing error; shorter ones occur in
/// too many words.
const LONG: usize = 7;
/// Long names that ordinary words form together, as in `until I dine`: matched as whole words only.
const WHOLE: &[&str] = &["focalin", "tilidin"];
/// Ordinary words that form a name side by side: `focal in`, `dure la nuit`.
const ORDINARY: &[&[&str]] = &[
    &["co", "van"],
    &["dure", "la"],
    &["focal", "in"],
    &["sera", "x"],
    &["test", "im"],
];
/// Names that are part of other products' names (an antiseptic, an antibiotic, a painkiller without codeine).
const SHARED: &[&str] = &["oxy", "triatec"];
/// The maximum number of pieces of a short name.
const MOST_PIECES: usize = 4;
/// Words allowed after the strength of `Tylenol 3`, so that `tylenol 2 tablets` does not match.
const COUNTED: &[&str] = &[
    "a",
    "caplet",
    "caplets",
    "capsules",
    "comprime",
    "comprimes",
    "co",
    "d",
    "day",
    "days",
    "dose",
    "doses",
    "fois",
    "g",
    "gelcaps",
    "h",
    "heures",
    "hour",
    "hours",
    "hrs",
    "jours",
    "mg",
    "ml",
    "of",
    "or",
    "per",
    "pill",
    "pills",
    "ou",
    "tab",
    "tablet",
    "tablets",
    "tabs",
    "time",
    "times",
    "to",
    "week",
    "weeks",
    "x",
];

/// Whether the name of a drug contains one of these, as a substance or a brand, as whole words.
pub(super) fn is_named_as(name: &str) -> bool {
    let folded = fold(name);
    folded.split(' ').any(|word| {
        CONTROLLED_SUBSTANCES.contains(&word)
            || (CONTROLLED_NAMES.contains(&word) && !SHARED.contains(&word))
    })
}

/// The first such drug named in free text, as a substance or a brand.
pub(super) fn named_in_words(text: &str) -> Option<&'static str> {
    // Symbols used as letters are lost in comparisons, so they are converted first.
    let with_letters = letters_of_signs(text);
    named_as_read(text).or_else(|| with_letters.as_deref().and_then(named_as_read))
}

fn named_as_read(text: &str) -> Option<&'static str> {
    let folded = fold(text).replace('_', " ");
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let spelled = spelled_out(&words);
    if let Some(name) = codeine_by_number(text, &words)
        .or_else(|| codeine_by_number("", &spelled.iter().map(String::as_str).collect::<Vec<_>>()))
        .or_else(|| fentanyl_patch(&words))
    {
        return Some(name);
    }
    let heard = Heard::of(&words, spelled);
    CONTROLLED_SUBSTANCES
        .iter()
        .chain(CONTROLLED_NAMES)
        .copied()
        .find(|name| heard.names(name))
}

/// A text as each name is looked for in it, prepared once for all of them: the rule is asked for every line of a list.
struct Heard<'a> {
    words: &'a [&'a str],
    /// What a short name may be: a word, without an amount before it too, letters in a row, or words side by side
    /// with the number of them.
    short: Vec<(String, usize)>,
    /// All of it as one word, and with `rn` read as `m` where that occurs.
    runs: Vec<Vec<char>>,
    /// The same without digits.
    letters: Vec<String>,
}

impl<'a> Heard<'a> {
    fn of(words: &'a [&'a str], spelled: Vec<String>) -> Self {
        let is_digit = |one: char| one.is_ascii_digit();
        let of_word = |word: &&str| {
            [
                (*word).to_owned(),
                word.trim_start_matches(is_digit).to_owned(),
            ]
        };
        let mut short: Vec<(String, usize)> = words
            .iter()
            .flat_map(of_word)
            .chain(spelled)
            .map(|word| (word, 1))
            .collect();
        short.extend(side_by_side(words));
        // Apomorphine is not one of them.
        let run = words.concat().replace("apomorphine", "");
        // Look-alike digits and letters.
        let read = |text: &str| text.contains("rn").then(|| text.replace("rn", "m"));
        let letters: String = run.chars().filter(|one| one.is_alphabetic()).collect();
        let runs = read(&run).into_iter().chain([run]);
        Self {
            words,
            short,
            runs: runs.map(|run| run.chars().collect()).collect(),
            letters: read(&letters).into_iter().chain([letters]).collect(),
        }
    }

    fn names(&self, name: &str) -> bool {
        if name.len() < LONG || WHOLE.contains(&name) {
            return self.short.iter().any(|(word, pieces)| {
                // Three letters form too many words when combined from anywhere.
                let is_short = name.len() < 5 && *pieces > 2;
                !is_short && begins_as(word, name)
            });
        }
        self.letters.iter().any(|letters| letters.contains(name))
            || self.runs.iter().any(|run| has_look_alike(run, name))
            || self.words.iter().any(|word| is_slip_of(word, name))
    }
}

/// Words side by side as one, and how many: a short name in a few pieces.
fn side_by_side(words: &[&str]) -> Vec<(String, usize)> {
    let is_name = |some: &&[&str]| {
        // A number is a piece only where it replaces a letter: `x 2` is not.
        let is_figure = |piece: &&str| piece.bytes().all(|one| one.is_ascii_digit());
        let is_ordinary = |known: &&[&str]| some.starts_with(known) || some.ends_with(known);
        !some.iter().any(is_figure) && !ORDINARY.iter().any(is_ordinary)
    };
    let of = |pieces: usize| {
        let windows = words.windows(pieces).filter(is_name);
        windows.map(move |some| (some.concat(), pieces))
    };
    (2..=MOST_PIECES).flat_map(of).collect()
}

/// The text with `@`, `$` and `!` beside a letter replaced by the letters they resemble; `None` without any.
fn letters_of_signs(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let is_part = |at: Option<usize>| {
        at.and_then(|at| letters.get(at))
            .is_some_and(|one| one.is_alphanumeric())
    };
    let mut changed = false;
    let read = letters.iter().enumerate().map(|(at, one)| {
        let stands_for = match one {
            '@' => 'a',
            '$' => 's',
            '!' => 'i',
            other => return *other,
        };
        if is_part(at.checked_sub(1)) || is_part(Some(at + 1)) {
            changed = true;
            stands_for
        } else {
            *one
        }
    });
    let read: String = read.collect();
    changed.then_some(read)
}

/// Whether a character is the letter, or a digit that resembles it.
fn looks_like(one: char, letter: char) -> bool {
    one == letter
        || matches!(
            (one, letter),
            ('0', 'o') | ('1', 'i' | 'l') | ('3', 'e') | ('4', 'a') | ('5', 's') | ('7', 't')
        )
}

fn has_look_alike(run: &[char], name: &str) -> bool {
    let is_it = |part: &[char]| {
        let mut pairs = part.iter().zip(name.chars());
        // Digits alone are a number.
        pairs.all(|(one, letter)| looks_like(*one, letter))
    };
    run.windows(name.len()).any(is_it)
}

/// Whether a word is the name with look-alikes, or the name followed by an amount or a plural.
fn begins_as(word: &str, name: &str) -> bool {
    let mut rest = word.chars();
    let mut has_letter = false;
    for letter in name.chars() {
        match rest.next() {
            Some(one) if looks_like(one, letter) => has_letter |= one.is_alphabetic(),
            _ => return false,
        }
    }
    let rest = rest.as_str();
    has_letter
        && (matches!(rest, "" | "s") || rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// The words, with consecutive single letters also joined into one word: `x a n a x`.
fn spelled_out(words: &[&str]) -> Vec<String> {
    let is_one = |word: &&str| word.chars().count() == 1;
    let mut spelled: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let row = words[at..].iter().take_while(|word| is_one(word)).count();
        if row < 3 {
            spelled.push(words[at].to_owned());
            at += 1;
            continue;
        }
        let row = &words[at..at + row];
        spelled.extend((0..row.len() - 1).map(|from| row[from..].concat()));
        // A number at its end may be the strength.
        spelled.extend(row.last().map(|word| (*word).to_owned()));
        at += row.len();
    }
    spelled
}

fn is_slip_of(word: &str, name: &str) -> bool {
    // Chloral is a separate drug, and one letter from another name.
    word != "chloral"
        && word.len().abs_diff(name.len()) <= 1
        && word.len() >= LONG
        && word.as_bytes().first() == name.as_bytes().first()
        && strsim::osa_distance(word, name) <= 1
}

/// `fent patch`.
fn fentanyl_patch(words: &[&str]) -> Option<&'static str> {
    let found = words
        .windows(2)
        .any(|pair| pair[0] == "fent" && pair[1].starts_with("patch"));
    found.then_some("fentanyl")
}

/// `T3` and `Tylenol no. 3` contain codeine.
fn codeine_by_number(text: &str, words: &[&str]) -> Option<&'static str> {
    // `T4` alone is a thyroid test.
    let as_one = words
        .iter()
        .any(|word| matches!(*word, "t2" | "t3" | "t2s" | "t3s" | "t4s"));
    let lower = text.to_lowercase();
    let joined = lower
        .split(|one: char| one.is_whitespace() || matches!(one, ',' | ';' | '(' | ')'))
        .any(|word| {
            matches!(
                word.trim_end_matches('.'),
                "t-2" | "t-3" | "t-2s" | "t-3s" | "t-4s"
            )
        });
    (as_one || joined || is_tylenol_number(&apart(words))).then_some("codeine")
}

/// The words with digits separated: `tylenol3` is `tylenol` and `3`; `3s` stays one.
fn apart(words: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for word in words {
        match word.find(|one: char| one.is_ascii_digit()) {
            Some(at) if at > 0 => {
                let (letters, figures) = word.split_at(at);
                all.extend([letters.to_owned(), figures.to_owned()]);
            }
            _ => all.push((*word).to_owned()),
        }
    }
    all
}

fn is_tylenol_number(words: &[String]) -> bool {
    let is_number = |word: &str| {
        matches!(
            word,
            "2" | "3" | "4" | "two" | "three" | "four" | "deux" | "trois"
        )
    };
    words.iter().enumerate().any(|(at, word)| {
        let mut rest = words[at + 1..].iter().map(String::as_str).peekable();
        if word == "t" {
            // `T 3 times` is not a name, and `T 4` is a thyroid test.
            return match rest.next() {
                Some("2s" | "3s" | "4s") => true,
                Some("3") => rest.next().is_none_or(|after| !COUNTED.contains(&after)),
                _ => false,
            };
        }
        if !matches!(word.as_str(), "tylenol" | "tylenols" | "tyl" | "tyls") {
            return false;
        }
        let _mark = rest.next_if(|mark| matches!(*mark, "no" | "number" | "nr" | "n" | "numero"));
        match rest.next() {
            Some("2s" | "3s" | "4s") => true,
            Some(number) if is_number(number) => {
                rest.next().is_none_or(|after| !COUNTED.contains(&after))
            }
            _ => false,
        }
    })
}

/// Whether the words are in the Latin alphabet: letters of others resemble ours, or say something that no one
/// here can check. A micro sign is a unit.
pub(super) fn is_latin(text: &str) -> bool {
    text.chars().all(|letter| {
        !letter.is_alphabetic()
            || matches!(letter, '\u{0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | 'μ')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drug_is_found_however_it_is_written() {
        for text in [
            "1 tablet of morphine 10 mg",
            "MORPHINE15",
            "m-o-r-p-h-i-n-e",
            "_morphine_",
            "rnorphine 5",
            "0xycodone",
            "oxycodones 5 mg",
            "oxy codone",
            "OXY-IR 10",
            "oxy 10",
            "codiene 30",
            "lorazepams",
            "mor\u{a0}phine",
            "emtec-30",
            "T3",
            "Tylenol 3 for pain",
            "tylenol #3",
            "Tylenol No. 4",
            "With Percocet 2 tabs",
            "talwin",
            "xyrem at night",
            "MS Contin 15",
            "a.t.i.v.a.n 2 mg",
            "x a n a x",
            "take a x a n a x at night",
            "t y l e n o l 3",
            "at i van",
            "at1van",
            "v4lium",
            "ativan2mg",
            "2ativan",
            "at1van2mg",
            "0pium",
            "mor phine 15 mg",
            "m0rph1ne",
            "lor@zepam",
            "$erax",
            "Norco",
            "vicodins",
            "Focalin 10",
            "co-codamol",
            "tilidin",
            "GHB",
            "THC drops",
            "MSO4 10 mg",
            "dilly 4 mg",
            "morfina",
            "codein 30",
            "hydrocod",
            "dihydrocod",
            "metilfenidato",
            "T-3",
            "T 3s",
            "T3s",
            "tyl 3",
            "tylenol three",
            "tylenol3",
            "fent patch",
            "Fent patches 25",
        ] {
            assert!(named_in_words(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_people_write_names_none() {
        for text in [
            "With metformin, after a meal",
            "Do not take with alcohol",
            "Tylenol 2 tablets if it hurts",
            "Check TSH and free T4 in 6 weeks",
            "Take in the latest important week",
            "Continue until the next visit",
            "Take with clonidine, diltiazem, trazodone, ketotifen, amlodipine, metoprolol, nadolol",
            "as the apomorphine pump",
            "apply thinly to the T-zone",
            "Apply to T 3 times a day",
            "Tylenol 4 hours later",
            "Tylenol three times a day",
            "for focal inflammation",
            "use on the focal in the eye",
            "Wait until I dine",
            "si la douleur dure la nuit",
            "la dose sera x 2",
            "take 1 tablet b.i.d. p.c., q.h.s. p.r.n.",
            "1 gtt o.u. t.i.d. x 5 d",
            "take 1 tablet 3 times a day with food",
            "for 1.5 months",
            "use 292 mL",
            "fentiazac patch",
            "take 1 @ bedtime",
            "MgSO4 bath",
            "chloral hydrate syrup",
            "3 puffs, rinse mouth",
            "take on an empty stomach, at least an hour before a meal",
            "Prendre avec de la nourriture",
            "Inject under the skin of the thigh, alternating sides; see the leaflet for directions",
        ] {
            assert_eq!(named_in_words(text), None, "{text}");
        }
    }

    #[test]
    fn a_drugs_name_is_read_by_its_words() {
        for (name, controlled) in [
            ("MORPHINE SULFATE SR", true),
            ("OXYNEO", true),
            ("APO-LORAZEPAM", true),
            ("OXY TETRA-A", false),
            ("APOMORPHINE", false),
            ("METFORMIN", false),
        ] {
            assert_eq!(is_named_as(name), controlled, "{name}");
        }
    }

    #[test]
    fn other_alphabets_are_told() {
        assert!(is_latin("Zoë: 5 µg or 5 μg, ½ à jeun — œuf"));
        for text in ["m\u{43e}rphine", "ਸਵੇਰੇ", "早上", "\u{1d0d}orphine"] {
            assert!(!is_latin(text), "{text}");
        }
    }
}
