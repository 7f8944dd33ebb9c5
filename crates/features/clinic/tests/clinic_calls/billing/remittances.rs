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
    known_means_taken
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
        "remit201012.txt: still aside. The control record of the whole pick-up (VTC) is missing";
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
        told.ends_with("remit201012.txt: taken. 2 lines, 1 matched, 0 to look at, 0 known before."),
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
