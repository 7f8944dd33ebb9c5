// SPDX-License-Identifier: AGPL-3.0-or-later

//! Insight as a page, and as tables for a spreadsheet.

use salal_formats::days::vancouver_day;

use super::dto::{
    InsightClaims, InsightDay, InsightMessages, InsightPartPath, InsightQuery, InsightSent,
    InsightTotals, InsightView,
};
use super::period::{Asked, is_weekend};

use crate::api::{Cell, Csv, Json, NoBody, Request};
use crate::error::Result;

/// GET /insight
pub(super) async fn show(request: Request<NoBody, (), InsightQuery>) -> Result<Json<InsightView>> {
    let asked = Asked::of(&request.query, vancouver_day(request.now()))?;
    let totals = InsightTotals {
        requests: Some(0),
        medications: Some(0),
        decided: Some(0),
        late: Some(0),
        p50: None,
        p90: None,
        approved: Some(0),
        rejected: Some(0),
        faxes: Some(0),
        first_try: Some(0),
        failed: Some(0),
        payments: Some(0),
        refunds: Some(0),
        charged: Some(0.0),
        refunded: Some(0.0),
        net: Some(0.0),
    };
    let day = |day| InsightDay {
        day,
        weekend: is_weekend(day),
        requests: Some(0),
        medications: Some(0),
        decided: Some(0),
        late: Some(0),
        p50: None,
        p90: None,
        charged: Some(0.0),
        refunded: Some(0.0),
    };
    Ok(Json(InsightView {
        from: asked.period.from,
        to: asked.period.to,
        promise_hours: request.ctx.settings.prescriptions.promise_hours,
        missing_days: asked.period.length(),
        doctors: Vec::new(),
        before: asked.compare.then(|| totals.clone()),
        totals,
        days: asked.period.days().map(day).collect(),
        reasons: Vec::new(),
        approvals: Vec::new(),
        by_doctor: Vec::new(),
        pharmacies: Vec::new(),
        pharmacy_count: 0,
        revenue: Vec::new(),
        claims: InsightClaims {
            last_answer: None,
            states: Vec::new(),
            sent: InsightSent {
                claims: Some(0),
                amount: Some(0.0),
            },
            refusals: Vec::new(),
        },
        messages: asked.payer.is_none().then_some(InsightMessages {
            received: 0,
            answered: 0,
            p50: None,
            p90: None,
        }),
    }))
}

/// GET /insight/csv/{part}
pub(super) async fn export(request: Request<NoBody, InsightPartPath, InsightQuery>) -> Result<Csv> {
    let asked = Asked::of(&request.query, vancouver_day(request.now()))?;
    let name = format!(
        "insight-{}-{}-{}.csv",
        asked.period.from, asked.period.to, request.path.part
    );
    Csv::of(&name, ["Day"], std::iter::empty::<[Cell; 1]>())
}
