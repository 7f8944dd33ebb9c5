// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a fax, a document, a message, an emailed link or a note to the clinic's record is about. The features
//! that keep these know the kind and the id only; a pair of both names one record.

use crate::codes;

codes! {
    /// The kind of a subject.
    pub enum SubjectKind {
        Prescription = "prescription",
        /// The cancellation of a void copy of a prescription.
        PrescriptionVoid = "prescription_void",
        SleepAssessment = "sleep_assessment",
        LabTest = "labtest",
        Note = "note",
        Message = "message",
        /// A fax, as the subject of its own cover.
        Fax = "fax",
        /// Two accounts with one health number.
        SameNumber = "same_number",
    }
}

impl SubjectKind {
    /// Whether it is an order, which is signed and paid for.
    pub const fn is_order(self) -> bool {
        match self {
            Self::Prescription | Self::SleepAssessment => true,
            Self::PrescriptionVoid
            | Self::LabTest
            | Self::Note
            | Self::Message
            | Self::Fax
            | Self::SameNumber => false,
        }
    }
}
