// SPDX-License-Identifier: AGPL-3.0-or-later

//! The states of a prescription and of its lines, with their codes and labels (decisions 49, 50, 52).

use crate::codes;

codes! {
    /// State of a prescription.
    pub enum PrescriptionStatus {
        Created = "CREATED",
        Pending = "PENDING",
        Acknowledged = "ACKNOWLEDGED",
        Refunded = "REFUNDED",
        Faxed = "FAXED",
        Rejected = "REJECTED",
        Approved = "APPROVED",
        Canceled = "CANCELED",
    }
}

impl PrescriptionStatus {
    /// The label shown to users.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Created => "Created",
            Self::Pending => "Pending",
            Self::Acknowledged => "Acknowledged",
            Self::Refunded => "Refunded",
            Self::Faxed => "Faxed to pharmacy",
            Self::Rejected => "Rejected",
            Self::Approved => "Approved",
            Self::Canceled => "Canceled",
        }
    }
}

codes! {
    /// A doctor's decision on one line; a line without one has no status.
    pub enum MedicationStatus {
        Approved = "Approved",
        Rejected = "Rejected",
    }
}

codes! {
    /// What a doctor's decision did, as kept with the marks shown at the time.
    pub enum RecordedDecision {
        Approved = "Approved",
        Rejected = "Rejected",
        /// The decision was taken back.
        Undone = "Undone",
    }

    /// What a change of a line is stored as. An exception or a take-over that changed neither drug nor usage
    /// is a `usage`.
    pub enum ChangeKind {
        /// As the patient requested it.
        Requested = "requested",
        Usage = "usage",
        Drug = "drug",
    }

    /// What a change of a line is shown as.
    pub enum ShownChange {
        /// As the patient requested it.
        Requested = "requested",
        Usage = "usage",
        Drug = "drug",
        /// A doctor's exception for a drug of a prohibited class, and no other change.
        Exception = "exception",
        /// The signer took over another doctor's decision.
        TakeOver = "takeover",
    }

    /// The clinic's next action on a prescription.
    pub enum Work {
        /// A doctor decides.
        Review = "review",
        /// A fax failed, or may have reached the wrong recipient.
        Fax = "fax",
        /// No pharmacy has a valid copy of what is approved.
        Send = "send",
        Refund = "refund",
        /// What is approved has no destination: its pharmacy is no longer in the list (decision 173).
        Pharmacy = "pharmacy",
    }

    /// The means of an encounter with the patient.
    pub enum EncounterKind {
        Phone = "phone",
        /// By messages.
        Msg = "msg",
        Video = "video",
    }
}

impl RecordedDecision {
    /// Of a line's new status.
    pub const fn of(status: Option<MedicationStatus>) -> Self {
        match status {
            Some(MedicationStatus::Approved) => Self::Approved,
            Some(MedicationStatus::Rejected) => Self::Rejected,
            None => Self::Undone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back_and_sent_alike() {
        for status in PrescriptionStatus::ALL {
            assert_eq!(PrescriptionStatus::from_code(status.code()), Some(status));
            assert_eq!(
                serde_json::to_value(status).unwrap(),
                serde_json::Value::from(status.code())
            );
        }
        assert_eq!(PrescriptionStatus::from_code("created"), None);
        assert_eq!(
            MedicationStatus::from_code("Approved"),
            Some(MedicationStatus::Approved)
        );
        assert_eq!(MedicationStatus::from_code(""), None);
    }
}
