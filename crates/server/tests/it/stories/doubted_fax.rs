// SPDX-License-Identifier: AGPL-3.0-or-later

//! A fax that another machine answered, for every kind of order (decision 178): it is delivered and is work at the same
//! time, and the patient is told once the doubt is settled. Each case runs for prescriptions and for sleep studies.

use salal_domain::sleep::SleepCompany;
use salal_orders::sleep_studies::{NewSleepClinic, create_clinics};
use serde_json::{Value, json};

use crate::calls::fax::{faxed_to, id, inbox, newest};
use crate::support::{TestApp, on_both};

/// The end of fax numbers where another machine answers.
const ANOTHER: &str = "0107";

/// A kind of order.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Prescription,
    Sleep,
}

impl Kind {
    /// An order that was faxed, and its fax.
    async fn faxed(self, app: &TestApp) -> (Value, Value) {
        let order = match self {
            Self::Prescription => {
                let row = faxed_to(app, ANOTHER).await;
                row["subject"]["_id"].clone()
            }
            Self::Sleep => {
                let made = order_where_another_answers(app).await;
                app.pay_sleep(&app.users.patient, &made).await;
                app.settle().await;
                made["_id"].clone()
            }
        };
        (order, newest(app).await)
    }

    async fn see(self, app: &TestApp, order: &Value) -> Value {
        match self {
            Self::Prescription => app.see(&app.users.patient, order).await,
            Self::Sleep => app.see_sleep(&app.users.patient, order).await,
        }
    }

    /// The lists in which staff find it as work.
    const fn work(self) -> &'static str {
        match self {
            Self::Prescription => "/prescription/queue?work=fax",
            Self::Sleep => "/other-work",
        }
    }
}

/// An order at a sleep clinic whose number another machine answers.
async fn order_where_another_answers(app: &TestApp) -> Value {
    let branch = NewSleepClinic {
        company: SleepCompany::Test,
        name: "Another Machine Sleep Clinic".into(),
        address: "1 Sandbox Street, Vancouver, BC V6Z 1A1".into(),
        phone: "7785550190".into(),
        fax: format!("778555{ANOTHER}"),
    };
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let made = create_clinics(&tx, &app.ctx, vec![branch]).await;
    made.expect("a branch");
    tx.commit().await.expect("it is stored");
    let patient = &app.users.patient;
    let all = app.get(patient, "/sleep-clinic").await.ok();
    let mut all = all.as_array().expect("branches").iter();
    let clinic = all
        .find(|one| one["name"] == "Another Machine Sleep Clinic")
        .expect("the branch is offered");
    let info = app.sleep_info(patient).await;
    app.order_sleep(patient, &info, clinic).await.ok()
}

/// How much of this kind of work the staff see.
async fn work(app: &TestApp, kind: Kind) -> usize {
    let list = app.get(&app.users.office, kind.work()).await.ok();
    let rows = list.as_array().or_else(|| list["items"].as_array());
    rows.map_or(0, Vec::len)
}

/// How many letters went to the patient.
fn letters(app: &TestApp) -> usize {
    let to = app.users.patient.email.as_str();
    app.sandbox.outbox(Some("email"), Some(to)).len()
}

async fn work_until_it_is_settled(app: &TestApp, kind: Kind) {
    let (order, row) = kind.faxed(app).await;
    assert_eq!(
        (&row["state"], &row["trouble"]),
        (&json!("delivered"), &json!(true))
    );
    let seen = kind.see(app, &order).await;
    assert_eq!(seen["status"], "FAXED");
    assert_eq!(work(app, kind).await, 1);
    assert_eq!(inbox(app, "ax not delivered").await.len(), 1);
    let before = letters(app);

    let path = format!("/fax/{}/confirm", id(&row));
    let said = json!({"version": row["version"], "note": "Ana said that it lies before her"});
    app.put(&app.users.office, &path, &said).await.ok();
    app.settle().await;
    assert_eq!(letters(app), before + 1, "the patient is told now");
    assert_eq!(work(app, kind).await, 0);
    let seen = kind.see(app, &order).await;
    assert_eq!(seen["status"], "FAXED");
}

on_both!(
    a_prescription_is_work_until_the_doubt_is_settled,
    a_sleep_study_is_work_until_the_doubt_is_settled
);

async fn a_prescription_is_work_until_the_doubt_is_settled(app: &TestApp) {
    work_until_it_is_settled(app, Kind::Prescription).await;
}

async fn a_sleep_study_is_work_until_the_doubt_is_settled(app: &TestApp) {
    work_until_it_is_settled(app, Kind::Sleep).await;
}
