// SPDX-License-Identifier: AGPL-3.0-or-later

//! The format of AHFS class numbers.

/// A class number as in lists: `24:08.16`, with one to three groups after the colon.
pub fn is_class_number(text: &str) -> bool {
    let two = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some((first, rest)) = text.split_once(':') else {
        return false;
    };
    let groups: Vec<&str> = rest.split('.').collect();
    (1..=3).contains(&groups.len())
        && (1..=2).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_digit())
        && groups.into_iter().all(two)
}

#[cfg(test)]
mod tests {
    use super::is_class_number;

    #[test]
    fn class_numbers_have_their_form() {
        for good in ["24:08", "8:12.04", "28:08.08", "24:06.08.92"] {
            assert!(is_class_number(good), "{good}");
        }
        for wrong in [
            "",
            "24",
            "24:8",
            "24:08.",
            "24:08.08.08.08",
            "a4:08",
            "24:08 ",
        ] {
            assert!(!is_class_number(wrong), "{wrong}");
        }
    }
}
