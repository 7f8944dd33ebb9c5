//! Invitations of office staff.

pub const INVITED: &str = "The invitation was sent. It can be used once, within seven days.";
pub const INVALID: &str = "This invitation is not valid any more. Please ask for a new one.";
pub const OTHER_ADDRESS: &str = "Please use the e-mail address that was invited.";
pub const USED: &str = "This invitation was used already; the account exists.";
pub const ROLE: &str = "Only patients and office staff can register.";
pub const PATIENTS_ELSEWHERE: &str = "This is the office's address. Patients register elsewhere.";
pub const STAFF_ELSEWHERE: &str = "This is the patients' address. Staff register elsewhere.";
