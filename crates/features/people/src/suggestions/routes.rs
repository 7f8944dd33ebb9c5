// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of suggestions, and their handlers.

use salal_domain::texts::suggestions as texts;

use super::dto::{
    AcknowledgeProblem, ProblemPage, ProblemQuery, ProblemView, ReportProblem, Reported,
    UnreadProblems,
};
use super::{picture, repo};
use crate::api::{
    Access, Audit, Created, Json, JsonWithPicture, Method, NoBody, Request, Role, Route,
    ScopePolicy, route,
};
use crate::error::{Error, Kind, Result};
use salal_reference::uploads::{self, Category};

/// Maximum length of a suggestion, in characters.
const LONGEST: usize = 5_000;

const ADMIN: Access = Access::Roles(&[Role::Admin]);
const CLAIM: ScopePolicy = ScopePolicy::NoPatient("a suggestion is about the product");
const TRACE: Audit = Audit::Untraced("a suggestion is not a health record");

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    vec![
        route(Post, "/problem", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::Untraced("the own suggestion"), "Suggests an improvement, with a picture of the screen.", report).refuses(&[Kind::NotAllowed]),
        route(Get, "/problem", ADMIN, CLAIM, TRACE, "All suggestions, newest first.", list),
        route(Put, "/problem/acknowledge", ADMIN, CLAIM, TRACE, "Marks a suggestion as read.", acknowledge).refuses(&[Kind::NotFound]),
        route(Get, "/problem/count-unread", ADMIN, CLAIM, TRACE, "How many suggestions are unread.", count_unread),
    ]
}

async fn report(request: Request<JsonWithPicture<ReportProblem>>) -> Result<Created<Reported>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.person_id)?;
    let me = request.me()?.person_id;
    let message = sent.message.trim();
    if message.is_empty() {
        return Err(Error::field("message", texts::EMPTY));
    }
    if message.chars().count() > LONGEST {
        return Err(Error::field("message", texts::TOO_LONG));
    }
    let picture = picture::receive_picture(ctx, request.sender(), sent.data_url.as_deref()).await?;
    let tx = request.begin().await?;
    let file = match picture {
        Some(kept) => Some(uploads::take(&tx, ctx, kept, Category::Screenshot, me, me).await?),
        None => None,
    };
    let id = repo::create(&tx, ctx, me, message.to_owned(), file).await?;
    request.publish_after_commit("problem", id, me);
    let answer = Reported {
        message: texts::REPORTED.into(),
    };
    request.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}

async fn list(request: Request<NoBody, (), ProblemQuery>) -> Result<Json<ProblemPage>> {
    let limit = u64::from(request.query.limit.unwrap_or(10).clamp(1, 100));
    let cursor = match request.query.cursor.as_deref() {
        Some(text) => Some(
            text.parse()
                .map_err(|_| Error::malformed("The cursor cannot be read."))?,
        ),
        None => None,
    };
    Ok(Json(
        repo::list_suggestions(request.ctx.db.read(), limit, cursor).await?,
    ))
}

async fn acknowledge(request: Request<Json<AcknowledgeProblem>>) -> Result<Json<ProblemView>> {
    let (id, me) = (request.body.0.id, request.me()?.person_id);
    let tx = request.begin().await?;
    let view = repo::acknowledge(&tx, &request.ctx, id, me).await?;
    request.publish_after_commit("problem", id, me);
    request.commit(tx, view).await
}

async fn count_unread(request: Request) -> Result<Json<UnreadProblems>> {
    let count = repo::unread(request.ctx.db.read()).await?;
    Ok(Json(UnreadProblems { count }))
}
