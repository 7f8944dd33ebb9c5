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

/// Drugs of one ingredient, under the place of their name.
type Carriers = Vec<(u32, Vec<u32>)>;

/// Key, ingredients and DIN of one drug under its name.
type Drug = (u32, Vec<String>, String);

/// The index.
pub struct DrugIndex {
    /// Brand names as published, in the order of their folded form.
    names: Vec<Box<str>>,
    folded: Substrings,
    /// Keys by name.
    keys: Vec<Vec<u32>>,
    ingredients: Substrings,
    /// Names and keys by ingredient.
    carriers: Vec<Carriers>,
    dins: HashMap<u32, Vec<(u32, u32)>>,
    words: Words,
}

impl DrugIndex {
    /// Builds the index; the order of the entries does not matter.
    pub fn build(entries: Vec<IndexEntry>) -> Self {
        let mut by_name: BTreeMap<(String, String), Vec<Drug>> = BTreeMap::new();
        for entry in entries {
            by_name
                .entry((fold(&entry.name), entry.name))
                .or_default()
                .push((entry.key, entry.ingredients, entry.din));
        }
        let (mut names, mut folded, mut keys) = (Vec::new(), Vec::<Box<str>>::new(), Vec::new());
        let mut carried: BTreeMap<String, BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
        let mut dins: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (place, ((fold_of_name, name), mut drugs)) in (0_u32..).zip(by_name) {
            drugs.sort();
            for (key, ingredients, din) in &drugs {
                for ingredient in ingredients {
                    let of_name = carried
                        .entry(fold(ingredient))
                        .or_default()
                        .entry(place)
                        .or_default();
                    if of_name.last() != Some(key) {
                        of_name.push(*key);
                    }
                }
                if let Some(din) = parse_din(din) {
                    dins.entry(din).or_default().push((place, *key));
                }
            }
            names.push(name.into());
            folded.push(fold_of_name.into());
            keys.push(drugs.into_iter().map(|(key, ..)| key).collect());
        }
        let (ingredient_names, carriers): (Vec<Box<str>>, Vec<Carriers>) = carried
            .into_iter()
            .map(|(name, carriers)| (name.into(), carriers.into_iter().collect()))
            .unzip();
        let words = Words::new(folded.iter().chain(&ingredient_names).map(AsRef::as_ref));
        Self {
            names,
            folded: Substrings::new(folded),
            keys,
            ingredients: Substrings::new(ingredient_names),
            carriers,
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

    fn push(&mut self, place: u32, keys: &[u32], matched: Matched) {
        let seen = &mut self.seen[place as usize];
        if *seen || !keys.iter().any(|key| (self.allow)(*key)) {
            return;
        }
        *seen = true;
        self.total += 1;
        if self.items.len() < self.limit {
            self.items.push(FoundName {
                name: &self.index.names[place as usize],
                keys: keys
                    .iter()
                    .copied()
                    .filter(|key| (self.allow)(*key))
                    .collect(),
                matched,
            });
        }
    }

    fn add_din(&mut self, query: &str) {
        let index = self.index;
        let drugs = parse_din(query).and_then(|din| index.dins.get(&din));
        for (place, key) in drugs.into_iter().flatten() {
            self.push(*place, &[*key], Matched::Din);
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
            self.push(place, &index.keys[place as usize], Matched::Name);
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
                self.push(place, &index.keys[place as usize], Matched::Name);
            }
        }
    }

    fn add_ingredients(&mut self, query: &str) {
        if query.is_empty() {
            return;
        }
        let index = self.index;
        let mut ranked: [BTreeMap<u32, Vec<u32>>; 3] = [const { BTreeMap::new() }; 3];
        for ingredient in index.ingredients.containing(query) {
            let rank = rank(index.ingredients.text(ingredient), query);
            for (place, keys) in &index.carriers[ingredient as usize] {
                ranked[rank].entry(*place).or_default().extend(keys);
            }
        }
        for (place, mut keys) in ranked.into_iter().flatten() {
            keys.sort_unstable();
            keys.dedup();
            self.push(place, &keys, Matched::Ingredient);
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
