// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects rows that new safety tables would remove. A truncated file parses well but silences its marks,
//! unnoticed by any screen; so such an import stops, and a person can continue it with a reason.

use std::collections::BTreeSet;

use super::tables::TableFile;
use crate::falls::{Fall, FallKind};

/// With fewer rows a percentage means little.
const FEW: usize = 4;

/// The files that would lose more than a tenth of their rows, or all of them.
pub fn losses(before: &[TableFile], now: &[TableFile]) -> Vec<Fall> {
    let fall = |(name, text): &TableFile| {
        let had = keys(name, text);
        let has = now.iter().find(|(other, _)| other == name);
        let has = has.map_or_else(BTreeSet::new, |(_, text)| keys(name, text));
        let lost: Vec<&str> = had.difference(&has).map(String::as_str).collect();
        let (rows, gone) = (had.len(), lost.len());
        let is_much = gone > 0 && (gone == rows || gone >= FEW && gone * 10 > rows);
        is_much.then(|| {
            Fall::of(name, rows, rows - gone, lost.into_iter()).with_kind(FallKind::Entries)
        })
    };
    before
        .iter()
        .filter(|(name, _)| name != "version.csv")
        .filter_map(fall)
        .collect()
}

/// The keys of a file's rows: the first column, and for words also the code.
fn keys(name: &str, text: &str) -> BTreeSet<String> {
    let columns = if name == "words.csv" { 2 } else { 1 };
    csv::Reader::from_reader(text.as_bytes())
        .records()
        .filter_map(Result::ok)
        .map(|row| row.iter().take(columns).collect::<Vec<_>>().join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::built_in_files;
    use super::*;

    fn cut(file: &str, rows: usize) -> Vec<TableFile> {
        let mut files = built_in_files();
        for (name, text) in &mut files {
            if name == file {
                *text = text
                    .lines()
                    .take(rows + 1)
                    .fold(String::new(), |all, line| all + line + "\n");
            }
        }
        files
    }

    #[test]
    fn a_cut_file_is_told_with_what_it_would_lose() {
        let whole = built_in_files();
        assert_eq!(losses(&whole, &whole), []);
        for (name, text) in whole.iter().filter(|(name, _)| name != "version.csv") {
            let rows = text.lines().count() - 1;
            let told = losses(&whole, &cut(name, 1));
            assert_eq!(told.len(), 1, "{name}");
            assert_eq!((told[0].rule.as_str(), told[0].now), (name.as_str(), 1));
            assert!(!told[0].examples.is_empty(), "{name}");
            assert_eq!(
                losses(&whole, &cut(name, rows - 3)),
                [],
                "three rows of {name}"
            );
        }
        let interactions = losses(&whole, &cut("interactions.csv", 1));
        assert_eq!(interactions[0].kind, FallKind::Entries);
        assert_eq!(
            losses(&whole, &whole[..whole.len() - 1]).len(),
            1,
            "a file that is gone"
        );
        assert_eq!(
            losses(&cut("interactions.csv", 1), &whole),
            [],
            "more is no loss"
        );
    }
}
