// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's reply templates: maintained by office and administrators, used by all staff. A change names
//! the version that was read, so that no one overwrites a concurrent change.

mod repo;

use salal_domain::messages::{MOST_TEMPLATES, template_faults, tidied};
use salal_domain::texts::messages as texts;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{AtVersion, ChangedTemplate, NewTemplate, TemplateView};
use crate::api::{Created, Json, NoBody, NoContent, Request};
use crate::error::{Error, Result};

/// The template in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The template's id.
    id: Uuid,
}

fn checked(name: &str, body: &str) -> Result<(String, String)> {
    let (name, body) = (tidied(name), tidied(body));
    let faults = template_faults(&name, &body);
    if faults.is_empty() {
        Ok((name, body))
    } else {
        Err(Error::invalid(faults))
    }
}

/// GET /message-template
pub(super) async fn list_templates(request: Request) -> Result<Json<Vec<TemplateView>>> {
    Ok(Json(repo::list_templates(request.ctx.db.read()).await?))
}

/// POST /message-template
pub(super) async fn create(request: Request<Json<NewTemplate>>) -> Result<Created<TemplateView>> {
    let sent = &request.body.0;
    let me = request.me()?.person_id;
    let (name, body) = checked(&sent.name, &sent.body)?;
    let tx = request.begin().await?;
    if repo::count(&tx).await? >= MOST_TEMPLATES {
        return Err(Error::conflict(
            "TOO_MANY_TEMPLATES",
            texts::TOO_MANY_TEMPLATES,
        ));
    }
    let id = repo::add(&tx, &request.ctx, me, name, body).await?;
    let view = repo::get_template(&tx, id).await?;
    request.publish_after_commit("template", id, me);
    request.commit_as(tx, 201, &view).await?;
    Ok(Created(view))
}

/// PUT /message-template/{id}
pub(super) async fn change(
    request: Request<Json<ChangedTemplate>, ById>,
) -> Result<Json<TemplateView>> {
    let (id, sent) = (request.path.id, &request.body.0);
    let me = request.me()?.person_id;
    let (name, body) = checked(&sent.name, &sent.body)?;
    let tx = request.begin().await?;
    let version = sent.version;
    let done = repo::change(&tx, &request.ctx, id, version, me, name, body).await?;
    let view = repo::get_template(&tx, id).await?;
    if !done {
        return Err(Error::stale(&view));
    }
    request.publish_after_commit("template", id, me);
    request.commit(tx, view).await
}

/// DELETE /message-template/{id}
pub(super) async fn remove(request: Request<NoBody, ById, AtVersion>) -> Result<NoContent> {
    let id = request.path.id;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    if !repo::remove(&tx, id, request.query.version).await? {
        return Err(Error::stale(&repo::get_template(&tx, id).await?));
    }
    request.publish_after_commit("template", id, me);
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
