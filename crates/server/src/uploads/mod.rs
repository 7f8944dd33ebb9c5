//! Uploaded files: what they are, how large they may be, where they lie. For now the table alone;
//! storing comes with the first screen that uploads (cards and attachments).

#[expect(
    dead_code,
    reason = "the table is there before the first screen that uploads"
)]
pub(crate) mod rows;
