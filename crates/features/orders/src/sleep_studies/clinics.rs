// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sleep clinics that test: reference data, with a test company outside prod.

use salal_domain::people::phones::display_phone;
use salal_domain::sleep::SleepCompany;

use super::dto::SleepClinicView;
use super::entity::sleep_clinic;
use super::repo;
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::Result;
use crate::settings::Environment;

pub use super::repo::{NewSleepClinic, create_clinics};

/// The Test clinic's branches: one whose fax answers, and one whose line is busy in the sandbox.
const TEST_BRANCHES: [(&str, &str, &str); 2] = [
    ("Test clinic", "7785550190", "7785550191"),
    ("Test clinic with a busy line", "7785550192", "7785550101"),
];

/// Creates the Test clinic unless it exists, in every environment except prod.
pub async fn prepare(ctx: &Context) -> Result<()> {
    if is_prod(ctx) || repo::has_company(ctx.db.read(), SleepCompany::Test).await? {
        return Ok(());
    }
    let branches = TEST_BRANCHES.map(|(name, phone, fax)| NewSleepClinic {
        company: SleepCompany::Test,
        name: name.into(),
        address: "1 Sandbox Street, Vancouver, BC V6Z 1A1".into(),
        phone: phone.into(),
        fax: fax.into(),
    });
    let tx = ctx.db.begin().await?;
    create_clinics(&tx, ctx, branches.into()).await?;
    tx.commit().await?;
    Ok(())
}

fn is_prod(ctx: &Context) -> bool {
    ctx.settings.environment == Environment::Prod
}

/// The company that is not offered here.
pub(super) fn not_offered(ctx: &Context) -> Option<SleepCompany> {
    is_prod(ctx).then_some(SleepCompany::Test)
}

/// The branches that are offered here.
async fn offered(ctx: &Context) -> Result<Vec<SleepClinicView>> {
    let branches = repo::clinics(ctx.db.read(), not_offered(ctx)).await?;
    Ok(branches.into_iter().map(view).collect())
}

/// A branch as a response type.
pub(super) fn view(row: sleep_clinic::Model) -> SleepClinicView {
    SleepClinicView {
        id: row.id,
        name: row.name,
        address: row.address,
        phone_number: display_phone(&row.phone),
        fax_number: display_phone(&row.fax),
        company: row.company.label().into(),
        route: *row.company,
    }
}

/// GET /sleep-clinic
pub(super) async fn list_sleep_clinics(request: Request) -> Result<Json<Vec<SleepClinicView>>> {
    Ok(Json(offered(&request.ctx).await?))
}
