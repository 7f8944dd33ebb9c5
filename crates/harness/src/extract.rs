// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drug register's extract of May 2020, taken in as `salal import dpd` does, and what holds of it then: the
//! program of the office's calls has a fixture of it, `proof` the whole. The figures that differ are given, and how the
//! files of a folder are imported.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::TestApp;

const RESOURCES: [&str; 8] = [
    "drug", "ingred", "form", "route", "ther", "status", "comp", "schedule",
];

/// The fixtures of files that others publish.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/published")
}

/// A folder with the products on the market alone.
fn marketed(data: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for resource in RESOURCES {
        let file = format!("{resource}.txt.gz");
        let from = data.join("dpd/2020-05").join(&file);
        std::fs::copy(&from, folder.path().join(&file))
            .unwrap_or_else(|error| panic!("{} cannot be copied: {error}", from.display()));
    }
    folder
}

/// Takes the extract in, with these figures in the report, and searches the catalogue: the fixture has all
/// products that these searches find.
pub async fn extract_builds_as_its_figures_say(
    app: &TestApp,
    data: &Path,
    figures: [&str; 6],
    import: impl AsyncFn(&TestApp, &Path) -> String,
) {
    let folder = marketed(data);
    let report = import(app, folder.path()).await;
    for figure in figures {
        assert!(report.contains(figure), "{figure}: {report}");
    }
    let history = app.get(&app.users.admin, "/manage-data/imports").await.ok();
    assert_eq!(history["items"][0]["resource"], "Drugs", "{history}");
    assert_eq!(
        history["items"][1]["resource"],
        "Drug Product Database (all files)"
    );
    let found = app
        .get(&app.users.patient, "/drug/name/only/atorv")
        .await
        .ok();
    assert_eq!(found["total"], 26);
    for (how, text, names) in [
        ("name/only", "creme", 57),
        ("name/only", "cr%C3%A8me", 57),
        ("name/only", "sertral", 19),
        ("name/only", "ramip", 26),
        ("name/only", "synthroid", 1),
        ("ingredient", "atorv", 28),
    ] {
        let found = app
            .get(&app.users.doctor, &format!("/drug/{how}/{text}"))
            .await
            .ok();
        assert_eq!(found["total"], names, "{how} {text}");
    }
    let brands = app
        .get(&app.users.patient, "/drug/search/atorvastatin")
        .await
        .ok()
        .to_string();
    assert!(brands.contains("LIPITOR") && brands.contains("CADUET"));
    let again = import(app, folder.path()).await;
    assert!(
        again.contains("No changes: the catalogue is already up to date"),
        "{again}"
    );
}

/// Takes the extract in; a filter on each of these classes would match as many drugs.
pub async fn classes_of_the_extract_have_as_many_drugs(
    app: &TestApp,
    data: &Path,
    classes: [(&str, u64); 2],
    import: impl AsyncFn(&TestApp, &Path) -> String,
) {
    import(app, marketed(data).path()).await;
    for (class, drugs) in classes {
        let would = app
            .get(&app.users.admin, &format!("/drug/tcAhfs/{class}"))
            .await
            .ok();
        assert_eq!(would["drugs"], json!(drugs), "{class}");
        let groups = would["groups"].as_array().expect("groups");
        let sum: u64 = groups
            .iter()
            .filter_map(|group| group["drugs"].as_u64())
            .sum();
        assert_eq!(sum, drugs, "{class}");
    }
}
