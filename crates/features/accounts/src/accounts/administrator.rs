// SPDX-License-Identifier: AGPL-3.0-or-later

//! The first administrator of an installation, or another one where nobody who is one can sign in, with a link that sets
//! the password; an authenticator is enrolled at the first sign-in. Everyone else on the staff is invited by an
//! administrator (`invitations`). Not here: the line in the audit, which the command `salal administrator` writes
//! (operations).

use chrono::TimeDelta;
use salal_db::Connection;
use salal_domain::people::emails::{fold_email, parse_email};
use salal_domain::people::names::parse_name;
use sea_orm::Set;
use uuid::Uuid;

use super::entity::{account, recovery};
use super::repo::{self, NewAccount};
use super::{passwords, recoveries, recovery as links, sign_in, staff};
use crate::api::Role;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::{self, NewPerson};

/// Who is to be an administrator.
#[derive(Clone, Debug)]
pub struct NewAdministrator<'a> {
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// Why there has to be another one.
    pub reason: Option<&'a str>,
}

/// Makes an administrator, or a new link for one, in the caller's transaction; returns the account and the link in a
/// sentence.
pub async fn make(
    tx: &Connection,
    ctx: &Context,
    new: NewAdministrator<'_>,
) -> Result<(Uuid, String)> {
    let refused = |why: &str| Error::broken(format!("{why}. Nothing was changed"));
    let email = parse_email(new.email).ok_or_else(|| refused("this is no email address"))?;
    let name = (parse_name(new.first_name), parse_name(new.last_name));
    let (Some(first_name), Some(last_name)) = name else {
        return Err(refused("a first and a last name are needed"));
    };
    // Nobody knows it: the link sets another one.
    let password_hash = passwords::hash(ctx.new_token()).await?;
    let there = staff::hold_administrators(tx).await?;
    let found = repo::find_by_email(tx, &email).await?;
    let account = match found {
        Some(found) if there.contains(&found.id) => found,
        Some(_) => {
            return Err(refused(
                "this address has an account that is not an administrator’s. An administrator can change its role on \
                 Staff accounts; otherwise name another address",
            ));
        }
        None if !there.is_empty() && new.reason.is_none() => {
            return Err(refused(
                "there is an administrator already, who can invite staff and change their roles. If none of them \
                 can sign in, say so with --reason",
            ));
        }
        None => {
            let person = NewPerson {
                first_name,
                last_name,
                ..NewPerson::default()
            };
            let person_id = people::create(tx, ctx, person).await?;
            let account = NewAccount {
                person_id,
                email,
                password_hash,
                role: Role::Admin,
                is_admin: true,
                activated: true,
                totp_secret: None,
            };
            let id = repo::create(tx, ctx, account).await?;
            repo::get_account(tx, id).await?
        }
    };
    if !sign_in::belongs_here(ctx, &account) {
        return Err(refused(
            "staff does not sign in here: mode is \"client\". Run this where mode is another",
        ));
    }
    let token = add_link(tx, ctx, &account).await?;
    let link = ctx
        .settings
        .link(&format!("/recovery/password#token={token}"));
    let told = format!(
        "{} is an administrator. With this link, within {} minutes and once, a password is set; whoever has the link can \
         do so:\n\n    {link}\n\nThe first sign-in sets up an authenticator. If the link has expired, run this again.",
        account.email,
        links::LINK_MINUTES
    );
    Ok((account.id, told))
}

async fn add_link(tx: &Connection, ctx: &Context, account: &account::Model) -> Result<String> {
    let (token, now) = (ctx.new_token(), ctx.now());
    let row = recovery::ActiveModel {
        id: Set(ctx.new_id()),
        // No page was given it.
        key_hash: Set(links::hash(ctx, &ctx.new_token())),
        address_hash: Set(links::hash(ctx, &fold_email(&account.email))),
        ip: Set(String::new()),
        account_id: Set(Some(account.id)),
        token_hash: Set(Some(links::hash(ctx, &token))),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::minutes(links::LINK_MINUTES)),
        sent_at: Set(Some(now)),
        used_at: Set(None),
    };
    recoveries::add(tx, row).await?;
    Ok(token)
}
