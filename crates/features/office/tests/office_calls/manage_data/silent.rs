// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds of an extract of today: AHFS numbers are carried forward, and a build after which a rule matches
//! nothing, or far fewer drugs, stops until a person goes on with a reason (decision 156).

use serde_json::{Value, json};

use salal_office::manage_data::{Said, Terminal, import_as_said, import_path};

use super::{act, display, gone_on, imported, long_ago, newest};
use crate::support::{TestApp, number, on_both};

/// A resource of the small register: each drug with its code, name, AHFS number, ATC code and schedule.
type Drug = (u32, &'static str, &'static str, &'static str, &'static str);

const OF_2020: [Drug; 6] = [
    (
        101,
        "SALAL-AMOXICILLIN",
        "08:12.16.08",
        "J01CA04",
        "Prescription",
    ),
    (
        102,
        "SALAL-CIPROFLOXACIN",
        "08:12.18",
        "J01MA02",
        "Prescription",
    ),
    (
        103,
        "SALAL-VALACYCLOVIR",
        "08:18.32",
        "J05AB11",
        "Prescription",
    ),
    (
        104,
        "SALAL-ZOPICLONE",
        "28:24.92",
        "N05CF01",
        "Prescription",
    ),
    (105, "SALAL-VACCINE", "80:12.00", "J07BB02", "Schedule D"),
    (
        106,
        "SALAL-ATORVASTATIN",
        "24:06.08",
        "C10AA05",
        "Prescription",
    ),
];

fn ingredient(name: &str) -> &str {
    name.trim_start_matches("SALAL-")
}

/// The register of these drugs as its text files; with AHFS numbers in seven columns, or of today in four.
fn extract(drugs: &[Drug], has_ahfs: bool) -> Vec<(&'static str, &'static str, String)> {
    let lines = |line: &dyn Fn(&Drug) -> String| drugs.iter().map(line).collect::<String>();
    vec![
        (
            "Drug Product",
            "drug.txt",
            lines(&|(code, name, ..)| {
                format!(
                    "\"{code}\",\"\",\"Human\",\"{code}\",\"{name}\",\"\",\"N\",\"1\",\"1\",\"\",\"1\",\"\",\"\",\"\"\n"
                )
            }),
        ),
        (
            "Active Ingredient",
            "ingred.txt",
            lines(&|(code, name, ..)| {
                let name = ingredient(name);
                format!(
                    "\"{code}\",\"1\",\"{name}\",\"I\",\"5\",\"MG\",\"\",\"\",\"N\",\"\",\"\",\"\",\"\",\"\",\"\"\n"
                )
            }),
        ),
        (
            "Dosage Form",
            "form.txt",
            lines(&|(code, ..)| format!("\"{code}\",\"85\",\"TABLET\",\"\"\n")),
        ),
        (
            "Route of Administration",
            "route.txt",
            lines(&|(code, ..)| format!("\"{code}\",\"56\",\"ORAL\",\"\"\n")),
        ),
        (
            "Therapeutic Class",
            "ther.txt",
            lines(&|(code, _, ahfs, atc, _)| {
                if has_ahfs {
                    format!("\"{code}\",\"{atc}\",\"X\",\"{ahfs}\",\"Y\",\"\",\"\"\n")
                } else {
                    format!("\"{code}\",\"{atc}\",\"X\",\"\"\n")
                }
            }),
        ),
        (
            "Product Status",
            "status.txt",
            lines(&|(code, ..)| {
                format!("\"{code}\",\"Y\",\"MARKETED\",\"31-DEC-1951\",\"\",\"\",\"\"\n")
            }),
        ),
        (
            "Schedule",
            "schedule.txt",
            lines(&|(code, .., schedule)| format!("\"{code}\",\"{schedule}\",\"\"\n")),
        ),
    ]
}

async fn bring(app: &TestApp, files: Vec<(&'static str, &'static str, String)>) {
    for (resource, name, text) in files {
        let done = imported(app, resource, name, text.as_bytes()).await;
        assert_eq!(done["state"], "done", "{resource}: {done}");
    }
}

async fn build(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/manage-data/build-drugs")
        .await
        .ok();
    app.settle().await;
    newest(app).await
}

/// The rows in force of the first resource of the register.
async fn products(app: &TestApp) -> u64 {
    display(app, "Drug Product").await["total"]
        .as_u64()
        .expect("a number")
}

/// Of each drug: its AHFS numbers, and what the filters say.
async fn judged(app: &TestApp) -> Vec<(String, Value, Value)> {
    let mut all = Vec::new();
    let names: Vec<String> = display(app, "Drugs").await["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    for name in names {
        let path = format!("/drug/catalogue?q={name}");
        let found = app.get(&app.users.admin, &path).await.ok()["items"][0].clone();
        all.push((
            name,
            found["tc_ahfs_numbers"].clone(),
            found["filter"][0]["status"].clone(),
        ));
    }
    all
}

/// Drugs of a class that no filter names, one of each of these schedules.
fn of_schedules(schedules: &[&'static str]) -> Vec<Drug> {
    const NAMES: [&str; 8] = [
        "SALAL-STATIN-0",
        "SALAL-STATIN-1",
        "SALAL-STATIN-2",
        "SALAL-STATIN-3",
        "SALAL-STATIN-4",
        "SALAL-STATIN-5",
        "SALAL-STATIN-6",
        "SALAL-STATIN-7",
    ];
    let drugs = (101..).zip(NAMES).zip(schedules);
    drugs
        .map(|((code, name), schedule)| (code, name, "24:06.08", "C10AA05", *schedule))
        .collect()
}

/// The small register in a folder, for the terminal.
struct Folder(std::path::PathBuf);

impl Folder {
    fn of(files: Vec<(&'static str, &'static str, String)>) -> Self {
        let name = format!("salal-silent-{}", uuid::Uuid::new_v4().simple());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        for (_, file, text) in files {
            std::fs::write(path.join(file), text).expect("a file can be written");
        }
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

on_both!(
    an_extract_of_today_is_judged_as_one_of_2020,
    the_last_known_ahfs_number_of_a_drug_code_stays,
    a_build_that_silences_a_rule_stops_until_a_person_gives_a_reason,
    a_file_that_came_since_takes_the_place_of_the_one_set_aside,
    an_undoing_that_stops_can_be_gone_on_with,
    a_build_that_takes_a_part_from_drugs_or_exchanges_it_stops,
    the_reason_counts_for_the_rules_that_were_shown,
    a_build_that_loses_much_of_what_a_rule_matches_stops_as_well,
    small_losses_of_several_builds_add_up,
    the_terminal_goes_on_with_a_reason
);

async fn an_extract_of_today_is_judged_as_one_of_2020(app: &TestApp) {
    bring(app, extract(&OF_2020, false)).await;
    assert_eq!(build(app).await["state"], "done");
    let told: Vec<_> = judged(app)
        .await
        .into_iter()
        .map(|(name, _, status)| (name, status))
        .collect();
    let wanted = [
        ("SALAL-AMOXICILLIN", json!("CROSS_OUT")),
        ("SALAL-CIPROFLOXACIN", json!("CROSS_OUT")),
        ("SALAL-VALACYCLOVIR", Value::Null),
        ("SALAL-ZOPICLONE", json!("CROSS_OUT")),
        ("SALAL-VACCINE", json!("DO_NOT_SHOW_UP")),
        ("SALAL-ATORVASTATIN", Value::Null),
    ];
    let wanted: Vec<_> = wanted
        .into_iter()
        .map(|(name, status)| (name.to_owned(), status))
        .collect();
    assert_eq!(told, wanted, "without one AHFS number");
    bring(app, extract(&OF_2020, true)).await;
    assert_eq!(build(app).await["state"], "done");
    let told: Vec<_> = judged(app)
        .await
        .into_iter()
        .map(|(name, _, status)| (name, status))
        .collect();
    assert_eq!(told, wanted, "with AHFS numbers");
}

async fn the_last_known_ahfs_number_of_a_drug_code_stays(app: &TestApp) {
    let numbers = async || -> Vec<Value> {
        judged(app)
            .await
            .into_iter()
            .map(|(_, ahfs, _)| ahfs)
            .collect()
    };
    bring(app, extract(&OF_2020, true)).await;
    build(app).await;
    let of_2020 = numbers().await;
    assert_eq!(of_2020[0], json!(["08:12.16.08"]));
    bring(app, extract(&OF_2020, false)).await;
    let first = build(app).await;
    assert!(
        first["report"]
            .to_string()
            .contains("6 drugs came without an AHFS number"),
        "{first}"
    );
    assert_eq!(numbers().await, of_2020, "an extract without the columns");
    let second = build(app).await;
    assert_eq!(numbers().await, of_2020, "and once more: {second}");
    // The web API's list tells one number again, and nothing of the others.
    let of = |(code, _, _, atc, _): &Drug| {
        let ahfs = (*code == 101).then_some("08:12.16.04");
        json!({"drug_code": code, "tc_atc_number": atc, "tc_ahfs_number": ahfs})
    };
    let json = json!(OF_2020.iter().map(of).collect::<Vec<_>>());
    imported(
        app,
        "Therapeutic Class",
        "therapeuticclass.json",
        json.to_string().as_bytes(),
    )
    .await;
    let replaced = build(app).await;
    let now = numbers().await;
    assert_eq!(
        (&now[0], &now[5]),
        (&json!(["08:12.16.04"]), &json!(["24:06.08"]))
    );
    app.put(&app.users.admin, &act("undo", &replaced), &json!({}))
        .await
        .ok();
    app.settle().await;
    assert_eq!(
        numbers().await,
        of_2020,
        "what an undone build brought is forgotten with it"
    );
    bring(app, extract(&OF_2020, false)).await;
    build(app).await;
    assert_eq!(numbers().await, of_2020, "and stays forgotten");
}

async fn a_build_that_silences_a_rule_stops_until_a_person_gives_a_reason(app: &TestApp) {
    bring(app, extract(&OF_2020, true)).await;
    build(app).await;
    let without_penicillin: Vec<Drug> = OF_2020[1..].to_vec();
    bring(app, extract(&without_penicillin, false)).await;
    let stopped = build(app).await;
    assert_eq!(stopped["state"], "failed", "{stopped}");
    assert_eq!(
        stopped["silent"],
        json!([{"kind": "drugs", "rule": "Penicillins (08:12.16)", "matched": 1, "now": 0, "earlier": 0, "examples": ["SALAL-AMOXICILLIN"]}])
    );
    assert!(stopped["report"].to_string().contains("Penicillins (08:12.16) matched 1 drug and would match none. It would lose SALAL-AMOXICILLIN"), "{stopped}");
    assert_eq!(
        display(app, "Drugs").await["total"],
        6,
        "the catalogue in use stays"
    );
    assert_eq!(
        products(app).await,
        6,
        "and what it was built of is in force again"
    );
    assert!(stopped["report"].to_string().contains("The files of the catalogue in use are in force again; those of this build are set aside."), "{stopped}");
    let go_on = act("go-on", &stopped);
    for by in [&app.users.patient, &app.users.doctor, &app.users.office] {
        assert_eq!(
            app.put(by, &go_on, &json!({"reason": "the maker left the market"}))
                .await
                .status,
            403
        );
    }
    for reason in ["", "   ", "yes", &"x".repeat(501)] {
        assert_eq!(
            app.put(&app.users.admin, &go_on, &json!({"reason": reason}))
                .await
                .status,
            422,
            "{reason}"
        );
    }
    app.put(
        &app.users.admin,
        &go_on,
        &json!({"reason": "The maker left the market."}),
    )
    .await
    .ok();
    app.settle().await;
    let done = newest(app).await;
    assert_eq!(
        (&done["state"], &done["reason"]),
        (&json!("done"), &json!("The maker left the market.")),
        "{done}"
    );
    assert_eq!(
        (
            display(app, "Drugs").await["total"].clone(),
            products(app).await
        ),
        (json!(5), 5)
    );
    let line = number(&app.ctx.db, "select count(*) as n from audit where action = 'PUT /manage-data/go-on/{id}' and object_id = 'The maker left the market.'").await;
    assert_eq!(line, 1, "who went on and why stands in the audit");
    assert_eq!(
        app.put(
            &app.users.admin,
            &act("go-on", &done),
            &json!({"reason": "once more, please"})
        )
        .await
        .status,
        409
    );
    assert_eq!(
        build(app).await["state"],
        "done",
        "what is silent already is not missed again"
    );
}

/// One resource is corrected after a build stopped; the others of that build are gone on with.
async fn a_file_that_came_since_takes_the_place_of_the_one_set_aside(app: &TestApp) {
    bring(app, extract(&OF_2020, true)).await;
    build(app).await;
    let mut fewer = OF_2020[..5].to_vec();
    fewer[0].4 = "Schedule D";
    bring(app, extract(&fewer[1..], false)).await;
    let stopped = build(app).await;
    assert_eq!(
        (&stopped["state"], products(app).await),
        (&json!("failed"), 6),
        "{stopped}"
    );
    let products_of = |drugs: &[Drug]| extract(drugs, false).into_iter().take(1).collect();
    bring(app, products_of(&OF_2020[1..])).await;
    let done = gone_on(app, &stopped, "The maker left the market.").await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(
        (
            display(app, "Drugs").await["total"].clone(),
            products(app).await
        ),
        (json!(5), 5),
        "five came since, four were set aside"
    );
    assert_eq!(
        display(app, "Schedule").await["total"],
        4,
        "of this nothing came since"
    );
}

async fn an_undoing_that_stops_can_be_gone_on_with(app: &TestApp) {
    bring(app, extract(&of_schedules(&["Prescription"; 2]), false)).await;
    build(app).await;
    bring(
        app,
        extract(&of_schedules(&["Narcotic (CDSA I)"; 8]), false),
    )
    .await;
    let later = build(app).await;
    app.put(&app.users.admin, &act("undo", &later), &json!({}))
        .await
        .ok();
    app.settle().await;
    let stopped = newest(app).await;
    assert_eq!(
        (&stopped["kind"], &stopped["state"]),
        (&json!("undo"), &json!("failed")),
        "{stopped}"
    );
    assert_eq!(
        products(app).await,
        8,
        "what is in force is not touched before it is gone on with"
    );
    let done = gone_on(app, &stopped, "The file was of another year.").await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(
        (
            display(app, "Drugs").await["total"].clone(),
            products(app).await
        ),
        (json!(2), 2)
    );
    let next = build(app).await;
    assert_eq!(
        (&next["state"], display(app, "Drugs").await["total"].clone()),
        (&json!("done"), json!(2)),
        "the next build begins with what was put back"
    );
}

/// No rule sees a file of forms, routes or statuses that is cut: what every drug has is watched by itself.
async fn a_build_that_takes_a_part_from_drugs_or_exchanges_it_stops(app: &TestApp) {
    let drugs = of_schedules(&["Prescription"; 8]);
    bring(app, extract(&drugs, false)).await;
    assert_eq!(build(app).await["state"], "done");
    let whole = extract(&drugs, false);
    let text = |name: &str| {
        whole
            .iter()
            .find(|(_, file, _)| *file == name)
            .map(|(_, _, text)| text.clone())
            .unwrap_or_default()
    };
    let first_lines = |name: &str| text(name).split_inclusive('\n').take(2).collect::<String>();
    for (resource, file, rule) in [
        ("Dosage Form", "form.txt", "Drugs with a dosage form"),
        ("Route of Administration", "route.txt", "Drugs with a route"),
        ("Product Status", "status.txt", "Drugs with a status"),
        (
            "Active Ingredient",
            "ingred.txt",
            "Drugs with an ingredient",
        ),
        ("Therapeutic Class", "ther.txt", "Drugs with an ATC code"),
    ] {
        let done = imported(app, resource, file, first_lines(file).as_bytes()).await;
        assert_eq!(done["state"], "done", "{resource}: {done}");
        let stopped = build(app).await;
        let falls = stopped["silent"].as_array().cloned().unwrap_or_default();
        let of_it = falls.iter().find(|one| one["rule"] == rule);
        assert_eq!(
            of_it.map(|one| (&one["matched"], &one["now"])),
            Some((&json!(8), &json!(2))),
            "{resource}: {stopped}"
        );
    }
    // Their contents exchanged: every drug has a form and a route, and none is right.
    imported(app, "Dosage Form", "form.txt", text("route.txt").as_bytes()).await;
    imported(
        app,
        "Route of Administration",
        "route.txt",
        text("form.txt").as_bytes(),
    )
    .await;
    let stopped = build(app).await;
    let rules: Vec<_> = stopped["silent"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["rule"].clone())
        .collect();
    assert_eq!(
        rules,
        [
            json!("Drugs that keep their dosage form"),
            json!("Drugs that keep their route")
        ],
        "{stopped}"
    );
    assert_eq!(
        build(app).await["state"],
        "done",
        "what the catalogue was built of is in force again"
    );
}

async fn the_reason_counts_for_the_rules_that_were_shown(app: &TestApp) {
    bring(app, extract(&OF_2020, true)).await;
    build(app).await;
    bring(app, extract(&OF_2020[1..], false)).await;
    let stopped = build(app).await;
    bring(app, extract(&OF_2020[2..], false)).await;
    app.put(
        &app.users.admin,
        &act("go-on", &stopped),
        &json!({"reason": "The maker left the market."}),
    )
    .await
    .ok();
    app.settle().await;
    let again = newest(app).await;
    assert_eq!(again["state"], "failed", "{again}");
    assert!(
        again["silent"].to_string().contains("Quinolones"),
        "{again}"
    );
    assert_eq!(display(app, "Drugs").await["total"], 6);
}

async fn a_build_that_loses_much_of_what_a_rule_matches_stops_as_well(app: &TestApp) {
    bring(
        app,
        extract(&of_schedules(&["Narcotic (CDSA I)"; 8]), false),
    )
    .await;
    build(app).await;
    let narcotics = |count: usize| {
        let schedule = |at| {
            if at < count {
                "Narcotic (CDSA I)"
            } else {
                "Prescription"
            }
        };
        let schedules: Vec<&str> = (0..8).map(schedule).collect();
        extract(&of_schedules(&schedules), false)
    };
    // Six of eight: what is lost is a quarter, and not more.
    bring(app, narcotics(6)).await;
    let done = build(app).await;
    assert_eq!(
        (&done["state"], &done["silent"]),
        (&json!("done"), &json!([])),
        "{done}"
    );
    bring(app, narcotics(4)).await;
    let stopped = build(app).await;
    assert_eq!(stopped["state"], "failed", "{stopped}");
    assert_eq!(
        stopped["silent"],
        json!([{"kind": "drugs", "rule": "Controlled substances, by their schedule", "matched": 8, "now": 4, "earlier": 2, "examples": ["SALAL-STATIN-4", "SALAL-STATIN-5", "SALAL-STATIN-6"]}])
    );
    assert!(
        stopped["report"].to_string().contains(
            "Controlled substances, by their schedule matched 8 drugs and would match 4."
        ),
        "{stopped}"
    );
    // The reason counts for the fall that was shown, and not for a deeper one.
    bring(app, narcotics(3)).await;
    let again = gone_on(app, &stopped, "Four were moved to another schedule.").await;
    assert_eq!(
        (&again["state"], &again["silent"][0]["now"]),
        (&json!("failed"), &json!(3)),
        "{again}"
    );
    let done = gone_on(app, &again, "Three are left, the law was changed.").await;
    assert_eq!(done["state"], "done", "{done}");
    let told = "Rules that no longer match any drug, or match far fewer: Controlled substances, by their schedule (3 now, 8 before). Continued because: Three are left, the law was changed.";
    assert!(done["report"].to_string().contains(told), "{done}");
    assert_eq!(
        build(app).await["state"],
        "done",
        "what was lost is not missed again"
    );
}

/// Each build loses less than a person is asked about; together they would take most of the rule away.
async fn small_losses_of_several_builds_add_up(app: &TestApp) {
    let built = async |count: usize| {
        let schedule = |at| {
            if at < count {
                "Narcotic (CDSA I)"
            } else {
                "Prescription"
            }
        };
        let schedules: Vec<&str> = (0..8).map(schedule).collect();
        bring(app, extract(&of_schedules(&schedules), false)).await;
        build(app).await
    };
    for count in [8, 7, 6] {
        assert_eq!(built(count).await["state"], "done", "{count}");
    }
    let stopped = built(5).await;
    assert_eq!(
        stopped["state"], "failed",
        "one of six, and three of eight: {stopped}"
    );
    let fall = &stopped["silent"][0];
    assert_eq!(
        (&fall["matched"], &fall["now"], &fall["earlier"]),
        (&json!(8), &json!(5), &json!(2))
    );
    assert!(
        stopped["report"]
            .to_string()
            .contains("2 of them went with builds of the last 30 days."),
        "{stopped}"
    );
    assert_eq!(
        gone_on(app, &stopped, "They were moved to another schedule.").await["state"],
        "done"
    );
    assert_eq!(
        built(4).await["state"],
        "done",
        "what somebody agreed to is not counted again"
    );
    assert_eq!(built(3).await["state"], "failed", "two of five");
    long_ago(app).await;
    assert_eq!(build(app).await["state"], "done", "one of four in a month");
}

async fn the_terminal_goes_on_with_a_reason(app: &TestApp) {
    let whole = Folder::of(extract(&OF_2020, true));
    Box::pin(import_path(&app.ctx, Terminal::Register, &whole.0, |_| ()))
        .await
        .expect("a whole register");
    let part = Folder::of(extract(&OF_2020[1..], false));
    let stopped = Box::pin(import_path(&app.ctx, Terminal::Register, &part.0, |_| ()))
        .await
        .expect_err("a rule falls silent");
    let told = stopped.cause.clone().unwrap_or_default();
    assert!(
        told.contains("Penicillins (08:12.16) matched 1 drug and would match none")
            && told.contains("--despite-silent-rules"),
        "{told}"
    );
    assert_eq!(
        (
            display(app, "Drugs").await["total"].clone(),
            products(app).await
        ),
        (json!(6), 6)
    );
    assert!(told.contains("are in force again"), "{told}");
    // The next build does not begin with the files that were stopped.
    let next = build(app).await;
    assert_eq!(
        (&next["state"], display(app, "Drugs").await["total"].clone()),
        (&json!("done"), json!(6)),
        "{next}"
    );
    let said = |reason: &str| Said {
        despite: Some(reason.to_owned()),
        ..Said::default()
    };
    Box::pin(import_as_said(
        &app.ctx,
        Terminal::Register,
        &part.0,
        &said("so"),
        |_| (),
    ))
    .await
    .expect_err("no reason");
    let report = Box::pin(import_as_said(
        &app.ctx,
        Terminal::Register,
        &part.0,
        &said("The maker left the market."),
        |_| (),
    ))
    .await
    .expect("a reason");
    assert!(
        report.contains("Continued because: The maker left the market."),
        "{report}"
    );
    assert_eq!(display(app, "Drugs").await["total"], 5);
    let line = number(
        &app.ctx.db,
        "select count(*) as n from audit where actor_role = 'TERMINAL' and object_kind = 'reason'",
    )
    .await;
    assert_eq!(line, 1);
}
