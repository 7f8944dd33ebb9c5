// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sanitizes file names for display, storage and download. Any script and emoji is allowed; folders, control
//! characters and marks that change the text direction are not.

// cspell:ignore cardgpj

use unicode_normalization::UnicodeNormalization;

/// Maximum length without the extension, in characters.
const LONGEST: usize = 100;

/// The name with the extension matching its content.
pub(super) fn clean(name: &str, extension: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.nfc().filter(|letter| !is_invisible(*letter)).collect();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let stem = match words.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() && end.chars().count() <= 5 => stem,
        _ => words.as_str(),
    };
    let stem: String = stem
        .trim_matches(|letter: char| letter == '.' || letter.is_whitespace())
        .chars()
        .take(LONGEST)
        .collect();
    if stem.is_empty() {
        format!("file.{extension}")
    } else {
        format!("{stem}.{extension}")
    }
}

fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '"' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffd}')
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn every_script_is_kept_and_nothing_that_deceives() {
        for (given, kept) in [
            ("card.PNG", "card.jpg"),
            ("my card.final.png", "my card.final.jpg"),
            ("身份证.heic", "身份证.jpg"),
            ("بطاقة.png", "بطاقة.jpg"),
            ("🪪 front.webp", "🪪 front.jpg"),
            ("../../etc/passwd", "passwd.jpg"),
            ("C:\\Users\\me\\card.gif", "card.jpg"),
            ("card\u{202e}gpj.exe", "cardgpj.jpg"),
            ("a\0b\r\nc.png", "abc.jpg"),
            ("\"x\".png", "x.jpg"),
            (".htaccess", "htaccess.jpg"),
            ("...", "file.jpg"),
            ("", "file.jpg"),
            ("e\u{301}.png", "é.jpg"),
        ] {
            assert_eq!(clean(given, "jpg"), kept, "{given:?}");
        }
        assert_eq!(clean(&"x".repeat(10_000), "pdf").len(), 104);
    }
}
