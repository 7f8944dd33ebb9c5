//! `salal import dpd`: the register's files become the catalogue, once, by the road of the page's imports.

use std::path::{Path, PathBuf};

use salal_server::features::manage_data::{Terminal, import_path};
use serde_json::json;

use crate::support::{TestApp, on_both};

/// The May 2020 extract, which lies beside the checkout and is not part of it.
const EXTRACT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/dpd/2020-05"
);
const ROLES: [&str; 8] = [
    "drug", "ingred", "form", "route", "ther", "status", "comp", "schedule",
];

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
    let drug = |code: u32, name: &str| {
        json!({"drug_code": code, "class_name": "Human", "drug_identification_number": format!("{code:08}"),
            "brand_name": name, "descriptor": "", "number_of_ais": "1", "ai_group_no": "1",
            "company_name": "INVENTED", "last_update_date": "2026-01-05"})
    };
    let ingredient = |code: u32| {
        json!({"dosage_unit": "", "dosage_value": "", "drug_code": code, "ingredient_name": "SALALINE",
            "strength": "5", "strength_unit": "MG"})
    };
    folder.write(
        "drugproduct.json",
        &json!([drug(71, "ARBUTINE"), drug(72, second)]).to_string(),
    );
    folder.write(
        "activeingredient.json",
        &json!([ingredient(71), ingredient(72)]).to_string(),
    );
    folder
}

async fn found(app: &TestApp, text: &str) -> serde_json::Value {
    app.get(&app.cast.patient, &format!("/drug/name/only/{text}"))
        .await
        .ok()["total"]
        .clone()
}

on_both! {
    async fn a_build_replaces_the_one_before(app: &TestApp) {
        assert_eq!(found(app, "arbutine").await, 0);
        let report = import(app, &two_drugs("SALALEX").0).await;
        assert!(report.contains("2 new, 0 changed, 0 unchanged, 0 no longer in the register"), "{report}");
        assert!(report.contains("took the place of the demo's"), "{report}");
        assert_eq!((found(app, "arbutine").await, found(app, "salalex").await), (json!(1), json!(1)));
        assert_eq!(found(app, "ramipril").await, 0, "what has left the register is not offered");

        let again = import(app, &two_drugs("SALALEX").0).await;
        assert!(again.contains("Nothing changed"), "{again}");

        let before = app.get(&app.cast.patient, "/drug/name/salalex").await.ok()[0]["_id"].clone();
        let changed = import(app, &two_drugs("SALALEX FORTE").0).await;
        assert!(changed.contains("0 new, 1 changed, 1 unchanged, 0 no longer"), "{changed}");
        assert!(!changed.contains("demo"), "the demo's have gone already: {changed}");
        let after = app.get(&app.cast.patient, "/drug/name/salalex%20forte").await.ok()[0]["_id"].clone();
        assert_eq!(before, after, "a drug keeps its id");
    }

    async fn files_that_cannot_be_used_change_nothing(app: &TestApp) {
        let folder = Folder::new();
        folder.write("drug.txt", "\"1\",\"2\",\"3\"\r\n");
        let error = Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0, |_| ())).await.expect_err("three columns are no edition's");
        assert!(error.cause.clone().unwrap_or_default().contains("drug.txt"), "the file is named");
        Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0.join("absent"), |_| ())).await.expect_err("there is no such folder");
        assert_eq!(found(app, "ramipril").await, 1);
    }

    async fn the_may_2020_extract_builds_as_its_figures_say(app: &TestApp) {
        if !Path::new(EXTRACT).is_dir() {
            eprintln!("NOT TESTED: the register's extract is not beside the checkout ({EXTRACT})");
            return;
        }
        let folder = Folder::new();
        for role in ROLES {
            let file = format!("{role}.txt.gz");
            std::fs::copy(Path::new(EXTRACT).join(&file), folder.0.join(&file)).expect("a file can be copied");
        }
        let report = import(app, &folder.0).await;
        for figure in ["13251 drugs,", "12140 with an AHFS", "11108 human,", "11098 human with", "348 distinct", "13251 new"] {
            assert!(report.contains(figure), "{figure}: {report}");
        }
        let history = app.get(&app.cast.admin, "/manage-data/imports").await.ok();
        assert_eq!(history["items"][0]["resource"], "Drugs", "{history}");
        assert_eq!(history["items"][1]["resource"], "Drug Product Database (all files)");
        let found = app.get(&app.cast.patient, "/drug/name/only/atorv").await.ok();
        assert_eq!(found["total"], 26);
        for (how, text, names) in [
            ("name/only", "creme", 57), ("name/only", "cr%C3%A8me", 57), ("name/only", "sertral", 19),
            ("name/only", "ramip", 26), ("name/only", "synthroid", 1), ("ingredient", "atorv", 28),
        ] {
            let found = app.get(&app.cast.doctor, &format!("/drug/{how}/{text}")).await.ok();
            assert_eq!(found["total"], names, "{how} {text}");
        }
        let brands = app.get(&app.cast.patient, "/drug/search/atorvastatin").await.ok().to_string();
        assert!(brands.contains("LIPITOR") && brands.contains("CADUET"));
        let again = import(app, &folder.0).await;
        assert!(again.contains("Nothing changed"), "{again}");
    }
}
