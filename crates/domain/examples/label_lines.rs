// SPDX-License-Identifier: AGPL-3.0-or-later

//! Measures the drug search over a whole extract of the register, by hand:
//! `cargo run --release -p salal-domain --example label_lines -- FOLDER`, with the folder of an unpacked
//! extract. Prints how many of 2,000 label lines find their drug and strength first, how many of the queries of
//! `data/queries.tsv` do, and how long the searches take.

use std::time::{Duration, Instant};

use salal_domain::search::{DrugIndex, FoundName, IndexEntry, Strength, fold, offer};
use salal_formats::drug_database::{self, DrugRecord, Ingredient, Source};

#[path = "../src/search/label_lines.rs"]
mod label_lines;

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("Please name the folder of an extract.");
        return;
    };
    let drugs = match read(&folder) {
        Ok(drugs) => drugs,
        Err(reason) => {
            eprintln!("{folder}: {reason}");
            return;
        }
    };
    let started = Instant::now();
    let index = label_lines::index(&drugs);
    println!("{} drugs, indexed in {:?}", drugs.len(), started.elapsed());
    let report = label_lines::measure(&drugs, &index, 2000);
    println!(
        "{} label lines, {} right, {} wrong; {} slips, {} answered with what was meant; {} wrong suggestions",
        report.lines,
        report.right,
        report.wrong.len(),
        report.slips,
        report.meant,
        report.wrong_suggestions.len(),
    );
    for line in report.wrong.iter().chain(&report.wrong_suggestions) {
        println!("  {line}");
    }
    let answers = label_lines::answers(&drugs, &index);
    println!(
        "{} queries, {} right first, {} wrong, {} for what is not in this register; {} wrong suggestions",
        answers.asked,
        answers.right,
        answers.wrong.len(),
        answers.elsewhere,
        answers.wrong_suggestions.len(),
    );
    for line in answers.wrong.iter().chain(&answers.wrong_suggestions) {
        println!("  {line}");
    }
    let missed = label_lines::common_missed(&drugs, &index);
    println!(
        "{} of {} common drugs missed: {missed:?}",
        missed.len(),
        label_lines::COMMON.len()
    );
    let texts = [
        "atorv",
        "tab",
        "ine",
        "sertraline 50",
        "xyzabcd",
        "metfromin",
        "00015741",
        "creme",
        "acetaminophen",
        "ramipril 10 mg",
        "apo-metformin 500mg tab",
        "metformin hcl 500 mg tablet",
        "tylenol 3",
    ];
    for (name, texts) in [("words", &texts[..9]), ("labels", &texts[9..])] {
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..200 {
            for text in texts {
                let started = Instant::now();
                std::hint::black_box(index.by_any(text, 50, &|_| true));
                times.push(started.elapsed());
            }
        }
        times.sort_unstable();
        let (middle, slow) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!("{name}: median {middle:?}, p99 {slow:?}");
    }
}

/// The marketed products for people of a folder.
fn read(folder: &str) -> Result<Vec<DrugRecord>, String> {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if file.contains("_ap") || file.contains("_dr") || file.contains("_ia") {
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        sources.push(Source { file, bytes });
    }
    let built = drug_database::build(&sources).map_err(|error| error.to_string())?;
    Ok(built
        .drugs
        .into_iter()
        .filter(DrugRecord::is_human)
        .collect())
}
