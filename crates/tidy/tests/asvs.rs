// SPDX-License-Identifier: AGPL-3.0-or-later

//! The answers to the Application Security Verification Standard: docs/security/asvs.tsv has each requirement once, what
//! it names as met is there, and docs/security/asvs.md says the same as the list. Whether an answer is true is not known
//! here: the tests that it names say so.

use std::collections::{BTreeMap, BTreeSet};

use salal_tidy::{no_faults, root};

/// Requirements of levels 1 and 2 of version 5.0.0.
const OF_LEVEL: [(&str, usize); 2] = [("1", 70), ("2", 183)];

/// How many chapters there are.
const CHAPTERS: usize = 17;

/// The fewest words of a reason.
const REASON: usize = 4;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// One requirement and its answer.
struct Line {
    id: String,
    level: String,
    answer: Answer,
    reason: String,
    /// Where it is seen.
    evidence: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Answer {
    Met,
    NotApplicable,
    NotMet,
}

impl Answer {
    fn of(word: &str) -> Option<Self> {
        match word {
            "met" => Some(Self::Met),
            "not applicable" => Some(Self::NotApplicable),
            "not met" => Some(Self::NotMet),
            _ => None,
        }
    }
}

fn lines() -> Vec<Line> {
    let text = read("docs/security/asvs.tsv");
    let told = text.lines().filter(|line| !line.starts_with('#'));
    told.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, level, answer, reason, ref rest @ ..] = cells[..] else {
            panic!("five columns: {line}");
        };
        let evidence = rest.iter().flat_map(|cell| cell.split("; "));
        Line {
            id: id.to_owned(),
            level: level.to_owned(),
            answer: Answer::of(answer).unwrap_or_else(|| panic!("an answer: {line}")),
            reason: reason.to_owned(),
            evidence: evidence.map(ToOwned::to_owned).collect(),
        }
    })
    .collect()
}

/// The parts of a requirement's number.
fn numbers(id: &str) -> Vec<usize> {
    id.split('.')
        .map(|part| part.parse().expect("a number"))
        .collect()
}

/// What is wrong with what a line names.
fn wrong(evidence: &str) -> Option<String> {
    let is_there = |path: &str| root().join(path).exists();
    if let Some((path, name)) = evidence.split_once("::") {
        if !is_there(path) {
            return Some(format!("{path} is not there"));
        }
        let text = read(path);
        let is_named = match path.rsplit('.').next() {
            Some("rs") => text.contains(&format!("fn {name}(")),
            _ => ["'", "`", "\""]
                .iter()
                .any(|quote| text.contains(&format!("test({quote}{name}{quote}"))),
        };
        return (!is_named).then(|| format!("{path} has no test {name}"));
    }
    let path = evidence.strip_prefix("code: ");
    match path.or_else(|| evidence.strip_prefix("doc: ")) {
        Some(path) => (!is_there(path)).then(|| format!("{path} is not there")),
        None => Some(format!(
            "neither a test nor code nor a document: {evidence}"
        )),
    }
}

#[test]
fn every_requirement_is_answered_once() {
    let lines = lines();
    for (level, count) in OF_LEVEL {
        let of_level = lines.iter().filter(|line| line.level == level).count();
        assert_eq!(of_level, count, "requirements of level {level}");
    }
    assert_eq!(lines.len(), OF_LEVEL.iter().map(|(_, count)| count).sum());
    let ids: Vec<Vec<usize>> = lines.iter().map(|line| numbers(&line.id)).collect();
    assert!(
        ids.is_sorted() && ids.iter().collect::<BTreeSet<_>>().len() == ids.len(),
        "in their order, each once"
    );
    // The first chapter without a requirement of these levels would be a gap.
    let chapters: BTreeSet<usize> = ids.iter().map(|id| id[0]).collect();
    assert!(chapters.iter().copied().eq(1..=CHAPTERS), "{chapters:?}");
}

#[test]
fn every_answer_has_what_it_stands_on() {
    let mut faults = Vec::new();
    for line in lines() {
        let is_sentence =
            line.reason.split(' ').count() >= REASON && line.reason.trim_end().ends_with('.');
        if !is_sentence {
            faults.push(format!("{}: {} is no sentence", line.id, line.reason));
        }
        match line.answer {
            Answer::Met if line.evidence.is_empty() => {
                faults.push(format!("{}: nothing shows that it is met", line.id));
            }
            Answer::Met => {}
            Answer::NotApplicable | Answer::NotMet if line.evidence.is_empty() => {}
            Answer::NotApplicable | Answer::NotMet => {
                faults.push(format!("{}: what is not met has a reason alone", line.id));
            }
        }
        let named = line.evidence.iter().filter_map(|one| wrong(one));
        faults.extend(named.map(|fault| format!("{}: {fault}", line.id)));
    }
    no_faults("an answer has what it stands on", &faults);
}

#[test]
fn the_document_says_what_the_list_says() {
    let lines = lines();
    let document = read("docs/security/asvs.md");
    let mut counts: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
    for line in &lines {
        let place = [Answer::Met, Answer::NotApplicable, Answer::NotMet]
            .iter()
            .position(|answer| *answer == line.answer);
        counts.entry(numbers(&line.id)[0]).or_default()[place.expect("one of three")] += 1;
    }
    let told = |start: &str| {
        let row = document
            .lines()
            .find(|row| row.starts_with(&format!("| {start} ")));
        let row = row.unwrap_or_else(|| panic!("a row of {start}"));
        let cells = row.split(" | ").skip(1);
        cells
            .map(|cell| cell.trim_end_matches(" |").parse().expect("a count"))
            .collect::<Vec<usize>>()
    };
    let mut all = [0; 3];
    for (chapter, of_chapter) in &counts {
        assert_eq!(told(&chapter.to_string()), of_chapter, "chapter {chapter}");
        for (sum, count) in all.iter_mut().zip(of_chapter) {
            *sum += count;
        }
    }
    assert_eq!(told("all"), all);
    let open: Vec<String> = lines
        .iter()
        .filter(|line| line.answer == Answer::NotMet)
        .map(|line| format!("| {} (level {}) | {} |", line.id, line.level, line.reason))
        .collect();
    let listed: Vec<&str> = document
        .lines()
        .filter(|row| row.contains(" (level "))
        .collect();
    assert_eq!(listed, open, "what is not met");
}
