//! reference_data



use crate::door::Row;

/// The calls of this feature.
pub fn calls() -> Vec<Row> {
    Vec::new()
}
