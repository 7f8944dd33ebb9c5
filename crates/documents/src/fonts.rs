// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fonts of the pages, and the characters they can print.
//!
//! Only fonts of this crate are used, never those of the machine: a page must be identical everywhere.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

/// The main font first, then one font for each other script.
static FILES: [&[u8]; 12] = [
    include_bytes!("../fonts/RadioCanada-Regular.ttf"),
    include_bytes!("../fonts/RadioCanada-Bold.ttf"),
    include_bytes!("../fonts/fallback/NotoSans.ttf"),
    include_bytes!("../fonts/fallback/NotoSansDevanagari.ttf"),
    include_bytes!("../fonts/fallback/NotoSansGurmukhi.ttf"),
    include_bytes!("../fonts/fallback/NotoSansArabic.ttf"),
    include_bytes!("../fonts/fallback/NotoSansHebrew.ttf"),
    include_bytes!("../fonts/fallback/NotoSansTamil.ttf"),
    include_bytes!("../fonts/fallback/NotoSansThai.ttf"),
    include_bytes!("../fonts/fallback/NotoSansKR.ttf"),
    include_bytes!("../fonts/fallback/NotoSansSC.ttf"),
    include_bytes!("../fonts/fallback/NotoEmoji.ttf"),
];

pub(crate) static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    FILES
        .iter()
        .flat_map(|file| Font::iter(Bytes::new(*file)))
        .collect()
});

pub(crate) static BOOK: LazyLock<LazyHash<FontBook>> =
    LazyLock::new(|| LazyHash::new(FontBook::from_fonts(FONTS.iter())));

/// Whether some font has a glyph for `character`.
pub(crate) fn can_print(character: char) -> bool {
    FONTS
        .iter()
        .any(|font| font.info().coverage.contains(u32::from(character)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_file_is_readable_and_the_house_font_has_two_weights() {
        assert_eq!(FONTS.len(), FILES.len());
        assert_eq!(BOOK.select_family("radio canada").count(), 2);
    }

    #[test]
    fn the_scripts_of_the_province_can_be_printed() {
        for character in "éŵßŁ Ωя ਪ ह ع ש த ไ 한 陳陈 あ ᐃ µ ½ ≤ ≥ ± × ° 😀".chars()
        {
            assert!(can_print(character), "{character}");
        }
        assert!(!can_print('\u{10FFFD}'));
    }
}
