// SPDX-License-Identifier: AGPL-3.0-or-later

//! The file types accepted by forms, and the error for all others. The server detects a file's type from its
//! content.

use crate::texts::general::only_file_types;

/// A file type, as named in the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    Pdf,
    Json,
    Image,
    Csv,
}

impl FileType {
    /// Every type accepted by any form.
    pub const ALL: [Self; 4] = [Self::Pdf, Self::Json, Self::Image, Self::Csv];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Json => "json",
            Self::Image => "image",
            Self::Csv => "csv",
        }
    }
}

/// The message for a file of a type that the form does not accept.
pub fn wrong_type(taken: &[FileType]) -> String {
    let words: Vec<&str> = FileType::ALL
        .into_iter()
        .filter(|one| taken.contains(one))
        .map(FileType::word)
        .collect();
    only_file_types(&words.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_names_what_is_taken() {
        let text = "Only allow uploading following file type: ";
        assert_eq!(
            wrong_type(&[FileType::Image, FileType::Pdf]),
            format!("{text}pdf,image")
        );
        assert_eq!(wrong_type(&[FileType::Image]), format!("{text}image"));
        assert_eq!(
            wrong_type(&FileType::ALL),
            format!("{text}pdf,json,image,csv")
        );
    }
}
