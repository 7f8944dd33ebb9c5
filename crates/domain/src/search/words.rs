// SPDX-License-Identifier: AGPL-3.0-or-later

//! Words that people type and the register does not have: devices, French names, abbreviations, plain words
//! and brands no longer sold, from the table `data/words.tsv`. Not here: ranking by them (`label`).

// cspell:ignoreRegExp rust-string

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::fold;
use super::offer::Way;

/// The most words of one phrase of the table.
const LONGEST: usize = 4;

/// What a phrase of the table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A pen, an inhaler: ranks products, and names none.
    Device,
    /// Another word for a form.
    Form,
    /// Another word for ingredients, as pharmacists print it.
    Abbreviation,
    /// Another word for ingredients, in French.
    French,
    /// Said of several ingredients: a list to choose from.
    Plain,
    /// What several ingredients are taken for: a list too.
    Use,
    /// Mostly sold with an NPN instead of a DIN, so that the register has little or none of it.
    Natural,
    /// A brand that is no longer sold.
    Gone,
    /// A brand of which the usual tablets are no longer sold.
    Partly,
    /// A brand that the register of drugs never had.
    Unlisted,
}

impl Kind {
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "device" => Self::Device,
            "form" => Self::Form,
            "abbreviation" => Self::Abbreviation,
            "french" => Self::French,
            "plain" => Self::Plain,
            "use" => Self::Use,
            "natural" => Self::Natural,
            "gone" => Self::Gone,
            "partly" => Self::Partly,
            "unlisted" => Self::Unlisted,
            _ => return None,
        })
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// As people write it.
    pub(super) shown: &'static str,
    pub(super) kind: Kind,
    /// What it means: ingredients, a form, or the group of a device.
    pub(super) meaning: Vec<&'static str>,
    /// By meaning: the way to take it that is meant, after an at sign (`offer::Way`).
    pub(super) ways: Vec<Option<Way>>,
    /// The form of a plain word.
    pub(super) form: Option<&'static str>,
}

impl Row {
    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.split('\t');
        let (shown, kind, meaning) = (columns.next()?, columns.next()?, columns.next()?);
        let (meaning, form) = match meaning.split_once(':') {
            Some((meaning, form)) => (meaning, Some(form)),
            None => (meaning, None),
        };
        Some(Self {
            shown,
            kind: Kind::read(kind)?,
            meaning: meaning
                .split(',')
                .map(|one| one.split('@').next().unwrap_or(one))
                .collect(),
            ways: meaning
                .split(',')
                .map(|one| one.split_once('@').and_then(|(_, way)| Way::read(way)))
                .collect(),
            form,
        })
    }

    /// Whether it leads to a list to choose from.
    pub(super) fn is_list(&self) -> bool {
        match self.kind {
            Kind::Plain | Kind::Use => true,
            Kind::Natural => self.meaning.len() > 1 || self.form.is_some(),
            _ => false,
        }
    }

    /// The ingredients by name, without strengths.
    fn ingredients(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for one in &self.meaning {
            let mut is_new = true;
            for word in one.split(' ') {
                if word.bytes().all(|byte| byte.is_ascii_digit()) {
                    is_new = true;
                } else if let (false, Some(name)) = (is_new, names.last_mut()) {
                    *name = format!("{name} {word}");
                } else {
                    names.push(word.to_owned());
                    is_new = false;
                }
            }
        }
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => names.concat(),
        }
    }

    /// The sentence when the brand is sold, but not as typed.
    pub(super) fn note_of_strength(&self) -> String {
        let same = self.same();
        format!(
            "The usual {} of this strength is not in our list. {same}",
            self.shown
        )
    }

    /// The sentence when only injections of the brand are still sold.
    pub(super) fn note_of_tablets(&self) -> String {
        let (brand, same) = (self.shown, self.same());
        format!("The usual {brand} tablets are no longer sold. {same}")
    }

    fn same(&self) -> String {
        let ingredients = self.ingredients();
        let are = if ingredients.contains(" and ") {
            "ingredients"
        } else {
            "ingredient"
        };
        format!("These have the same {are}, {ingredients}.")
    }

    /// The sentence above the results; empty for kinds that need none.
    pub(super) fn note(&self) -> String {
        let (brand, same) = (self.shown, self.same());
        match self.kind {
            Kind::Gone => format!("{brand} is no longer sold. {same}"),
            Kind::Partly => self.note_of_tablets(),
            Kind::Unlisted => format!("{brand} is not in the list of drugs. {same}"),
            Kind::Plain => format!(
                "Several medications are called \u{201c}{}\u{201d}. Please choose the one on your label.",
                self.shown.to_lowercase()
            ),
            Kind::Use => format!(
                "Several medications are used for \u{201c}{}\u{201d}. Please choose the one on your label.",
                self.shown.to_lowercase()
            ),
            Kind::Natural => format!(
                "Most products with {} have an NPN and no DIN, and are not in our list.",
                self.ingredients()
            ),
            Kind::Device | Kind::Form | Kind::Abbreviation | Kind::French => String::new(),
        }
    }
}

/// The group of devices; products without the typed device rank better in its group.
pub(super) type Groups = u8;

/// A device: its own bit and its group's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Devices {
    pub(super) own: u64,
    pub(super) groups: Groups,
}

impl Devices {
    pub(super) fn add(&mut self, other: Self) {
        self.own |= other.own;
        self.groups |= other.groups;
    }
}

/// The groups by name, with the word of the form that they are.
const GROUPS: &[(&str, &str)] = &[
    ("pen", "injection"),
    ("cartridge", "injection"),
    ("vial", "injection"),
    ("dry", "inhaler"),
    ("mist", "inhaler"),
    ("aerosol", "inhaler"),
    ("nebule", "solution"),
];

/// The bit of a group.
pub(super) fn group(name: &str) -> Groups {
    GROUPS
        .iter()
        .position(|(one, _)| *one == name)
        .map_or(0, |at| 1 << at)
}

struct Table {
    rows: Vec<Row>,
    /// Rows by normalized phrase.
    phrases: HashMap<String, Vec<usize>>,
    /// Rows of lists by their phrase in the usual words of any order: `water tablets`, `puffer blue`.
    lists: HashMap<String, usize>,
    devices: HashMap<String, (Devices, &'static str)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let rows: Vec<Row> = lines().filter_map(Row::read).collect();
    let mut phrases: HashMap<String, Vec<usize>> = HashMap::new();
    let mut lists: HashMap<String, usize> = HashMap::new();
    let mut devices = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let phrase = key(row.shown);
        if row.kind == Kind::Device && !phrase.contains(' ') {
            let named = row.meaning.first().copied().unwrap_or_default();
            let form = GROUPS.iter().find(|(one, _)| *one == named);
            let device = Devices {
                own: 1 << (devices.len() % 64),
                groups: group(named),
            };
            devices.insert(phrase.clone(), (device, form.map_or("", |(_, form)| form)));
        }
        if row.is_list() {
            lists.entry(list_key(phrase.split(' '))).or_insert(at);
        }
        phrases.entry(phrase).or_default().push(at);
    }
    for of_phrase in phrases.values_mut() {
        // A word alone is a choice before it is a form or an ingredient.
        of_phrase.sort_by_key(|at| !rows[*at].is_list());
    }
    Table {
        rows,
        phrases,
        lists,
        devices,
    }
});

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("data/words.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Makers whose names stand before those of drugs; some are no longer there.
const MAKERS: &[&str] = &[
    "abbott",
    "accel",
    "ach",
    "act",
    "ag",
    "alti",
    "apo",
    "auro",
    "bio",
    "co",
    "dom",
    "gd",
    "gen",
    "gln",
    "hl",
    "ipg",
    "jamp",
    "lin",
    "m",
    "mar",
    "med",
    "mint",
    "mylan",
    "nat",
    "ng",
    "novo",
    "nra",
    "nu",
    "pharma",
    "phl",
    "pms",
    "prz",
    "ran",
    "ratio",
    "reddy",
    "rho",
    "riva",
    "sandoz",
    "scheinpharm",
    "septa",
    "sivem",
    "taro",
    "teva",
    "tev",
    "van",
    "zym",
];

/// A text without the maker's name at its beginning.
pub(super) fn without_maker(text: &str) -> Option<&str> {
    let pieces = pieces(text);
    let [first, second, ..] = &pieces[..] else {
        return None;
    };
    MAKERS
        .contains(&first.word.as_str())
        .then(|| &text[second.from..])
}

/// The word that the table has for a word of a list: one of several, and a pill for what else one swallows.
fn usual_word(word: &str) -> &str {
    let one = match word.strip_suffix('s') {
        Some(one) if one.len() >= 3 && !one.ends_with('s') => one,
        _ => word,
    };
    match one {
        "tablet" | "tab" | "capsule" | "caplet" | "medication" | "medicine" | "med" | "drug" => {
            "pill"
        }
        "comprime" | "cachet" | "medicament" | "gelule" => "pilule",
        "inhaler" => "puffer",
        "patche" => "patch",
        one => one,
    }
}

fn list_key<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.map(usual_word).collect();
    words.sort_unstable();
    words.join(" ")
}

fn key(phrase: &str) -> String {
    let pieces = pieces(phrase);
    let words: Vec<&str> = pieces.iter().map(|piece| piece.word.as_str()).collect();
    words.join(" ")
}

/// The device named by a normalized word.
pub(super) fn device(word: &str) -> Option<Devices> {
    TABLE.devices.get(word).map(|(device, _)| *device)
}

/// The search's own word for the form named by a normalized word.
pub(super) fn form_word(word: &str) -> Option<&'static str> {
    if let Some((_, form)) = TABLE.devices.get(word) {
        return Some(form);
    }
    let rows = TABLE.phrases.get(word)?;
    rows.iter()
        .map(|at| &TABLE.rows[*at])
        .find(|row| row.kind == Kind::Form)
        .and_then(|row| row.meaning.first().copied())
}

/// Normalized words of the table that stand for a drug, each alone: nothing similar is suggested for them.
pub(super) fn drug_words() -> impl Iterator<Item = &'static str> {
    static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let phrases = TABLE.phrases.iter();
        phrases
            .filter(|(phrase, rows)| {
                let kind = TABLE.rows[rows[0]].kind;
                !phrase.contains(' ')
                    && !matches!(kind, Kind::Device | Kind::Form | Kind::Plain | Kind::Use)
            })
            .map(|(phrase, _)| phrase.clone())
            .collect()
    });
    WORDS.iter().map(String::as_str)
}

/// A run of letters or of digits of a text, normalized.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) word: String,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Piece {
    pub(super) fn is_number(&self) -> bool {
        self.word.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// The runs of letters and of digits of a text.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut last = None;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let kind = if letter.is_ascii_digit() {
            Some(true)
        } else if letter.is_alphabetic() || letter == '%' {
            Some(false)
        } else {
            None
        };
        match (kind, found.last_mut()) {
            (Some(_), Some(piece)) if kind == last => piece.to = end,
            (Some(_), _) => found.push(Piece {
                word: String::new(),
                from: at,
                to: end,
            }),
            (None, _) => {}
        }
        last = kind;
    }
    for piece in &mut found {
        piece.word = fold(&text[piece.from..piece.to]);
    }
    found
}

/// A phrase of the table in a text: its pieces and its rows.
pub(super) struct Phrase {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) rows: Vec<&'static Row>,
}

/// The phrases of the table in a text, the longest first at each place.
pub(super) fn phrases(pieces: &[Piece]) -> Vec<Phrase> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let longest = LONGEST.min(pieces.len() - at);
        let hit = (1..=longest).rev().find_map(|length| {
            let words: Vec<&str> = pieces[at..at + length]
                .iter()
                .map(|piece| piece.word.as_str())
                .collect();
            let exact = TABLE.phrases.get(&words.join(" "));
            let list = TABLE.lists.get(&list_key(words.into_iter()));
            let mut rows: Vec<usize> = exact.cloned().unwrap_or_default();
            if let Some(list) = list
                && !rows.iter().any(|at| TABLE.rows[*at].is_list())
            {
                rows.insert(0, *list);
            }
            (!rows.is_empty()).then_some((length, rows))
        });
        match hit {
            Some((length, rows)) => {
                found.push(Phrase {
                    from: at,
                    to: at + length,
                    rows: rows.iter().map(|row| &TABLE.rows[*row]).collect(),
                });
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read() {
        for line in lines() {
            let row = Row::read(line);
            let row = row.unwrap_or_else(|| panic!("{line}"));
            assert!(
                !key(row.shown).is_empty() && line.split('\t').count() == 3,
                "{line}"
            );
            assert!(key(row.shown).split(' ').count() <= LONGEST, "{line}");
            assert!(
                row.meaning.iter().all(|one| !one.trim().is_empty()),
                "{line}"
            );
            assert_eq!(
                row.ways.iter().flatten().count(),
                line.matches('@').count(),
                "{line}"
            );
            match row.kind {
                Kind::Device => {
                    assert_ne!(group(row.meaning[0]), 0, "{line}");
                    // A device in two words is read as one.
                    let joined = key(row.shown).replace(' ', "");
                    assert!(device(&joined).is_some(), "{line}");
                }
                Kind::Form => assert!(super::super::label_words::is_form(row.meaning[0]), "{line}"),
                Kind::Plain | Kind::Use => {
                    let forms = row.form.iter();
                    assert!(
                        forms
                            .clone()
                            .all(|form| super::super::label_words::is_form(form))
                    );
                    assert!(row.meaning.len() > 1 || row.form.is_some(), "{line}");
                }
                Kind::Gone | Kind::Partly | Kind::Unlisted | Kind::Natural => {
                    assert!(
                        row.note()
                            .contains(row.meaning[0].split(' ').next().unwrap())
                    );
                }
                Kind::Abbreviation | Kind::French => {}
            }
        }
        for (phrase, rows) in &TABLE.phrases {
            let mut kinds: Vec<Kind> = rows.iter().map(|at| TABLE.rows[*at].kind).collect();
            kinds.dedup();
            assert_eq!(kinds.len(), rows.len(), "{phrase} twice");
            let lists = rows.iter().filter(|at| TABLE.rows[**at].is_list());
            assert!(lists.count() <= 1, "{phrase} is two lists");
        }
        assert!(TABLE.devices.len() <= 64);
    }

    #[test]
    fn a_sentence_says_what_is_no_longer_sold() {
        let note = |text: &str| {
            let pieces = pieces(text);
            phrases(&pieces)[0].rows[0].note()
        };
        assert_eq!(
            note("coumadin 5"),
            "Coumadin is no longer sold. These have the same ingredient, warfarin."
        );
        assert_eq!(
            note("sinemet"),
            "Sinemet is no longer sold. These have the same ingredients, levodopa and carbidopa."
        );
        assert_eq!(
            note("tylenol 3"),
            "Tylenol 3 is no longer sold. These have the same ingredients, acetaminophen, caffeine and codeine."
        );
    }
}
