// SPDX-License-Identifier: AGPL-3.0-or-later

//! Take-over of decisions: a doctor signs only their own decisions. To sign lines that another doctor
//! approved, the request must name the doctors whose decisions are taken over; the sheet and the lines'
//! histories say so.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::create;
use super::prescription::Prescription;
use crate::context::Context;
use crate::error::{Error, Result};

/// An approved line decided by another doctor.
pub(super) struct Taken {
    line: Uuid,
    /// Its position among the approved lines, as numbered on the sheet.
    place: usize,
    from: Uuid,
    /// `Dr. Ada Moss`
    name: String,
}

/// The lines whose decisions the signer takes over; refused unless the request names every doctor concerned.
pub(super) fn find_take_over(
    prescription: &Prescription,
    signer: Uuid,
    named: &[Uuid],
) -> Result<Vec<Taken>> {
    let lines = prescription.lines().iter().map(|(line, _)| line);
    let approved = lines.filter(|line| line.is_approved());
    let others: Vec<(Uuid, usize, Uuid)> = approved
        .zip(1..)
        .filter_map(|(line, place)| {
            let from = line.decided_by.filter(|by| *by != signer)?;
            Some((line.id, place, from))
        })
        .collect();
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let names = &prescription.parts.names;
    let taken: Vec<Taken> = others
        .into_iter()
        .map(|(line, place, from)| Taken {
            line,
            place,
            from,
            name: names.get(&from).map_or_else(
                || "another doctor".to_owned(),
                |one| format!("Dr. {}", one.name()),
            ),
        })
        .collect();
    let unnamed: Vec<&Taken> = taken
        .iter()
        .filter(|one| !named.contains(&one.from))
        .collect();
    if unnamed.is_empty() {
        return Ok(taken);
    }
    let whose = sentences(&unnamed)
        .map(|(lines, name)| format!("{name} approved {lines}"))
        .collect::<Vec<_>>()
        .join(", ");
    Err(Error::conflict(
        "TAKE_OVER_NEEDED",
        format!(
            "{whose}. A doctor signs what that doctor decided: take the decision over to sign it, or have it signed by the one who decided."
        ),
    ))
}

/// The text on the sheet; empty when the signer decided everything.
pub(super) fn printed(taken: &[Taken]) -> String {
    let taken: Vec<&Taken> = taken.iter().collect();
    let whose = sentences(&taken)
        .map(|(lines, name)| format!("{lines} by {name}"))
        .collect::<Vec<_>>()
        .join(", ");
    if whose.is_empty() {
        whose
    } else {
        format!("Decision taken over by the signer: {whose}.")
    }
}

/// `lines 1, 3` and the doctor who decided them, by doctor, in the order of the sheet.
fn sentences<'a>(taken: &'a [&'a Taken]) -> impl Iterator<Item = (String, &'a str)> {
    let mut doctors: Vec<(Uuid, &str, Vec<String>)> = Vec::new();
    for one in taken {
        let place = one.place.to_string();
        match doctors.iter_mut().find(|(from, ..)| *from == one.from) {
            Some((.., places)) => places.push(place),
            None => doctors.push((one.from, &one.name, vec![place])),
        }
    }
    doctors.into_iter().map(|(_, name, places)| {
        let word = if places.len() == 1 { "line" } else { "lines" };
        (format!("{word} {}", places.join(", ")), name)
    })
}

/// Makes the signer the deciding doctor, and records it in each line's history; true if there were any.
pub(super) fn write_down(
    prescription: &mut Prescription,
    ctx: &Context,
    taken: &[Taken],
    signer: Uuid,
    at: DateTime<Utc>,
) -> Result<bool> {
    for one in taken {
        let (_, changes) = prescription.line(one.line)?;
        let mut change = create::once_more(ctx, changes, signer, at)?;
        change.taken_from = Some(one.from);
        prescription.take_over(change, signer)?;
    }
    Ok(!taken.is_empty())
}
