// SPDX-License-Identifier: AGPL-3.0-or-later

//! Invitations of office staff.

pub const INVITED: &str = "The invitation was sent. It can be used once, within seven days.";
pub const INVALID: &str = "This invitation is no longer valid. Please ask for a new one.";
pub const OTHER_ADDRESS: &str = "Use the email address the invitation was sent to.";
pub const USED: &str = "This invitation has already been used.";
pub const ROLE: &str = "Only patients and office staff can register.";
pub const PATIENTS_ELSEWHERE: &str =
    "This site is for clinic staff. Patients register on the patient site.";
pub const STAFF_ELSEWHERE: &str = "This site is for patients. Staff register on the staff site.";
