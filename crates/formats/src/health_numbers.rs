// SPDX-License-Identifier: AGPL-3.0-or-later

//! Health numbers: the check digit of BC's Personal Health Number, and the formats of other provinces.
//!
//! A well-formed number proves neither coverage nor identity; see `eligibility`.

/// Weights of digits 2 to 9 of a Personal Health Number (reference health-numbers 1.1).
const WEIGHTS: [u32; 8] = [2, 4, 8, 5, 10, 9, 7, 3];

/// Ten digits of a valid Personal Health Number. Spaces and hyphens are allowed between the digits, as is the
/// provincial message format with three leading zeros (decision 90). Letters are never allowed.
pub fn parse_bc_number(text: &str) -> Option<String> {
    let mut digits = String::with_capacity(13);
    for letter in text.trim().chars() {
        match letter {
            '0'..='9' => digits.push(letter),
            ' ' | '-' | '\u{a0}' | '\u{2011}' => {}
            _ => return None,
        }
    }
    if digits.len() == 13 {
        if !digits.starts_with("000") {
            return None;
        }
        digits.drain(..3);
    }
    is_bc_number(&digits).then_some(digits)
}

/// Whether these are ten digits that pass the provincial check.
pub fn is_bc_number(digits: &str) -> bool {
    if digits.len() != 10 || !digits.starts_with('9') {
        return false;
    }
    let Some(values) = digits
        .chars()
        .map(|digit| digit.to_digit(10))
        .collect::<Option<Vec<u32>>>()
    else {
        return false;
    };
    let sum: u32 = values[1..9]
        .iter()
        .zip(WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    // A check value of 10 or 11 is not a digit and never equals the last one.
    11 - sum % 11 == values[9]
}

/// `9698 658 215` from ten digits; other texts are unchanged.
pub fn display_bc_number(digits: &str) -> String {
    if digits.len() == 10 && digits.is_ascii() {
        format!("{} {} {}", &digits[..4], &digits[4..7], &digits[7..])
    } else {
        digits.to_owned()
    }
}

/// A health card number as stored: capitals and digits, without separators. `None` when it is empty, longer
/// than 20 or contains anything else.
pub fn parse_card_number(text: &str) -> Option<String> {
    let mut number = String::with_capacity(text.len());
    for letter in text.trim().chars() {
        match letter {
            ' ' | '-' | '\u{a0}' => {}
            letter if letter.is_ascii_alphanumeric() => number.push(letter.to_ascii_uppercase()),
            _ => return None,
        }
    }
    (1..=20).contains(&number.len()).then_some(number)
}

/// A sentence when `number` does not look like a card of `province` (reference health-numbers 2).
/// It warns and never blocks: public descriptions of these numbers disagree.
pub fn other_province_warning(province: &str, number: &str) -> Option<String> {
    let number = parse_card_number(number)?;
    let letters = number.chars().take_while(char::is_ascii_alphabetic).count();
    let trailing = number
        .chars()
        .rev()
        .take_while(char::is_ascii_alphabetic)
        .count();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let only_digits = digits == number.len();
    let (fits, form) = match province {
        "ON" => (
            digits == 10 && letters == 0 && trailing <= 2 && number.len() == 10 + trailing,
            "10 digits and up to 2 letters",
        ),
        "QC" => (
            letters == 4 && digits == 8 && number.len() == 12,
            "4 letters and 8 digits",
        ),
        "AB" | "SK" | "MB" | "NB" | "YT" => (only_digits && digits == 9, "9 digits"),
        "NS" => (only_digits && digits == 10, "10 digits"),
        "PE" => (only_digits && (digits == 8 || digits == 10), "8 digits"),
        "NL" => (only_digits && digits == 12, "12 digits"),
        "NT" => (
            letters == 1 && digits == 7 && number.len() == 8,
            "1 letter and 7 digits",
        ),
        "NU" => (
            only_digits && digits == 9 && number.starts_with('1'),
            "9 digits that begin with 1",
        ),
        "BC" => (is_bc_number(&number), "10 digits that begin with 9"),
        _ => return None,
    };
    (!fits).then(|| {
        format!("Health card numbers of {province} usually have {form}. Please check the number.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VALID: [&str; 11] = [
        "9698658215",
        "9151065434",
        "9317279351",
        "9012372173",
        "9151247483",
        "9347984074",
        "9260784079",
        "9735353315",
        "9128673459",
        "9151210417",
        "9151274799",
    ];

    #[test]
    fn published_numbers_pass() {
        for number in VALID {
            assert_eq!(parse_bc_number(number).as_deref(), Some(number));
            assert_eq!(
                parse_bc_number(&format!("000{number}")).as_deref(),
                Some(number)
            );
            assert_eq!(
                parse_bc_number(&display_bc_number(number)).as_deref(),
                Some(number)
            );
        }
        assert_eq!(display_bc_number("9698658215"), "9698 658 215");
        assert_eq!(
            parse_bc_number("9-698-658-215").as_deref(),
            Some("9698658215")
        );
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for number in [
            "",
            "9698648215",
            "9151065443",
            "9123456789",
            "9123100029",
            "5736504210",
            "9999999999",
            "9000000000",
            "1151065434",
            "915106543",
            "91510654A4",
            "0019698658215",
            "618622658",
            "９698658215",
        ] {
            assert_eq!(parse_bc_number(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_always_noticed(which in 0..VALID.len(), place in 1_usize..10, by in 1_u8..10) {
            let mut digits = VALID[which].as_bytes().to_vec();
            digits[place] = b'0' + (digits[place] - b'0' + by) % 10;
            let wrong = String::from_utf8(digits).unwrap();
            prop_assert_eq!(parse_bc_number(&wrong), None);
        }

        #[test]
        fn any_text_is_survived(text in "\\PC{0,20}", province in "[A-Z]{2}") {
            let _ = parse_bc_number(&text);
            let _ = other_province_warning(&province, &text);
        }
    }

    #[test]
    fn other_provinces_warn_by_form() {
        for (province, number) in [
            ("ON", "1234567897AB"),
            ("ON", "1234-567-897"),
            ("QC", "ABCD80510112"),
            ("AB", "12345-6789"),
            ("NL", "123456789012"),
            ("NT", "N1234567"),
            ("NU", "123456789"),
            ("PE", "12345678"),
            ("OTHER", "X1"),
        ] {
            assert_eq!(
                other_province_warning(province, number),
                None,
                "{province} {number}"
            );
        }
        for (province, number) in [
            ("ON", "123456789"),
            ("QC", "80510112ABCD"),
            ("AB", "1234567890"),
            ("NU", "923456789"),
        ] {
            assert!(
                other_province_warning(province, number).is_some(),
                "{province} {number}"
            );
        }
    }
}
