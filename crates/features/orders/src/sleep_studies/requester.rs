// SPDX-License-Identifier: AGPL-3.0-or-later

//! The requesting practitioner of sleep studies: a doctor agrees once, with a drawing and the password, and every
//! request is signed under this standing order until the doctor or an administrator ends it, or another doctor
//! takes over (decision 211). Not here: what was sent. A request keeps the name and signature it was printed with.

use salal_db::Connection;
use salal_documents::RequestingPractitioner;
use salal_domain::prescriptions::drawing::{self, Stroke};
use salal_domain::prescriptions::drawn_places::Places;
use salal_domain::prescriptions::drawn_shape::Shape;
use uuid::Uuid;

use super::dto::{AgreeToSleepRequests, RequestingDoctor, SleepRequesterView};
use super::entity::sleep_requester;
use super::repo::requesters;
use super::{KIND, jobs};
use crate::api::{Json, Request, Role};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::{Drawings, refuse_used_drawing, used_before};
use salal_accounts::accounts;
use salal_people::people::{self, Practitioner};

/// Why a request waits, as the staff are told.
pub(super) const NOBODY: &str =
    "No doctor has agreed to sign requests for sleep studies. A doctor can do so under Profile.";

/// The standing order in force, and its doctor.
pub(super) struct Requester {
    pub(super) row: sleep_requester::Model,
    name: String,
    college_number: String,
    billing_number: Option<String>,
}

impl Requester {
    fn of(row: sleep_requester::Model, doctor: Practitioner) -> Option<Self> {
        Some(Self {
            row,
            name: format!("Dr. {}", doctor.name),
            college_number: doctor.college_number?,
            billing_number: doctor.billing_number,
        })
    }

    /// As it is printed. The MSP number is left out of a prescription (decision 154), not of a request.
    pub(super) fn printed(self) -> Result<RequestingPractitioner> {
        Ok(RequestingPractitioner {
            name: self.name,
            college_number: self.college_number,
            billing_number: self.billing_number,
            strokes: serde_json::from_value(self.row.strokes)?,
            agreed_at: self.row.agreed_at,
        })
    }
}

/// The doctor in force. One whose account is disabled, is no doctor's any more or has no College number signs
/// nothing, so it is none.
pub(super) async fn in_force(db: &Connection) -> Result<Option<Requester>> {
    let Some(row) = requesters::in_force(db).await? else {
        return Ok(None);
    };
    if accounts::role_of(db, row.person_id).await? != Some(Role::Doctor) {
        return Ok(None);
    }
    let doctor = people::practitioner(db, row.person_id).await?;
    Ok(doctor.and_then(|doctor| Requester::of(row, doctor)))
}

/// Whether no doctor has ever agreed.
pub async fn nobody_ever(db: &Connection) -> Result<bool> {
    requesters::is_empty(db).await
}

/// The drawings of standing orders, those that ended too.
pub fn drawings() -> Drawings {
    Drawings {
        kind: KIND,
        refuse_a_copy: |tx, strokes| Box::pin(refuse_a_copy(tx, strokes)),
    }
}

/// Doctors agree seldom, so every drawing is compared.
async fn refuse_a_copy(tx: &Connection, strokes: &[Stroke]) -> Result<()> {
    let (shape, places) = (Shape::of(strokes), Places::of(strokes));
    for kept in requesters::drawings(tx).await? {
        let kept: Vec<Stroke> = serde_json::from_value(kept)?;
        let has_its_shape = shape
            .as_ref()
            .zip(Shape::of(&kept))
            .is_some_and(|(shape, kept)| shape.is_copy_of(&kept));
        if has_its_shape || places.is_copy_of(&Places::of(&kept)) {
            return Err(used_before());
        }
    }
    Ok(())
}

/// Records that a doctor agreed with this drawing, and ends what was in force. What waits is queued by the caller.
pub async fn agree(tx: &Connection, ctx: &Context, doctor: Uuid, strokes: &[Stroke]) -> Result<()> {
    let at = ctx.now();
    if let Some(earlier) = requesters::in_force(tx).await? {
        requesters::end(tx, earlier.id, doctor, at).await?;
    }
    let row = sleep_requester::Model {
        id: ctx.new_id(),
        person_id: doctor,
        strokes: serde_json::to_value(strokes)?,
        agreed_at: at,
        in_force: Some(true),
        ended_at: None,
        ended_by: None,
    };
    requesters::add(tx, row).await
}

async fn shown(db: &Connection, me: Uuid) -> Result<SleepRequesterView> {
    let found = in_force(db).await?;
    Ok(SleepRequesterView {
        doctor: found.map(|found| RequestingDoctor {
            name: found.name,
            since: found.row.agreed_at,
            is_me: found.row.person_id == me,
        }),
    })
}

/// GET /sleep-assessment/requester
pub(super) async fn get_requester(request: Request) -> Result<Json<SleepRequesterView>> {
    let me = request.me()?.person_id;
    shown(request.ctx.db.read(), me).await.map(Json)
}

/// PUT /sleep-assessment/requester: the signed-in doctor, also instead of an earlier one or with a new drawing.
pub(super) async fn put_requester(
    request: Request<Json<AgreeToSleepRequests>>,
) -> Result<Json<SleepRequesterView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    if let Some(fault) = drawing::fault_of(&sent.strokes) {
        return Err(Error::field("strokes", fault));
    }
    let doctor = people::practitioner(ctx.db.read(), me).await?;
    if doctor.is_none_or(|doctor| doctor.college_number.is_none()) {
        return Err(Error::conflict(
            "NO_COLLEGE_NUMBER",
            "A doctor without a College number cannot sign.",
        ));
    }
    accounts::prove_password(&request, &sent.password, "password").await?;
    let tx = request.begin().await?;
    refuse_used_drawing(&tx, ctx, &sent.strokes).await?;
    agree(&tx, ctx, me, &sent.strokes).await?;
    let mut writes = ctx.db.batch();
    jobs::queue_waiting(&mut writes, ctx)?;
    let answer = shown(&tx, me).await?;
    request.commit_with(tx, writes, 200, &answer).await?;
    Ok(Json(answer))
}

/// DELETE /sleep-assessment/requester: the doctor in force, or an administrator for any doctor.
pub(super) async fn end_requester(request: Request) -> Result<Json<SleepRequesterView>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let tx = request.begin().await?;
    if let Some(row) = requesters::in_force(&tx).await? {
        if row.person_id != me.person_id && !me.is(Role::Admin) {
            return Err(Error::not_allowed(
                "Only the doctor who signs the requests or an administrator can stop this.",
            ));
        }
        requesters::end(&tx, row.id, me.person_id, ctx.now()).await?;
    }
    request
        .commit(tx, SleepRequesterView { doctor: None })
        .await
}
