// SPDX-License-Identifier: AGPL-3.0-or-later

//! Insight as a page, and as tables for a spreadsheet.

use super::dto::{InsightPartPath, InsightQuery, InsightView};
use super::period::Asked;
use super::view::view;
use super::{load, tables};
use crate::api::{Csv, Json, NoBody, Request};
use crate::context::Context;
use crate::error::Result;

/// The figures that a query asks for.
pub(super) async fn answer(ctx: &Context, query: &InsightQuery) -> Result<InsightView> {
    let asked = Asked::of(query, load::today(ctx))?;
    let loaded = load::load(ctx, asked).await?;
    Ok(view(&loaded, ctx.settings.prescriptions.promise_hours))
}

/// GET /insight
pub(super) async fn show(request: Request<NoBody, (), InsightQuery>) -> Result<Json<InsightView>> {
    Ok(Json(answer(&request.ctx, &request.query).await?))
}

/// GET /insight/csv/{part}
pub(super) async fn export(request: Request<NoBody, InsightPartPath, InsightQuery>) -> Result<Csv> {
    let view = answer(&request.ctx, &request.query).await?;
    tables::csv(&view, request.path.part)
}
