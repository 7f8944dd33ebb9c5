// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which pharmacy may receive a prescription (decision 173), and which sleep clinic an order: one that is in its list
//! now, under the fax number that the record names. A number that was given up may belong to anybody.
//!
//! Not here: the list itself, and what a record keeps of a pharmacy that is gone.

use crate::faults::Refusal;
use crate::fax::FaxNumber;

/// The code for a pharmacy that is no longer in the list.
pub const PHARMACY_GONE: &str = "PHARMACY_GONE";
/// The code for a pharmacy that has another fax number by now.
pub const PHARMACY_NUMBER_CHANGED: &str = "PHARMACY_NUMBER_CHANGED";
/// The code for a pharmacy whose number cannot be dialled.
pub const NO_FAX_NUMBER: &str = "NO_FAX_NUMBER";

/// The code for a sleep clinic that is no longer in the list.
pub const CLINIC_GONE: &str = "CLINIC_GONE";
/// The code for a sleep clinic that has another fax number by now.
pub const CLINIC_NUMBER_CHANGED: &str = "CLINIC_NUMBER_CHANGED";

/// What the list says of a pharmacy, or a sleep clinic, that a record names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// In the list, under the record's fax number.
    Listed,
    /// In the list, without a fax number that can be dialled: paper can be made out to it.
    NoNumber,
    /// In the list, under another fax number than the record's.
    OtherNumber,
    /// Not in the list, or no longer.
    Gone,
}

impl Standing {
    /// Of a pharmacy whose record has the fax number `recorded`, and whose entry of the list has `listed`; `None` for
    /// one that the list does not have.
    pub fn of(listed: Option<&str>, recorded: &str) -> Self {
        let Some(listed) = listed else {
            return Self::Gone;
        };
        match (FaxNumber::parse(listed), FaxNumber::parse(recorded)) {
            (Ok(listed), Ok(recorded)) if listed == recorded => Self::Listed,
            (Err(_), Err(_)) => Self::NoNumber,
            _ => Self::OtherNumber,
        }
    }

    /// What the list says of it, in a sentence about `place`: "This pharmacy".
    pub fn said_of(self, place: &str) -> String {
        match self {
            Self::Listed => format!("{place} is in the list."),
            Self::NoNumber => format!("{place} has no fax number that can be dialled."),
            Self::OtherNumber => format!("{place} has another fax number by now."),
            Self::Gone => format!(
                "{place} is no longer in the list, and its fax number may belong to someone else."
            ),
        }
    }

    /// The same of a pharmacy, as the subject of a message.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::Listed => "Pharmacy in the list",
            Self::NoNumber => "Pharmacy without a fax number",
            Self::OtherNumber => "Pharmacy with another fax number",
            Self::Gone => "Pharmacy no longer in the list",
        }
    }

    /// Why nothing may be made out to it; on paper, it needs no fax number.
    pub fn allow(self) -> Result<(), Refusal> {
        let (code, advice) = match self {
            Self::Listed | Self::NoNumber => return Ok(()),
            Self::OtherNumber => (
                PHARMACY_NUMBER_CHANGED,
                "Choose it again, or choose another one.",
            ),
            Self::Gone => (PHARMACY_GONE, "Choose another one."),
        };
        let why = self.said_of("This pharmacy");
        Err(Refusal::new(code, format!("{why} {advice}")))
    }

    /// Why nothing may be faxed to it.
    pub fn allow_fax(self) -> Result<(), Refusal> {
        self.allow()?;
        if self == Self::NoNumber {
            let why = self.said_of("The pharmacy");
            return Err(Refusal::new(NO_FAX_NUMBER, why));
        }
        Ok(())
    }

    /// Why nothing may be faxed to it, for a sleep clinic.
    pub fn allow_clinic_fax(self) -> Result<(), Refusal> {
        let (code, advice) = match self {
            Self::Listed => return Ok(()),
            Self::NoNumber => {
                let why = self.said_of("The sleep clinic");
                return Err(Refusal::new(NO_FAX_NUMBER, why));
            }
            Self::OtherNumber => (CLINIC_NUMBER_CHANGED, "Order the test again."),
            Self::Gone => (CLINIC_GONE, "Choose another one."),
        };
        let why = self.said_of("This sleep clinic");
        Err(Refusal::new(code, format!("{why} {advice}")))
    }

    /// Why no order is made for it, or charged, for a sleep clinic: the patient, who can choose it again, reads this.
    pub fn allow_clinic_order(self) -> Result<(), Refusal> {
        if self == Self::OtherNumber {
            return Err(Refusal::new(
                CLINIC_NUMBER_CHANGED,
                "The details of this sleep clinic have changed. You were not charged. Please choose it again.",
            ));
        }
        self.allow_clinic_fax()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_listed_pharmacy_under_its_own_number_is_faxed_to() {
        let cases = [
            (Some("6045550142"), "604-555-0142", Ok(())),
            (Some("604-555-0142"), "+1 604 555 0142", Ok(())),
            (
                Some("6045550143"),
                "604-555-0142",
                Err(PHARMACY_NUMBER_CHANGED),
            ),
            (Some("6045550143"), "", Err(PHARMACY_NUMBER_CHANGED)),
            (Some(""), "604-555-0142", Err(PHARMACY_NUMBER_CHANGED)),
            (Some(""), "", Err(NO_FAX_NUMBER)),
            (None, "604-555-0142", Err(PHARMACY_GONE)),
            (None, "", Err(PHARMACY_GONE)),
        ];
        for (listed, recorded, expected) in cases {
            let standing = Standing::of(listed, recorded);
            let found = standing.allow_fax().map_err(|refusal| refusal.code);
            assert_eq!(found, expected, "{listed:?} {recorded}");
        }
    }

    #[test]
    fn a_sleep_clinic_is_faxed_to_while_it_is_listed() {
        let refused = |standing: Standing| standing.allow_clinic_fax().map_err(|why| why.code);
        assert_eq!(refused(Standing::Listed), Ok(()));
        assert_eq!(refused(Standing::NoNumber), Err(NO_FAX_NUMBER));
        assert_eq!(refused(Standing::OtherNumber), Err(CLINIC_NUMBER_CHANGED));
        assert_eq!(refused(Standing::Gone), Err(CLINIC_GONE));
        for standing in [
            Standing::Listed,
            Standing::NoNumber,
            Standing::OtherNumber,
            Standing::Gone,
        ] {
            let ordered = standing.allow_clinic_order().map_err(|why| why.code);
            assert_eq!(ordered, refused(standing), "{standing:?}");
        }
        let why = Standing::OtherNumber.allow_clinic_order().unwrap_err();
        assert!(why.message.contains("not charged"), "{}", why.message);
    }

    #[test]
    fn a_changed_number_is_not_called_gone() {
        let gone = Standing::Gone.said_of("The old pharmacy");
        let moved = Standing::OtherNumber.said_of("The old pharmacy");
        assert_eq!(
            gone,
            "The old pharmacy is no longer in the list, and its fax number may belong to someone else."
        );
        assert_eq!(moved, "The old pharmacy has another fax number by now.");
        for (standing, why) in [(Standing::Gone, gone), (Standing::OtherNumber, moved)] {
            let refusal = standing.allow().unwrap_err();
            let same = why.replace("The old", "This");
            assert!(refusal.message.starts_with(&same), "{}", refusal.message);
        }
        assert_ne!(Standing::Gone.subject(), Standing::OtherNumber.subject());
    }

    #[test]
    fn paper_needs_no_number_but_a_listed_pharmacy() {
        assert_eq!(Standing::NoNumber.allow(), Ok(()));
        assert!(Standing::Gone.allow().is_err());
        assert!(Standing::OtherNumber.allow().is_err());
    }
}
