// SPDX-License-Identifier: AGPL-3.0-or-later

//! Decides which step of a prescription is allowed now, and why not (contract table of transitions; decisions
//! 42, 51 to 54, 138 and 139).
//!
//! Not here: who may take the step (the API layer), and carrying it out (the server).

use super::copies::CopyFact;
use super::status::{MedicationStatus, PrescriptionStatus};
use crate::destinations::Standing;
use crate::faults::Refusal;
use crate::fees::Cents;

/// The state of a prescription's signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureFact {
    /// Not signed.
    Missing,
    /// Voided by a later edit.
    Voided,
    /// The copy that it signed was voided.
    CopyVoided,
    /// Drawn for this document.
    Signed,
    /// Confirmed by password: the printed sheet is signed in ink and cannot be faxed from here.
    ForInk,
}

/// The code of a refusal because of a line's directions (decision 158).
pub const DIRECTIONS: &str = "DIRECTIONS";

/// The state of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFacts {
    pub status: Option<MedicationStatus>,
    /// A computed or a typed total to dispense exists.
    pub has_total: bool,
    /// Why its directions cannot be signed, naming the drug; see `signable`.
    pub unsignable: Option<String>,
}

/// The state of a prescription when a step is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent fact of the record, and every combination occurs"
)]
pub struct Facts<'a> {
    pub status: PrescriptionStatus,
    /// The copy in force, if any: it locks what was signed (decision 160).
    pub copy: CopyFact,
    /// Whether it was ever refunded, whatever its state now.
    pub was_refunded: bool,
    pub lines: &'a [LineFacts],
    pub signature: SignatureFact,
    /// Whether its pharmacy may receive anything (decision 173).
    pub destination: Standing,
    /// The doctor has a College number (decision 154).
    pub has_college_number: bool,
    /// The deployment lets patients cancel (flag cancelPrescription).
    pub cancelling_allowed: bool,
    /// The deployment requires a recorded encounter before an approval, and there is none (decision 143).
    pub encounter_missing: bool,
    /// The amount still refundable, in cents; see `refunds`.
    pub refundable: Cents,
}

impl Facts<'_> {
    fn undecided(&self) -> bool {
        self.lines.is_empty() || self.lines.iter().any(|line| line.status.is_none())
    }

    /// Whether the patient cancelled it. A fee returned after that makes it Refunded; any other refund takes decisions
    /// about all lines.
    fn is_canceled(&self) -> bool {
        match self.status {
            PrescriptionStatus::Canceled => true,
            PrescriptionStatus::Refunded => self.undecided(),
            _ => false,
        }
    }

    fn any(&self, status: MedicationStatus) -> bool {
        self.lines.iter().any(|line| line.status == Some(status))
    }

    /// Every approved line can be printed lawfully.
    fn signable(&self) -> Allowed {
        let approved = |line: &&LineFacts| line.status == Some(MedicationStatus::Approved);
        match self
            .lines
            .iter()
            .filter(approved)
            .find_map(|line| line.unsignable.as_deref())
        {
            Some(sentence) => refuse(DIRECTIONS, sentence),
            None => Ok(()),
        }
    }

    fn approved_without_total(&self) -> bool {
        self.lines
            .iter()
            .any(|line| line.status == Some(MedicationStatus::Approved) && !line.has_total)
    }
}

type Allowed = Result<(), Refusal>;

fn refuse(code: &'static str, message: &str) -> Allowed {
    Err(Refusal::new(code, message))
}

/// A patient pays, or the free deployment skips the payment: Created becomes Pending.
pub fn can_pay(status: PrescriptionStatus) -> Allowed {
    match status {
        PrescriptionStatus::Created => Ok(()),
        PrescriptionStatus::Canceled => refuse("CANCELED", "This prescription was canceled."),
        _ => refuse("ALREADY_PAID", "This prescription is already paid."),
    }
}

/// A patient cancels: only while Created or Pending (decision 42).
pub fn can_cancel(facts: &Facts<'_>) -> Allowed {
    if !facts.cancelling_allowed {
        return refuse("CANCEL_OFF", "Prescriptions cannot be cancelled here.");
    }
    match facts.status {
        PrescriptionStatus::Created | PrescriptionStatus::Pending => Ok(()),
        PrescriptionStatus::Canceled => {
            refuse("CANCELED", "This prescription has already been cancelled.")
        }
        _ => refuse(
            "TOO_LATE_TO_CANCEL",
            "A doctor is already working on this prescription.",
        ),
    }
}

/// A doctor acknowledges: the current status is Pending.
pub fn can_acknowledge(facts: &Facts<'_>) -> Allowed {
    match facts.status {
        PrescriptionStatus::Pending => Ok(()),
        PrescriptionStatus::Created => refuse("NOT_PAID", "This prescription is not paid yet."),
        PrescriptionStatus::Canceled => {
            refuse("CANCELED", "The patient canceled this prescription.")
        }
        _ => refuse(
            "ALREADY_ACKNOWLEDGED",
            "This prescription is already acknowledged.",
        ),
    }
}

/// A doctor approves, rejects or undoes a decision: until it is faxed or refunded (decision 54).
pub fn can_decide(facts: &Facts<'_>) -> Allowed {
    open_to_doctors(facts)
}

/// A doctor approves a line: like any decision, after an encounter where the deployment requires one.
pub fn can_approve(facts: &Facts<'_>) -> Allowed {
    can_decide(facts)?;
    if facts.encounter_missing {
        return refuse("NO_ENCOUNTER", "Record the encounter first.");
    }
    Ok(())
}

/// A doctor or the office changes a line's usage or drug.
pub fn can_edit(facts: &Facts<'_>) -> Allowed {
    open_to_doctors(facts)
}

/// A doctor chooses another pharmacy: while no copy is in force; otherwise two would be live.
pub fn can_choose_pharmacy(facts: &Facts<'_>) -> Allowed {
    facts.copy.lock()?;
    if facts.is_canceled() {
        return refuse("CANCELED", "The patient canceled this prescription.");
    }
    Ok(())
}

/// A patient names another pharmacy: while what is asked for has no destination, or after a fax to it failed. A doctor
/// confirms it before anything is sent there.
pub fn can_name_pharmacy(facts: &Facts<'_>) -> Allowed {
    if facts.is_canceled() {
        return refuse("CANCELED", "This prescription was canceled.");
    }
    let rejected = |line: &LineFacts| line.status == Some(MedicationStatus::Rejected);
    if facts.lines.iter().all(rejected) {
        return refuse("NOTHING_APPROVED", "No medication is approved.");
    }
    match facts.copy {
        CopyFact::Failed => Ok(()),
        CopyFact::None if facts.destination.allow_fax().is_err() => Ok(()),
        CopyFact::None => refuse(
            "PHARMACY_IN_LIST",
            "Your request goes to the pharmacy that you chose. Please send us a message if you need another one.",
        ),
        CopyFact::Faxed | CopyFact::Printed | CopyFact::HandedOver | CopyFact::Voiding => refuse(
            "COPY_OUT",
            "Your prescription was already sent. Please send us a message if you need another pharmacy.",
        ),
    }
}

fn open_to_doctors(facts: &Facts<'_>) -> Allowed {
    facts.copy.lock()?;
    if facts.was_refunded {
        return refuse(
            "ALREADY_REFUNDED",
            "This prescription was refunded and cannot be changed.",
        );
    }
    match facts.status {
        PrescriptionStatus::Pending
        | PrescriptionStatus::Acknowledged
        | PrescriptionStatus::Approved
        | PrescriptionStatus::Rejected => Ok(()),
        PrescriptionStatus::Created => refuse("NOT_PAID", "This prescription is not paid yet."),
        PrescriptionStatus::Canceled => {
            refuse("CANCELED", "The patient canceled this prescription.")
        }
        PrescriptionStatus::Faxed => refuse(
            "ALREADY_FAXED",
            "This prescription was faxed and cannot be changed.",
        ),
        PrescriptionStatus::Refunded => refuse(
            "ALREADY_REFUNDED",
            "This prescription was refunded and cannot be changed.",
        ),
    }
}

/// The prescription dialog opens: at least one line approved, none undecided.
pub fn can_prescribe(facts: &Facts<'_>) -> Allowed {
    match facts.status {
        PrescriptionStatus::Created => refuse("NOT_PAID", "This prescription is not paid yet."),
        PrescriptionStatus::Canceled => {
            refuse("CANCELED", "The patient canceled this prescription.")
        }
        _ if facts.undecided() => refuse("UNDECIDED", "Approve or reject every medication first."),
        _ if !facts.any(MedicationStatus::Approved) => {
            refuse("NOTHING_APPROVED", "No medication is approved.")
        }
        _ => Ok(()),
    }
}

/// A doctor signs: as above, the pharmacy is in the list, every approved line has a total, and the doctor has a
/// College number.
pub fn can_sign(facts: &Facts<'_>) -> Allowed {
    can_prescribe(facts)?;
    facts.copy.lock()?;
    facts.destination.allow()?;
    if !facts.has_college_number {
        return refuse(
            "NO_COLLEGE_NUMBER",
            "Your College number is missing. An administrator can add it.",
        );
    }
    facts.signable()?;
    if facts.approved_without_total() {
        return refuse(
            "NO_TOTAL",
            "Enter the quantity to dispense of every approved medication.",
        );
    }
    Ok(())
}

/// A doctor faxes or re-faxes.
pub fn can_fax(facts: &Facts<'_>) -> Allowed {
    can_prescribe(facts)?;
    facts.signable()?;
    facts.copy.may_fax()?;
    facts.destination.allow()?;
    if facts.approved_without_total() {
        return refuse(
            "NO_TOTAL",
            "Enter the quantity to dispense of every approved medication.",
        );
    }
    match facts.signature {
        SignatureFact::ForInk => {
            return refuse(
                "INK_SIGNATURE",
                "This prescription is marked for signing in ink: print it, sign it, and fax the sheet.",
            );
        }
        signature => is_signed(signature)?,
    }
    facts.destination.allow_fax()
}

/// A doctor prints: a signature of either kind is there, and no copy is in force.
pub fn can_print(facts: &Facts<'_>) -> Allowed {
    can_prescribe(facts)?;
    facts.signable()?;
    facts.copy.may_print()?;
    facts.destination.allow()?;
    is_signed(facts.signature)
}

fn is_signed(signature: SignatureFact) -> Allowed {
    match signature {
        SignatureFact::Signed | SignatureFact::ForInk => Ok(()),
        SignatureFact::Missing => refuse("NOT_SIGNED", "Sign the prescription first."),
        SignatureFact::Voided => refuse(
            "SIGNATURE_VOID",
            "The prescription was changed after it was signed. Sign it again.",
        ),
        SignatureFact::CopyVoided => {
            refuse("SIGNATURE_VOID", "The last copy is void. Sign it again.")
        }
    }
}

/// Staff refund: at least one line rejected, none undecided, never refunded, a positive amount.
pub fn can_refund(facts: &Facts<'_>) -> Allowed {
    if facts.was_refunded || facts.status == PrescriptionStatus::Refunded {
        return refuse(
            "ALREADY_REFUNDED",
            "This prescription has already been refunded.",
        );
    }
    if facts.undecided() {
        return refuse("UNDECIDED", "Approve or reject every medication first.");
    }
    if !facts.any(MedicationStatus::Rejected) {
        return refuse("NOTHING_REJECTED", "No medication is rejected.");
    }
    if facts.refundable <= Cents::ZERO {
        return refuse("NOTHING_TO_REFUND", "There is nothing to refund.");
    }
    Ok(())
}

/// The status after a line was decided or undecided: the outcome once all lines are decided (decision 52),
/// otherwise the status before.
pub fn status_after_decisions(
    was_acknowledged: bool,
    lines: &[Option<MedicationStatus>],
) -> PrescriptionStatus {
    if lines.is_empty() || lines.iter().any(Option::is_none) {
        if was_acknowledged {
            PrescriptionStatus::Acknowledged
        } else {
            PrescriptionStatus::Pending
        }
    } else if lines.contains(&Some(MedicationStatus::Approved)) {
        PrescriptionStatus::Approved
    } else {
        PrescriptionStatus::Rejected
    }
}

#[cfg(test)]
mod tests;
