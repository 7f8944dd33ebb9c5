// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the process says about a file: a mark, a verdict, and the file as it may be stored. Read by a
//! program that expects the worst of it, so the length is stated and nothing may follow.

use crate::uploads::examine::Refused;

/// The longest answer that is read.
pub(super) const LONGEST: u64 = 32 * 1024 * 1024;

const MARK: &[u8] = b"SALAL PDF 1\n";
const KEPT: u8 = b'K';

/// The refusals that a file can have.
const REFUSALS: [Refused; 13] = [
    Refused::NotOurs,
    Refused::Heic,
    Refused::Empty,
    Refused::BrokenImage,
    Refused::TooManyPixels,
    Refused::HeavyImage,
    Refused::BrokenPdf,
    Refused::Locked,
    Refused::Active,
    Refused::Form,
    Refused::TooManyPages,
    Refused::LargePage,
    Refused::Bomb,
];

/// The letter of a refusal. Each has one: without it, a file would be refused for a reason that is not so.
const fn letter(why: Refused) -> u8 {
    match why {
        Refused::NotOurs => b'o',
        Refused::Heic => b'c',
        Refused::Empty => b'e',
        Refused::BrokenImage => b'i',
        Refused::TooManyPixels => b'm',
        Refused::HeavyImage => b'h',
        Refused::BrokenPdf => b'b',
        Refused::Locked => b'l',
        Refused::Active => b'a',
        Refused::Form => b'f',
        Refused::TooManyPages => b'p',
        Refused::LargePage => b's',
        Refused::Bomb => b'x',
    }
}

/// The verdict on one file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The document as it may be stored.
    Kept(Vec<u8>),
    Refused(Refused),
}

impl From<Answer> for Result<Vec<u8>, Refused> {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Kept(bytes) => Ok(bytes),
            Answer::Refused(why) => Err(why),
        }
    }
}

impl From<Result<Vec<u8>, Refused>> for Answer {
    fn from(checked: Result<Vec<u8>, Refused>) -> Self {
        match checked {
            Ok(bytes) => Self::Kept(bytes),
            Err(why) => Self::Refused(why),
        }
    }
}

impl Answer {
    pub(super) fn written(&self) -> Vec<u8> {
        let (verdict, body) = match self {
            Self::Kept(bytes) => (KEPT, bytes.as_slice()),
            Self::Refused(why) => (letter(*why), [].as_slice()),
        };
        let length = u64::try_from(body.len()).unwrap_or(u64::MAX).to_be_bytes();
        [MARK, &[verdict], &length, body].concat()
    }

    /// `None` for anything that is not a whole answer.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (verdict, rest) = bytes.strip_prefix(MARK)?.split_first()?;
        let (length, body) = rest.split_first_chunk()?;
        if usize::try_from(u64::from_be_bytes(*length)).ok()? != body.len() {
            return None;
        }
        if *verdict == KEPT {
            return (!body.is_empty()).then(|| Self::Kept(body.to_vec()));
        }
        let found = REFUSALS.iter().find(|one| letter(**one) == *verdict)?;
        body.is_empty().then_some(Self::Refused(*found))
    }
}
