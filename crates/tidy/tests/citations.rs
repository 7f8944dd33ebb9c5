// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the code cites is there: every decision has a heading in `docs/decisions.md`, every section
//! of a reference one in its file of `docs/references`. Deliberately not here: what a decision or a
//! reference says, and the specification, which is not part of the tree.

use std::collections::{BTreeMap, BTreeSet};

use salal_tidy::{File, file, files, no_faults};

/// The files in which decisions and references are cited.
const EXTENSIONS: &[&str] = &[
    "rs", "ts", "tsx", "mjs", "js", "sql", "css", "html", "typ", "sh", "toml", "yml", "txt", "md",
];

/// This file makes citations up.
const SELF: &str = "crates/tidy/tests/citations.rs";

/// What stands at the beginning of a comment's line.
const MARKERS: &[&str] = &["//!", "///", "//", "/*", "/**", "*", "--", "#", ">", "-"];

/// What is not part of a word beside it.
const AROUND: &[char] = &['(', ')', '[', ']', '`', '"', '\'', ',', ';', ':', '.', '|'];

/// A citation and its line: of decisions when it names no file.
#[derive(Debug, PartialEq, Eq)]
struct Citation {
    line: usize,
    reference: Option<String>,
    /// As they are written, and those between two of them: `12`, `1.4`.
    numbers: Vec<String>,
    /// What cannot be read of it.
    irregular: Option<String>,
}

/// A word, its line, and what it is without what stands around it.
struct Word<'a> {
    line: usize,
    whole: &'a str,
    bare: &'a str,
}

impl Word<'_> {
    fn is_any_of(&self, words: &[&str]) -> bool {
        words
            .iter()
            .any(|word| self.bare.eq_ignore_ascii_case(word))
    }

    fn begins_with_digit(&self) -> bool {
        self.bare
            .starts_with(|letter: char| letter.is_ascii_digit())
    }

    /// A section or a number: `12`, `1.4`.
    fn is_number(&self) -> bool {
        self.bare
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Whether a list may go on behind it.
    fn goes_on(&self) -> bool {
        self.whole.ends_with(self.bare) || self.whole.ends_with(&format!("{},", self.bare))
    }

    /// `fax` of `docs/references/fax.md`, and whether it is written as a file.
    fn file_name(&self) -> (&str, bool) {
        let last = self.bare.rsplit('/').next().unwrap_or_default();
        last.strip_suffix(".md")
            .map_or((last, false), |name| (name, true))
    }
}

/// The words of a text, without the marks of comments, so that a citation may be wrapped; an empty
/// line is an empty word, which nothing is read across.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_some_and(|first| MARKERS.contains(first)) {
            words.remove(0);
        }
        if words.is_empty() {
            words.push("");
        }
        found.extend(words.into_iter().map(|whole| Word {
            line: index + 1,
            whole,
            bare: whole.trim_matches(AROUND),
        }));
    }
    found
}

/// Every citation of a text; `names` are those of the references.
fn citations(text: &str, names: &BTreeSet<String>) -> Vec<Citation> {
    let words = words(text);
    let mut found = Vec::new();
    let mut listed = 0;
    for (place, word) in words.iter().enumerate() {
        let next = &words[place + 1..];
        let number_follows = next.first().is_some_and(Word::begins_with_digit);
        let ends_bare = word.whole.ends_with(word.bare);
        if word.is_any_of(&["decision", "decisions"]) && ends_bare && number_follows {
            let many = word.is_any_of(&["decisions"]);
            found.push(numbers_after(word.line, None, next, many).0);
            continue;
        }
        let after_reference = place
            .checked_sub(1)
            .is_some_and(|before| words[before].is_any_of(&["reference", "references"]));
        if word.is_any_of(&["reference"]) && ends_bare && number_follows {
            found.push(Citation {
                line: word.line,
                reference: None,
                numbers: Vec::new(),
                irregular: Some("a reference without a name".to_owned()),
            });
            continue;
        }
        let (name, as_file) = word.file_name();
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !is_name {
            continue;
        }
        let section = next
            .first()
            .is_some_and(|word| word.is_any_of(&["section", "sections"]));
        let behind = if section { &next[1..] } else { next };
        let number = behind.first().is_some_and(Word::begins_with_digit);
        let in_list = listed == place && place > 0 && names.contains(name);
        let named =
            as_file || after_reference || in_list || (name.contains('-') && names.contains(name));
        if named && number && word.whole.trim_end_matches('`').ends_with(word.bare) {
            let (citation, taken) = numbers_after(word.line, Some(name), behind, true);
            found.push(citation);
            listed = place + 1 + usize::from(section) + taken;
        } else if after_reference && as_file {
            found.push(Citation {
                line: word.line,
                reference: Some(name.to_owned()),
                numbers: Vec::new(),
                irregular: None,
            });
        }
    }
    found
}

/// The numbers at the beginning of `words`, which begin with one, and how many words they take:
/// `5`, or when it may be `many` also `5, 7 and 9` and `5 to 7`.
fn numbers_after(
    line: usize,
    name: Option<&str>,
    words: &[Word<'_>],
    many: bool,
) -> (Citation, usize) {
    let mut citation = Citation {
        line,
        reference: name.map(str::to_owned),
        numbers: Vec::new(),
        irregular: None,
    };
    let mut place = 0;
    let mut range = false;
    loop {
        let word = &words[place];
        if !word.is_number() {
            citation.irregular = Some(word.whole.to_owned());
            return (citation, place + 1);
        }
        if range {
            fill(&mut citation, word);
        }
        citation.numbers.push(word.bare.to_owned());
        place += 1;
        let joint = words
            .get(place)
            .filter(|joint| matches!(joint.whole, "and" | "or" | "to"));
        let ahead = place + usize::from(joint.is_some());
        let number = words.get(ahead).is_some_and(Word::begins_with_digit);
        let comma = word.whole.ends_with(',');
        if !number || !word.goes_on() || !(joint.is_some() || comma) {
            return (citation, place);
        }
        if !many {
            citation.irregular = Some(format!("{} and another: say decisions", word.bare));
            return (citation, place);
        }
        range = joint.is_some_and(|joint| joint.whole == "to");
        place = ahead;
    }
}

/// What lies between the last number and `word`.
fn fill(citation: &mut Citation, word: &Word<'_>) {
    let last = citation
        .numbers
        .last()
        .and_then(|number| number.parse::<u32>().ok());
    if let (Some(first), Ok(last)) = (last, word.bare.parse::<u32>()) {
        if first >= last {
            citation.irregular = Some(format!("{first} to {last}"));
        }
        citation
            .numbers
            .extend((first + 1..last).map(|number| number.to_string()));
    }
}

/// The numbers of a document's headings in order: `12` of `## 12. Title`, `1.4` of `### 1.4 Title`.
fn headings(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with("##"));
    let first = lines.filter_map(|line| line.trim_start_matches('#').split_whitespace().next());
    first
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// What is there to be cited.
struct Sources {
    decisions: BTreeSet<String>,
    /// The sections of each reference.
    references: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    fn names(&self) -> BTreeSet<String> {
        self.references.keys().cloned().collect()
    }

    /// What a text cites that is not there.
    fn faults(&self, path: &str, text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for citation in citations(text, &self.names()) {
            let place = format!("{path}:{}", citation.line);
            if let Some(irregular) = citation.irregular {
                faults.push(format!("{place} cannot be read: {irregular}"));
            }
            let Some(name) = citation.reference else {
                let missing = citation
                    .numbers
                    .iter()
                    .filter(|number| !self.decisions.contains(*number));
                faults
                    .extend(missing.map(|number| format!("{place} there is no decision {number}")));
                continue;
            };
            let Some(sections) = self.references.get(&name) else {
                faults.push(format!("{place} there is no docs/references/{name}.md"));
                continue;
            };
            let missing = citation
                .numbers
                .iter()
                .filter(|number| !sections.contains(*number));
            faults
                .extend(missing.map(|number| format!("{place} {name}.md has no section {number}")));
        }
        faults
    }
}

fn sources() -> Sources {
    let decisions = file("docs/decisions.md").expect("there is a list of decisions");
    let references = files("docs/references", &["md"])
        .into_iter()
        .map(|File { path, text }| {
            let name = path
                .trim_start_matches("docs/references/")
                .trim_end_matches(".md");
            (name.to_owned(), headings(&text).into_iter().collect())
        });
    Sources {
        decisions: headings(&decisions.text).into_iter().collect(),
        references: references.collect(),
    }
}

#[test]
fn what_is_cited_is_there() {
    let sources = sources();
    let mut faults = Vec::new();
    for file in files("", EXTENSIONS) {
        if file.path != SELF {
            faults.extend(sources.faults(&file.path, &file.text));
        }
    }
    no_faults(
        "a decision has a heading in docs/decisions.md, a section one in docs/references",
        &faults,
    );
}

#[test]
fn decisions_are_numbered_without_a_gap() {
    let decisions = file("docs/decisions.md").expect("there is a list of decisions");
    let found = headings(&decisions.text);
    let expected: Vec<String> = (1..=found.len()).map(|number| number.to_string()).collect();
    assert_eq!(found, expected, "docs/decisions.md");
}

#[test]
fn sections_of_a_reference_are_numbered_once() {
    let mut faults = Vec::new();
    for file in files("docs/references", &["md"]) {
        let mut seen = BTreeSet::new();
        for number in headings(&file.text) {
            if !seen.insert(number.clone()) {
                faults.push(format!("{} has two sections {number}", file.path));
            }
        }
    }
    no_faults("a section's number stands once in its file", &faults);
}

/// Sources with the decisions 1 to 20 and two references.
fn made_up() -> Sources {
    let sections = |all: &[&str]| all.iter().map(|&section| section.to_owned()).collect();
    Sources {
        decisions: (1..=20).map(|number| number.to_string()).collect(),
        references: BTreeMap::from([
            ("fax".to_owned(), sections(&["1", "2", "2.4", "5"])),
            ("health-numbers".to_owned(), sections(&["1", "1.1"])),
        ]),
    }
}

#[test]
fn citations_that_resolve_are_no_faults() {
    for text in [
        "/// Queued once (decision 7).",
        "// as decisions 2, 3 and 20 have it: 99 tries",
        "//! kept (decisions 4 to 9; reference fax.md 2.4 and 5).",
        "//! kept (reference health-numbers 1.1, fax 5).",
        "/// The number (decision\n    /// 12), and decisions 3\n    /// and 4.",
        "/* reference fax.md\n * section 2. */",
        "See `docs/references/fax.md` section 2.4, or fax.md sections 1 and 2.",
        "(health-numbers 1.1) and reference fax.md.",
        "let decisions = 400; decision: 99, the fax 604-555-0131, Failed fax 2",
        "## A file of reference data\n\n1. A decision\n\n99 is a number.",
        "create table copy (by_person UUID references person (id), decisions 5);",
    ] {
        assert_eq!(
            made_up().faults("a.rs", text),
            Vec::<String>::new(),
            "{text}"
        );
    }
}

#[test]
fn a_made_up_number_is_a_fault() {
    for (text, fault) in [
        ("/// (decision 21)", "a.rs:1 there is no decision 21"),
        ("\n// Decision 0.", "a.rs:2 there is no decision 0"),
        ("// decisions 2, 5 and 22", "a.rs:1 there is no decision 22"),
        (
            "// decisions 2,\n// 22 and 5",
            "a.rs:1 there is no decision 22",
        ),
        ("// decisions 18 to 21", "a.rs:1 there is no decision 21"),
        ("-- reference fax 3", "a.rs:1 fax.md has no section 3"),
        (
            "// reference fax.md 2.4 and 2.5",
            "a.rs:1 fax.md has no section 2.5",
        ),
        ("// (fax.md section 4)", "a.rs:1 fax.md has no section 4"),
        (
            "// (health-numbers 2)",
            "a.rs:1 health-numbers.md has no section 2",
        ),
        (
            "// reference fax 2, health-numbers 9",
            "a.rs:1 health-numbers.md has no section 9",
        ),
        (
            "// reference post 1",
            "a.rs:1 there is no docs/references/post.md",
        ),
        (
            "// reference post.md.",
            "a.rs:1 there is no docs/references/post.md",
        ),
        (
            "// (post.md 7)",
            "a.rs:1 there is no docs/references/post.md",
        ),
        (
            "// (reference 4)",
            "a.rs:1 cannot be read: a reference without a name",
        ),
        ("// (decisions 8-10)", "a.rs:1 cannot be read: 8-10)"),
        (
            "// decision 8 and 9",
            "a.rs:1 cannot be read: 8 and another: say decisions",
        ),
    ] {
        assert_eq!(made_up().faults("a.rs", text), [fault], "{text}");
    }
}

#[test]
fn headings_are_found_by_their_numbers() {
    let text = "# 9 lives\n\n## 1. Title\n\ntext ## 5\n\n### 1.4 Signature **[C]**\n\n## Sources\n";
    assert_eq!(headings(text), ["1", "1.4"]);
}
