// SPDX-License-Identifier: AGPL-3.0-or-later

//! The states of a prescription and of its lines, with their codes and labels (decisions 49, 50, 52).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of a prescription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PrescriptionStatus {
    Created,
    Pending,
    Acknowledged,
    Refunded,
    Faxed,
    Rejected,
    Approved,
    Canceled,
}

impl PrescriptionStatus {
    /// All of them, in the contract's order.
    pub const ALL: [Self; 8] = [
        Self::Created,
        Self::Pending,
        Self::Acknowledged,
        Self::Refunded,
        Self::Faxed,
        Self::Rejected,
        Self::Approved,
        Self::Canceled,
    ];

    /// The code as stored and sent.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Pending => "PENDING",
            Self::Acknowledged => "ACKNOWLEDGED",
            Self::Refunded => "REFUNDED",
            Self::Faxed => "FAXED",
            Self::Rejected => "REJECTED",
            Self::Approved => "APPROVED",
            Self::Canceled => "CANCELED",
        }
    }

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

    /// Parses a code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// A doctor's decision on one line; a line without one has no status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum MedicationStatus {
    Approved,
    Rejected,
}

impl MedicationStatus {
    /// The stored, sent and displayed value.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Approved => "Approved",
            Self::Rejected => "Rejected",
        }
    }

    /// Parses the value.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Approved, Self::Rejected]
            .into_iter()
            .find(|status| status.code() == code)
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
