// SPDX-License-Identifier: AGPL-3.0-or-later

//! Our books beside the sandbox's ledger: what was charged, refunded, faxed and noted, once each, and
//! of the right amount; and no job left over.

use salal_db::{Db, DbSettings};
use salal_sandbox::{LedgerEntry, Running, Service};
use serde_json::Value;

use super::program::until;
use crate::support::{jobs_by_state, number};

/// Compares; the first difference is the error.
pub(crate) async fn compare(url: &str, sandbox: &Running, seen: &Value) -> Result<(), String> {
    let db = rested(url).await?;
    let cents = |value: &Value| value.as_f64().map(|dollars| (dollars * 100.0).round());
    let (service, charge) = if seen["payment"]["method"] == "wallet" {
        (Service::Paypal, "capture")
    } else {
        (Service::Stripe, "charge")
    };
    let charged = effects(sandbox, service, charge);
    let refunded = effects(sandbox, service, "refund");
    one("charge", &charged)?;
    one("refund", &refunded)?;
    same(
        "the charged amount",
        amount(&charged),
        cents(&seen["payment"]["chargeAmount"]),
    )?;
    same(
        "the refunded amount",
        amount(&refunded),
        cents(&seen["payment"]["refundAmount"]),
    )?;
    one("fax", &effects(sandbox, Service::Srfax, "fax"))?;
    one(
        "note of the approval",
        &effects(sandbox, Service::Clinic, "note"),
    )?;
    one(
        "demographic",
        &effects(sandbox, Service::Clinic, "demographic"),
    )?;
    for (what, sql) in [
        ("prescription", "SELECT COUNT(*) AS n FROM prescription"),
        (
            "charged payment",
            "SELECT COUNT(*) AS n FROM payment WHERE state = 'charged'",
        ),
        (
            "payment in force",
            "SELECT COUNT(*) AS n FROM payment WHERE state IN ('intended', 'capturing', 'unknown', 'charged')",
        ),
        (
            "refund",
            "SELECT COUNT(*) AS n FROM refund WHERE state = 'done'",
        ),
        (
            "delivered fax",
            "SELECT COUNT(*) AS n FROM fax WHERE state = 'delivered'",
        ),
        (
            "sent note",
            "SELECT COUNT(*) AS n FROM clinic_note WHERE state = 'sent'",
        ),
        (
            "signature in force",
            "SELECT COUNT(*) AS n FROM signature WHERE voided_at IS NULL",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(1))?;
    }
    for status in [
        "CREATED",
        "PENDING",
        "ACKNOWLEDGED",
        "APPROVED",
        "FAXED",
        "REFUNDED",
    ] {
        let sql =
            format!("SELECT COUNT(*) AS n FROM prescription_status WHERE status = '{status}'");
        same(status, Some(number(&db, &sql).await), Some(1))?;
    }
    db.close().await;
    Ok(())
}

pub(crate) fn effects(sandbox: &Running, service: Service, operation: &str) -> Vec<LedgerEntry> {
    sandbox
        .ledger(Some(service))
        .into_iter()
        .filter(|entry| entry.operation == operation)
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "cents of a fee")]
fn amount(entries: &[LedgerEntry]) -> Option<f64> {
    entries
        .first()
        .and_then(|entry| entry.amount)
        .map(|cents| cents as f64)
}

pub(crate) fn one(what: &str, entries: &[LedgerEntry]) -> Result<(), String> {
    same(
        &format!("{what} in the ledger"),
        Some(entries.len()),
        Some(1),
    )
}

pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    got: Option<T>,
    wanted: Option<T>,
) -> Result<(), String> {
    let both = [got, wanted];
    if both[0] == both[1] {
        return Ok(());
    }
    let [got, wanted] = both;
    Err(format!("{what}: {got:?} instead of {wanted:?}"))
}

/// The database of a program that has no more work to do.
pub(crate) async fn rested(url: &str) -> Result<Db, String> {
    let settings = DbSettings {
        sqlite_readers: 1,
        postgres_connections: 1,
        ..DbSettings::default()
    };
    let db = Db::open(url, &settings)
        .await
        .map_err(|error| error.to_string())?;
    let left = async || {
        let mut left = jobs_by_state(&db).await;
        // The summary of the night comes where the test runs at night, and waits for the lease of whoever was killed.
        for kinds in left.values_mut() {
            kinds.retain(|kind| kind != "insight.summarize");
        }
        left.retain(|_, kinds| !kinds.is_empty());
        left
    };
    let rest = until("the last jobs", || async {
        left().await.is_empty().then_some(())
    });
    match rest.await {
        Ok(()) => Ok(db),
        Err(_) => Err(format!("jobs are left: {:?}", left().await)),
    }
}
