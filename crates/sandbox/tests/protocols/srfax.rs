// SPDX-License-Identifier: AGPL-3.0-or-later

//! `SRFax`: taking a fax, what becomes of it by its number, and looking for a lost one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::RequestBuilder;
use salal_sandbox::{Mode, Service};
use serde_json::Value;

use crate::test_sandbox::{TestSandbox, answer, cut, pdf};

fn act(sandbox: &TestSandbox, action: &str, more: &[(&str, &str)]) -> RequestBuilder {
    let mut form = vec![
        ("action", action),
        ("access_id", "12345"),
        ("access_pwd", "x"),
    ];
    form.extend(more);
    sandbox.post("/srfax").form(&form)
}

pub(crate) fn queue(sandbox: &TestSandbox, to: &str, code: &str) -> RequestBuilder {
    queue_files(sandbox, to, code, &[&pdf(1), &pdf(2)])
}

/// Two files, the cover first.
pub(crate) fn queue_files(
    sandbox: &TestSandbox,
    to: &str,
    code: &str,
    files: &[&[u8]; 2],
) -> RequestBuilder {
    let [cover, pages] = files.map(|file| STANDARD.encode(file));
    let fields = [
        ("sCallerID", "6045550100"),
        ("sSenderEmail", "fax@example.org"),
        ("sFaxType", "SINGLE"),
        ("sToFaxNumber", to),
        ("sAccountCode", code),
        ("sFileName_1", "cover.pdf"),
        ("sFileContent_1", &cover),
        ("sFileName_2", "pages.pdf"),
        ("sFileContent_2", &pages),
    ];
    act(sandbox, "Queue_Fax", &fields)
}

/// The result as text, whichever way the id came.
pub(crate) fn id(answer: &Value) -> String {
    assert_eq!(answer["Status"], "Success");
    answer["Result"]
        .as_str()
        .map_or_else(|| answer["Result"].to_string(), str::to_owned)
}

pub(crate) async fn status(sandbox: &TestSandbox, id: &str) -> Value {
    answer(act(sandbox, "Get_FaxStatus", &[("sFaxDetailsID", id)]))
        .await
        .1["Result"]
        .clone()
}

#[tokio::test]
async fn a_fax_is_sent_at_the_second_question_and_its_pages_can_be_read() {
    let sandbox = TestSandbox::new().await;
    let (_, first) = answer(queue(&sandbox, "16045550150", "attempt-1")).await;
    let (_, second) = answer(queue(&sandbox, "16045550150", "attempt-2")).await;
    assert_ne!(first["Result"].is_string(), second["Result"].is_string());
    let id = id(&first);
    assert_eq!(status(&sandbox, &id).await["SentStatus"], "In Progress");
    let sent = status(&sandbox, &id).await;
    assert_eq!(
        (&sent["SentStatus"], &sent["Pages"]),
        (&"Sent".into(), &"3".into())
    );
    assert_eq!(sent["AccountCode"], "attempt-1");

    let outbox = sandbox.sandbox.outbox(Some("fax"), Some("604-555-0150"));
    assert_eq!((outbox.len(), outbox[1].subject.as_str()), (2, "attempt-1"));
    let page = sandbox
        .client
        .get(&outbox[1].attachments[1].url)
        .send()
        .await
        .unwrap();
    assert_eq!(page.headers()["content-type"], "application/pdf");
    assert_eq!(page.bytes().await.unwrap(), pdf(2));
    let (_, file) = answer(act(&sandbox, "Retrieve_Fax", &[("sFaxDetailsID", &id)])).await;
    assert_eq!(file["Result"], STANDARD.encode(pdf(1)));
}

#[tokio::test]
async fn the_last_four_digits_decide() {
    let sandbox = TestSandbox::new().await;
    for (to, why) in [
        ("16045550101", "Busy"),
        ("16045550102", "No Answer"),
        ("16045550103", "No Remote Fax"),
    ] {
        let id = id(&answer(queue(&sandbox, to, "a")).await.1);
        status(&sandbox, &id).await;
        let failed = status(&sandbox, &id).await;
        assert_eq!(
            (&failed["SentStatus"], &failed["ErrorCode"]),
            (&"Failed".into(), &why.into())
        );
    }
    let stuck = id(&answer(queue(&sandbox, "16045550104", "a")).await.1);
    for _ in 0..5 {
        assert_eq!(status(&sandbox, &stuck).await["SentStatus"], "In Progress");
    }
    let (_, stopped) = answer(act(&sandbox, "Stop_Fax", &[("sFaxDetailsID", &stuck)])).await;
    assert_eq!(stopped["Status"], "Success");
    assert_eq!(status(&sandbox, &stuck).await["ErrorCode"], "Cancelled");
}

#[tokio::test]
async fn one_number_breaks_once_and_one_loses_its_first_answer() {
    let sandbox = TestSandbox::new().await;
    assert_eq!(answer(queue(&sandbox, "16045550105", "b")).await.0, 500);
    assert!(sandbox.operations(Service::Srfax).is_empty());
    id(&answer(queue(&sandbox, "16045550105", "b")).await.1);

    assert!(cut(queue(&sandbox, "16045550106", "c")).await);
    let (_, list) = answer(act(&sandbox, "Get_Fax_Outbox", &[("sPeriod", "ALL")])).await;
    assert_eq!(list["Result"][0]["AccountCode"], "c");
    assert_eq!(sandbox.operations(Service::Srfax), ["fax", "fax"]);
}

#[tokio::test]
async fn switches_work_on_faxes_and_not_on_questions() {
    let sandbox = TestSandbox::new().await;
    let known = id(&answer(queue(&sandbox, "16045550150", "a")).await.1);
    sandbox.fail(Service::Srfax, Mode::Lost, 1);
    assert_eq!(status(&sandbox, &known).await["SentStatus"], "In Progress");
    assert!(cut(queue(&sandbox, "16045550150", "b")).await);
    sandbox.fail(Service::Srfax, Mode::Decline, 1);
    assert_eq!(
        answer(queue(&sandbox, "16045550150", "c")).await.1["Status"],
        "Failed"
    );
    assert_eq!(sandbox.operations(Service::Srfax), ["fax", "fax"]);
}

#[tokio::test]
async fn refusals_are_the_services_own_words() {
    let sandbox = TestSandbox::new().await;
    let (status, no) = answer(sandbox.post("/srfax").form(&[("action", "Queue_Fax")])).await;
    assert_eq!(
        (status, &no["Result"]),
        (200, &"Invalid Access Code / Password".into())
    );
    assert_eq!(
        answer(queue(&sandbox, "6045550150", "a")).await.1["Result"],
        "Invalid Fax Number"
    );
    let fields = [
        ("sCallerID", "6045550100"),
        ("sSenderEmail", "fax@example.org"),
        ("sFaxType", "SINGLE"),
        ("sToFaxNumber", "16045550150"),
    ];
    let (_, none) = answer(act(&sandbox, "Queue_Fax", &fields)).await;
    assert_eq!(none["Result"], "No Files to Fax");
    let html = STANDARD.encode("<html>");
    let mut with_html = fields.to_vec();
    with_html.extend([("sFileName_1", "a.pdf"), ("sFileContent_1", html.as_str())]);
    let (_, none) = answer(act(&sandbox, "Queue_Fax", &with_html)).await;
    assert_eq!(none["Result"], "File is not a readable PDF: a.pdf");
    let missing = answer(act(&sandbox, "Get_FaxStatus", &[("sFaxDetailsID", "1")]))
        .await
        .1;
    assert_eq!(missing["Result"], "FaxDetailsID Not Found");
    assert!(sandbox.sandbox.ledger(None).is_empty());
}
