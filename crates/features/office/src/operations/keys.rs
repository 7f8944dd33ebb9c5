// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal keys`: which master keys there are by their names, how old they are and what each has sealed; a rotation
//! beside running processes; and what is done when a key is lost. No key is ever printed but a fresh one. Not here: what
//! is sealed (`crate::sealing`, and of the audit `audit::keys`).

use std::fmt::Write as _;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, Keyring, KnownKey, Resealed};
use salal_accounts::audit;

/// How long after its last use a key may be needed for codes, links, counts of attempts and answers that are repeated:
/// nothing of them counts for longer than a day, and the last use is known to the hour.
const STILL_NEEDED: TimeDelta = TimeDelta::hours(25);

/// What is told of a key that only opens old things.
const EARLIER: &str = "what earlier versions sealed";

/// All keys, each with what it sealed.
pub async fn show(ctx: &Context) -> Result<String> {
    let ring = Keyring::of(ctx);
    let known = sealing::known_keys(ctx).await?;
    let counts = sealing::count_sealed(ctx).await?;
    let lines = audit::sealed_lines(ctx).await?;
    let mut ids: Vec<String> = ring.all().iter().map(|key| key.id().to_owned()).collect();
    let of_database = known.iter().map(|key| key.id.clone()).chain(
        counts
            .iter()
            .flat_map(|(_, all)| all.iter().map(|(id, _)| id.clone())),
    );
    for id in of_database {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut text = String::new();
    for (place, id) in ids.iter().enumerate() {
        let role = match place {
            0 => "seals",
            place if place < ring.all().len() => "only opens",
            _ => "is not in the settings",
        };
        let key = known.iter().find(|key| key.id == *id);
        let name = if id.is_empty() { EARLIER } else { id };
        let _ = writeln!(text, "{name}  {role}{}", age(key, ctx.now()));
        for (column, counted) in &counts {
            if let Some((_, number)) = counted.iter().find(|(of, _)| of == id) {
                let _ = writeln!(text, "    {}", column.so_many(*number));
            }
        }
        for sealed in lines.iter().filter(|one| one.master.as_ref() == Some(id)) {
            let _ = writeln!(text, "    {}", audit_lines(sealed));
        }
    }
    for sealed in lines.iter().filter(|one| one.master.is_none()) {
        let _ = writeln!(
            text,
            "{}, with a key that is no longer needed",
            audit_lines(sealed)
        );
    }
    Ok(text.trim_end().to_owned())
}

fn age(key: Option<&KnownKey>, now: DateTime<Utc>) -> String {
    let Some(key) = key else {
        return String::new();
    };
    if let Some(at) = key.lost_at {
        return format!(", declared lost on {}", at.format("%Y-%m-%d"));
    }
    let days = (now - key.first_used_at).num_days();
    let days = if days == 1 {
        "1 day".to_owned()
    } else {
        format!("{days} days")
    };
    format!(", since {} ({days})", key.first_used_at.format("%Y-%m-%d"))
}

fn audit_lines(sealed: &audit::SealedLines) -> String {
    match sealed.until {
        Some(until) => format!("lines {} to {until} of the audit", sealed.from),
        None => format!("lines of the audit from {} on", sealed.from),
    }
}

/// Seals everything anew with the first key; returns what was done and what still needs another key.
pub async fn rotate(ctx: &Context, by: &str) -> Result<String> {
    // With a wrong key the audit would go on with it, and the right one be refused from then on.
    sealing::refuse_foreign(ctx, audit::foreign_keys(ctx).await?).await?;
    let ring = Keyring::of(ctx);
    let first = ring.first().id().to_owned();
    let holders = sealing::holders(ctx).await?;
    let lacking = holders
        .iter()
        .filter(|one| !one.ids.contains(&first))
        .count();
    if lacking > 0 {
        return Err(Error::broken(format!(
            "not every running process has the key {first} ({lacking} do without), and what is sealed with it they \
             couldn’t open. Nothing was changed. Give it to all of them as the second key, start them again, and run \
             this again; of a process that ended without a word this is known for three minutes"
        )));
    }
    if audit::was_replaced(ctx).await? {
        return Err(Error::broken(format!(
            "the key {first} was replaced before, and a key that was replaced never seals the audit again. Nothing was \
             changed. Make a new one with salal keys new, or put the later key first"
        )));
    }
    sealing::note_first(ctx).await?;
    audit::follow_key(ctx).await?;
    while audit::seal(ctx).await? > 0 {}
    let carried = audit::carry_on_keys(ctx).await?;
    let done = sealing::reseal(ctx).await?;
    trace(
        ctx,
        "salal keys rotate",
        format!("{first}, by {by}: {}", summary(&done)),
    )
    .await?;
    // Once more, for what was written meanwhile.
    while audit::seal(ctx).await? > 0 {}
    let mut text = format!("Sealed with the key {first}: {}.", summary(&done));
    if carried > 0 {
        text.push_str(" What the audit needs of earlier keys was sealed with it too.");
    }
    for one in done.iter().filter(|one| one.unopened > 0) {
        let number = i64::try_from(one.unopened).unwrap_or(i64::MAX);
        let _ = write!(
            text,
            "\n{} couldn’t be opened with any of the keys, and were left as they are.",
            one.column.so_many(number)
        );
    }
    text.push('\n');
    text.push_str(&still_needed(ctx, &holders).await?);
    Ok(text)
}

fn summary(done: &[Resealed]) -> String {
    let some = done.iter().filter(|one| one.resealed > 0);
    let told: Vec<String> = some
        .map(|one| {
            let number = i64::try_from(one.resealed).unwrap_or(i64::MAX);
            one.column.so_many(number)
        })
        .collect();
    if told.is_empty() {
        "nothing was left to seal anew".to_owned()
    } else {
        told.join(", ")
    }
}

/// Which of the other keys may go, and what each is needed for until when.
async fn still_needed(ctx: &Context, holders: &[sealing::Holder]) -> Result<String> {
    let ring = Keyring::of(ctx);
    let first = ring.first().id();
    let counts = sealing::count_sealed(ctx).await?;
    let known = sealing::known_keys(ctx).await?;
    let mut lines = Vec::new();
    for key in ring.all().iter().skip(1) {
        let id = key.id();
        let sealing = holders
            .iter()
            .filter(|holder| holder.ids.first().is_some_and(|of| of == id))
            .count();
        let left = counts.iter().filter_map(|(column, all)| {
            let (_, number) = all.iter().find(|(of, _)| of == id)?;
            Some(column.so_many(*number))
        });
        let left: Vec<String> = left.collect();
        let used = known.iter().find(|one| one.id == id);
        // An earlier version did not note its key: until the present one began, at the latest.
        let used = used.map(|one| one.last_used_at);
        let began = known.iter().find(|one| one.id == first);
        let used = used.or_else(|| began.map(|one| one.first_used_at));
        let until = used.map(|used| used + STILL_NEEDED);
        lines.push(if sealing > 0 {
            format!(
                "Not every running process seals with the key {first} yet ({sealing} still with {id}): put it first there, \
                 start them again, and run this again."
            )
        } else if audit::seals_with(ctx, key).await? {
            format!("The audit still goes on with the key {id}: run this again in a minute.")
        } else if !left.is_empty() {
            format!("The key {id} is still needed for {}.", left.join(", "))
        } else if let Some(until) = until.filter(|until| *until > ctx.now()) {
            format!(
                "The key {id} has nothing sealed any more. Codes, links and counts of wrong attempts that were made with \
                 it count until {} UTC: take it out then. If it was stolen, take it out now.",
                until.format("%Y-%m-%d %H:%M")
            )
        } else {
            format!("The key {id} may be taken out of the settings.")
        });
    }
    if lines.is_empty() {
        lines.push("No other key is in the settings.".to_owned());
    }
    Ok(lines.join("\n"))
}

/// Declares a key lost, so that the program starts without it.
pub async fn lost(ctx: &Context, id: &str, by: &str, reason: &str) -> Result<String> {
    let ring = Keyring::of(ctx);
    let is_ours = |id: &String| ring.all().iter().any(|key| key.id() == id);
    let holders = sealing::holders(ctx).await?;
    if holders.iter().any(|one| !one.ids.iter().all(is_ours)) {
        return Err(Error::broken(
            "a running process has a key that these settings do not give, so no key is lost. Nothing was changed. Give \
             that key, or stop that process first; of one that ended without a word this is known for three minutes",
        ));
    }
    let mut missing = audit::foreign_keys(ctx).await?;
    missing.extend(sealing::foreign(ctx).await?);
    if !ring.all().iter().any(|key| key.id() == id) && !missing.iter().any(|one| one.id == id) {
        return Err(Error::broken(format!(
            "nothing is sealed with the key {id}. Nothing was changed. Which keys are missing says salal keys"
        )));
    }
    let gone = sealing::declare_lost(ctx, id).await?;
    trace(ctx, "salal keys lost", format!("{id}, by {by}: {reason}")).await?;
    let mut text = format!("The key {id} is declared lost: Salal starts without it.");
    if !gone.is_empty() {
        let _ = write!(text, " Taken away: {}.", gone.join(", "));
    }
    text.push_str(
        " What else it sealed stays as it is and cannot be opened, and salal audit verify reports the lines that it \
         sealed.",
    );
    Ok(text)
}

async fn trace(ctx: &Context, action: &str, text: String) -> Result<()> {
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        action,
        "master key",
        text,
        &mut last,
    );
    last.run(ctx.db.write()).await?;
    Ok(())
}
