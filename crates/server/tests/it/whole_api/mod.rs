// SPDX-License-Identifier: AGPL-3.0-or-later

//! What must hold for every call at once: who may call, whose records it touches, what stands in the
//! audit, and that no health data leaves by a side door.

mod access;
mod audit;
mod bad_input;
mod connections;
mod csv;
mod current;
mod document;
mod guessing;
mod headers;
mod prescribing;
pub(crate) mod privacy;
mod start;
