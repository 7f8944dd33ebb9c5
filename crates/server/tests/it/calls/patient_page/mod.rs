//! The call of the patient page.

mod page;
