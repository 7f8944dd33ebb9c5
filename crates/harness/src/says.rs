// SPDX-License-Identifier: AGPL-3.0-or-later

//! What must not stand where somebody reads it.

/// Fails where `text`, read at `place`, says one of the `marks`, in whatever case.
#[track_caller]
pub fn says_none_of(place: &str, text: &str, marks: &[String]) {
    let folded = text.to_lowercase();
    for mark in marks {
        let at = folded.find(&mark.to_lowercase());
        let around =
            at.map(|at| folded[at.saturating_sub(120)..(at + 80).min(folded.len())].to_owned());
        assert!(
            at.is_none(),
            "{mark} stands in {place}: … {} …",
            around.unwrap_or_default()
        );
    }
}
