// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the register says about a product's use: injectable only, suitable as a suggestion, or never renewed.
//! Not here: whether a class can be renewed (`filters`).

/// Routes that need a needle or a hospital; a product without another route is ranked last.
fn needs_a_needle(route: &str) -> bool {
    let route = route.trim();
    [
        "INTRAVENOUS",
        "SUBCUTANEOUS",
        "INTRAMUSCULAR",
        "DIALYSIS",
        "BLOCK/INFILTRATION",
        "INTRADERMAL",
        "EPIDURAL",
        "PERCUTANEOUS",
        "INTRATHECAL",
        "INTRAPERITONEAL",
        "INTRA-ARTERIAL",
        "IRRIGATION",
        "INTRA-ARTICULAR",
        "INTRAVESICAL",
        "INTRAVASCULAR",
        "INTRASYNOVIAL",
        "INTRALESIONAL",
        "INTRACUTANEOUS",
        "INTRACARDIAC",
        "INTRAVITREAL",
        "INTRATRACHEAL",
        "INTRACEREBROVENTRICULAR",
        "INTRAOCULAR",
        "INTERSTITIAL",
        "PARENTERAL (UNSPECIFIED)",
        "INTRAPULMONARY",
        "INTRACAVERNOSAL",
        "INTRABURSAL",
        "SUBARACHNOIDAL",
        "INTRASPINAL",
        "RETROBULBAR",
        "INTRACAVITARY",
        "INTRAPLEURAL",
    ]
    .iter()
    .any(|one| route.eq_ignore_ascii_case(one))
}

/// Whether a product is injectable only.
pub fn is_parenteral(routes: &[String]) -> bool {
    !routes.is_empty() && routes.iter().all(|route| needs_a_needle(route))
}

/// Whether this product's name may be suggested for a mistyped word: oral, topical or inhaled, and on
/// prescription. A register without schedules does not exclude it.
pub fn is_suggestable(routes: &[String], schedules: &[String]) -> bool {
    let is_usual = |route: &String| {
        ["ORAL", "TOPICAL", "INHALATION"]
            .iter()
            .any(|one| route.trim().eq_ignore_ascii_case(one))
    };
    routes.iter().any(is_usual) && (schedules.is_empty() || is_on_prescription(schedules))
}

/// Whether a schedule means prescription only.
fn is_on_prescription(schedules: &[String]) -> bool {
    schedules
        .iter()
        .any(|one| one.to_lowercase().starts_with("prescription"))
}

/// Whether a product is never renewed: sunscreens, skin disinfectants, dental products and imaging agents,
/// unless on prescription.
pub fn is_never_renewed(
    atc_numbers: &[String],
    ahfs_numbers: &[String],
    schedules: &[String],
) -> bool {
    let begins = |numbers: &[String], with: &[&str]| {
        numbers
            .iter()
            .any(|number| with.iter().any(|one| number.trim().starts_with(one)))
    };
    !is_on_prescription(schedules)
        && (begins(atc_numbers, &["D02B", "D08", "A01A", "V08", "V09", "V04"])
            || begins(ahfs_numbers, &["84:80", "84:04.92", "36:", "38:", "78:"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|one| (*one).to_owned()).collect()
    }

    #[test]
    fn a_needle_is_what_all_ways_need() {
        assert!(is_parenteral(&texts(&["INTRAVENOUS", "INTRAMUSCULAR"])));
        assert!(!is_parenteral(&texts(&["INTRAVENOUS", "ORAL"])));
        assert!(!is_parenteral(&[]));
    }

    #[test]
    fn suggestions_come_from_usual_prescriptions() {
        let rx = texts(&["Prescription"]);
        for (routes, schedules, expected) in [
            (&["ORAL"][..], &rx, true),
            (&["TOPICAL"], &rx, true),
            (&["INHALATION"], &rx, true),
            (&["ORAL"], &texts(&["OTC"]), false),
            (&["INTRAVENOUS"], &rx, false),
            (&["OPHTHALMIC"], &rx, false),
            (&["ORAL"], &vec![], true),
        ] {
            assert_eq!(
                is_suggestable(&texts(routes), schedules),
                expected,
                "{routes:?} {schedules:?}"
            );
        }
    }

    #[test]
    fn sunscreens_are_not_renewed() {
        let otc = texts(&["OTC"]);
        assert!(is_never_renewed(&texts(&["D02BA02"]), &[], &otc));
        assert!(is_never_renewed(&[], &texts(&["84:80.00"]), &otc));
        assert!(!is_never_renewed(&texts(&["A11CC05"]), &[], &otc));
        assert!(!is_never_renewed(
            &texts(&["A01AA01"]),
            &[],
            &texts(&["Prescription"])
        ));
    }
}
