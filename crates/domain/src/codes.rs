// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fixed lists as enums: each value and its one word, which is the same in the database, in JSON, in the
//! schema and in a query.
//!
//! A macro of our own, so that each word is written once and `code` stays `const`: serde and schemars would
//! take the words from one attribute, and a derive for `FromStr` from another.

/// A word that is not on its list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not a {list}")]
pub struct UnknownCode {
    /// The name of the enum.
    pub list: &'static str,
    /// The word as read.
    pub word: String,
}

/// Defines an enum whose values are words of a fixed list:
///
/// ```
/// salal_domain::codes! {
///     /// State of a parcel.
///     pub enum ParcelState {
///         Sent = "sent",
///         /// Signed for.
///         Received = "RECEIVED",
///     }
/// }
/// assert_eq!(ParcelState::Received.code(), "RECEIVED");
/// assert_eq!("sent".parse(), Ok(ParcelState::Sent));
/// ```
///
/// Each has `ALL`, `code`, `from_code`, `FromStr`, `Display`, and serde's and schemars's implementations. The
/// calling crate needs serde and schemars.
#[macro_export]
macro_rules! codes {
    ($(
        $(#[$about:meta])*
        $visible:vis enum $name:ident {
            $($(#[$about_value:meta])* $value:ident = $word:literal),+ $(,)?
        }
    )+) => {$(
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize,
            ::schemars::JsonSchema,
        )]
        $(#[$about])*
        $visible enum $name {
            $($(#[$about_value])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// All of them, in the order of the list.
            $visible const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// The word as stored and sent.
            $visible const fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// Parses a word.
            $visible fn from_code(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.code() == word)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::codes::UnknownCode;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::from_code(word).ok_or_else(|| $crate::codes::UnknownCode {
                    list: stringify!($name),
                    word: word.to_owned(),
                })
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, to: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                to.write_str(self.code())
            }
        }

        impl From<$name> for &'static str {
            fn from(value: $name) -> Self {
                value.code()
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::UnknownCode;

    codes! {
        /// State of a parcel.
        enum ParcelState {
            Sent = "sent",
            NotThere = "NOT_THERE",
        }
    }

    #[test]
    fn a_value_is_its_word_everywhere() {
        for state in ParcelState::ALL {
            assert_eq!(state.code().parse(), Ok(state));
            assert_eq!(state.to_string(), state.code());
            assert_eq!(serde_json::to_value(state).unwrap(), state.code());
            assert_eq!(
                serde_json::from_value::<ParcelState>(json!(state.code())).unwrap(),
                state
            );
        }
        let schema = schemars::schema_for!(ParcelState);
        assert_eq!(schema.get("enum"), Some(&json!(["sent", "NOT_THERE"])));
    }

    #[test]
    fn another_word_is_refused_by_name() {
        let refused = UnknownCode {
            list: "ParcelState",
            word: "SENT".into(),
        };
        assert_eq!("SENT".parse::<ParcelState>(), Err(refused.clone()));
        assert_eq!(refused.to_string(), "\"SENT\" is not a ParcelState");
    }
}
