// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on what waits.

mod administrator;
mod alerts;
mod backup;
mod clinic_queue;
mod health;
mod other_work;
