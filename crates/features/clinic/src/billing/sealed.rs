// SPDX-License-Identifier: AGPL-3.0-or-later

//! What billing seals: files to and from the plan, which contain health data, and the clinic's password there. Each is
//! sealed for its own row.

use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::sealing::{self, KeyUse, Place, RowName, SealedColumn, SealedForm, WhenLost};

const FILES: &str = "a file of the plan";

/// The columns, for whoever counts and rotates what is sealed.
pub const COLUMNS: [SealedColumn; 3] = [
    SealedColumn {
        called: ("file of claims", "files of claims"),
        table: "claim_file",
        ..COLUMN
    },
    SealedColumn {
        called: ("remittance file", "remittance files"),
        table: "remittance_file",
        ..COLUMN
    },
    SealedColumn {
        called: ("password of Teleplan", "passwords of Teleplan"),
        table: "teleplan_account",
        key: "username",
        named_by: RowName::Text,
        what: KeyUse::PlanPassword,
        // The one of the settings is used again.
        when_lost: WhenLost::Deleted,
        ..COLUMN
    },
];

const COLUMN: SealedColumn = SealedColumn {
    called: ("", ""),
    table: "",
    key: "id",
    named_by: RowName::Id,
    column: "sealed",
    form: SealedForm::Bytes,
    what: KeyUse::PlanFile,
    among: "",
    when_lost: WhenLost::Kept,
};

/// A file of the plan, by its table.
#[derive(Clone, Copy)]
pub(super) enum PlanFile {
    Claims(Uuid),
    Remittance(Uuid),
}

impl PlanFile {
    fn table_and_id(self) -> (&'static str, Uuid) {
        match self {
            Self::Claims(id) => (COLUMNS[0].table, id),
            Self::Remittance(id) => (COLUMNS[1].table, id),
        }
    }
}

fn place<'a>(table: &'static str, row: &'a str) -> Place<'a> {
    Place {
        table,
        column: COLUMN.column,
        row,
    }
}

/// Seals a file's bytes for its row.
pub(super) fn seal(ctx: &Context, file: PlanFile, bytes: &[u8]) -> Vec<u8> {
    let (table, id) = file.table_and_id();
    let id = id.to_string();
    sealing::seal_bytes(ctx, KeyUse::PlanFile, place(table, &id), bytes)
}

/// Opens a stored file.
pub(super) fn open(ctx: &Context, file: PlanFile, sealed: &[u8]) -> Result<Vec<u8>> {
    let (table, id) = file.table_and_id();
    let id = id.to_string();
    sealing::open_bytes(ctx, KeyUse::PlanFile, place(table, &id), sealed)
        .map_err(|why| why.of(FILES))
}

/// Seals the clinic's password for a user name.
pub(super) fn seal_password(ctx: &Context, username: &str, password: &str) -> Vec<u8> {
    let place = place(COLUMNS[2].table, username);
    sealing::seal_bytes(ctx, KeyUse::PlanPassword, place, password.as_bytes())
}

/// Opens a stored password.
pub(super) fn open_password(ctx: &Context, username: &str, sealed: &[u8]) -> Result<String> {
    let place = place(COLUMNS[2].table, username);
    let opened = sealing::open_bytes(ctx, KeyUse::PlanPassword, place, sealed);
    let bytes = opened.map_err(|why| why.of("the password of Teleplan"))?;
    String::from_utf8(bytes).map_err(crate::error::Error::broken)
}
