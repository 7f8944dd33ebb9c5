// SPDX-License-Identifier: AGPL-3.0-or-later

//! Packs rows into chunks: compressed JSON. A chunk is read as a whole.

use std::io::Read;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use salal_formats::drug_database::Row;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// Rows per chunk.
pub(super) const CHUNK: usize = 1000;

/// Rows of one file of the register.
#[derive(Serialize, Deserialize)]
pub(super) struct OfFile {
    pub(super) file: String,
    pub(super) rows: Vec<Row>,
}

/// A rejected row.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SkippedRow {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) reason: String,
}

pub(super) fn packed<T: Serialize + ?Sized>(rows: &T) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    serde_json::to_writer(&mut packer, rows)?;
    packer.finish().map_err(Error::broken)
}

pub(super) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let mut text = Vec::new();
    GzDecoder::new(bytes)
        .read_to_end(&mut text)
        .map_err(Error::broken)?;
    Ok(serde_json::from_slice(&text)?)
}
