//! The default set of filters (reference prescription-rules 4), offered once. The first import of the
//! catalogue brings it along, so that nothing is open while nobody has looked; an administrator then
//! keeps it or does without. An installation without a catalogue may take it first. Never asked again.

use salal_rules::filters::default_filters;

use super::dto::{AnswerOffer, FilterOffer, FilterRow};
use super::{catalogue, catalogue_cache, repo};
use crate::api::{Request, Json};
use crate::error::{Error, Result};

async fn offer(db: &impl catalogue::ConnectionTrait) -> Result<FilterOffer> {
    let offer = if repo::accepted(db).await?.is_some() {
        None
    } else {
        match repo::history(db).await? {
            (false, _) => Some("add"),
            (true, false) => Some("keep"),
            (true, true) => None,
        }
    };
    Ok(FilterOffer {
        offer,
        filters: default_filters().len() as u64,
    })
}

/// GET /medication-filter/default
pub(in crate::features::drugs) async fn look(call: Request) -> Result<Json<FilterOffer>> {
    Ok(Json(offer(call.ctx.db.read()).await?))
}

/// PUT /medication-filter/default
pub(in crate::features::drugs) async fn answer(
    call: Request<Json<AnswerOffer>>,
) -> Result<Json<FilterOffer>> {
    let (accept, me) = (call.body.0.accept, call.me()?.person_id);
    let tx = call.begin().await?;
    let asked = offer(&tx).await?.offer;
    let answered = match asked {
        Some(_) => repo::answer(&tx, &call.ctx, accept, me).await?,
        None => false,
    };
    if !answered {
        return Err(Error::conflict(
            "ALREADY_ANSWERED",
            "The default set was answered for already.",
        ));
    }
    let changed = match (asked, accept) {
        (Some("add"), true) => {
            for rule in default_filters() {
                let row = FilterRow {
                    tc_ahfs_number: rule.tc_ahfs_number,
                    status: rule.status.code().to_owned(),
                    active_ingredients: rule.exceptions,
                    ..FilterRow::default()
                };
                repo::create(&tx, &call.ctx, row, me).await?;
            }
            true
        }
        (Some("keep"), false) => repo::withdraw_defaults(&tx, &call.ctx).await? > 0,
        _ => false,
    };
    if changed {
        catalogue::bump(&tx, &call.ctx, "the default medication filters").await?;
    }
    call.publish_after_commit("data", me, me);
    let after = offer(&tx).await?;
    let answer = call.commit(tx, after).await?;
    catalogue_cache::look_again(&call.ctx);
    Ok(answer)
}
