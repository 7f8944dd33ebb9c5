// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of the look-up in the province's drug information.

mod credentials;
mod form;
