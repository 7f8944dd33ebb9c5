//! Narcotic, controlled and targeted drugs that free words name: what cannot stand as a drug on a line cannot
//! stand in its directions either (decision 157). Read as a pharmacist would, who understands `oxy codone`,
//! `MORPHINE15` and `codiene` as well.

use super::prescribing::CONTROLLED_SUBSTANCES;
use crate::search::fold;

/// Names under which such drugs are known and sold: those of the register's products that no other product
/// bears, and what people call them.
const CONTROLLED_NAMES: &[&str] = &[
    "acetaco",
    "adderall",
    "alertonic",
    "alpraz",
    "ambien",
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
    "concerta",
    "contin",
    "cophylac",
    "cotridin",
    "covan",
    "dalmacol",
    "delatestryl",
    "demerol",
    "dexedrine",
    "diastat",
    "dilaudid",
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
    "foquest",
    "frisium",
    "halcion",
    "hydromorph",
    "intrarosa",
    "kadian",
    "ketalar",
    "lectopam",
    "lenoltec",
    "librax",
    "librium",
    "lomotil",
    "marinol",
    "mersyndol",
    "metadol",
    "methadose",
    "mogadon",
    "natesto",
    "nubain",
    "nucynta",
    "oxpam",
    "oxy",
    "oxycet",
    "oxycocet",
    "oxycodan",
    "oxycontin",
    "oxyir",
    "oxyneo",
    "percocet",
    "percodan",
    "phenobarb",
    "probuphine",
    "ralivia",
    "restoril",
    "ritalin",
    "rivacocet",
    "rivotril",
    "sanorex",
    "sativex",
    "serax",
    "spasmhalt",
    "statex",
    "sublinox",
    "sublocade",
    "suboxone",
    "subutex",
    "supeudol",
    "talwin",
    "tamicode",
    "targin",
    "tecnal",
    "testim",
    "tibella",
    "tramacet",
    "triatec",
    "tridural",
    "ultram",
    "valium",
    "vyvanse",
    "xanax",
    "xyrem",
    "zomorph",
    "zytram",
];
/// From this length on a name is found within other letters and with one slip; shorter ones stand in too many
/// words.
const LONG: usize = 7;
/// What may stand after the strength of `Tylenol 3`, so that `tylenol 2 tablets` is none.
const COUNTED: &[&str] = &[
    "a", "caplet", "caplets", "per", "pill", "pills", "tab", "tablet", "tablets", "tabs", "times",
    "x",
];

/// The first such drug that free words name, by its substance or as it is sold.
pub(super) fn named_in_words(text: &str) -> Option<&'static str> {
    let folded = fold(text).replace('_', " ");
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    if let Some(name) = codeine_by_number(&words) {
        return Some(name);
    }
    // Apomorphine is none of them.
    let run = words.concat().replace("apomorphine", "");
    // Figures and letters that look like others.
    let letters =
        |from: &str| -> String { from.chars().filter(|one| one.is_alphabetic()).collect() };
    let alike: String = run
        .chars()
        .map(|one| match one {
            '0' => 'o',
            '1' => 'l',
            '3' => 'e',
            '5' => 's',
            other => other,
        })
        .collect();
    let runs = [
        letters(&run),
        letters(&alike),
        letters(&alike).replace("rn", "m"),
    ];
    let names = || {
        CONTROLLED_SUBSTANCES
            .iter()
            .chain(CONTROLLED_NAMES)
            .copied()
    };
    names().find(|name| {
        if name.len() < LONG {
            return is_a_word(&words, name);
        }
        let within = runs.iter().any(|run| run.contains(name));
        within || words.iter().any(|word| is_slip_of(word, name))
    })
}

/// A short name as a word of its own, with figures or a plural after it, or in two words.
fn is_a_word(words: &[&str], name: &str) -> bool {
    let is_it = |word: &str| {
        let word = word.trim_end_matches(|one: char| one.is_ascii_digit());
        word == name || word.strip_suffix('s') == Some(name)
    };
    let in_two = || words.windows(2).any(|pair| is_it(&pair.concat()));
    words.iter().any(|word| is_it(word)) || in_two()
}

fn is_slip_of(word: &str, name: &str) -> bool {
    word.len().abs_diff(name.len()) <= 1
        && word.len() >= LONG
        && word.as_bytes().first() == name.as_bytes().first()
        && strsim::osa_distance(word, name) <= 1
}

/// `T3` and `Tylenol no. 3` are mixtures with codeine.
fn codeine_by_number(words: &[&str]) -> Option<&'static str> {
    let is_number = |word: &str| matches!(word, "2" | "3" | "4" | "2s" | "3s" | "4s");
    let found = words.iter().enumerate().any(|(at, word)| {
        if matches!(*word, "t2" | "t3" | "t4" | "t2s" | "t3s" | "t4s") {
            // `T4` alone is a thyroid test.
            return !matches!(*word, "t4");
        }
        if !matches!(*word, "tylenol" | "tylenols") {
            return false;
        }
        let rest = &words[at + 1..];
        let rest = match rest {
            [mark, rest @ ..] if matches!(*mark, "no" | "number" | "nr" | "n") => rest,
            rest => rest,
        };
        match rest {
            [number, after, ..] => is_number(number) && !COUNTED.contains(after),
            [number] => is_number(number),
            [] => false,
        }
    });
    found.then_some("codeine")
}

/// Whether the words are of an alphabet that the pharmacist reads: letters of others look like ours, or say
/// something that nobody here can check. A micro sign is a measure.
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
            "3 puffs, rinse mouth",
            "take on an empty stomach, at least an hour before a meal",
            "Prendre avec de la nourriture",
            "Inject under the skin of the thigh, alternating sides; see the leaflet for directions",
        ] {
            assert_eq!(named_in_words(text), None, "{text}");
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
