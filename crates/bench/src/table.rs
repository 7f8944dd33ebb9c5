// SPDX-License-Identifier: AGPL-3.0-or-later

//! The one table that is printed: each measurement beside its ceiling and its aim.

/// One line.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) result: String,
    /// What the same machine did at most, in the same run.
    pub(crate) ceiling: String,
    pub(crate) share: String,
    pub(crate) aim: String,
    /// What was done, by how many and how often a second, for those who compare.
    pub(crate) rate: Option<(String, String, f64)>,
}

/// Whether an aim was reached, as the table says it.
pub(crate) fn aim(text: &str, reached: bool) -> String {
    format!("{text}: {}", if reached { "reached" } else { "MISSED" })
}

/// Prints the lines under a head, in columns as wide as their widest text.
pub(crate) fn print(lines: &[Line]) {
    let head = Line {
        what: "what".into(),
        result: "measured".into(),
        ceiling: "ceiling, same run".into(),
        share: "share".into(),
        aim: "aim".into(),
        rate: None,
    };
    let all: Vec<[&str; 5]> = std::iter::once(&head)
        .chain(lines)
        .map(|line| {
            [
                line.what.as_str(),
                &line.result,
                &line.ceiling,
                &line.share,
                &line.aim,
            ]
        })
        .collect();
    let mut widths = [0; 5];
    for line in &all {
        for (width, text) in widths.iter_mut().zip(line) {
            *width = (*width).max(text.chars().count());
        }
    }
    for (index, line) in all.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .zip(widths)
            .map(|(text, width)| format!("{text:<width$}"))
            .collect();
        println!("| {} |", cells.join(" | "));
        if index == 0 {
            let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            println!("| {} |", rules.join(" | "));
        }
    }
}
