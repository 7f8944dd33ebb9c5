//! The types of files that forms take, and the refusal of all others. What a file is, its content
//! says; that is the server's to find out.

use crate::texts::general::only_file_types;

/// A type of files, by the word of the refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    Pdf,
    Json,
    Image,
    Csv,
}

impl FileType {
    /// Every type that some form takes.
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

/// What somebody is told whose file is of no type that the form takes.
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
