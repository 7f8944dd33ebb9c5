// SPDX-License-Identifier: AGPL-3.0-or-later

//! The default set of filters (reference prescription-rules 4), offered once. The first import of the
//! catalogue adds it, so that nothing is unfiltered until someone has looked; an administrator then keeps or
//! removes it. An installation without a catalogue may add it first. Never offered again.

use salal_domain::filters::default_filters;

use super::dto::{AnswerOffer, FilterOffer, FilterRow, OfferKind};
use super::{catalogue, catalogue_cache, repo};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use salal_db::Connection;

async fn offer(db: &Connection) -> Result<FilterOffer> {
    let offer = if repo::accepted(db).await?.is_some() {
        None
    } else {
        match repo::history(db).await? {
            (false, _) => Some(OfferKind::Add),
            (true, false) => Some(OfferKind::Keep),
            (true, true) => None,
        }
    };
    Ok(FilterOffer {
        offer,
        filters: default_filters().len() as u64,
    })
}

/// GET /medication-filter/default
pub(in crate::drugs) async fn look(request: Request) -> Result<Json<FilterOffer>> {
    Ok(Json(offer(request.ctx.db.read()).await?))
}

/// PUT /medication-filter/default
pub(in crate::drugs) async fn answer(
    request: Request<Json<AnswerOffer>>,
) -> Result<Json<FilterOffer>> {
    let (accept, me) = (request.body.0.accept, request.me()?.person_id);
    let tx = request.begin().await?;
    let asked = offer(&tx).await?.offer;
    let answered = match asked {
        Some(_) => repo::answer(&tx, &request.ctx, accept, me).await?,
        None => false,
    };
    if !answered {
        return Err(Error::conflict(
            "ALREADY_ANSWERED",
            "Someone already decided about the default filters.",
        ));
    }
    let changed = match (asked, accept) {
        (Some(OfferKind::Add), true) => {
            for rule in default_filters() {
                let row = FilterRow {
                    tc_ahfs_number: rule.tc_ahfs_number,
                    status: rule.status.code().to_owned(),
                    active_ingredients: rule.exceptions,
                    ..FilterRow::default()
                };
                repo::create(&tx, &request.ctx, row, me).await?;
            }
            true
        }
        (Some(OfferKind::Keep), false) => repo::withdraw_defaults(&tx, &request.ctx).await? > 0,
        (Some(OfferKind::Add), false) | (Some(OfferKind::Keep), true) | (None, _) => false,
    };
    if changed {
        catalogue::bump(&tx, &request.ctx, "the default medication filters").await?;
    }
    request.publish_after_commit("data", me, me);
    let after = offer(&tx).await?;
    let answer = request.commit(tx, after).await?;
    catalogue_cache::look_again(&request.ctx);
    Ok(answer)
}
