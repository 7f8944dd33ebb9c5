// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal import dpd`: the register's files become the catalogue, once, by the road of the page's imports.

use std::path::{Path, PathBuf};

use salal_office::manage_data::{Said, Terminal, import_as_said, import_path};
use serde_json::json;

use crate::support::{
    TestApp, extract_builds_as_its_figures_say, fixtures, on_both, register_files,
};

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path =
            std::env::temp_dir().join(format!("salal-import-{}", uuid::Uuid::new_v4().simple()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join(file), text).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn import(app: &TestApp, folder: &Path) -> String {
    Box::pin(import_path(&app.ctx, Terminal::Register, folder, |_| ()))
        .await
        .expect("the files are good")
}

/// Two products of the register's form, one of them under another name when asked for.
fn two_drugs(second: &str) -> Folder {
    let folder = Folder::new();
    for (file, bytes) in register_files(second) {
        folder.write(file, &String::from_utf8_lossy(&bytes));
    }
    folder
}

async fn found(app: &TestApp, text: &str) -> serde_json::Value {
    app.get(&app.users.patient, &format!("/drug/name/only/{text}"))
        .await
        .ok()["total"]
        .clone()
}

on_both!(
    a_build_replaces_the_one_before,
    files_that_cannot_be_used_change_nothing,
    a_folder_that_lacks_a_needed_file_is_refused_by_its_name,
    what_an_import_does_not_bring_stays,
    pharmacies_of_other_columns_come_in_by_a_map,
    the_may_2020_extract_builds_as_its_figures_say
);

async fn a_build_replaces_the_one_before(app: &TestApp) {
    assert_eq!(found(app, "arbutine").await, 0);
    let report = import(app, &two_drugs("SALALEX").0).await;
    assert!(
        report.contains("2 new, 0 changed, 0 unchanged, 0 no longer in the register"),
        "{report}"
    );
    assert!(report.contains("replaced the demo's"), "{report}");
    assert_eq!(
        (found(app, "arbutine").await, found(app, "salalex").await),
        (json!(1), json!(1))
    );
    assert_eq!(
        found(app, "ramipril").await,
        0,
        "what has left the register is not offered"
    );

    let again = import(app, &two_drugs("SALALEX").0).await;
    assert!(
        again.contains("No changes: the catalogue is already up to date"),
        "{again}"
    );

    let before = app.get(&app.users.patient, "/drug/name/salalex").await.ok()[0]["_id"].clone();
    let changed = import(app, &two_drugs("SALALEX FORTE").0).await;
    assert!(
        changed.contains("0 new, 1 changed, 1 unchanged, 0 no longer"),
        "{changed}"
    );
    assert!(
        !changed.contains("demo"),
        "the demo's have gone already: {changed}"
    );
    let after = app
        .get(&app.users.patient, "/drug/name/salalex%20forte")
        .await
        .ok()[0]["_id"]
        .clone();
    assert_eq!(before, after, "a drug keeps its id");
}

async fn files_that_cannot_be_used_change_nothing(app: &TestApp) {
    let folder = Folder::new();
    folder.write("drug.txt", "\"1\",\"2\",\"3\"\r\n");
    let error = Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0, |_| ()))
        .await
        .expect_err("three columns are no edition's");
    assert!(
        error.cause.clone().unwrap_or_default().contains("drug.txt"),
        "the file is named"
    );
    Box::pin(import_path(
        &app.ctx,
        Terminal::Register,
        &folder.0.join("absent"),
        |_| (),
    ))
    .await
    .expect_err("there is no such folder");
    assert_eq!(found(app, "ramipril").await, 1);
}

async fn a_folder_that_lacks_a_needed_file_is_refused_by_its_name(app: &TestApp) {
    for (lost, named) in [
        ("schedule.json", "lack schedule.json (Schedule);"),
        (
            "therapeuticclass.json",
            "lack therapeuticclass.json (Therapeutic Class);",
        ),
    ] {
        let folder = two_drugs("SALALEX");
        std::fs::remove_file(folder.0.join(lost)).expect("it was there");
        let error = Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0, |_| ()))
            .await
            .expect_err("a file is missing");
        let told = error.cause.clone().unwrap_or_default();
        assert!(
            told.contains(named) && told.contains("nothing was imported"),
            "{told}"
        );
    }
    assert_eq!(
        (found(app, "arbutine").await, found(app, "ramipril").await),
        (json!(0), json!(1))
    );
    let history = app.get(&app.users.admin, "/manage-data/imports").await.ok();
    assert_eq!(
        history["missing"].as_array().map(Vec::len),
        Some(7),
        "nothing came into force: {history}"
    );
    // A set of products whose schedules are not there is no whole register either.
    let folder = two_drugs("SALALEX");
    for file in ["drug_ap.txt", "ingred_ap.txt"] {
        folder.write(file, "");
    }
    folder.write("drug_ap.txt", "\"73\",\"\",\"Human\",\"73\",\"SALALANOVA\",\"\",\"N\",\"1\",\"1\",\"\",\"1\",\"\",\"\",\"\"\n");
    folder.write(
        "schedule.txt",
        "\"71\",\"Prescription\",\"\"\n\"72\",\"Prescription\",\"\"\n",
    );
    std::fs::remove_file(folder.0.join("ingred_ap.txt")).expect("it was there");
    std::fs::remove_file(folder.0.join("schedule.json")).expect("it was there");
    let error = Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0, |_| ()))
        .await
        .expect_err("a set is not whole");
    let told = error.cause.clone().unwrap_or_default();
    assert!(
        told.contains("schedule_ap.txt (Schedule (approved))"),
        "{told}"
    );
}

async fn what_an_import_does_not_bring_stays(app: &TestApp) {
    let folder = two_drugs("SALALEX");
    folder.write("comp.txt", "\"71\",\"\",\"1\",\"OWNER INC\",\"DIN OWNER\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n");
    import(app, &folder.0).await;
    let companies = async || {
        app.get(&app.users.admin, "/manage-data/display-data/Company")
            .await
            .ok()["total"]
            .clone()
    };
    assert_eq!(companies().await, 1);
    import(app, &two_drugs("SALALEX FORTE").0).await;
    assert_eq!(
        companies().await,
        1,
        "the folder had no companies, so those that were there stay"
    );
    let drugs = app
        .get(&app.users.admin, "/manage-data/display-data/Drugs")
        .await
        .ok();
    assert_eq!(
        drugs["items"][0]["schedules"],
        json!(["Prescription"]),
        "{drugs}"
    );
}

async fn pharmacies_of_other_columns_come_in_by_a_map(app: &TestApp) {
    let folder = Folder::new();
    folder.write("list.csv", "Pharmacy,Street,City,Fax,Telephone\nSalal Drugs,1 Main St,Vancouver,604-555-0142,604-555-0100 ext. 12\n");
    let path = folder.0.join("list.csv");
    let refused = Box::pin(import_path(&app.ctx, Terminal::Pharmacies, &path, |_| ()))
        .await
        .expect_err("no name");
    let told = refused.cause.clone().unwrap_or_default();
    assert!(told.contains("no column name"), "{told}");
    assert!(
        told.contains("--map \"Pharmacy=name\" --map \"Street=address\" Check it first"),
        "{told}"
    );
    let said = |map: &[&str]| Said {
        map: map.iter().map(|one| (*one).to_owned()).collect(),
        despite: Some("It is the whole list.".to_owned()),
        ..Said::default()
    };
    for (map, told) in [
        (&["street=adress"] as &[&str], "There is no field adress"),
        (&["street"], "street=address"),
        (&["Strasse=address", "pharmacy=name"], "no column Strasse"),
    ] {
        let refused = Box::pin(import_as_said(
            &app.ctx,
            Terminal::Pharmacies,
            &path,
            &said(map),
            |_| (),
        ))
        .await
        .expect_err("a wrong map");
        assert!(
            refused.cause.clone().unwrap_or_default().contains(told),
            "{:?}",
            refused.cause
        );
    }
    let said = said(&["pharmacy=name", "street=address", "telephone=phone"]);
    let report = Box::pin(import_as_said(
        &app.ctx,
        Terminal::Pharmacies,
        &path,
        &said,
        |_| (),
    ))
    .await
    .expect("the map is right");
    assert!(
        report.starts_with("1 new, 0 changed")
            && report.ends_with("Continued because: It is the whole list."),
        "{report}"
    );
    let list = app.get(&app.users.patient, "/pharmacy").await.ok();
    assert_eq!(
        (&list[0]["name"], &list[0]["address"], &list[0]["phone1"]),
        (
            &json!("Salal Drugs"),
            &json!("1 Main St"),
            &json!("604-555-0100 ext. 12")
        ),
        "{list}"
    );
}

async fn the_may_2020_extract_builds_as_its_figures_say(app: &TestApp) {
    let figures = [
        "1322 drugs,",
        "1299 with an AHFS",
        "1254 human,",
        "1244 human with",
        "348 distinct",
        "1322 new",
    ];
    extract_builds_as_its_figures_say(app, &fixtures(), figures, import).await;
}
