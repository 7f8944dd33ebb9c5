//! Uploaded files: what they are, how large they may be, where they lie. For now the table alone;
//! storing comes with the first screen that uploads (cards and attachments).

pub(crate) mod rows;
