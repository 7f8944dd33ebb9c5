//! medical_info

pub(crate) mod rows;

use crate::door::Row;

/// The calls of this feature.
pub fn calls() -> Vec<Row> {
    Vec::new()
}
