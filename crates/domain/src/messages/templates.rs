// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reply templates: maximum lengths, and the allowed placeholders. They are filled in where a reply is
//! written, so that its author sees what will be sent.

use crate::faults::Fault;
use crate::texts::messages as texts;

/// Characters of a template's name.
const NAME_CHARACTERS: usize = 60;
/// The maximum number of templates.
pub const MOST_TEMPLATES: u64 = 100;

/// The allowed placeholders: the other side's names, the clinic's name and telephone, and the author.
pub const PLACEHOLDERS: [&str; 5] = [
    "FirstName",
    "LastName",
    "ClinicName",
    "ClinicPhone",
    "MyName",
];

/// The errors of a template; both texts are already normalized.
pub fn template_faults(name: &str, body: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    if name.is_empty() {
        faults.push(Fault::new("name", texts::TEMPLATE_NAME_REQUIRED));
    } else if name.chars().count() > NAME_CHARACTERS || name.contains(char::is_control) {
        faults.push(Fault::new("name", texts::TEMPLATE_NAME_TOO_LONG));
    }
    if body.is_empty() {
        faults.push(Fault::new("body", texts::TEMPLATE_TEXT_REQUIRED));
    } else if let Some(fault) =
        super::text_fault(body, super::REPLY_CHARACTERS, texts::REPLY_TOO_LONG)
    {
        faults.push(Fault::new("body", fault.message));
    } else if let Some(unknown) = placeholders(body).find(|name| !PLACEHOLDERS.contains(name)) {
        faults.push(Fault::new("body", texts::no_such_placeholder(unknown)));
    }
    faults
}

/// The words in braces, in order. Braces around anything but letters are text.
fn placeholders(body: &str) -> impl Iterator<Item = &str> {
    body.split('{').skip(1).filter_map(|rest| {
        let (word, _) = rest.split_once('}')?;
        let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
        is_word.then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_have_limits() {
        let fields = |name: &str, body: &str| {
            template_faults(name, body)
                .into_iter()
                .map(|fault| fault.field)
                .collect::<Vec<_>>()
        };
        assert!(
            template_faults("Blood test", "Dear {FirstName},\n{MyName}, {ClinicName}").is_empty()
        );
        assert_eq!(fields("", ""), ["name", "body"]);
        assert_eq!(fields(&"n".repeat(61), "x"), ["name"]);
        assert_eq!(fields("a\nb", &"x".repeat(501)), ["name", "body"]);
        assert_eq!(fields("a", "bell \u{7}"), ["body"]);
        assert!(fields(&"n".repeat(60), &"字".repeat(500)).is_empty());
    }

    #[test]
    fn a_placeholder_that_nothing_fills_is_named() {
        let faults = template_faults("a", "Dear {Firstname},");
        assert_eq!(faults[0].message, texts::no_such_placeholder("Firstname"));
        for text in [
            "{}",
            "{ }",
            "{1,2}",
            "} {",
            "{open",
            "a {FirstName} {LastName}{MyName}",
        ] {
            assert!(template_faults("a", text).is_empty(), "{text}");
        }
    }
}
