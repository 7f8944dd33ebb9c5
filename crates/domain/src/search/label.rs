// SPDX-License-Identifier: AGPL-3.0-or-later

//! Finds drugs by label text: names match, and strength, form and release rank the matches and select the
//! strength. A word that names no drug (a form, a salt, a manufacturer) finds nothing by itself.

use std::collections::{BTreeMap, HashMap};

use super::fold::fold;
use super::index::{IndexEntry, MOST_EXTRA, SUGGESTIONS, is_chance};
use super::label_words::{
    CAPSULE, Forms, GIVEN_WITH_A_NEEDLE, LIQUID, TABLET, forms_of, is_form, names_nothing,
};
use super::offer::Way;
use super::strength::{Strength, close, unit_of};
use super::substrings::Substrings;
use super::suggest::Names;
use super::typed::Typed;
use super::words::{self, Devices, Kind, Piece, Row};

/// A word in the names of drugs with more different first ingredients than this identifies none of them:
/// `apo`.
const COMMON_IN_NAMES: usize = 10;
/// A word in more different ingredients than this identifies none of them: `acid`.
const COMMON_IN_INGREDIENTS: usize = 12;
/// Minimum length of a word that identifies a drug.
const SHORTEST: usize = 3;
/// Minimum length of a word that is searched inside others.
const INSIDE: usize = 4;

/// The label properties of one drug.
struct Product {
    key: u32,
    /// The position of its name.
    name: u32,
    strengths: Box<[Strength]>,
    forms: Forms,
    devices: Devices,
    is_modified: bool,
    is_parenteral: bool,
    is_for_hospital: bool,
    routes: Box<[String]>,
    /// How unusual it is when nothing but the drug was typed: for the vagina, or of an odd strength.
    oddness: u8,
    /// Its ingredients, normalized.
    ingredients: Box<[Box<str>]>,
}

impl Product {
    /// A drug with the normalized words of its name, at this position.
    fn of(name: u32, words: &[Box<str>], drug: &IndexEntry) -> Self {
        let published: Vec<String> = drug.forms.iter().map(|one| fold(one)).collect();
        let of_form = || published.iter().flat_map(|one| one.split(' '));
        let (mut forms, mut is_modified) = forms_of(of_form());
        is_modified |= forms_of(words.iter().map(AsRef::as_ref)).1;
        let descriptor = fold(&drug.descriptor);
        let mut devices = Devices::default();
        let of_name = words.iter().map(AsRef::as_ref);
        for word in of_name.chain(descriptor.split(' ')) {
            if let Some(device) = words::device(word) {
                devices.add(device);
                // FLOVENT DISKUS is published as a powder.
                forms |= forms_of(std::iter::once(word)).0;
            }
        }
        if devices.groups == 0 && of_form().any(|word| word == "aerosol") {
            devices.groups = words::group("aerosol");
        }
        let has = |word: &str| words.iter().any(|one| one.as_ref() == word);
        let is_vaginal = has("vaginal") || of_form().any(|word| word == "vaginal");
        let oddness = if is_vaginal {
            2
        } else {
            u8::from(has("special"))
        };
        if drug.is_parenteral {
            forms |= GIVEN_WITH_A_NEEDLE;
        }
        Self {
            key: drug.key,
            name,
            strengths: drug.strengths.clone().into(),
            forms,
            devices,
            is_modified,
            is_parenteral: drug.is_parenteral,
            is_for_hospital: drug.is_for_hospital,
            routes: drug.routes.clone().into(),
            oddness,
            ingredients: drug
                .ingredients
                .iter()
                .map(|one| fold(one).into())
                .collect(),
        }
    }

    /// How far it is from what people renew most when no form was typed: tablets, then creams and aerosols, then
    /// powders for inhalation, then liquids and nebules.
    fn rarity(&self) -> u8 {
        let is_solid = self.forms & (TABLET | CAPSULE) != 0;
        let is_liquid = self.forms & LIQUID != 0 && !is_solid;
        self.oddness * 4
            + u8::from(is_liquid) * 2
            + u8::from(!is_solid) * 2
            + u8::from(self.is_dry())
    }

    /// How many of its ingredients were not typed: they have none of the words, or not all words of a salt.
    fn extra(&self, typed: &[&str]) -> u8 {
        let is_salt = typed.iter().all(|word| names_nothing(word));
        let others = self.ingredients.iter().filter(|one| {
            let mut has = typed.iter().map(|word| one.contains(word));
            !(if is_salt {
                has.all(|one| one)
            } else {
                has.any(|one| one)
            })
        });
        u8::try_from(others.count()).unwrap_or(u8::MAX)
    }

    /// A dry powder or a fine mist to inhale.
    fn is_dry(&self) -> bool {
        self.devices.groups & (words::group("dry") | words::group("mist")) != 0
    }
}

/// How far a drug of a name is from what people renew most; the least unusual of a name stand first.
pub(super) fn rarity(folded_name: &str, drug: &IndexEntry) -> u8 {
    let words: Vec<Box<str>> = folded_name.split(' ').map(Into::into).collect();
    Product::of(0, &words, drug).rarity()
}

/// A word and its positions.
#[derive(Default)]
struct Posting {
    /// Positions of names.
    names: Vec<u32>,
    /// Drugs by an ingredient.
    drugs: Vec<u32>,
    is_common: bool,
    /// It starts a name or belongs to an ingredient, and is not common.
    is_name: bool,
}

/// The score of a drug; smaller is better, the first differing field decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each field is one criterion, compared in this order"
)]
struct Score {
    tier: u8,
    /// 0 with the typed device, 1 with another of its group.
    device: u8,
    is_for_hospital: bool,
    /// Of a typed per cent of one ingredient: a tablet, or a cream with another ingredient.
    is_other_cream: bool,
    strength: u8,
    form: bool,
    /// More other ingredients than one were not typed: a multivitamin, before any way to take it.
    is_mixture: bool,
    is_parenteral: bool,
    /// A release type was typed that it does not have.
    lacks_release: bool,
    /// Ingredients that were not typed, when the typed words are ingredients.
    extra: u8,
    is_by_ingredient: bool,
    oddness: u8,
    is_other_release: bool,
    missing: u8,
    begins_otherwise: bool,
}

/// A name matching a label.
pub(super) struct Hit {
    pub(super) name: u32,
    /// The drugs, best match first.
    pub(super) keys: Vec<u32>,
    /// How many of them have the typed strength and match equally well.
    pub(super) fitting: usize,
    pub(super) is_by_name: bool,
    /// It has a typed form.
    pub(super) has_form: bool,
    /// Ingredients that were not typed.
    pub(super) extra: u8,
}

/// Whether what is searched is another text than was typed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Replaced {
    #[default]
    No,
    Yes,
    /// Only if a drug has its strength.
    IfItFits,
}

/// A text with the words of the table replaced by what they mean.
#[derive(Default)]
pub(super) struct Meant {
    pub(super) text: String,
    pub(super) replaced: Replaced,
    /// The sentence above the results.
    pub(super) note: Option<String>,
    /// The sentence stands also where nothing is found.
    pub(super) says_anyway: bool,
    /// A plain word: the ingredients to choose from, and the form.
    pub(super) list: Option<&'static Row>,
    /// Names with the typed word come after those of the ingredient.
    pub(super) also_typed: bool,
    /// The way to take it that is meant.
    pub(super) way: Option<Way>,
    /// That word, normalized.
    pub(super) typed: String,
}

/// The result of a label search.
pub(super) enum Read {
    /// Best match first; possibly empty.
    Found(Vec<Hit>),
    /// None of its words is a known name.
    Unknown,
}

pub(super) struct Labels {
    products: Vec<Product>,
    /// For each name: where its drugs start in `products`; one more at the end.
    firsts: Vec<u32>,
    /// The words of each name, normalized.
    name_words: Vec<Box<[Box<str>]>>,
    words: Substrings,
    postings: Vec<Posting>,
    names: Names,
}

/// Builds an index, name by name.
#[derive(Default)]
pub(super) struct Builder {
    products: Vec<Product>,
    firsts: Vec<u32>,
    name_words: Vec<Box<[Box<str>]>>,
    words: BTreeMap<Box<str>, Draft>,
    ingredients: BTreeMap<String, u32>,
}

#[derive(Default)]
struct Draft {
    posting: Posting,
    begins_a_name: bool,
    is_suggestable: bool,
    /// First ingredients of the names that contain it, and ingredients it belongs to.
    of_names: Vec<u32>,
    of_ingredients: Vec<u32>,
}

impl Builder {
    /// Adds a name with its drugs; its position is the number of names added before.
    pub(super) fn add(&mut self, folded_name: &str, drugs: &[IndexEntry]) {
        let place = u32::try_from(self.firsts.len()).unwrap_or(u32::MAX);
        self.firsts.push(self.next());
        let words: Vec<Box<str>> = folded_name.split(' ').map(Into::into).collect();
        for drug in drugs {
            self.add_drug(place, &words, drug);
        }
        self.name_words.push(words.into());
    }

    fn next(&self) -> u32 {
        u32::try_from(self.products.len()).unwrap_or(u32::MAX)
    }

    fn add_drug(&mut self, place: u32, words: &[Box<str>], drug: &IndexEntry) {
        let product = self.next();
        let mut first = None;
        for ingredient in &drug.ingredients {
            let folded = fold(ingredient);
            // The salt in brackets identifies no other drug.
            let drug_name = fold(ingredient.split('(').next().unwrap_or(ingredient));
            let count = u32::try_from(self.ingredients.len()).unwrap_or(u32::MAX);
            let number = *self.ingredients.entry(drug_name.clone()).or_insert(count);
            first.get_or_insert(number);
            for word in folded.split(' ').filter(|word| !word.is_empty()) {
                let of_word = self.words.entry(word.into()).or_default();
                if of_word.posting.drugs.last() != Some(&product) {
                    of_word.posting.drugs.push(product);
                }
                if drug_name.split(' ').any(|one| one == word) {
                    push_once(&mut of_word.of_ingredients, number);
                    of_word.is_suggestable |= drug.is_suggestable;
                }
            }
        }
        let first = first.unwrap_or(u32::MAX);
        for (at, word) in words.iter().enumerate() {
            let of_word = self.words.entry(word.clone()).or_default();
            if of_word.posting.names.last() != Some(&place) {
                of_word.posting.names.push(place);
            }
            push_once(&mut of_word.of_names, first);
            of_word.begins_a_name |= at == 0;
            of_word.is_suggestable |= drug.is_suggestable;
        }
        self.products.push(Product::of(place, words, drug));
    }

    pub(super) fn build(mut self) -> Labels {
        self.firsts.push(self.next());
        let mut names = Names::default();
        let mut words = Vec::with_capacity(self.words.len());
        let mut postings = Vec::with_capacity(self.words.len());
        for (word, mut draft) in self.words {
            // Names with the ingredient's own word do not indicate a manufacturer.
            let own = &draft.of_ingredients;
            let others = draft
                .of_names
                .iter()
                .filter(|one| !own.contains(one))
                .count();
            draft.posting.is_common = names_nothing(&word)
                || own.len() > COMMON_IN_INGREDIENTS
                || (own.is_empty() && others > COMMON_IN_NAMES);
            draft.posting.is_name = !draft.posting.is_common
                && word.len() >= SHORTEST
                && (draft.begins_a_name || !own.is_empty());
            if draft.posting.is_name {
                for drug in draft.of_names.iter().chain(own) {
                    names.add(&word, *drug, draft.is_suggestable);
                }
            }
            words.push(word);
            postings.push(draft.posting);
        }
        Labels {
            products: self.products,
            firsts: self.firsts,
            name_words: self.name_words,
            words: Substrings::new(words),
            postings,
            names,
        }
    }
}

fn push_once(list: &mut Vec<u32>, one: u32) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// How well a word's drugs match: 0 a whole word, 1 its prefix, 2 its inside; whether by name, and whether by an
/// ingredient.
type Fit = (u8, bool, bool);

impl Labels {
    /// Whether all drugs of a name are injectable only.
    pub(super) fn is_parenteral(&self, name: u32) -> bool {
        let drugs = self.drugs_of(name);
        !drugs.is_empty() && drugs.iter().all(|one| one.is_parenteral)
    }

    /// A hit with its drugs that are taken in a way.
    pub(super) fn keep_way(&self, mut hit: Hit, way: Option<Way>) -> Hit {
        let Some(way) = way else { return hit };
        let drugs = self.drugs_of(hit.name);
        let is_kept = |key: &u32| {
            let drug = drugs.iter().find(|drug| drug.key == *key);
            drug.is_some_and(|drug| way.is_of(&drug.routes))
        };
        hit.fitting = hit.keys[..hit.fitting]
            .iter()
            .filter(|key| is_kept(key))
            .count();
        hit.keys.retain(is_kept);
        hit
    }

    /// Whether all drugs of a name are given in hospitals only.
    pub(super) fn is_for_hospital(&self, name: u32) -> bool {
        let drugs = self.drugs_of(name);
        !drugs.is_empty() && drugs.iter().all(|one| one.is_for_hospital)
    }

    /// How a name stands among others of an ingredient or a brand: single and in the usual form first.
    pub(super) fn weight(&self, name: u32) -> (bool, u8) {
        let drugs = self.drugs_of(name);
        (
            drugs.iter().all(|one| one.ingredients.len() > 1),
            drugs.iter().map(Product::rarity).min().unwrap_or(0),
        )
    }

    /// Whether all drugs of a name have more other ingredients than belong to an answer for one.
    pub(super) fn is_mixture(&self, name: u32) -> bool {
        let drugs = self.drugs_of(name);
        drugs
            .iter()
            .all(|one| one.ingredients.len() > 1 + usize::from(MOST_EXTRA))
    }

    /// Whether each word of a normalized text is a whole word of the register.
    pub(super) fn has_words(&self, query: &str) -> bool {
        query.split(' ').all(|word| self.place(word).is_some())
    }

    /// Whether a normalized text is made of words of salts: `calcium`.
    pub(super) fn is_salt(query: &str) -> bool {
        query
            .split(' ')
            .all(|word| names_nothing(word) && !is_form(word))
    }

    /// Whether a normalized text is the words of an ingredient.
    pub(super) fn is_ingredient(&self, query: &str) -> bool {
        query.split(' ').all(|word| {
            self.place(word)
                .is_some_and(|at| !self.postings[at].drugs.is_empty())
        })
    }

    /// Whether a text finds a drug with its strength.
    pub(super) fn has_strength(&self, text: &str) -> bool {
        match self.read(text) {
            Read::Found(hits) => hits.first().is_some_and(|hit| hit.fitting > 0),
            Read::Unknown => false,
        }
    }

    /// Whether words of a label stand in a text, which then is read as one.
    pub(super) fn is_label(query: &str) -> bool {
        let mut words = query.split(' ');
        query.contains(' ') && words.any(|word| is_form(word) || words::device(word).is_some())
    }

    /// Reads the words of the table, joins words that belong together, and takes the French ending off.
    pub(super) fn meaning(&self, text: &str) -> Meant {
        let pieces = words::pieces(text);
        let phrases = words::phrases(&pieces);
        let mut meant = Meant {
            text: text.to_owned(),
            ..Meant::default()
        };
        for phrase in &phrases {
            let span = pieces[phrase.from].from..pieces[phrase.to - 1].to;
            let of_phrase = &pieces[phrase.from..phrase.to];
            let others = || {
                let before = pieces[..phrase.from].iter();
                before.chain(&pieces[phrase.to..])
            };
            // `K-Dur 20 meq`: a unit is part of its number.
            let is_alone = others().all(|one| {
                one.is_number() || unit_of(&one.word).is_some() || self.is_soft(&one.word)
            });
            for row in &phrase.rows {
                let mut note = row.note();
                let mut replaced = match row.kind {
                    Kind::Device => Replaced::No,
                    _ => Replaced::Yes,
                };
                let is_used = match row.kind {
                    Kind::Form => false,
                    Kind::Device => of_phrase.len() > 1,
                    Kind::Abbreviation | Kind::French => is_alone || !self.is_word(of_phrase),
                    Kind::Plain | Kind::Use | Kind::Natural => {
                        meant.says_anyway = is_alone && row.kind == Kind::Natural;
                        if is_alone && row.is_list() {
                            meant.note = Some(row.note());
                            meant.list = Some(row);
                            return meant;
                        }
                        meant.says_anyway
                    }
                    Kind::Gone | Kind::Unlisted if !self.is_sold(of_phrase, row) => true,
                    Kind::Gone
                        if others().all(is_not_of_needle)
                            && self.is_only_injected(of_phrase, row) =>
                    {
                        meant.also_typed = true;
                        note = row.note_of_tablets();
                        true
                    }
                    Kind::Gone | Kind::Unlisted => {
                        let is_typed = others().any(Piece::is_number);
                        meant.also_typed = is_typed && !self.is_sold_usually(of_phrase, text);
                        note = row.note_of_strength();
                        replaced = Replaced::IfItFits;
                        meant.also_typed
                    }
                    Kind::Partly => {
                        let is_sold = self.is_sold_usually(of_phrase, text);
                        meant.also_typed = !is_sold;
                        !is_sold
                    }
                };
                if !is_used {
                    continue;
                }
                let meaning = if row.kind == Kind::Device {
                    of_phrase.iter().map(|one| one.word.as_str()).collect()
                } else {
                    row.meaning.join(" ")
                };
                meant.text = format!("{}{meaning}{}", &text[..span.start], &text[span.end..]);
                meant.typed = fold(&text[span]);
                meant.replaced = replaced;
                meant.way = row.ways.first().copied().flatten();
                meant.note = Some(note).filter(|note| !note.is_empty());
                return meant;
            }
        }
        self.respelled(&pieces, &mut meant);
        meant
    }

    /// `novo-rapid` is NOVORAPID, `metformine` is METFORMIN: when the typed words are unknown.
    fn respelled(&self, pieces: &[Piece], meant: &mut Meant) {
        let is_name = |word: &str| self.place(word).is_some_and(|at| self.postings[at].is_name);
        for two in pieces.windows(2) {
            let joined = format!("{}{}", two[0].word, two[1].word);
            let is_one =
                joined.chars().all(char::is_alphabetic) && is_name(&joined) && !self.is_word(two);
            if is_one {
                let (before, after) = (&meant.text[..two[0].from], &meant.text[two[1].to..]);
                meant.text = format!("{before}{joined}{after}");
                return;
            }
        }
        for piece in pieces {
            let Some(short) = piece.word.strip_suffix('e') else {
                continue;
            };
            let is_known = {
                let texts = self.words.texts();
                let first = texts.partition_point(|one| one.as_ref() < piece.word.as_str());
                texts
                    .get(first)
                    .is_some_and(|one| one.starts_with(&piece.word))
            };
            if short.len() >= INSIDE && !is_known && is_name(short) {
                let (before, after) = (&meant.text[..piece.from], &meant.text[piece.to..]);
                meant.text = format!("{before}{short}{after}");
                meant.replaced = Replaced::Yes;
                return;
            }
        }
    }

    /// The names with all words of a phrase.
    fn names_with(&self, phrase: &[Piece]) -> Vec<u32> {
        let mut found: Option<Vec<u32>> = None;
        for piece in phrase.iter().filter(|piece| piece.word != "no") {
            let names: &[u32] = self
                .place(&piece.word)
                .map_or(&[], |at| &self.postings[at].names);
            found = Some(match found {
                None => names.to_vec(),
                Some(before) => before
                    .into_iter()
                    .filter(|one| names.contains(one))
                    .collect(),
            });
        }
        found.unwrap_or_default()
    }

    /// Whether a name has the words of a phrase side by side.
    fn is_word(&self, phrase: &[Piece]) -> bool {
        let names = self.names_with(phrase);
        names.iter().any(|name| {
            let words = &self.name_words[*name as usize];
            words.windows(phrase.len()).any(|some| {
                some.iter()
                    .zip(phrase)
                    .all(|(one, other)| one.as_ref() == other.word)
            })
        })
    }

    /// Whether a brand of the table is in the register, with the ingredients that the table says.
    fn is_sold(&self, phrase: &[Piece], row: &Row) -> bool {
        let meaning = fold(&row.meaning.join(" "));
        let words: Vec<&str> = meaning
            .split(' ')
            .filter(|word| {
                word.len() >= SHORTEST && word.bytes().all(|one| one.is_ascii_alphabetic())
            })
            .collect();
        self.names_with(phrase).iter().any(|name| {
            let (first, end) = (self.firsts[*name as usize], self.firsts[*name as usize + 1]);
            (first..end).any(|drug| {
                // LIORESAL is sold to hospitals only.
                !self.products[drug as usize].is_for_hospital
                    && words.iter().all(|word| {
                        self.place(word)
                            .is_some_and(|at| self.postings[at].drugs.binary_search(&drug).is_ok())
                    })
            })
        })
    }

    /// Whether of a brand only injections are left, while others sell tablets of the same ingredient.
    fn is_only_injected(&self, phrase: &[Piece], row: &Row) -> bool {
        let names = self.names_with(phrase);
        let mut left = names
            .iter()
            .flat_map(|name| self.drugs_of(*name))
            .filter(|drug| !drug.is_for_hospital);
        let has_all = |drug: &Product| {
            drug.ingredients.len() == row.meaning.len()
                && row.meaning.iter().all(|one| {
                    let folded = fold(one);
                    drug.ingredients.iter().any(|own| own.starts_with(&folded))
                })
        };
        left.all(|drug| drug.is_parenteral)
            && self
                .products
                .iter()
                .any(|drug| drug.forms & (TABLET | CAPSULE) != 0 && has_all(drug))
    }

    /// Whether a brand is still sold in what was typed: its plain name, or the typed strength or form.
    fn is_sold_usually(&self, phrase: &[Piece], text: &str) -> bool {
        let typed = Typed::read(text);
        let (forms, _) = forms_of(typed.words.iter().map(String::as_str));
        let has_numbers = !typed.strengths.is_empty() || !typed.numbers.is_empty();
        let is_of_volume = typed.strengths.iter().any(Strength::is_dilute);
        self.names_with(phrase).iter().any(|name| {
            let words = &self.name_words[*name as usize];
            let is_plain = words.len() == phrase.len();
            self.drugs_of(*name).iter().any(|drug| {
                let is_liquid = drug.forms & LIQUID != 0 && drug.forms & (TABLET | CAPSULE) == 0;
                // A number alone is not meant of a syrup.
                let may_be_meant = !is_liquid || drug.is_parenteral || forms != 0 || is_of_volume;
                (has_numbers && may_be_meant && fit_of_strengths(&typed, drug, words) <= 1)
                    || (forms & !TABLET != 0 && forms & drug.forms != 0)
                    || (is_plain && !has_numbers)
                    || (!has_numbers
                        && words.len() > phrase.len()
                        && words[phrase.len()..]
                            .iter()
                            .all(|word| typed.words.iter().any(|one| *one == **word)))
            })
        })
    }

    fn drugs_of(&self, name: u32) -> &[Product] {
        let (first, end) = (self.firsts[name as usize], self.firsts[name as usize + 1]);
        &self.products[first as usize..end as usize]
    }

    /// Searches by label text.
    pub(super) fn read(&self, text: &str) -> Read {
        let typed = Typed::read(text);
        let (mut hard, soft): (Vec<&str>, Vec<&str>) = typed
            .words
            .iter()
            .map(String::as_str)
            .partition(|word| !self.is_soft(word));
        if hard.is_empty() {
            // `sodium chloride` consists of words that identify nothing elsewhere.
            hard = soft
                .iter()
                .copied()
                .filter(|word| word.len() >= SHORTEST && !is_form(word))
                .collect();
        }
        let mut known: Vec<(HashMap<u32, Fit>, bool)> = Vec::new();
        for word in &hard {
            let found = self.lookup(word);
            if !found.0.is_empty() {
                known.push(found);
            }
        }
        let are_all = known.len() == hard.len();
        if known.is_empty() || (!are_all && !known.iter().any(|(_, is_name)| *is_name)) {
            return if hard.is_empty() {
                Read::Found(Vec::new())
            } else {
                Read::Unknown
            };
        }
        let mut fits = known.swap_remove(0).0;
        for (others, _) in &known {
            fits.retain(|drug, fit| match others.get(drug) {
                Some(other) => {
                    *fit = (fit.0.max(other.0), fit.1 && other.1, fit.2 && other.2);
                    true
                }
                None => false,
            });
        }
        Read::Found(self.ranked(&typed, &hard, &soft, &fits))
    }

    /// Suggestions for a text without any known name.
    pub(super) fn meant(&self, text: &str) -> Vec<String> {
        let typed = Typed::read(text);
        let mut words: Vec<&String> = typed
            .words
            .iter()
            .filter(|word| !self.is_soft(word))
            .collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let meant = words.into_iter().filter_map(|word| self.names.meant(word));
        meant
            .take(SUGGESTIONS.min(1))
            .map(ToOwned::to_owned)
            .collect()
    }

    fn is_soft(&self, word: &str) -> bool {
        word.len() < SHORTEST
            || names_nothing(word)
            || self
                .place(word)
                .is_some_and(|at| self.postings[at].is_common)
    }

    fn place(&self, word: &str) -> Option<usize> {
        self.words
            .texts()
            .binary_search_by(|one| one.as_ref().cmp(word))
            .ok()
    }

    /// The drugs of a word, and whether it identifies a drug.
    fn lookup(&self, word: &str) -> (HashMap<u32, Fit>, bool) {
        let (mut fits, mut is_name) = (HashMap::new(), false);
        let texts = self.words.texts();
        let first = texts.partition_point(|one| one.as_ref() < word);
        let beginning = texts[first..]
            .iter()
            .take_while(|one| one.starts_with(word))
            .count();
        for (at, text) in texts.iter().enumerate().skip(first).take(beginning) {
            is_name |= self.postings[at].is_name;
            self.add(&mut fits, at, u8::from(text.len() > word.len()));
        }
        if fits.is_empty() && word.len() >= INSIDE {
            let inside = self.words.containing(word).into_iter();
            for at in inside.filter(|at| !is_chance(&texts[*at as usize], word)) {
                is_name |= self.postings[at as usize].is_name;
                self.add(&mut fits, at as usize, 2);
            }
        }
        (fits, is_name)
    }

    fn add(&self, fits: &mut HashMap<u32, Fit>, word: usize, tier: u8) {
        let posting = &self.postings[word];
        let mut put = |drug: u32, by_name: bool| {
            let fit = fits.entry(drug).or_insert((tier, by_name, !by_name));
            *fit = (fit.0.min(tier), fit.1 || by_name, fit.2 || !by_name);
        };
        for name in &posting.names {
            for drug in self.firsts[*name as usize]..self.firsts[*name as usize + 1] {
                put(drug, true);
            }
        }
        for drug in &posting.drugs {
            put(*drug, false);
        }
    }

    fn ranked(
        &self,
        typed: &Typed,
        hard: &[&str],
        soft: &[&str],
        fits: &HashMap<u32, Fit>,
    ) -> Vec<Hit> {
        let (forms, is_modified) = forms_of(soft.iter().copied());
        let mut devices = Devices::default();
        for device in soft.iter().filter_map(|word| words::device(word)) {
            devices.add(device);
        }
        let is_vaginal = typed.words.iter().any(|word| word == "vaginal");
        // `0.625 mg/g` is no tablet.
        let is_of_volume = typed.strengths.iter().any(Strength::is_dilute);
        let is_per_cent = typed.strengths.iter().any(Strength::is_per_cent);
        let mut by_name: BTreeMap<u32, Vec<(Score, u32)>> = BTreeMap::new();
        for (drug, (tier, is_by_name, is_by_ingredient)) in fits {
            let product = &self.products[*drug as usize];
            let words = &self.name_words[product.name as usize];
            let of_name = vitamin(words.iter().map(AsRef::as_ref));
            let of_typed = vitamin(typed.words.iter().map(String::as_str));
            if let (Some(of_name), Some(of_typed)) = (of_name, of_typed)
                && of_name != of_typed
            {
                continue;
            }
            let missing = soft
                .iter()
                .filter(|word| !words.iter().any(|one| **one == ***word))
                .count();
            let device = if devices.own == 0 || devices.own & product.devices.own != 0 {
                0
            } else {
                1 + u8::from(devices.groups & product.devices.groups == 0)
            };
            let oddness = match forms {
                0 if is_of_volume => 0,
                0 if product.oddness > 0 => product.oddness * u8::from(!is_vaginal) * 4,
                0 => product.rarity(),
                _ => product.oddness * u8::from(!is_vaginal) + u8::from(product.is_dry()),
            };
            let extra = if *is_by_name && !is_by_ingredient {
                0
            } else {
                product.extra(hard)
            };
            let score = Score {
                tier: *tier,
                device,
                is_for_hospital: product.is_for_hospital,
                is_other_cream: is_per_cent
                    && (product.forms & (TABLET | CAPSULE) != 0 || (hard.len() == 1 && extra > 0)),
                strength: fit_of_strengths(typed, product, words),
                form: forms != 0 && forms & product.forms == 0,
                is_mixture: extra > MOST_EXTRA,
                is_parenteral: product.is_parenteral && forms & GIVEN_WITH_A_NEEDLE == 0,
                lacks_release: is_modified && !product.is_modified,
                extra,
                is_by_ingredient: !is_by_name,
                oddness,
                is_other_release: product.is_modified != is_modified,
                missing: u8::try_from(missing).unwrap_or(u8::MAX),
                begins_otherwise: words
                    .first()
                    .is_none_or(|first| !hard.contains(&first.as_ref())),
            };
            by_name
                .entry(product.name)
                .or_default()
                .push((score, product.key));
        }
        let has_numbers = !typed.strengths.is_empty() || !typed.numbers.is_empty();
        let mut hits: Vec<(Score, Hit)> = Vec::with_capacity(by_name.len());
        for (name, mut drugs) in by_name {
            drugs.sort_unstable();
            let best = drugs[0].0;
            let fitting = drugs.iter().take_while(|(score, _)| *score == best).count();
            hits.push((
                best,
                Hit {
                    name,
                    keys: drugs.into_iter().map(|(_, key)| key).collect(),
                    fitting: if has_numbers && best.strength <= 1 {
                        fitting
                    } else {
                        0
                    },
                    is_by_name: !best.is_by_ingredient,
                    has_form: !best.form,
                    extra: best.extra,
                },
            ));
        }
        // Stable: names with the same score stay in alphabetical order.
        hits.sort_by_key(|(score, _)| *score);
        hits.into_iter().map(|(_, hit)| hit).collect()
    }
}

/// Whether a word beside a brand leaves open how it is taken: no number, no injection and no word of a name.
fn is_not_of_needle(piece: &Piece) -> bool {
    let (forms, _) = forms_of(std::iter::once(piece.word.as_str()));
    !piece.is_number() && names_nothing(&piece.word) && forms & GIVEN_WITH_A_NEEDLE == 0
}

/// The letter of a vitamin, which is too short to identify anything by itself: vitamin D is not B12.
fn vitamin<'a>(words: impl Iterator<Item = &'a str>) -> Option<char> {
    let mut after = words.skip_while(|word| !matches!(*word, "vitamin" | "vit"));
    after.next()?;
    let next = after.next()?;
    (next.len() <= 3).then(|| next.chars().next()).flatten()
}

/// 0 when the drug has exactly the typed strengths, 1 when it has them among others, 2 when it has some of
/// them, 3 when none.
fn fit_of_strengths(typed: &Typed, product: &Product, name: &[Box<str>]) -> u8 {
    let wanted: Vec<Strength> = if typed.strengths.is_empty() {
        typed.numbers.iter().map(|number| bare(*number)).collect()
    } else {
        typed.strengths.clone()
    };
    if wanted.is_empty() {
        return 0;
    }
    let (mut met, mut left) = compared(&wanted, &product.strengths);
    let mut asked = wanted.len();
    if met < asked {
        // A brand name that contains the strength repeats it.
        let mut once: Vec<Strength> = Vec::new();
        for one in &wanted {
            if !once.iter().any(|other| other.meets(one)) {
                once.push(*one);
            }
        }
        asked = once.len();
        (met, left) = compared(&once, &product.strengths);
    }
    let in_name = |one: &Strength| {
        (0..name.len()).any(|at| {
            is_number_word(&name[at], one.written) && !is_decimal_part(name, at, &product.strengths)
        })
    };
    if met == asked && left == 0 {
        0
    } else if typed.strengths.is_empty() && wanted.iter().all(in_name) {
        // `tylenol 3`, `ramipril 10` for RAMIPRIL-10.
        0
    } else if met == asked || wanted.iter().all(in_name) {
        1
    } else if met > 0 {
        2
    } else {
        3
    }
}

/// Whether a word of a name is the end of a decimal number: the 5 of 2.5 MG is no strength.
fn is_decimal_part(name: &[Box<str>], at: usize, strengths: &[Strength]) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &name[before]) else {
        return false;
    };
    let digits = name[at].trim_end_matches(char::is_alphabetic);
    format!("{before}.{digits}")
        .parse()
        .is_ok_and(|whole: f64| strengths.iter().any(|one| one.is_number(whole)))
}

/// How many of the wanted strengths a drug has, each for one of its ingredients, and how many others.
fn compared(wanted: &[Strength], have: &[Strength]) -> (usize, usize) {
    let mut left: Vec<&Strength> = have.iter().collect();
    for one in wanted {
        if let Some(at) = left.iter().position(|have| have.meets(one)) {
            left.swap_remove(at);
        }
    }
    (have.len() - left.len(), left.len())
}

fn bare(number: f64) -> Strength {
    Strength {
        written: number,
        value: number,
        unit: super::strength::Unit::Other,
        per: None,
    }
}

/// `10` and `10mg` for 10.
fn is_number_word(word: &str, number: f64) -> bool {
    let digits = word.trim_end_matches(char::is_alphabetic);
    !digits.is_empty() && digits.parse().is_ok_and(|found: f64| close(found, number))
}
