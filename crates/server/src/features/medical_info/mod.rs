//! Medical information: what a patient says of conditions, surgeries, allergies, medications and
//! habits. Each save is a new record; earlier ones stay (decision 62). Whether the answers are
//! complete is decided by `salal_rules::medical_info`.

mod calls;
pub(crate) mod rows;
mod store;
mod wire;

pub use calls::calls;
pub use store::allergies;
pub(crate) use store::add;
pub use wire::MedicalInfo;
