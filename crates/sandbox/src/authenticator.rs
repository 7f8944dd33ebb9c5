// SPDX-License-Identifier: AGPL-3.0-or-later

//! The staff's authenticator app (RFC 6238): six digits, new every 30 seconds.

use serde::Serialize;
use totp_rs::{Builder, Secret};

/// How long a code is shown, in seconds.
const STEP: u64 = 30;

/// What an authenticator shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Codes {
    /// The code of this half minute.
    pub(crate) code: String,
    /// The one after it, so that a page is right at the boundary without asking.
    pub(crate) next: String,
    /// How long the first is still shown.
    pub(crate) left_ms: u64,
}

/// The codes of a secret at a moment; none when the secret is no base 32.
pub(crate) fn codes(secret: &str, unix_ms: u64) -> Option<Codes> {
    let secret = Secret::try_from_base32(secret).ok()?;
    let totp = Builder::new().with_secret(secret).build_noncompliant();
    let seconds = unix_ms / 1000;
    Some(Codes {
        code: totp.generate(seconds).to_string(),
        next: totp.generate(seconds + STEP).to_string(),
        left_ms: STEP * 1000 - unix_ms % (STEP * 1000),
    })
}

#[cfg(test)]
mod tests {
    use super::codes;

    /// The secret and the times of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        let at = |unix_ms| codes(secret, unix_ms).unwrap();
        assert_eq!(at(59_000).code, "287082");
        assert_eq!(at(1_111_111_109_000).code, "081804");
        assert_eq!(at(1_111_111_109_000).next, "050471");
        assert_eq!(codes("no base 32!", 0), None);
    }

    #[test]
    fn the_next_code_begins_when_the_time_is_up() {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        let before = codes(secret, 59_999).unwrap();
        let after = codes(secret, 60_000).unwrap();
        assert_eq!((before.left_ms, after.left_ms), (1, 30_000));
        assert_eq!(before.next, after.code);
    }
}
