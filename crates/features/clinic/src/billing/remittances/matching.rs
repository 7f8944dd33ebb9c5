// SPDX-License-Identifier: AGPL-3.0-or-later

//! Matches lines with bills: by data centre and sequence number, and by our own number. The two must agree;
//! otherwise a person must check.

use std::collections::HashMap;

use salal_db::Connection;
use uuid::Uuid;

use crate::api::Scope;
use crate::billing::claims::entity::claim;
use crate::billing::claims::repo as claims;
use crate::error::Result;

/// Numbers per query.
const BATCH: usize = 300;

/// Claims that the lines of a file may refer to.
pub(super) struct Candidates {
    /// The newest with a sequence number: numbers repeat after ten million.
    by_sequence: HashMap<i64, claim::Model>,
    by_folio: HashMap<i64, Vec<claim::Model>>,
}

/// The match of a line.
pub(super) enum Found {
    Bill(Uuid),
    /// Why a person must check.
    Nobody(String),
}

impl Candidates {
    /// Loads the claims for all lines of a file at once.
    pub(super) async fn load(
        db: &Connection,
        scope: &Scope,
        data_centre: &str,
        numbers: &[(i64, i64)],
    ) -> Result<Self> {
        let (mut by_sequence, mut by_folio) = (HashMap::new(), HashMap::new());
        for part in numbers.chunks(BATCH) {
            let sequences: Vec<i64> = part.iter().map(|(sequence, _)| *sequence).collect();
            let folios: Vec<i64> = part.iter().map(|(_, folio)| *folio).collect();
            let found = claims::matching(db, scope, data_centre, &sequences, &folios).await?;
            for claim in found {
                let same: &mut Vec<claim::Model> = by_folio.entry(claim.folio).or_default();
                if !same.iter().any(|known: &claim::Model| known.id == claim.id) {
                    same.push(claim.clone());
                }
                by_sequence.insert(claim.sequence, claim);
            }
        }
        Ok(Self {
            by_sequence,
            by_folio,
        })
    }

    /// The bill of a line.
    pub(super) fn find_claim(&self, sequence: i64, folio: i64) -> Found {
        if let Some(claims) = self.by_folio.get(&folio)
            && let Some(claim) = claims.iter().find(|claim| claim.sequence == sequence)
        {
            return Found::Bill(claim.bill_id);
        }
        let nobody = |text: String| Found::Nobody(text);
        match (self.by_sequence.get(&sequence), folio) {
            (Some(claim), 0) => Found::Bill(claim.bill_id),
            (Some(claim), _) => nobody(format!(
                "Sequence {sequence:07} is the claim of folio {:07}; the line says folio {folio:07}.",
                claim.folio
            )),
            (None, folio) if self.by_folio.contains_key(&folio) => nobody(format!(
                "Folio {folio:07} is ours, but it was not sent with sequence {sequence:07}."
            )),
            (None, _) => nobody(format!(
                "No claim was sent with sequence {sequence:07} or folio {folio:07}."
            )),
        }
    }
}
