// SPDX-License-Identifier: AGPL-3.0-or-later

//! In-memory drug index for searches by name, ingredient and DIN (decision 82), and by label text.
//!
//! It is built once per catalogue and then only read. `allow` decides which drugs a caller may see.

use std::collections::{BTreeMap, HashMap};

use super::fold::fold;
use super::label::{Builder, Hit, Labels, Read, Replaced, rarity};
use super::offer::Way;
use super::strength::Strength;
use super::substrings::Substrings;
use super::words::{Kind, Row, without_maker};
use crate::codes;

/// The maximum number of suggestions.
pub(super) const SUGGESTIONS: usize = 1;

/// The most other ingredients of a product found by a word that stands for an ingredient: KCl is no eye wash.
pub(super) const MOST_EXTRA: u8 = 1;

/// From this length on, letters in the middle of a word are there by chance.
const LEAST_OF_CHANCE: usize = 6;
/// The most letters that may be left of a word after them.
const MOST_AFTER: usize = 2;

/// The searchable properties of one drug.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndexEntry {
    /// The caller's own number of the drug, returned in results.
    pub key: u32,
    /// The brand name.
    pub name: String,
    pub ingredients: Vec<String>,
    /// Eight digits; other texts are not searched.
    pub din: String,
    /// Strengths of its ingredients, if the register's text is a number.
    pub strengths: Vec<Strength>,
    /// As published: `TABLET (EXTENDED-RELEASE)`.
    pub forms: Vec<String>,
    /// As published: `INHALATION`.
    pub routes: Vec<String>,
    /// As published: `3ML SOLOSTAR PREFILLED DISPOSABLE PEN`.
    pub descriptor: String,
    /// Injectable only (`offer::is_parenteral`): ranked below others.
    pub is_parenteral: bool,
    /// For hospitals only (`offer::is_for_hospital`): ranked last.
    pub is_for_hospital: bool,
    /// May be suggested for a mistyped word (`offer::is_suggestable`).
    pub is_suggestable: bool,
}

codes! {
    /// How a name was found.
    pub enum Matched {
        Name = "name",
        Ingredient = "ingredient",
        Din = "din",
    }
}

/// One brand name and its drugs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundName<'a> {
    pub name: &'a str,
    /// Keys of the allowed drugs of that name (of the matching ones, when found by ingredient or DIN).
    pub keys: Vec<u32>,
    pub matched: Matched,
    /// The number of leading keys that have the typed strength and match equally well; 0 when no strength was
    /// typed or none has it.
    pub fitting: usize,
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found<'a> {
    /// Best match first: names with the text as prefix, then words with it as prefix, then the rest; each
    /// alphabetically. Injectable-only drugs come last. A text with a strength is ranked by it.
    pub items: Vec<FoundName<'a>>,
    /// The total number of names, beyond the limit too.
    pub total: usize,
    /// The suggested name; only when no typed word is known.
    pub did_you_mean: Vec<String>,
    /// One sentence above the results: a brand no longer sold, or a word said of several medications.
    pub note: Option<String>,
}

/// Whether the drug with a key may be shown.
pub type Allow<'f> = &'f dyn Fn(u32) -> bool;

/// One drug of a name: its key, its normalized ingredients, and itself.
type Drug = (u32, Vec<String>, IndexEntry);

/// The index. Names and ingredients are identified by their position in its lists.
pub struct DrugIndex {
    /// Brand names as published, in the order of their normalized form.
    names: Vec<Box<str>>,
    folded: Substrings,
    /// Keys by name.
    keys: Vec<Box<[u32]>>,
    /// By name, for each of its drugs in the order of the keys: the ingredients.
    contents: Vec<Box<[Box<[u32]>]>>,
    ingredients: Substrings,
    /// Names by ingredient, ascending.
    carriers: Vec<Box<[u32]>>,
    dins: HashMap<u32, Vec<(u32, u32)>>,
    labels: Labels,
}

impl DrugIndex {
    /// Builds the index; the order of the entries is irrelevant.
    pub fn build(entries: Vec<IndexEntry>) -> Self {
        let mut by_name: BTreeMap<(String, String), Vec<Drug>> = BTreeMap::new();
        let mut carried: BTreeMap<String, u32> = BTreeMap::new();
        for entry in entries {
            let ingredients: Vec<String> = entry.ingredients.iter().map(|one| fold(one)).collect();
            carried.extend(ingredients.iter().map(|one| (one.clone(), 0)));
            by_name
                .entry((fold(&entry.name), entry.name.clone()))
                .or_default()
                .push((entry.key, ingredients, entry));
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
        let mut labels = Builder::default();
        for (place, ((fold_of_name, name), mut drugs)) in (0_u32..).zip(by_name) {
            // Tablets of a name before its solution.
            drugs.sort_by_cached_key(|(key, _, drug)| (rarity(&fold_of_name, drug), *key));
            let mut of_drugs: Vec<Box<[u32]>> = Vec::with_capacity(drugs.len());
            for (key, ingredients, entry) in &drugs {
                let places: Box<[u32]> = ingredients.iter().map(|one| carried[one]).collect();
                for ingredient in &places {
                    let of_ingredient = &mut carriers[*ingredient as usize];
                    if of_ingredient.last() != Some(&place) {
                        of_ingredient.push(place);
                    }
                }
                if let Some(din) = parse_din(&entry.din) {
                    dins.entry(din).or_default().push((place, *key));
                }
                of_drugs.push(places);
            }
            keys.push(drugs.iter().map(|(key, ..)| *key).collect());
            let entries: Vec<IndexEntry> = drugs.into_iter().map(|(.., entry)| entry).collect();
            labels.add(&fold_of_name, &entries);
            names.push(name.into());
            folded.push(fold_of_name.into());
            contents.push(of_drugs.into());
        }
        let ingredient_names: Vec<Box<str>> = carried.into_keys().map(Into::into).collect();
        Self {
            names,
            folded: Substrings::new(folded),
            keys,
            contents,
            ingredients: Substrings::new(ingredient_names),
            carriers: carriers.into_iter().map(Into::into).collect(),
            dins,
            labels: labels.build(),
        }
    }

    /// Names that contain the text; eight digits are a DIN.
    pub fn by_name(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_din(&query);
        answer.add_names(&query);
        answer.finish(text)
    }

    /// Names of drugs with an ingredient that contains the text.
    pub fn by_ingredient(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_ingredients(&query);
        answer.finish(text)
    }

    /// By DIN, by name, then by ingredient, each name once. A maker's name before it that finds nothing is
    /// dropped: `ratio-salbutamol` is salbutamol of other makers.
    pub fn by_any(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let found = self.by_all_words(text, limit, allow);
        if found.total > 0 || found.note.is_some() || !found.did_you_mean.is_empty() {
            return found;
        }
        match without_maker(text) {
            Some(rest) => self.by_all_words(rest, limit, allow),
            None => found,
        }
    }

    fn by_all_words(&self, text: &str, limit: usize, allow: Allow<'_>) -> Found<'_> {
        let query = fold(text);
        let mut answer = Answer::new(self, limit, allow);
        answer.add_din(&query);
        if answer.total > 0 {
            return answer.finish(text);
        }
        let meant = self.labels.meaning(text);
        if let Some(row) = meant.list {
            // Nothing else is searched: a list without entries is not one drug that contains the word.
            let is_found = answer.add_list(row);
            return answer.finish_with(meant.note.filter(|_| is_found || meant.says_anyway));
        }
        let is_searched = match meant.replaced {
            Replaced::No => false,
            Replaced::Yes => true,
            Replaced::IfItFits => self.labels.has_strength(&meant.text),
        };
        if is_searched {
            // Never what merely contains the typed letters: PTU is no shampoo.
            let most = if meant.says_anyway { 0 } else { MOST_EXTRA };
            let is_found = answer.add_label_of(&meant.text, most, meant.way);
            if meant.also_typed {
                answer.add_names(&meant.typed);
            }
            return answer.finish_with(meant.note.filter(|_| is_found || meant.says_anyway));
        }
        let text = if meant.replaced == Replaced::No {
            &meant.text
        } else {
            text
        };
        // With a strength or a form among the words the text is treated as a label. Otherwise it is searched as
        // typed first, and as a label only if that finds nothing.
        let query = fold(text);
        let has_digits = query.contains(|letter: char| letter.is_ascii_digit());
        if (has_digits || Labels::is_label(&query)) && answer.add_label(text) {
            return answer.finish(text);
        }
        if Labels::is_salt(&query) {
            // The salt of another drug is not asked for: calcium is no atorvastatin.
            answer.add_salts(&query);
            return answer.finish(text);
        }
        answer.puts_plain_first = self.labels.is_ingredient(&query);
        let are_words = self.labels.has_words(&query);
        if are_words {
            // Whole words before what merely contains the typed letters: iron is no buspirone.
            answer.add_names_to(&query, 2);
            answer.add_ingredients_to(&query, 2);
        }
        if answer.total == 0 || !are_words {
            answer.add_names(&query);
            answer.add_ingredients(&query);
        }
        if answer.total == 0 {
            answer.add_label(text);
        }
        answer.finish(text)
    }

    /// Keys of the drugs with exactly this name, ignoring case, accents and punctuation.
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

    /// The number of brand names.
    pub fn names(&self) -> usize {
        self.names.len()
    }
}

fn parse_din(din: &str) -> Option<u32> {
    (din.len() == 8 && din.bytes().all(|byte| byte.is_ascii_digit())).then(|| din.parse().ok())?
}

/// Whether a text has the piece only in the middle of words, far from their ends: `ranexa` is no tranexamic acid.
pub(super) fn is_chance(text: &str, piece: &str) -> bool {
    piece.len() >= LEAST_OF_CHANCE
        && piece.bytes().all(|byte| byte.is_ascii_alphabetic())
        && rank(text, piece) == 2
        && text.match_indices(piece).all(|(at, _)| {
            let rest = &text[at + piece.len()..];
            rest.chars().take_while(|letter| *letter != ' ').count() > MOST_AFTER
        })
}

/// 0 for a text with the piece as prefix, 1 for a word with it as prefix, 2 for the inside of a word.
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

/// A result being built; a name keeps its first position.
struct Answer<'a, 'f> {
    index: &'a DrugIndex,
    limit: usize,
    allow: Allow<'f>,
    seen: Vec<bool>,
    items: Vec<FoundName<'a>>,
    /// Injectable-only drugs, appended at the end.
    later: Vec<FoundName<'a>>,
    /// When an ingredient was typed: its combinations, before what needs a needle, and mixtures of many ingredients,
    /// after it.
    combined: Vec<FoundName<'a>>,
    mixed: Vec<FoundName<'a>>,
    puts_plain_first: bool,
    /// What hospitals give, after all.
    last: Vec<FoundName<'a>>,
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
            later: Vec::new(),
            combined: Vec::new(),
            mixed: Vec::new(),
            puts_plain_first: false,
            last: Vec::new(),
            total: 0,
        }
    }

    /// Adds a name with those of its given drugs that are allowed; without any it is omitted.
    fn push(&mut self, place: u32, keys: impl Iterator<Item = u32>, matched: Matched) {
        if self.seen[place as usize] {
            return;
        }
        let allow = self.allow;
        let mut allowed = keys.filter(|key| allow(*key));
        let Some(first) = allowed.next() else { return };
        let list = if matched == Matched::Din {
            &mut self.items
        } else if self.index.labels.is_for_hospital(place) {
            &mut self.last
        } else if self.puts_plain_first && self.index.labels.is_mixture(place) {
            &mut self.mixed
        } else if self.index.labels.is_parenteral(place) {
            &mut self.later
        } else if self.puts_plain_first && self.index.labels.weight(place).0 {
            &mut self.combined
        } else {
            &mut self.items
        };
        if list.len() < self.limit {
            list.push(FoundName {
                name: &self.index.names[place as usize],
                keys: std::iter::once(first).chain(allowed).collect(),
                matched,
                fitting: 0,
            });
        }
        self.seen[place as usize] = true;
        self.total += 1;
    }

    fn push_name(&mut self, place: u32) {
        let keys = self.index.keys[place as usize].iter().copied();
        self.push(place, keys, Matched::Name);
    }

    /// Adds the matches of a label; false when there are none.
    fn add_label(&mut self, text: &str) -> bool {
        self.add_label_of(text, u8::MAX, None)
    }

    /// The same without mixtures with many other ingredients.
    fn add_label_of(&mut self, text: &str, most_extra: u8, way: Option<Way>) -> bool {
        let Read::Found(hits) = self.index.labels.read(text) else {
            return false;
        };
        let allow = self.allow;
        for hit in hits.into_iter().filter(|hit| hit.extra <= most_extra) {
            let hit = self.index.labels.keep_way(hit, way);
            let fitting = hit.keys[..hit.fitting]
                .iter()
                .filter(|key| allow(**key))
                .count();
            let keys: Vec<u32> = hit.keys.into_iter().filter(|key| allow(*key)).collect();
            if keys.is_empty() || self.seen[hit.name as usize] {
                continue;
            }
            self.seen[hit.name as usize] = true;
            self.total += 1;
            if self.items.len() < self.limit {
                self.items.push(FoundName {
                    name: &self.index.names[hit.name as usize],
                    keys,
                    matched: if hit.is_by_name {
                        Matched::Name
                    } else {
                        Matched::Ingredient
                    },
                    fitting,
                });
            }
        }
        self.total > 0
    }

    /// Adds names of each ingredient of a plain word in turn, for a choice; false when there are none.
    fn add_list(&mut self, row: &Row) -> bool {
        let form = row.form.unwrap_or_default();
        let most_extra = if row.kind == Kind::Natural {
            0
        } else {
            MOST_EXTRA
        };
        let most = (self.limit / row.meaning.len().max(1)).max(1);
        let allow = self.allow;
        let mut of_each: Vec<Vec<Hit>> = Vec::new();
        for (ingredient, way) in row.meaning.iter().zip(&row.ways) {
            // A puffer is no nasal spray.
            let way = way.or_else(|| (form == "inhaler").then_some(Way::Breath));
            let Read::Found(hits) = self.index.labels.read(&format!("{ingredient} {form}")) else {
                continue;
            };
            let hits = hits
                .into_iter()
                .map(|hit| self.index.labels.keep_way(hit, way));
            let fit = hits.filter(|hit| {
                hit.has_form
                    && hit.extra <= most_extra
                    && !self.index.labels.is_for_hospital(hit.name)
                    && hit.keys.iter().any(|key| allow(*key))
            });
            let fit: Vec<Hit> = fit.collect();
            // Combinations only where the ingredient is not sold alone.
            let least = fit.iter().map(|hit| hit.extra).min();
            let plain = fit.into_iter().filter(|hit| Some(hit.extra) == least);
            of_each.push(plain.take(most).collect());
        }
        for turn in 0..most {
            for hit in of_each.iter().filter_map(|hits| hits.get(turn)) {
                self.push(hit.name, hit.keys.iter().copied(), Matched::Ingredient);
            }
        }
        self.total > 0
    }

    fn add_din(&mut self, query: &str) {
        let index = self.index;
        let drugs = parse_din(query).and_then(|din| index.dins.get(&din));
        for (place, key) in drugs.into_iter().flatten() {
            self.push(*place, std::iter::once(*key), Matched::Din);
        }
    }

    fn add_names(&mut self, query: &str) {
        self.add_names_to(query, 3);
    }

    /// The same of the first ranks only: 2 without the inside of words.
    fn add_names_to(&mut self, query: &str, ranks: usize) {
        if query.is_empty() {
            return;
        }
        let index = self.index;
        let mut ranked: [Vec<u32>; 3] = [const { Vec::new() }; 3];
        let names = index.folded.containing(query).into_iter();
        for place in names.filter(|place| !is_chance(index.folded.text(*place), query)) {
            ranked[rank(index.folded.text(place), query)].push(place);
        }
        if index.labels.is_ingredient(query) {
            // What is usual before what only begins with the word: ketorolac tablets before its eye drops.
            let words = std::mem::take(&mut ranked[1]);
            ranked[0].extend(words);
        }
        if index.labels.has_words(query) {
            // An ingredient alone before combinations of it, tablets before liquids; so for a brand.
            for places in &mut ranked {
                places.sort_by_key(|place| index.labels.weight(*place));
            }
        }
        for place in ranked.into_iter().take(ranks).flatten() {
            self.push_name(place);
        }
        if self.total == 0 && query.contains(' ') {
            self.add_names_with_every_word(query);
        }
    }

    /// For words that are separated or in another order: `apo sertraline`, `100 levothyroxine`.
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

    /// Drugs of which an ingredient begins with the words of a salt, without mixtures.
    fn add_salts(&mut self, query: &str) {
        let index = self.index;
        let mut found: Vec<u32> = Vec::new();
        for ingredient in index.ingredients.containing(query) {
            let rest = index.ingredients.text(ingredient).strip_prefix(query);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
                found.extend(&index.carriers[ingredient as usize]);
            }
        }
        found.retain(|place| !index.labels.is_mixture(*place));
        found.sort_by_key(|place| (index.labels.weight(*place), *place));
        for place in found {
            let keys = index.keys[place as usize].iter().copied();
            self.push(place, keys, Matched::Ingredient);
        }
    }

    fn add_ingredients(&mut self, query: &str) {
        self.add_ingredients_to(query, 3);
    }

    /// The same of the first ranks only.
    fn add_ingredients_to(&mut self, query: &str, turns: usize) {
        if query.is_empty() {
            return;
        }
        let index = self.index;
        // A short text occurs in hundreds of ingredients and thousands of names: all are ranked, but keys are
        // only examined for names in turn.
        let mut ranks = vec![None; index.carriers.len()];
        let mut marks = vec![[false; 3]; index.names.len()];
        for ingredient in index.ingredients.containing(query) {
            if is_chance(index.ingredients.text(ingredient), query) {
                continue;
            }
            let rank = rank(index.ingredients.text(ingredient), query);
            ranks[ingredient as usize] = Some(rank);
            for place in &index.carriers[ingredient as usize] {
                marks[*place as usize][rank] = true;
            }
        }
        let is_weighed = index.labels.is_ingredient(query);
        for turn in 0..turns {
            let marked = (0_u32..).zip(&marks).filter(|(_, mark)| mark[turn]);
            let mut places: Vec<u32> = marked.map(|(place, _)| place).collect();
            if is_weighed {
                places.sort_by_key(|place| index.labels.weight(*place));
            }
            for place in places {
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

    fn finish(self, text: &str) -> Found<'a> {
        let index = self.index;
        let is_unknown = self.total == 0 && matches!(index.labels.read(text), Read::Unknown);
        let did_you_mean = if is_unknown {
            index.labels.meant(text)
        } else {
            Vec::new()
        };
        Found {
            did_you_mean,
            ..self.finish_with(None)
        }
    }

    /// Without a suggestion, but with a sentence.
    fn finish_with(mut self, note: Option<String>) -> Found<'a> {
        let room = self.limit.saturating_sub(self.items.len());
        let below = self.combined.drain(..).chain(self.later.drain(..));
        let below = below.chain(self.mixed.drain(..)).chain(self.last.drain(..));
        self.items.extend(below.take(room));
        Found {
            items: self.items,
            total: self.total,
            note,
            did_you_mean: Vec::new(),
        }
    }
}
