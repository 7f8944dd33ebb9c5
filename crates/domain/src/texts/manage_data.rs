// SPDX-License-Identifier: AGPL-3.0-or-later

//! Manage Data.

pub const CHOOSE_FILE_AND_RESOURCE: &str =
    "Please choose the file and correct resource name before import!";
