// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks whether the provincial plan covers a person, through Teleplan, one person at a time (reference
//! teleplan 5). The registry's name and birth date never leave the server.

use salal_domain::days::vancouver_day;
use salal_domain::eligibility::{
    DocumentKind, DocumentOther, DocumentStatus, Eligibility, Known, judge_answer,
};
use salal_domain::people::health_numbers::is_bc_number;
use salal_integrations::teleplan::E45Question;
use uuid::Uuid;

use super::documents;
use super::entity::health_document;
use super::repo;
use crate::api::Scope;
use crate::context::Context;
use crate::error::Result;

/// The person's eligibility: today's response is reused, an older or pending one is checked again. If the
/// service does not respond, the card stays pending, and the patient does not have to wait.
pub async fn check(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Eligibility> {
    let db = ctx.db.read();
    let person = repo::get_person(db, scope, id).await?;
    let living = documents::living(db, scope, id).await?;
    let other_province = living.iter().any(|d| *d.r#type == DocumentKind::HealthCard);
    let Some(card) = living
        .into_iter()
        .find(|d| *d.r#type == DocumentKind::BcCard)
    else {
        // Another province's plan cannot be queried: that does not mean "not eligible" (reference
        // health-numbers 3).
        return Ok(if other_province {
            Eligibility::UNKNOWN
        } else {
            Eligibility::INVALID
        });
    };
    let today = vancouver_day(ctx.now());
    let asked_today = card.checked_at.is_some_and(|at| vancouver_day(at) == today);
    if asked_today && *card.status != DocumentStatus::Pending {
        return Ok(Eligibility {
            status: documents::status_of(&card),
            other: other_of(&card),
        });
    }
    let answer = ask(ctx, &person, &card).await;
    keep(ctx, scope, &card, &answer).await?;
    Ok(answer)
}

async fn ask(
    ctx: &Context,
    person: &super::entity::person::Model,
    card: &health_document::Model,
) -> Eligibility {
    if !is_bc_number(&card.number_digits) {
        return Eligibility {
            status: DocumentStatus::Invalid,
            other: None,
        };
    }
    let Some(born) = person.date_of_birth else {
        return Eligibility {
            status: DocumentStatus::Pending,
            other: None,
        };
    };
    let question = E45Question {
        health_number: &card.number_digits,
        birth_date: born,
        service_date: vancouver_day(ctx.now()),
    };
    match ctx.services.teleplan.check_eligibility(&question).await {
        Ok(text) => {
            let registered = Known {
                first_name: &person.first_name,
                last_name: &person.last_name,
                date_of_birth: Some(born),
            };
            judge_answer(&text, &registered)
        }
        Err(error) => {
            tracing::debug!(cause = %error, "eligibility couldn't be asked; it stays pending");
            Eligibility {
                status: DocumentStatus::Pending,
                other: None,
            }
        }
    }
}

fn other_of(card: &health_document::Model) -> Option<DocumentOther> {
    card.other.map(|other| other.0)
}

async fn keep(
    ctx: &Context,
    scope: &Scope,
    card: &health_document::Model,
    answer: &Eligibility,
) -> Result<()> {
    let tx = ctx.db.begin().await?;
    documents::set_checked(&tx, scope, card, answer, ctx.now()).await?;
    tx.commit().await?;
    Ok(())
}
