// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the program adds to the demo's people (`salal-demo`): branches of sleep clinics and who requests their tests,
//! what is billed, messages and laboratory results. Created once, like everything of the demo. Not here: anything real; the texts are invented.

mod history;
mod messages;
mod repo;

use std::io::Write as _;

use salal_db::{counter_value, hold_counter, set_counter};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::sleep_studies::NewSleepClinic;
use crate::features::{billing, drugs, insight, lab_tests, sleep_studies};
use crate::sandbox;

pub use salal_demo::{DemoAccount, PASSWORD, refuse_prod, table};

pub use history::{Extent, Made};

/// Creates the demo data unless it exists, and returns the accounts: people with nothing behind them.
pub async fn make(ctx: &Context) -> Result<Vec<DemoAccount>> {
    if is_made(ctx).await? {
        return people(ctx).await;
    }
    mark(ctx, BEGUN).await?;
    let accounts = people(ctx).await?;
    mark(ctx, WHOLE).await?;
    Ok(accounts)
}

/// As [`make`], and a clinic that has worked for some months. An installation that has the demo's people already keeps
/// what it has; one without the sandbox gets the people alone, because a history pays and faxes, and so does one with
/// imported medications.
pub async fn make_with_history(ctx: &Context, extent: Extent) -> Result<Vec<DemoAccount>> {
    if is_made(ctx).await? {
        return make(ctx).await;
    }
    if !ctx.settings.uses_sandbox() {
        say(
            "There is no sandbox in these settings (sandbox.enabled), and a clinic’s history pays and faxes. Only the demo’s \
             people are made.",
        );
        return make(ctx).await;
    }
    if !drugs::is_empty(ctx).await? {
        say(
            "The medications here were imported and stay as they are. The demo’s clinic has worked with medications of its \
             own, so only its people are made. For the whole demo, run salal demo in a new database.",
        );
        return make(ctx).await;
    }
    let sandbox = sandbox::hold(&ctx.settings).await?;
    let ctx = &ctx.with_services(sandbox.settings(&ctx.settings))?;
    mark(ctx, BEGUN).await?;
    say(&format!(
        "Making a clinic that has worked for {} days, with {} patients ...",
        extent.days, extent.patients
    ));
    let made = Box::pin(play(ctx, extent)).await?;
    sandbox::keep_patients(&ctx.settings, &made.can_ask)?;
    let accounts = people(ctx).await?;
    mark(ctx, WHOLE).await?;
    Ok(accounts)
}

/// A line for whoever waits at the terminal.
fn say(line: &str) {
    // Nobody may be listening.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The counter that says how far the demo has come.
const MARK: &str = "demo";
const BEGUN: i64 = 1;
const WHOLE: i64 = 2;

async fn mark(ctx: &Context, how_far: i64) -> Result<()> {
    let tx = ctx.db.begin().await?;
    hold_counter(&tx, MARK).await?;
    set_counter(&tx, MARK, how_far).await?;
    tx.commit().await?;
    Ok(())
}

/// How another demo is made where one is.
const ANEW: &str = "To make one anew, delete this database and the files beside it (rm -rf data, where make run made \
                    them), and run salal demo again";

/// What is wrong with a demo that was begun and is not whole; nothing where there is none, or all of it.
pub async fn half_made(ctx: &Context) -> Result<Option<String>> {
    let is_begun = counter_value(ctx.db.read(), MARK).await? == Some(BEGUN);
    Ok(is_begun.then(|| {
        format!(
            "the demo in this database is only half made: an earlier salal demo was interrupted, or one is at work now in \
             another terminal. {ANEW}"
        )
    }))
}

/// Whether the demo is here, whole. A part of it is refused: what is missing would never be made.
pub async fn is_made(ctx: &Context) -> Result<bool> {
    match half_made(ctx).await? {
        Some(why) => Err(Error::broken(why)),
        None => Ok(salal_demo::told(ctx).await?.is_some()),
    }
}

/// What options do where the demo is made already.
pub fn without_effect(options: &[&str]) -> String {
    let options = options.join(", ");
    format!(
        "The demo is in this database already and stays as it is. Without effect: {options}. {ANEW}."
    )
}

/// Plays the history in a database without people, and adds what every demo has.
pub async fn play(ctx: &Context, extent: Extent) -> Result<Made> {
    // Checked before anything is written.
    let attachment = messages::attachment(ctx).await?;
    // Ten thousand commits, and whoever loses them to a power failure makes the demo again.
    ctx.db.wait_for_disk(false).await?;
    let made = history::play(ctx, extent, attachment).await;
    ctx.db.wait_for_disk(true).await?;
    let made = made?;
    // As each night would have done.
    insight::catch_up(ctx).await?;
    Ok(made)
}

/// What every demo has, unless it is here.
async fn people(ctx: &Context) -> Result<Vec<DemoAccount>> {
    prepare(ctx).await?;
    let accounts = match salal_demo::told(ctx).await? {
        Some(accounts) => accounts,
        None => {
            // Checked before the transaction begins.
            let attachment = messages::attachment(ctx).await?;
            salal_demo::make(ctx, |tx, ctx| {
                Box::pin(messages::post_as_acquainted(tx, ctx, attachment))
            })
            .await?
        }
    };
    sign_sleep_requests(ctx).await?;
    Ok(accounts)
}

/// What the demo's clinic has besides its people. Added in later versions: an existing demo receives it as well.
async fn prepare(ctx: &Context) -> Result<()> {
    let clinics = salal_demo::sleep_clinics()?;
    let clinics = clinics.into_iter().map(|one| NewSleepClinic {
        company: one.company,
        name: one.name,
        address: one.address,
        phone: one.phone,
        fax: one.fax,
    });
    let clinics = clinics.collect();
    let tx = ctx.db.begin().await?;
    sleep_studies::create_clinics(&tx, ctx, clinics).await?;
    tx.commit().await?;
    billing::sample(ctx).await
}

/// A doctor of the demo signs the requests of sleep studies, so that they are faxed. Once: a doctor who has stopped
/// stays so.
async fn sign_sleep_requests(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    if !sleep_studies::nobody_ever(db).await? {
        return Ok(());
    }
    if let Some(doctor) = salal_demo::requesting_doctor(db).await? {
        let tx = ctx.db.begin().await?;
        sleep_studies::agree(&tx, ctx, doctor, &salal_demo::signature()).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// A lab report of one of the patients, waiting for a doctor. More reports to import, such as its correction
/// and one without a patient, are in `demo/labs`.
pub async fn lab_results(ctx: &Context) -> Result<String> {
    let sample = include_bytes!("labs/holloway.hl7").to_vec();
    lab_tests::import_bytes(ctx, sample).await
}
