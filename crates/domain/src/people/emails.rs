// SPDX-License-Identifier: AGPL-3.0-or-later

//! Email addresses: their format, and the form in which they are compared.
//!
//! Delivery is verified elsewhere, by a code.

// cspell:ignore bcher

/// The trimmed address, if it looks deliverable.
pub fn parse_email(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > 254 {
        return None;
    }
    let (local, domain) = text.rsplit_once('@')?;
    (is_local_part(local) && is_domain(domain)).then(|| text.to_owned())
}

/// The form in which addresses are unique: ignoring case.
pub fn fold_email(email: &str) -> String {
    email.trim().to_lowercase()
}

fn is_local_part(local: &str) -> bool {
    (1..=64).contains(&local.len())
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~.-".contains(&byte))
}

fn is_domain(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    labels.len() >= 2
        && labels.iter().all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
        && labels
            .last()
            .is_some_and(|last| last.len() >= 2 && !last.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_addresses_pass() {
        for email in [
            "a@example.com",
            "first.last+tag@mail.example.ca",
            "o'neil@example.org",
            "x_y@xn--bcher-kva.example",
        ] {
            assert_eq!(parse_email(&format!(" {email} ")).as_deref(), Some(email));
        }
    }

    #[test]
    fn others_are_refused() {
        for email in [
            "",
            "a",
            "a@",
            "@example.com",
            "a@example",
            "a b@example.com",
            "a..b@example.com",
            ".a@example.com",
            "a@-example.com",
            "a@example..com",
            "a@b@example..com",
            "a@example.com\r\nBcc: b@example.com",
            "a@127.0.0.1",
            "é@example.com",
        ] {
            assert_eq!(parse_email(email), None, "{email}");
        }
        assert_eq!(
            parse_email(&format!("{}@example.com", "a".repeat(65))),
            None
        );
    }

    #[test]
    fn case_does_not_tell_addresses_apart() {
        assert_eq!(fold_email(" First@Example.COM "), "first@example.com");
    }
}
