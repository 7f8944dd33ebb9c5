// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the register says about a product's use: injectable only, suitable as a suggestion, or never renewed.
//! Not here: whether a class can be renewed (`filters`).

// cspell:ignoreRegExp rust-string

/// Routes that need a needle or a hospital; a product without another route is ranked last.
fn needs_a_needle(route: &str) -> bool {
    let route = route.trim();
    [
        "INTRAVENOUS",
        "SUBCUTANEOUS",
        "INTRAMUSCULAR",
        "DIALYSIS",
        "HAEMODIALYSIS",
        "HEMODIALYSIS",
        "BLOCK/INFILTRATION",
        "INFILTRATION",
        "INTRACAUDAL",
        "CAUDAL BLOCK",
        "NERVE BLOCK",
        "PERINEURAL",
        "PERIARTICULAR",
        "SOFT TISSUE INJECTION",
        "EXTRACORPOREAL",
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

/// A way to take a drug that a word can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Mouth,
    Skin,
    Eye,
    Breath,
}

impl Way {
    /// The way by its word in the table of words.
    pub fn read(word: &str) -> Option<Self> {
        Some(match word {
            "mouth" => Self::Mouth,
            "skin" => Self::Skin,
            "eye" => Self::Eye,
            "breath" => Self::Breath,
            _ => return None,
        })
    }

    /// Whether a product is taken this way; one without a published route may be.
    pub fn is_of(self, routes: &[String]) -> bool {
        let own: &[&str] = match self {
            Self::Mouth => &["ORAL"],
            Self::Skin => &["TOPICAL", "TRANSDERMAL", "CUTANEOUS"],
            Self::Eye => &["OPHTHALMIC"],
            Self::Breath => &["INHALATION"],
        };
        let is_own = |route: &String| own.iter().any(|one| route.trim().eq_ignore_ascii_case(one));
        routes.is_empty() || routes.iter().any(is_own)
    }
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

/// Classes whose injections people give themselves, or buy at a pharmacy to be given: insulins and others for
/// diabetes, enzymes, low-molecular-weight heparins, clotting factors, vitamin B12, iron, hormones, migraine, immunity, bones,
/// epinephrine, methotrexate and long-acting antipsychotics; vaccines too.
const SELF_INJECTED: &[&str] = &[
    "A10", "A16A", "B01AB04", "B01AB05", "B01AB06", "B01AB09", "B01AB10", "B01AX05", "B02BD",
    "B03BA", "B03XA", "B06AC", "C01CA24", "C10AX", "D11AH", "G03", "G04BE", "H01A", "H01BA02",
    "H01C", "H04AA", "H05", "J05AX", "J07", "L01BA01", "L02A", "L03A", "L04A", "M05B", "N02CA",
    "N02CC", "N02CD", "N05A", "N07B", "R03DX", "V03AB15",
];

/// Classes that are only given in hospitals: infusions, Ringer's and dialysis solutions, oxygen and other gases,
/// anaesthetics, clot busters, drugs to bring on labour, and what medicines and blood are dissolved or kept in.
const HOSPITAL: &[&str] = &[
    "B01AD", "B05A", "B05B", "B05C", "B05D", "B05X", "B05Z", "G02A", "V03AN", "N01A", "R07AX01",
    "V07A", "V08", "V09", "V10",
];

/// Heparin itself: bags and flushes are for hospitals, what goes under the skin is not.
const HOSPITAL_BUT_UNDER_THE_SKIN: &[&str] = &["B01AB01", "B01AB51"];

/// Classes whose injections others give, under the skin too: papaverine, atropine, isoproterenol, vasopressin,
/// chemotherapy, local anaesthetics, neostigmine, dyes for tests.
const GIVEN_BY_OTHERS: &[&str] = &[
    "A03AD", "A03BA", "C01CA", "H01BA01", "L01", "N01B", "N07AA", "V04",
];

/// Whether a product is for hospitals only, and never offered to patients: by its class, by a route of dialysis,
/// or injectable only and of no class that people inject themselves. A product without a class is not judged by
/// its injection.
pub fn is_for_hospital(routes: &[String], atc_numbers: &[String]) -> bool {
    let begins = |with: &[&str]| {
        atc_numbers
            .iter()
            .any(|number| with.iter().any(|one| number.trim().starts_with(one)))
    };
    let is_dialysis = routes
        .iter()
        .any(|route| route.to_uppercase().contains("DIALYSIS"));
    let is_by_mouth = routes
        .iter()
        .any(|route| route.trim().eq_ignore_ascii_case("oral"));
    // What goes under the skin is taught to people, whatever its class.
    let is_under_the_skin = routes
        .iter()
        .any(|route| route.trim().eq_ignore_ascii_case("subcutaneous"));
    is_dialysis
        || (begins(HOSPITAL) && !is_by_mouth)
        || (begins(HOSPITAL_BUT_UNDER_THE_SKIN) && !is_by_mouth && !is_under_the_skin)
        || (is_parenteral(routes) && begins(GIVEN_BY_OTHERS) && !begins(SELF_INJECTED))
        || (is_parenteral(routes)
            && !is_under_the_skin
            && atc_numbers.iter().any(|number| !number.trim().is_empty())
            && !begins(SELF_INJECTED))
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
    fn what_hospitals_give_is_told_from_what_people_inject() {
        for (routes, number, expected) in [
            (&["INTRAVENOUS"][..], "B05BB01", true),
            (&["HAEMODIALYSIS"], "A12BA01", true),
            (&["INHALATION"], "V03AN01", true),
            (&["INTRAVENOUS", "INTRAMUSCULAR"], "J01DD04", true),
            (&["SUBCUTANEOUS"], "A10AE04", false),
            (&["SUBCUTANEOUS"], "A10BJ06", false),
            (&["SUBCUTANEOUS"], "B01AB05", false),
            (&["INTRAMUSCULAR"], "B03BA01", false),
            (&["INTRAMUSCULAR"], "G03AC06", false),
            (&["INTRAMUSCULAR"], "G03BA03", false),
            (&["SUBCUTANEOUS"], "L04AX03", false),
            (&["INTRAMUSCULAR", "SUBCUTANEOUS"], "L01BA01", false),
            (&["ORAL"], "A12BA01", false),
            // Apomorphine, treprostinil, a clotting factor, dihydroergotamine.
            (&["SUBCUTANEOUS"], "N04BC07", false),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "B01AC21", false),
            (&["INTRAVENOUS"], "B02BD02", false),
            (&["INTRAMUSCULAR"], "N02CA01", false),
            (&["ORAL"], "B05XA01", false),
            (&["INTRAVENOUS"], "", false),
            // Heparin in bags, as a flush, and to inject; enoxaparin.
            (&["INTRAVENOUS"], "B01AB01", true),
            (&["0-UNASSIGNED"], "B01AB01", true),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "B01AB01", false),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "B01AB05", false),
            // Oxytocin and carbetocin; growth hormone and octreotide.
            (&["INTRAMUSCULAR", "INTRAVENOUS"], "H01BB02", true),
            (&["INTRAVENOUS"], "H01BB03", true),
            (&["SUBCUTANEOUS"], "H01AC01", false),
            (&["INTRAMUSCULAR"], "H01CB02", false),
            (&["INTRAMUSCULAR", "SUBCUTANEOUS"], "H01BA01", true),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "H01BA02", false),
            // Lidocaine to inject, on the skin and in the mouth.
            (&["INFILTRATION", "SUBCUTANEOUS"], "N01BB02", true),
            (&["TOPICAL"], "N01BB02", false),
            (&["BUCCAL", "ORAL"], "N01BB02", false),
            (&["INTRADERMAL", "TOPICAL"], "N01BB20", false),
            // Water and saline to dissolve, what blood is kept in.
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "V07AB", true),
            (&["0-UNASSIGNED"], "V07AC", true),
            // Chemotherapy but methotrexate, atropine, dinoprostone; epinephrine pens, glucagon, EPO, filgrastim,
            // naloxone, sumatriptan, medroxyprogesterone.
            (&["SUBCUTANEOUS"], "L01XG01", true),
            (&["ORAL"], "L01XA01", false),
            (&["SUBCUTANEOUS"], "L01BA01", false),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "A03BA01", true),
            (&["ORAL"], "A03BA01", false),
            (&["INTRACERVICAL"], "G02AD02", true),
            (&["INTRAMUSCULAR", "SUBCUTANEOUS"], "C01CA24", false),
            (&["INTRAMUSCULAR"], "H04AA01", false),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "B03XA01", false),
            (&["INTRAVENOUS", "SUBCUTANEOUS"], "L03AA02", false),
            (&["INTRAMUSCULAR", "SUBCUTANEOUS"], "V03AB15", false),
            (&["SUBCUTANEOUS"], "N02CC01", false),
            (&["INTRAMUSCULAR"], "G03AC06", false),
        ] {
            assert_eq!(
                is_for_hospital(&texts(routes), &texts(&[number])),
                expected,
                "{routes:?} {number}"
            );
        }
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
