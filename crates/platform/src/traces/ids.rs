// SPDX-License-Identifier: AGPL-3.0-or-later

//! The ids of traces and spans: random, and of nothing else.

use rand::RngCore;

/// Of everything that one call or job caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TraceId([u8; 16]);

/// Of one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpanId([u8; 8]);

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    // Zeros alone would mean that there is none.
    bytes[N - 1] |= 1;
    bytes
}

/// Lower-case hexadecimal digits, not all of them zero.
fn read<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if digits.bytes().any(|digit| digit.is_ascii_uppercase()) {
        return None;
    }
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    (bytes != [0; N]).then_some(bytes)
}

impl TraceId {
    pub(super) fn new() -> Self {
        Self(random())
    }

    pub(super) fn read(digits: &str) -> Option<Self> {
        read(digits).map(Self)
    }

    pub(super) fn digits(self) -> String {
        hex::encode(self.0)
    }
}

impl SpanId {
    pub(super) fn new() -> Self {
        Self(random())
    }

    pub(super) fn read(digits: &str) -> Option<Self> {
        read(digits).map(Self)
    }

    pub(super) fn digits(self) -> String {
        hex::encode(self.0)
    }
}
