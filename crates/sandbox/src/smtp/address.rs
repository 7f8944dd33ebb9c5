// SPDX-License-Identifier: AGPL-3.0-or-later

//! The address inside `MAIL FROM:<…>` and `RCPT TO:<…>`.

/// The address between angle brackets, when it looks like one.
pub(super) fn of(argument: &str) -> Option<String> {
    let inner = argument.split_once('<')?.1.split_once('>')?.0.trim();
    let (local, domain) = inner.rsplit_once('@')?;
    (!local.is_empty() && !domain.is_empty() && !inner.contains(char::is_whitespace))
        .then(|| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn only_addresses_in_brackets_are_taken() {
        assert_eq!(
            of("TO:<robin@example.org> NOTIFY=NEVER").as_deref(),
            Some("robin@example.org")
        );
        assert_eq!(of("TO:robin@example.org"), None);
        assert_eq!(of("TO:<robin>"), None);
    }
}
