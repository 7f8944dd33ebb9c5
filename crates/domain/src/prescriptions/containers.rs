// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pens, cartridges, vials and syringes of one medicine are products of their own: what is dispensed is counted
//! in the one that was chosen (decision 208).

// cspell:ignoreRegExp rust-string

use crate::faults::Fault;
use crate::search::fold;

/// What an injection comes in, as printed of more than one.
const KINDS: &[(&str, &[&str])] = &[
    (
        "pens",
        &[
            "pen",
            "kwikpen",
            "flexpen",
            "flextouch",
            "solostar",
            "autoinjector",
        ],
    ),
    ("cartridges", &["cartridge", "penfill"]),
    ("vials", &["vial"]),
    ("syringes", &["syringe"]),
];

/// The only kind that a text names; `None` of a text that names none or several.
fn kind(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    let mut named = KINDS.iter().filter(|(_, names)| {
        folded.split(' ').any(|word| {
            names.contains(&word) || names.contains(&word.strip_suffix('s').unwrap_or(word))
        })
    });
    let (kind, _) = named.next()?;
    named.next().is_none().then_some(*kind)
}

/// A total counted in another container than that of the drug: pens of a vial.
pub(super) fn fault(container: &str, unit: &str) -> Option<Fault> {
    let (comes, typed) = (kind(container)?, kind(unit)?);
    (comes != typed).then(|| {
        Fault::new(
            "toDispense",
            format!(
                "This drug was chosen in {comes}, and the quantity says {typed}. Please correct the quantity, or choose the drug in {typed}."
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_counted_in_the_container_that_was_chosen() {
        for (container, unit) in [
            ("Vial", "pens"),
            ("Vial", "boxes of 5 pens"),
            ("Solostar (Prefilled Pen)", "cartridges"),
            ("Penfill", "pens of 3 mL"),
            ("Pre-Filled Syringe", "vials"),
            ("Cartridge", "KwikPens"),
        ] {
            assert!(fault(container, unit).is_some(), "{unit} of {container}");
        }
        for (container, unit) in [
            ("Vial", "vials of 10 mL"),
            ("Solostar (Prefilled Pen)", "SoloStar pens"),
            ("Flextouch", "boxes of 5 pens"),
            ("Cartridge", "mL"),
            ("", "pens"),
            // It may be either.
            ("Vial and syringe", "vials"),
        ] {
            assert_eq!(fault(container, unit), None, "{unit} of {container}");
        }
    }
}
