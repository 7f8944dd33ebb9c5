// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files of remittances as the plan sends them: other payees' lines, sums that do not balance, a missing
//! end; set aside, taken again, and never counted twice.

use salal_clinic::billing::{AtTerminal, take_again as take_again_here};
use serde_json::{Value, json};

use super::{billed, path};
use crate::support::{TestApp, number, on_both};

/// Two payees of one data centre and a sum that does not balance; whole.
const MIXED: &str = include_str!("../../../../../formats/tests/teleplan/mixed.txt");

async fn status(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/tele-plan/status-retrieved")
        .await
        .ok()
}

async fn pull(app: &TestApp) -> Value {
    let to = "/tele-plan/pull-latest-remittance";
    app.post(&app.users.admin, to, &json!({})).await.ok();
    app.settle().await;
    status(app).await
}

fn take_again(file: &Value) -> String {
    let id = file["_id"].as_str().expect("an id");
    format!("/tele-plan/remittance-files/{id}/take-again")
}

/// A bill that the plan has, and the line that pays it.
async fn sent(app: &TestApp) -> (Value, String) {
    let bill = billed(app, &app.users.patient, "401").await;
    let to = "/tele-plan/send-unsent-bills";
    app.post(&app.users.admin, to, &json!({})).await.ok();
    app.settle().await;
    let folio = bill["folio"].as_str().expect("a folio");
    let line = format!(
        "S01X0001000000220261230AP0001000002D0001{}{folio}0003479202612200000000000  ",
        "  0000000".repeat(7)
    );
    (bill, line)
}

async fn paid(app: &TestApp, bill: &Value) -> Value {
    let read = app.get(&app.users.admin, &path(bill)).await.ok();
    json!([read["status"], read["paid"]])
}

async fn exceptions(app: &TestApp) -> Vec<Value> {
    let list = app
        .get(&app.users.admin, "/tele-plan/remittance-exceptions")
        .await
        .ok();
    list["remittances"].as_array().expect("a list").clone()
}

on_both!(
    other_payees_and_sums_are_exceptions_and_never_a_reason_to_refuse,
    a_line_for_another_payee_settles_no_bill_of_ours,
    a_file_without_its_end_waits_and_is_taken_when_a_person_agrees,
    what_is_no_remittance_is_said_to_be_none,
    known_means_taken,
    billed_is_what_was_paid_refused_and_is_outstanding,
    a_held_claim_is_outstanding_until_it_is_decided,
    what_is_paid_twice_above_or_repeated_is_reviewed_and_stands_apart,
    after_a_payment_a_hold_moves_nothing_and_a_reversal_is_refused,
    what_is_taken_back_of_nothing_is_reviewed_and_stands_apart,
    a_bill_that_is_paid_in_two_parts_is_billed_once_in_a_month,
    what_is_said_to_be_none_of_ours_is_in_no_sum,
    lines_to_review_are_found_and_said_to_be_none_of_ours_at_once,
    lines_are_found_by_what_stands_in_them
);

async fn other_payees_and_sums_are_exceptions_and_never_a_reason_to_refuse(app: &TestApp) {
    app.sandbox
        .replay_remittance("remit201007.txt", MIXED.as_bytes());
    let seen = pull(app).await;
    assert_eq!(
        (&seen["pull"]["state"], &seen["pull"]["lines"]),
        (&json!("done"), &json!(15)),
        "{seen}"
    );
    assert_eq!(seen["setAside"], json!([]));
    // Five lines of another payee, our payment's sum, and four lines of claims that were never sent here.
    assert_eq!(seen["pull"]["exceptions"], 10);
    let told = exceptions(app).await;
    let with = |text: &str| {
        told.iter()
            .filter(|one| {
                one["exception"]
                    .as_str()
                    .is_some_and(|said| said.contains(text))
            })
            .count()
    };
    assert_eq!(
        (
            with("another payee, P0002"),
            with("$70.00 is not the sum of its lines, $65.41"),
            told.len()
        ),
        (5, 1, 10)
    );
    // Our own come first, and the lines of others are among no claims of ours.
    assert!(
        told[..5]
            .iter()
            .all(|one| !one["exception"].to_string().contains("payee")),
        "{told:?}"
    );
    let list = app
        .get(&app.users.admin, "/tele-plan/remittance?limit=100")
        .await
        .ok();
    assert_eq!(list["total"], 4);
}

async fn a_line_for_another_payee_settles_no_bill_of_ours(app: &TestApp) {
    let (bill, line) = sent(app).await;
    let theirs = line.replace("AP0001", "AP0002");
    let file = format!(
        "{theirs}\r\nVRCX000120261230S00000012026-12-30 20:10:05\r\nVTCX00012026-12-30 20:10:07S0000001C0000000B0000000M0000000X0000000V00000020000003\r\n"
    );
    app.sandbox
        .replay_remittance("remit201008.txt", file.as_bytes());
    assert_eq!(pull(app).await["setAside"], json!([]));
    assert_eq!(paid(app, &bill).await, json!(["sent", 0.0]));
    let told = exceptions(app).await;
    assert!(
        told[0]["exception"]
            .as_str()
            .is_some_and(|said| said.contains("please ask the plan")),
        "{told:?}"
    );
}

async fn a_file_without_its_end_waits_and_is_taken_when_a_person_agrees(app: &TestApp) {
    let admin = &app.users.admin;
    let (bill, line) = sent(app).await;
    let theirs = line
        .replace("AP0001", "AP0002")
        .replace("0000002", "0000009");
    let cut = format!("{theirs}\r\n{line}\r\nVRCX000120261230S00000022026-12-30 20:10:05\r\n");
    app.sandbox
        .replay_remittance("remit201009.txt", cut.as_bytes());
    let seen = pull(app).await;
    let file = &seen["setAside"][0];
    assert_eq!(
        (&file["name"], &file["lines"]),
        (&json!("remit201009.txt"), &json!(3)),
        "{seen}"
    );
    // What is missing stands before what is only to be looked at.
    assert_eq!(file["faults"][0]["kind"], "incomplete");
    assert!(
        file["faults"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("(VTC) is missing after line 3")),
        "{file}"
    );
    assert_eq!(file["faults"][1]["kind"], "otherPayee");
    assert_eq!(paid(app, &bill).await, json!(["sent", 0.0]));

    // Its cause is not gone: it says so, and nothing happens.
    let again = take_again(file);
    let still = app.post(admin, &again, &json!({})).await.ok();
    assert_eq!(
        (&still["taken"], &still["faults"][0]["kind"]),
        (&json!(false), &json!("incomplete"))
    );
    assert_eq!(paid(app, &bill).await, json!(["sent", 0.0]));
    for by in [&app.users.doctor, &app.users.office, &app.users.patient] {
        assert_eq!(
            app.post(by, &again, &json!({"allTheSame": true}))
                .await
                .status,
            403
        );
    }
    let taken = app
        .post(admin, &again, &json!({"allTheSame": true}))
        .await
        .ok();
    assert_eq!(
        (
            &taken["taken"],
            &taken["lines"],
            &taken["matched"],
            &taken["known"]
        ),
        (&json!(true), &json!(3), &json!(1), &json!(0))
    );
    assert_eq!(paid(app, &bill).await, json!(["paid", 34.79]));
    let lines =
        "SELECT COUNT(*) AS n FROM audit WHERE action LIKE '%take-again' AND patient IS NOT NULL";
    assert!(
        number(&app.ctx.db, lines).await > 0,
        "whose bill was settled stands in the audit"
    );
    app.post(admin, &again, &json!({"allTheSame": true}))
        .await
        .refused(409, "ALREADY_TAKEN");
    assert_eq!(status(app).await["setAside"], json!([]));

    // The same bytes are known, and the whole file brings its end alone: the payment counts once.
    app.sandbox
        .replay_remittance("remit201010.txt", cut.as_bytes());
    assert_eq!(pull(app).await["pull"]["known"], 3);
    let whole = format!(
        "{cut}VTCX00012026-12-30 20:10:07S0000002C0000000B0000000M0000000X0000000V00000020000004\r\n"
    );
    app.sandbox
        .replay_remittance("remit201011.txt", whole.as_bytes());
    let seen = pull(app).await;
    assert_eq!(
        (&seen["pull"]["lines"], &seen["pull"]["known"]),
        (&json!(1), &json!(3))
    );
    assert_eq!(paid(app, &bill).await, json!(["paid", 34.79]));
}

async fn what_is_no_remittance_is_said_to_be_none(app: &TestApp) {
    app.sandbox.replay_remittance(
        "remit201013.txt",
        b"<!DOCTYPE html>\n<title>Please sign in</title>\n",
    );
    let seen = pull(app).await;
    let faults = seen["setAside"][0]["faults"].as_array().expect("a list");
    assert_eq!(faults.len(), 1, "{seen}");
    assert!(
        faults[0]["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("This is not a remittance file")),
        "{seen}"
    );
}

/// A file that an older version set aside is not known: when it comes again, or is taken again from the
/// terminal, it is judged by what is known now.
async fn known_means_taken(app: &TestApp) {
    let (bill, line) = sent(app).await;
    let end = "VRCX000120261230S00000012026-12-30 20:10:05\r\n";
    let cut = format!("{line}\r\n{end}");
    app.sandbox
        .replay_remittance("remit201012.txt", cut.as_bytes());
    assert_eq!(
        pull(app).await["setAside"].as_array().map(Vec::len),
        Some(1)
    );
    app.sandbox
        .replay_remittance("remit201012.txt", cut.as_bytes());
    let seen = pull(app).await;
    assert_eq!(
        (
            &seen["pull"]["known"],
            seen["setAside"].as_array().map(Vec::len)
        ),
        (&json!(0), Some(1))
    );
    let terminal = |wanted: &'static [&'static str], all: bool| {
        let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
        async move {
            let said = AtTerminal {
                all_the_same: all,
                by: "A. Clerk",
                reason: Some("The end was lost on the line."),
            };
            take_again_here(&app.ctx, &wanted, said)
                .await
                .map_err(|error| error.cause.clone().unwrap_or_default())
        }
    };
    let lines = async || {
        number(
            &app.ctx.db,
            "select count(*) as n from audit where actor_role = 'TERMINAL'",
        )
        .await
    };
    assert_eq!(
        terminal(&["other.txt"], false)
            .await
            .expect_err("none of this name"),
        "other.txt: no file of this name was set aside"
    );
    let aside =
        "remit201012.txt: still aside. The control record of the complete pick-up (VTC) is missing";
    assert!(
        terminal(&[], false)
            .await
            .expect_err("one stays aside")
            .starts_with(aside)
    );
    assert!(
        terminal(&["remit201012.txt"], false)
            .await
            .expect_err("it was asked for")
            .starts_with(aside)
    );
    assert_eq!(lines().await, 0);
    // What can be taken is taken, and what cannot is an error all the same.
    let told = terminal(&["other.txt", "remit201012.txt"], true)
        .await
        .expect_err("one of them is not there");
    assert!(
        told.ends_with(
            "remit201012.txt: recorded. 2 lines, 1 matched, 0 to review, 0 known before."
        ),
        "{told}"
    );
    let line = "select count(*) as n from audit where action = 'salal teleplan take-again --all-the-same' \
            and object_id = 'remit201012.txt, by A. Clerk: The end was lost on the line.'";
    assert_eq!(
        (lines().await, number(&app.ctx.db, line).await),
        (1, 1),
        "who took it, and why"
    );
    assert_eq!(
        terminal(&[], true).await.expect("nothing is left"),
        "No remittance files are set aside."
    );
    assert_eq!(paid(app, &bill).await, json!(["paid", 34.79]));
}

/// A line of 267 characters that bills and pays an amount in cents.
fn detail(kind: &str, sequence: u32, billed: u32, paid: u32, code: &str) -> String {
    let mut line = vec![b' '; 267];
    for (at, text) in [
        (
            0,
            format!("{kind}X0001{sequence:07}20261230AP0001{sequence:06}D0001"),
        ),
        (68, "9698658215".to_owned()),
        (80, "20261220".to_owned()),
        (95, format!("13437{billed:07}")),
        (112, format!("13437{paid:07}{sequence:07}{code}")),
    ] {
        line[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    String::from_utf8(line).expect("letters and digits")
}

/// A file of these lines with its end.
fn file_of(lines: &[String]) -> String {
    let number = lines.len();
    format!(
        "{}\r\nVRCX000120261230S{number:07}2026-12-30 20:10:05\r\nVTCX00012026-12-30 20:10:07S{number:07}C0000000B0000000M0000000X0000000V0000002{:08}\r\n",
        lines.join("\r\n"),
        number + 2
    )
}

async fn december(app: &TestApp) -> Value {
    let asked = "/tele-plan/remittance-months?months=1&last=2026-12";
    let months = app.get(&app.users.admin, asked).await.ok();
    months[0].clone()
}

async fn billed_is_what_was_paid_refused_and_is_outstanding(app: &TestApp) {
    let admin = &app.users.admin;
    app.sandbox
        .replay_remittance("remit201007.txt", MIXED.as_bytes());
    pull(app).await;
    // Two claims paid as billed, of no bill that is known: what they pay stands apart, as the payment's adjustment and
    // the other payee.
    assert_eq!(
        december(app).await,
        json!({"month": "2026-12", "billed": 0.0, "paid": 0.0, "refused": 0.0, "outstanding": 0.0,
            "overpaid": 66.41, "notPaid": 0.0, "adjustments": -1.0, "otherPayees": 41.1, "records": 3})
    );
    let lines = [
        detail("S02", 1401, 5000, 4000, "BG"),
        detail("S03", 1402, 3100, 0, "EE"),
        detail("S02", 1403, 1000, 1100, "BG"),
    ];
    app.sandbox
        .replay_remittance("remit201008.txt", file_of(&lines).as_bytes());
    assert_eq!(pull(app).await["setAside"], json!([]));
    assert_eq!(
        december(app).await,
        json!({"month": "2026-12", "billed": 0.0, "paid": 0.0, "refused": 0.0, "outstanding": 0.0,
            "overpaid": 117.41, "notPaid": 0.0, "adjustments": -1.0, "otherPayees": 41.1, "records": 6})
    );
    // Any months can be chosen, not only the last twelve.
    let asked = "/tele-plan/remittance-months?months=24&last=2027-06";
    let months = app.get(admin, asked).await.ok();
    let names: Vec<&Value> = ["2025-07", "2027-06"]
        .iter()
        .zip([0, 23])
        .map(|(_, at)| &months[at]["month"])
        .collect();
    assert_eq!(names, [&json!("2025-07"), &json!("2027-06")]);
    assert_eq!(months[17]["overpaid"], 117.41);
    for wrong in ["2026-13", "December", "0026-12"] {
        for path in ["remittance-months", "balance"] {
            let asked = format!("/tele-plan/{path}?last={wrong}");
            app.get(admin, &asked).await.refused(400, "MALFORMED");
        }
    }
}

async fn a_held_claim_is_outstanding_until_it_is_decided(app: &TestApp) {
    let (bill, paid_as_billed) = sent(app).await;
    let folio = bill["folio"].as_str().expect("a folio");
    let held =
        format!("S04X0001000000220261230AP0001000002D000120261220{folio}BH            00000000  ");
    app.sandbox
        .replay_remittance("remit201008.txt", file_of(&[held]).as_bytes());
    assert_eq!(pull(app).await["pull"]["matched"], 1);
    assert_eq!(sums(app).await, json!([34.79, 0.0, 0.0, 34.79, 0.0]));
    app.sandbox
        .replay_remittance("remit201009.txt", file_of(&[paid_as_billed]).as_bytes());
    pull(app).await;
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 0.0]));
}

/// December's billed, paid, refused, outstanding and overpaid; the first is the sum of the next three.
async fn sums(app: &TestApp) -> Value {
    let month = december(app).await;
    let cents = |name: &str| (month[name].as_f64().expect("an amount") * 100.0).round();
    let [billed, paid, refused, outstanding] =
        ["billed", "paid", "refused", "outstanding"].map(cents);
    assert!(
        (billed - paid - refused - outstanding).abs() < 0.5 && refused >= 0.0,
        "{month}"
    );
    json!([
        month["billed"],
        month["paid"],
        month["refused"],
        month["outstanding"],
        month["overpaid"]
    ])
}

/// Why the lines to review are there, oldest first.
async fn reasons(app: &TestApp) -> Vec<String> {
    let told = exceptions(app).await;
    told.iter()
        .map(|one| one["exception"].as_str().expect("a reason").to_owned())
        .collect()
}

/// The same bill with an amount of the line in cents, and another number of the plan.
fn with_paid(line: &str, cents: &str, control: &str) -> String {
    line.replace("0003479", cents)
        .replace("000002D0001", control)
}

async fn take_file(app: &TestApp, name: &str, lines: &[String]) -> Value {
    app.sandbox
        .replay_remittance(name, file_of(lines).as_bytes());
    let seen = pull(app).await;
    assert_eq!(seen["setAside"], json!([]), "{seen}");
    seen["pull"].clone()
}

async fn what_is_paid_twice_above_or_repeated_is_reviewed_and_stands_apart(app: &TestApp) {
    let admin = &app.users.admin;
    let (bill, line) = sent(app).await;
    // The same line twice in one file counts once.
    let twice = [line.clone(), line.clone()];
    let pulled = take_file(app, "remit201008.txt", &twice).await;
    assert_eq!(
        (&pulled["matched"], &pulled["exceptions"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(paid(app, &bill).await, json!(["paid", 34.79]));
    let said = "The same line is already in this file. It is counted once; assign it if the plan meant both.";
    assert_eq!(reasons(app).await, [said]);
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 34.79]));
    let path = "/tele-plan/remittance-exceptions";
    let of = async |at: usize| {
        let id = exceptions(app).await[at]["_id"].clone();
        format!("{path}/{}", id.as_str().expect("a line"))
    };
    app.put(admin, &of(0).await, &json!({"folio": null}))
        .await
        .ok();
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 0.0]));

    // Another file pays the bill once more.
    let more = with_paid(&line, "0003479", "000077D0001");
    take_file(app, "remit201009.txt", &[more]).await;
    let said = "The bill of $34.79 was paid before, $34.79. This line pays $34.79 more.";
    assert_eq!(reasons(app).await, [said]);
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 34.79]));
    // By month of service, what was paid too much makes nothing refused less than nothing.
    let balance = app
        .get(admin, "/tele-plan/balance?months=60&last=2030-12")
        .await
        .ok();
    let months = balance.as_array().expect("a list");
    let month = months.iter().find(|one| one["bills"] == 1);
    let month = month.expect("the month of the visit");
    assert_eq!(
        json!([
            month["billed"],
            month["paid"],
            month["refused"],
            month["overpaid"]
        ]),
        json!([34.79, 34.79, 0.0, 34.79])
    );
    // It counts for its bill already: it is no other's, and once reviewed it goes on counting.
    let answer = app
        .put(admin, &of(0).await, &json!({"folio": bill["folio"]}))
        .await;
    assert_eq!(answer.fields(), ["folio"]);
    app.put(admin, &of(0).await, &json!({})).await.ok();
    assert!(reasons(app).await.is_empty());
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 34.79]));
}

async fn after_a_payment_a_hold_moves_nothing_and_a_reversal_is_refused(app: &TestApp) {
    let (bill, line) = sent(app).await;
    // More than was billed, at once.
    let above = with_paid(&line, "0004000", "000002D0001");
    take_file(app, "remit201008.txt", &[above]).await;
    let mut told = vec!["The line pays $40.00; the bill is $34.79.".to_owned()];
    assert_eq!(reasons(app).await, told);
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 5.21]));
    let folio = bill["folio"].as_str().expect("a folio");
    let held =
        format!("S04X0001000000220261230AP0001000003D000120261220{folio}BH            00000000  ");
    take_file(app, "remit201009.txt", &[held]).await;
    told.push(
        "The plan holds a claim that it has paid, $40.00. The payment counts until it is reversed."
            .into(),
    );
    assert_eq!(reasons(app).await, told);
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 5.21]));
    // All of it is taken back: `}` is a zero of a negative amount.
    let back = with_paid(&line, "000400}", "000004D0001");
    take_file(app, "remit201010.txt", &[back]).await;
    assert_eq!(reasons(app).await, told);
    assert_eq!(paid(app, &bill).await, json!(["debited", 0.0]));
    assert_eq!(sums(app).await, json!([34.79, 0.0, 34.79, 0.0, 0.0]));
}

async fn what_is_taken_back_of_nothing_is_reviewed_and_stands_apart(app: &TestApp) {
    let admin = &app.users.admin;
    let (bill, line) = sent(app).await;
    let folio = bill["folio"].as_str().expect("a folio");
    let mut refused = detail("S02", 1, 3479, 0, "BG");
    refused.replace_range(124..131, folio);
    refused.replace_range(8..15, line.get(8..15).expect("a sequence"));
    take_file(app, "remit201008.txt", &[refused]).await;
    assert_eq!(paid(app, &bill).await, json!(["rejected", 0.0]));
    assert_eq!(sums(app).await, json!([34.79, 0.0, 34.79, 0.0, 0.0]));
    // `R` is a nine of a negative amount.
    let back = with_paid(&line, "000347R", "000003D0001");
    take_file(app, "remit201009.txt", &[back]).await;
    let said = "The plan reversed $34.79 of a claim for which it paid $0.00.";
    assert_eq!(reasons(app).await, [said]);
    assert_eq!(paid(app, &bill).await, json!(["rejected", 0.0]));
    assert_eq!(sums(app).await, json!([34.79, 0.0, 34.79, 0.0, -34.79]));
    let balance = app
        .get(admin, "/tele-plan/balance?months=60&last=2030-12")
        .await
        .ok();
    let months = balance.as_array().expect("a list");
    let month = months.iter().find(|one| one["bills"] == 1);
    let month = month.expect("the month of the visit");
    assert_eq!(
        json!([month["billed"], month["paid"], month["refused"]]),
        json!([34.79, 0.0, 34.79])
    );
}

async fn a_bill_that_is_paid_in_two_parts_is_billed_once_in_a_month(app: &TestApp) {
    let (bill, line) = sent(app).await;
    let folio = bill["folio"].as_str().expect("a folio");
    let mut part = detail("S02", 1, 3479, 2000, "BG");
    part.replace_range(124..131, folio);
    part.replace_range(8..15, line.get(8..15).expect("a sequence"));
    take_file(app, "remit201008.txt", std::slice::from_ref(&part)).await;
    assert_eq!(sums(app).await, json!([34.79, 20.0, 14.79, 0.0, 0.0]));
    let rest = part
        .replace("134370002000", "134370001479")
        .replace("000001D0001", "000003D0001");
    take_file(app, "remit201009.txt", std::slice::from_ref(&rest)).await;
    assert_eq!(paid(app, &bill).await[1], 34.79);
    assert_eq!(sums(app).await, json!([34.79, 34.79, 0.0, 0.0, 0.0]));
    // All of it is taken back: it is refused once.
    let back = rest
        .replace("134370001479", "13437000347R")
        .replace("000003D0001", "000004D0001");
    take_file(app, "remit201010.txt", std::slice::from_ref(&back)).await;
    assert_eq!(sums(app).await, json!([34.79, 0.0, 34.79, 0.0, 0.0]));
    // And in the next month paid again, taken back and paid once more: billed again, once.
    let next = |line: &str, control: &str| {
        line.replace("20261230", "20270115")
            .replace("134370001479", "134370003479")
            .replace("000003D0001", control)
            .replace("000004D0001", control)
    };
    let paid_again = next(&rest, "000005D0001");
    let back_again = next(&back, "000006D0001");
    let once_more = next(&rest, "000007D0001");
    for (name, line) in [
        ("remit201011.txt", paid_again),
        ("remit201012.txt", back_again),
        ("remit201013.txt", once_more),
    ] {
        take_file(app, name, &[line]).await;
    }
    assert_eq!(sums(app).await, json!([34.79, 0.0, 34.79, 0.0, 0.0]));
    let asked = "/tele-plan/remittance-months?months=1&last=2027-01";
    let january = app.get(&app.users.admin, asked).await.ok();
    assert_eq!(
        json!([
            january[0]["billed"],
            january[0]["paid"],
            january[0]["refused"]
        ]),
        json!([34.79, 34.79, 0.0])
    );
}

async fn what_is_said_to_be_none_of_ours_is_in_no_sum(app: &TestApp) {
    let admin = &app.users.admin;
    let lines = [
        detail("S02", 1401, 5000, 4000, "BG"),
        detail("S03", 1402, 3100, 0, "EE"),
    ];
    take_file(app, "remit201008.txt", &lines).await;
    assert_eq!(sums(app).await, json!([0.0, 0.0, 0.0, 0.0, 40.0]));
    let ids: Vec<Value> = exceptions(app)
        .await
        .iter()
        .map(|one| one["_id"].clone())
        .collect();
    let path = "/tele-plan/remittance-exceptions";
    let done = app.put(admin, path, &json!({"ids": [ids[0]]})).await.ok();
    assert_eq!(done["settled"], 1);
    assert_eq!(sums(app).await, json!([0.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(december(app).await["otherPayees"], 40.0);
    let one = format!("{path}/{}", ids[1].as_str().expect("a line"));
    app.put(admin, &one, &json!({})).await.ok();
    let month = december(app).await;
    assert_eq!(
        json!([month["billed"], month["records"], month["otherPayees"]]),
        json!([0.0, 0, 40.0])
    );
}

async fn lines_to_review_are_found_and_said_to_be_none_of_ours_at_once(app: &TestApp) {
    let admin = &app.users.admin;
    app.sandbox
        .replay_remittance("remit201007.txt", MIXED.as_bytes());
    pull(app).await;
    let find = async |query: &str| {
        let list = app
            .get(admin, &format!("/tele-plan/remittance-exceptions?{query}"))
            .await
            .ok();
        let found = list["remittances"].as_array().expect("a list").clone();
        assert!(found.len() <= 100);
        (list["total"].clone(), found)
    };
    assert_eq!(find("limit=4&skip=8").await.1.len(), 2);
    assert_eq!(find("kind=S01").await.0, 3);
    assert_eq!(find("kind=S01&ours=true").await.0, 2);
    assert_eq!(find("q=AB").await.0, 1);
    let (total, theirs) = find("ours=false").await;
    assert_eq!(total, 5);
    assert!(theirs.iter().all(|line| line["isOurs"] == false));
    let ids: Vec<&Value> = theirs.iter().map(|line| &line["_id"]).collect();
    let all = "/tele-plan/remittance-exceptions";
    app.put(&app.users.doctor, all, &json!({"ids": ids}))
        .await
        .refused(403, "NOT_ALLOWED");
    let none = app.put(admin, all, &json!({"ids": []})).await;
    assert_eq!(none.fields(), ["ids"]);
    let done = app.put(admin, all, &json!({"ids": ids})).await.ok();
    assert_eq!(done, json!({"settled": 5, "already": 0}));
    let again = app.put(admin, all, &json!({"ids": ids})).await.ok();
    assert_eq!(again, json!({"settled": 0, "already": 5}));
    assert_eq!(find("").await.0, 5);
    assert_eq!(find("ours=false").await.0, 0);
}

async fn lines_are_found_by_what_stands_in_them(app: &TestApp) {
    let admin = &app.users.admin;
    let lines = [
        detail("S02", 1401, 5000, 4000, "BG"),
        detail("S03", 1402, 3100, 0, "EE"),
    ];
    app.sandbox
        .replay_remittance("remit201008.txt", file_of(&lines).as_bytes());
    pull(app).await;
    for (query, found) in [
        ("", 2),
        ("q=1401", 1),
        ("q=0001401", 1),
        ("q=ee", 1),
        ("q=E", 0),
        ("q=%25", 0),
        ("q=13437", 2),
        ("q=9698658215", 2),
        ("q=S03", 1),
        ("kind=S02", 1),
        ("month=2026-12", 2),
        ("month=2026-11", 0),
        ("q=13437&kind=S03&month=2026-12", 1),
    ] {
        let list = app
            .get(admin, &format!("/tele-plan/remittance?limit=50&{query}"))
            .await
            .ok();
        assert_eq!(list["total"], found, "{query}");
    }
    app.get(admin, "/tele-plan/remittance?month=12-2026")
        .await
        .refused(400, "MALFORMED");
}
