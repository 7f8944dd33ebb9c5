// SPDX-License-Identifier: AGPL-3.0-or-later

//! A drawing that was moved, stretched or turned is recognized by its shape; the shapes of old drawings are
//! computed when the next prescription is signed.

pub(super) const SQL: &str = r"
alter table signature add column ink_shape TEXT;
alter table signature add column ink_key BIGINT;
create index signature_ink_key_idx on signature (ink_key);
";
