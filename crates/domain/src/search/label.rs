//! Finds what stands on a label: names match, and strength, form and release rank what the names found
//! and choose the strength. A word that names no drug (a form, a salt, a maker) finds nothing by itself.

use std::collections::{BTreeMap, HashMap};

use super::fold::fold;
use super::index::{IndexEntry, SUGGESTIONS};
use super::strength::{Strength, close};
use super::substrings::Substrings;
use super::suggest::Names;
use super::typed::Typed;
use super::words::{Forms, GIVEN_WITH_A_NEEDLE, forms_of, is_form, names_nothing};

/// A word in the names of drugs with more different first ingredients than this names none of them: `apo`.
const COMMON_IN_NAMES: usize = 10;
/// A word in more different ingredients than this names none of them: `acid`.
const COMMON_IN_INGREDIENTS: usize = 12;
/// Letters of the shortest word that names something.
const SHORTEST: usize = 3;
/// Letters from which a word is looked for inside of others.
const INSIDE: usize = 4;

/// One drug, as far as labels go.
struct Product {
    key: u32,
    /// Its name's place.
    name: u32,
    strengths: Box<[Strength]>,
    forms: Forms,
    is_modified: bool,
    is_parenteral: bool,
    ingredients: u8,
}

/// A word and where it stands.
#[derive(Default)]
struct Posting {
    /// Places of names.
    names: Vec<u32>,
    /// Drugs by an ingredient.
    drugs: Vec<u32>,
    is_common: bool,
    /// It begins a name or belongs to an ingredient, and is not common.
    is_name: bool,
}

/// What a name's best drug is worth; the smaller the better.
type Score = (u8, u8, u8, bool, bool, u8, bool, u8, bool);

/// A name found on a label.
pub(super) struct Hit {
    pub(super) name: u32,
    /// The drugs, those that fit the label best first.
    pub(super) keys: Vec<u32>,
    /// So many of them have the strength that was typed, and fit alike.
    pub(super) fitting: usize,
    pub(super) is_by_name: bool,
}

/// What a label found.
pub(super) enum Read {
    /// The best first; perhaps none.
    Found(Vec<Hit>),
    /// No word of it is a known name.
    Unknown,
}

pub(super) struct Labels {
    products: Vec<Product>,
    /// Of each name: where its drugs begin in `products`; one more at the end.
    firsts: Vec<u32>,
    /// The words of each name, folded.
    name_words: Vec<Box<[Box<str>]>>,
    words: Substrings,
    postings: Vec<Posting>,
    names: Names,
}

/// Puts an index together, name after name.
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
    /// First ingredients of the names it stands in, and ingredients that it belongs to.
    of_names: Vec<u32>,
    of_ingredients: Vec<u32>,
}

impl Builder {
    /// Adds a name with its drugs; the place is the count of names added before.
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
            // The salt in brackets names no other drug.
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
        let forms: Vec<String> = drug.forms.iter().map(|one| fold(one)).collect();
        let (mut forms, mut is_modified) = forms_of(forms.iter().flat_map(|one| one.split(' ')));
        is_modified |= forms_of(words.iter().map(AsRef::as_ref)).1;
        if drug.is_parenteral {
            forms |= GIVEN_WITH_A_NEEDLE;
        }
        self.products.push(Product {
            key: drug.key,
            name: place,
            strengths: drug.strengths.clone().into(),
            forms,
            is_modified,
            is_parenteral: drug.is_parenteral,
            ingredients: u8::try_from(drug.ingredients.len()).unwrap_or(u8::MAX),
        });
    }

    pub(super) fn build(mut self) -> Labels {
        self.firsts.push(self.next());
        let mut names = Names::default();
        let mut words = Vec::with_capacity(self.words.len());
        let mut postings = Vec::with_capacity(self.words.len());
        for (word, mut draft) in self.words {
            // Names made of the ingredient's own word are no sign of a maker.
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

/// How well a word's drugs fit: 0 a whole word, 1 its beginning, 2 its inside; and whether by the name.
type Fit = (u8, bool);

impl Labels {
    /// Whether every drug of a name is given with a needle.
    pub(super) fn is_parenteral(&self, name: u32) -> bool {
        let drugs = self.drugs_of(name);
        !drugs.is_empty() && drugs.iter().all(|one| one.is_parenteral)
    }

    fn drugs_of(&self, name: u32) -> &[Product] {
        let (first, end) = (self.firsts[name as usize], self.firsts[name as usize + 1]);
        &self.products[first as usize..end as usize]
    }

    /// Reads a label.
    pub(super) fn read(&self, text: &str) -> Read {
        let typed = Typed::read(text);
        let (mut hard, soft): (Vec<&str>, Vec<&str>) = typed
            .words
            .iter()
            .map(String::as_str)
            .partition(|word| !self.is_soft(word));
        if hard.is_empty() {
            // `sodium chloride` is made of words that name nothing elsewhere.
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
                    *fit = (fit.0.max(other.0), fit.1 && other.1);
                    true
                }
                None => false,
            });
        }
        Read::Found(self.ranked(&typed, &hard, &soft, &fits))
    }

    /// What a text was meant to be, of which no word is a known name.
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

    /// The drugs of a word, and whether it names a drug.
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
            for at in self.words.containing(word) {
                is_name |= self.postings[at as usize].is_name;
                self.add(&mut fits, at as usize, 2);
            }
        }
        (fits, is_name)
    }

    fn add(&self, fits: &mut HashMap<u32, Fit>, word: usize, tier: u8) {
        let posting = &self.postings[word];
        let mut put = |drug: u32, by_name: bool| {
            let fit = fits.entry(drug).or_insert((tier, by_name));
            *fit = (fit.0.min(tier), fit.1 || by_name);
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
        let mut by_name: BTreeMap<u32, Vec<(Score, u32)>> = BTreeMap::new();
        for (drug, (tier, is_by_name)) in fits {
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
            let extra = usize::from(product.ingredients).saturating_sub(hard.len());
            let score: Score = (
                *tier,
                fit_of_strengths(typed, product, words),
                u8::from(forms != 0 && forms & product.forms == 0),
                product.is_parenteral && forms & GIVEN_WITH_A_NEEDLE == 0,
                !is_by_name,
                if *is_by_name {
                    0
                } else {
                    u8::try_from(extra).unwrap_or(u8::MAX)
                },
                product.is_modified != is_modified,
                u8::try_from(missing).unwrap_or(u8::MAX),
                words
                    .first()
                    .is_none_or(|first| !hard.contains(&first.as_ref())),
            );
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
                    fitting: if has_numbers && best.1 <= 1 {
                        fitting
                    } else {
                        0
                    },
                    is_by_name: !best.4,
                },
            ));
        }
        // Stable: names of one score stay in the order of the alphabet.
        hits.sort_by_key(|(score, _)| *score);
        hits.into_iter().map(|(_, hit)| hit).collect()
    }
}

/// The letter of a vitamin, which is too short to name anything by itself: of D none is a B12.
fn vitamin<'a>(words: impl Iterator<Item = &'a str>) -> Option<char> {
    let mut after = words.skip_while(|word| !matches!(*word, "vitamin" | "vit"));
    after.next()?;
    let next = after.next()?;
    (next.len() <= 3).then(|| next.chars().next()).flatten()
}

/// 0 when the drug has the typed strengths and no others, 1 when it has them among others, 2 when it has
/// some of them, 3 when none.
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
        // A brand name that carries the strength says it twice.
        let mut once: Vec<Strength> = Vec::new();
        for one in &wanted {
            if !once.iter().any(|other| other.meets(one)) {
                once.push(*one);
            }
        }
        asked = once.len();
        (met, left) = compared(&once, &product.strengths);
    }
    let in_name = |one: &Strength| name.iter().any(|word| is_number_word(word, one.written));
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

/// How many of the wanted strengths a drug has, each for one of its ingredients, and how many it has besides.
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
