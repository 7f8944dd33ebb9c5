//! The index over all drugs that answers searches by name, ingredient and DIN (decision 82).
//!
//! It is built once for a catalogue and then only read. Which drugs a caller may see is asked through `allow`.

use std::collections::{BTreeMap, HashMap};

use super::fold::fold;
use super::substrings::Substrings;
use super::suggest::Words;

/// Most suggestions of one answer.
const SUGGESTIONS: usize = 3;

/// One drug, as far as searching goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// The caller's own number of the drug, given back in answers.
    pub key: u32,
    /// The brand name.
    pub name: String,
    pub ingredients: Vec<String>,
    /// Eight digits; other texts are not searched.
    pub din: String,
}

/// How a name was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matched {
    Name,
    Ingredient,
    Din,
}

impl Matched {
    /// The word answers carry.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Ingredient => "ingredient",
            Self::Din => "din",
        }
    }
}

/// One brand name and the drugs that carry it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundName<'a> {
    pub name: &'a str,
    /// Keys of the allowed drugs of that name (of the matching ones, when found by ingredient or DIN).
    pub keys: Vec<u32>,
    pub matched: Matched,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found<'a> {
    /// The best first: names that begin with the text, then words that do, then the rest; by alphabet within.
    pub items: Vec<FoundName<'a>>,
    /// Names in all, beyond the limit too.
    pub total: usize,
    /// Words like the one typed; only when nothing was found.
    pub did_you_mean: Vec<String>,
}

/// Tells whether the drug with a key may be shown.
pub type Allow<'f> = &'f dyn Fn(u32) -> bool;

/// One drug under its name: its key, its folded ingredients, its DIN.
type Drug = (u32, Vec<String>, String);

/// The index. A name and an ingredient are known by their places in its lists.
pub struct DrugIndex {
    /// Brand names as published, in the order of their folded form.
    names: Vec<Box<str>>,
    folded: Substrings,
    /// Keys by name.
    keys: Vec<Box<[u32]>>,
    /// By name, of each of its drugs in the order of the keys: the ingredients.
    contents: Vec<Box<[Box<[u32]>]>>,
    ingredients: Substrings,
    /// Names by ingredient, ascending.
    carriers: Vec<Box<[u32]>>,
    dins: HashMap<u32, Vec<(u32, u32)>>,
    words: Words,
}

impl DrugIndex {
    /// Builds the index; the order of the entries does not matter.
    pub fn build(entries: Vec<IndexEntry>) -> Self {
        let mut by_name: BTreeMap<(String, String), Vec<Drug>> = BTreeMap::new();
        let mut carried: BTreeMap<String, u32> = BTreeMap::new();
        for entry in entries {
            let ingredients: Vec<String> = entry.ingredients.iter().map(|one| fold(one)).collect();
            carried.extend(ingredients.iter().map(|one| (one.clone(), 0)));
            by_name
                .entry((fold(&entry.name), entry.name))
                .or_default()
                .push((entry.key, ingredients, entry.din));
        }
        for (place, of_ingredient) in (0_u32..).zip(carried.values_mut()) {
            *of_ingredient = place;
        }
        let mut carriers: Vec<Vec<u32>> = vec![Vec::new(); carried.len()];
        let (mut names, mut folded, mut keys, mut contents) = (
            Vec::with_capacity(by_name.len()),
            Vec::<Box<str>>::with_capacity(by_name.len()),
            Vec::with_capacity(by_name.len()),
            Vec::with_capacity(by_name.len()),
        );
        let mut dins: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (place, ((fold_of_name, name), mut drugs)) in (0_u32..).zip(by_name) {
            drugs.sort();
            let mut of_drugs: Vec<Box<[u32]>> = Vec::with_capacity(drugs.len());
            for (key, ingredients, din) in &drugs {
                let places: Box<[u32]> = ingredients.iter().map(|one| carried[one]).collect();
                for ingredient in &places {
                    let of_ingredient = &mut carriers[*ingredient as usize];
                    if of_ingredient.last() != Some(&place) {
                        of_ingredient.push(place);
                    }
                }
                if let Some(din) = parse_din(din) {
                    dins.entry(din).or_default().push((place, *key));
                }
                of_drugs.push(places);
            }
            names.push(name.into());
            folded.push(fold_of_name.into());
            keys.push(drugs.into_iter().map(|(key, ..)| key).collect());
            contents.push(of_drugs.into());
        }
        let ingredient_names: Vec<Box<str>> = carried.into_keys().map(Into::into).collect();
        let words = Words::new(folded.iter().chain(&ingredient_names).map(AsRef::as_ref));
        Self {
            names,
            folded: Substrings::new(folded),
            keys,
            contents,
            ingredients: Substrings::new(ingredient_names),
            carriers: carriers.into_iter().map(Into::into).collect(),
            dins,
            words,
        }
    }

    /// Names that contain the text; eight digits are a DIN.
    pub fn by_name(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_din(&query);
        answer.add_names(&query);
        answer.finish(&query)
    }

    /// Names of drugs with an ingredient that contains the text.
    pub fn by_ingredient(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_ingredients(&query);
        answer.finish(&query)
    }

    /// By DIN, by name, then by ingredient, each name once.
    pub fn by_any(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_din(&query);
        answer.add_names(&query);
        answer.add_ingredients(&query);
        answer.finish(&query)
    }

    /// Keys of the drugs whose name is exactly this one, without regard to case, accents and punctuation.
    pub fn named(&self, name: &str) -> Vec<u32> {
        let query = fold(name);
        let texts = self.folded.texts();
        let first = texts.partition_point(|text| **text < *query);
        texts[first..]
            .iter()
            .take_while(|text| ***text == *query)
            .zip(&self.keys[first..])
            .flat_map(|(_, keys)| keys.iter().copied())
            .collect()
    }

    /// How many brand names there are.
    pub fn names(&self) -> usize {
        self.names.len()
    }
}

fn parse_din(din: &str) -> Option<u32> {
    (din.len() == 8 && din.bytes().all(|byte| byte.is_ascii_digit())).then(|| din.parse().ok())?
}

/// 0 for a text that begins with the piece, 1 for a word that does, 2 for the inside of a word.
fn rank(text: &str, piece: &str) -> usize {
    let mut best = 2;
    for (at, _) in text.match_indices(piece) {
        if at == 0 {
            return 0;
        }
        if text.as_bytes()[at - 1] == b' ' {
            best = 1;
        }
    }
    best
}

/// An answer as it grows; a name stays where it came in first.
struct Answer<'a, 'f> {
    index: &'a DrugIndex,
    limit: usize,
    allow: Allow<'f>,
    seen: Vec<bool>,
    items: Vec<FoundName<'a>>,
    total: usize,
}

impl<'a, 'f> Answer<'a, 'f> {
    fn new(index: &'a DrugIndex, limit: usize, allow: Allow<'f>) -> Self {
        Self {
            index,
            limit,
            allow,
            seen: vec![false; index.names.len()],
            items: Vec::new(),
            total: 0,
        }
    }

    /// Adds a name with those of its drugs that are given and allowed; without any it is not found.
    fn push(&mut self, place: u32, keys: impl Iterator<Item = u32>, matched: Matched) {
        if self.seen[place as usize] {
            return;
        }
        let allow = self.allow;
        let mut allowed = keys.filter(|key| allow(*key));
        let Some(first) = allowed.next() else { return };
        if self.items.len() < self.limit {
            self.items.push(FoundName {
                name: &self.index.names[place as usize],
                keys: std::iter::once(first).chain(allowed).collect(),
                matched,
            });
        }
        self.seen[place as usize] = true;
        self.total += 1;
    }

    fn push_name(&mut self, place: u32) {
        let keys = self.index.keys[place as usize].iter().copied();
        self.push(place, keys, Matched::Name);
    }

    fn add_din(&mut self, query: &str) {
        let index = self.index;
        let drugs = parse_din(query).and_then(|din| index.dins.get(&din));
        for (place, key) in drugs.into_iter().flatten() {
            self.push(*place, std::iter::once(*key), Matched::Din);
        }
    }

    fn add_names(&mut self, query: &str) {
        if query.is_empty() {
            return;
        }
        let index = self.index;
        let mut ranked: [Vec<u32>; 3] = [const { Vec::new() }; 3];
        for place in index.folded.containing(query) {
            ranked[rank(index.folded.text(place), query)].push(place);
        }
        for place in ranked.into_iter().flatten() {
            self.push_name(place);
        }
        if self.total == 0 && query.contains(' ') {
            self.add_names_with_every_word(query);
        }
    }

    /// Where the words stand apart or in another order: `apo sertraline`, `100 levothyroxine`.
    fn add_names_with_every_word(&mut self, query: &str) {
        let index = self.index;
        let mut words: Vec<&str> = query.split(' ').collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let Some((longest, others)) = words.split_first() else {
            return;
        };
        for place in index.folded.containing(longest) {
            let text = index.folded.text(place);
            let begins_a_word = |word: &str| text.split(' ').any(|one| one.starts_with(word));
            if begins_a_word(longest) && others.iter().all(|word| begins_a_word(word)) {
                self.push_name(place);
            }
        }
    }

    fn add_ingredients(&mut self, query: &str) {
        if query.is_empty() {
            return;
        }
        let index = self.index;
        // A short text is inside of hundreds of ingredients and thousands of names: marks are made for
        // all of them, and keys are looked at only for a name whose turn has come.
        let mut ranks = vec![None; index.carriers.len()];
        let mut marks = vec![[false; 3]; index.names.len()];
        for ingredient in index.ingredients.containing(query) {
            let rank = rank(index.ingredients.text(ingredient), query);
            ranks[ingredient as usize] = Some(rank);
            for place in &index.carriers[ingredient as usize] {
                marks[*place as usize][rank] = true;
            }
        }
        for turn in 0..3 {
            for (place, _) in (0_u32..).zip(&marks).filter(|(_, mark)| mark[turn]) {
                let drugs = index.keys[place as usize]
                    .iter()
                    .zip(&index.contents[place as usize]);
                let keys = drugs
                    .filter(|(_, contents)| {
                        let mut found = contents.iter().map(|one| ranks[*one as usize]);
                        found.any(|rank| rank == Some(turn))
                    })
                    .map(|(key, _)| *key);
                self.push(place, keys, Matched::Ingredient);
            }
        }
    }

    fn finish(self, query: &str) -> Found<'a> {
        let did_you_mean = if self.total == 0 {
            self.index.words.suggest(query, SUGGESTIONS)
        } else {
            Vec::new()
        };
        Found {
            items: self.items,
            total: self.total,
            did_you_mean,
        }
    }
}
