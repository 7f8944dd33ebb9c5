// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the published dosage forms mean for counting and for directions, and which of two eyes, ears or
//! nostrils must be named (decision 208).
//!
//! Forms are matched by the words in them, because the register has about two hundred and adds more.

// cspell:ignoreRegExp rust-string

use crate::options::{SITES_OF_EAR, SITES_OF_EYE, SITES_OF_EYE_OR_EAR, SITES_OF_NOSE};
use crate::search::fold;

/// How a form is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// `tablet`, `capsule`, …; `dose` where pieces cannot be counted.
    pub singular: &'static str,
    pub plural: &'static str,
    /// Dispensed in whole pieces, so a total can be computed.
    pub countable: bool,
    /// Pieces may be cut.
    pub divisible: bool,
}

const fn piece(singular: &'static str, plural: &'static str) -> Form {
    Form {
        singular,
        plural,
        countable: true,
        divisible: false,
    }
}

const fn bulk(singular: &'static str, plural: &'static str) -> Form {
    Form {
        singular,
        plural,
        countable: false,
        divisible: true,
    }
}

/// A form that is not dispensed in pieces.
const DOSE: Form = bulk("dose", "doses");

/// The form of a drug; `None` for kits and for drugs sold in several different forms.
pub(super) fn form(formulations: &[String]) -> Option<Form> {
    let mut found: Option<Form> = None;
    for text in formulations {
        let text = fold(text);
        if text == "kit" {
            return None;
        }
        let one = form_of(&text);
        if found.is_some_and(|earlier| earlier.singular != one.singular) {
            return None;
        }
        // Of two kinds of tablet, the stricter applies.
        let divisible = one.divisible && found.is_none_or(|earlier| earlier.divisible);
        found = Some(Form { divisible, ..one });
    }
    found.or(Some(DOSE))
}

fn form_of(folded: &str) -> Form {
    let has = |word: &str| folded.split(' ').any(|one| one == word);
    let liquid = [
        "solution",
        "suspension",
        "syrup",
        "elixir",
        "drops",
        "drop",
        "liquid",
        "emulsion",
    ];
    if (has("tablet") || has("caplet")) && !liquid.iter().any(|word| has(word)) {
        let special = [
            "release",
            "coated",
            "enteric",
            "orally",
            "disintegrating",
            "dispersible",
            "effervescent",
            "chewable",
            "film",
        ];
        Form {
            singular: "tablet",
            plural: "tablets",
            countable: true,
            divisible: folded == "tablet immediate release"
                || !special.iter().any(|word| folded.contains(word)),
        }
    } else if has("capsule") {
        piece("capsule", "capsules")
    } else if has("suppository") {
        piece("suppository", "suppositories")
    } else if has("lozenge") || has("troche") {
        piece("lozenge", "lozenges")
    } else if has("gum") {
        piece("piece", "pieces")
    } else if has("pill") {
        piece("pill", "pills")
    } else if has("film") {
        piece("film", "films")
    } else if has("patch") {
        bulk("patch", "patches")
    } else if folded.contains("aerosol")
        || ["inhaler", "spray", "pump", "inhalation"]
            .iter()
            .any(|word| has(word))
    {
        bulk("puff", "puffs")
    } else if has("drops") || has("drop") {
        bulk("drop", "drops")
    } else if [
        "cream", "ointment", "gel", "lotion", "shampoo", "paste", "foam",
    ]
    .iter()
    .any(|word| has(word))
    {
        bulk("application", "applications")
    } else {
        DOSE
    }
}

/// Routes by which a drug is injected.
const INJECTED: &[&str] = &[
    "subcutaneous",
    "intramuscular",
    "intravenous",
    "intradermal",
    "intra articular",
    "intraarticular",
    "intravitreal",
    "infiltration",
    "intra arterial",
    "intraarterial",
    "intrathecal",
    "intraspinal",
    "intracerebroventricular",
    "intracaudal",
    "subarachnoidal",
    "epidural",
    "intrasynovial",
    "intralesional",
    "intrabursal",
    "periarticular",
    "intraperitoneal",
    "intrapleural",
    "intracavitary",
    "intracardiac",
    "intracavernosal",
    "intracavernous",
    "intravascular",
    "intraglandular",
    "intraosseous",
    "retrobulbar",
    "peribulbar",
    "perineural",
    "subconjunctival",
    "soft tissue injection",
    "parenteral",
    "intracutaneous",
    // A vaccine by scratching, or a test by pricking.
    "percutaneous",
];

/// Routes by which a drug is swallowed, or melts in the mouth.
const SWALLOWED: &[&str] = &[
    "oral",
    "orale",
    "sublingual",
    "buccal",
    "nasogastric",
    "enteral",
    "gastrostomy",
    "orogastric",
];

/// The routes of a drug, folded.
struct Routes(Vec<String>);

impl Routes {
    fn of(routes: &[String]) -> Self {
        Self(routes.iter().map(|route| fold(route)).collect())
    }

    /// Whether every route is one of these.
    fn are_all(&self, words: &[&str]) -> bool {
        !self.0.is_empty()
            && self
                .0
                .iter()
                .all(|route| words.iter().any(|word| route.contains(word)))
    }

    fn have(&self, word: &str) -> bool {
        self.0.iter().any(|route| route.contains(word))
    }
}

/// The way of a drug into the body, for comparing brands (decision 171).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormGroup {
    /// By mouth, also under the tongue and inside the cheek. Tablets and capsules are one group, and so are
    /// those that release at once and those that release slowly: decision 171 asks no further.
    Swallowed,
    Inhaled,
    OnTheSkin,
    InTheEye,
    InTheEar,
    InTheNose,
    Vaginal,
    Rectal,
    Injected,
}

impl FormGroup {
    /// By a folded route; `None` for one that belongs to no group, as `dialysis` or `0 unassigned`.
    fn of(route: &str) -> Option<Self> {
        let has = |words: &[&str]| words.iter().any(|word| route.contains(word));
        // "Oral inhalation" is no oral route, and "subcutaneous" contains "cutaneous".
        if has(&["inhal"]) {
            Some(Self::Inhaled)
        } else if route == "percutaneous" {
            Some(Self::OnTheSkin)
        } else if has(INJECTED) {
            Some(Self::Injected)
        } else if has(&["ophthalmic"]) {
            Some(Self::InTheEye)
        } else if has(&["otic"]) {
            Some(Self::InTheEar)
        } else if has(&["nasal"]) {
            Some(Self::InTheNose)
        } else if has(&["vaginal"]) {
            Some(Self::Vaginal)
        } else if has(&["rectal"]) {
            Some(Self::Rectal)
        } else if has(&["topical", "transdermal", "cutaneous"]) {
            Some(Self::OnTheSkin)
        } else if has(&["oral", "sublingual", "buccal"]) {
            Some(Self::Swallowed)
        } else {
            None
        }
    }

    fn all(routes: &[String]) -> Vec<Self> {
        routes
            .iter()
            .filter_map(|route| Self::of(&fold(route)))
            .collect()
    }
}

/// Whether two drugs may go into the body in the same way, by their routes. A drug of no known way, for
/// example one typed by hand, may go in any: it is better to ask a patient why a drug is needed twice than to
/// miss that it is.
pub(super) fn may_share_group(routes: &[String], others: &[String]) -> bool {
    let (mine, theirs) = (FormGroup::all(routes), FormGroup::all(others));
    mine.is_empty() || theirs.is_empty() || mine.iter().any(|group| theirs.contains(group))
}

/// The words of the forms, folded.
struct Words(Vec<String>);

impl Words {
    fn of(formulations: &[String]) -> Self {
        Self(
            formulations
                .iter()
                .flat_map(|form| fold(form).split(' ').map(str::to_owned).collect::<Vec<_>>())
                .collect(),
        )
    }

    fn have(&self, words: &[&str]) -> bool {
        self.0.iter().any(|word| words.contains(&word.as_str()))
    }
}

/// Whether it is an inhaler, by its routes or by a form that is nothing else: the register also calls those
/// for the lungs oral.
fn is_inhaled(words: &Words, routes: &Routes) -> bool {
    let is_inhaler = words.have(&["aerosol", "powder", "inhaler"]);
    if routes.are_all(&["inhal"]) {
        true
    } else if routes.have("inhal") {
        is_inhaler
            && routes
                .0
                .iter()
                .all(|route| route.contains("inhal") || route == "oral")
    } else {
        (routes.0.is_empty() || routes.0.iter().all(|route| route == "oral"))
            && (words.have(&["inhaler", "inhalation"])
                || (words.have(&["aerosol"]) && words.have(&["metered"])))
    }
}

/// Whether it goes into the nose: a spray with that route does, whatever the register adds.
fn is_nasal(words: &Words, routes: &Routes) -> bool {
    routes.are_all(&["nasal"]) || (routes.have("nasal") && words.have(&["spray"]))
}

/// Whether it is swallowed: every route is by mouth, or none is known and the form is for nothing else.
fn is_swallowed(words: &Words, routes: &Routes) -> bool {
    if routes.0.is_empty() {
        words.have(&[
            "tablet", "caplet", "capsule", "pill", "lozenge", "troche", "gum", "film", "syrup",
            "elixir", "granules", "wafer",
        ])
    } else {
        routes
            .0
            .iter()
            .all(|route| SWALLOWED.contains(&route.as_str()))
    }
}

/// The verb of the directions and the body site, by form and route. `Take` is said only of what is known to be
/// swallowed: of a vial or a coil it is a danger, and `Use` is none.
pub(super) fn verb(formulations: &[String], routes: &[String]) -> (&'static str, &'static str) {
    let (words, routes) = (Words::of(formulations), Routes::of(routes));
    let only = |word: &str| routes.are_all(&[word]);
    let form = form(formulations);
    let unit = form.map_or("dose", |form| form.singular);
    let is_spread = unit == "application";
    let drops = if is_spread { "Apply" } else { "Put" };
    if only("ophthalmic") {
        (drops, "in the eye")
    } else if only("otic") {
        (drops, "in the ear")
    } else if routes.are_all(&["ophthalmic", "otic"]) {
        (drops, "in the eye or the ear")
    } else if is_nasal(&words, &routes) {
        (if is_spread { "Apply" } else { "Use" }, "in the nose")
    } else if only("vaginal") {
        ("Insert", "vaginally")
    } else if only("rectal") {
        ("Insert", "rectally")
    } else if only("intrauterine") {
        ("Insert", "into the uterus")
    } else if only("urethral") && (is_spread || unit == "suppository") {
        ("Insert", "into the urethra")
    } else if unit == "patch" || only("transdermal") {
        ("Apply", "to the skin")
    } else if words.have(&["mouthwash", "gargle", "rinse"]) {
        ("Use", "as a mouth rinse")
    } else if only("sublingual") {
        (melts(unit), "under the tongue")
    } else if only("buccal") {
        (melts(unit), "inside the cheek")
    } else if routes.are_all(&["buccal", "sublingual"]) {
        (melts(unit), "under the tongue or inside the cheek")
    } else if is_inhaled(&words, &routes) {
        ("Inhale", "")
    } else if only("topical")
        || (is_spread
            && (routes.0.is_empty()
                || routes.are_all(&[
                    "topical",
                    "transdermal",
                    "cutaneous",
                    "dental",
                    "oral",
                    "rectal",
                    "vaginal",
                ])))
    {
        ("Apply", "")
    } else if routes.are_all(INJECTED) {
        ("Inject", "")
    } else if unit == "puff" && only("oral") {
        ("Use", "in the mouth")
    } else if is_swallowed(&words, &routes) {
        ("Take", "")
    } else {
        ("Use", "")
    }
}

/// How a form is used in the mouth: a solid dissolves, a spray is sprayed, a liquid is put there.
fn melts(unit: &str) -> &'static str {
    match unit {
        "puff" => "Use",
        "tablet" | "pill" | "lozenge" | "piece" | "film" | "capsule" => "Dissolve",
        _ => "Put",
    }
}

/// What one dose of a form is called where it goes in this way: a puff is inhaled, a spray is not, and of an
/// inhaled capsule it is the contents.
pub(super) fn called(formulations: &[String], routes: &[String]) -> (&'static str, &'static str) {
    let (words, routes) = (Words::of(formulations), Routes::of(routes));
    let (one, many) = form(formulations).map_or((DOSE.singular, DOSE.plural), |form| {
        (form.singular, form.plural)
    });
    match one {
        "puff" if routes.0.is_empty() || is_inhaled(&words, &routes) => (one, many),
        "puff" if routes.are_all(&["vaginal", "rectal"]) => ("application", "applications"),
        "puff" => ("spray", "sprays"),
        "dose" if words.have(&["ring"]) => ("ring", "rings"),
        "dose" if words.have(&["ovule"]) && words.0.len() == 1 => ("ovule", "ovules"),
        "dose" if words.have(&["insert", "strip"]) => (one, many),
        // The register's solutions and suspensions for eyes and ears are drops.
        "dose" if routes.are_all(&["ophthalmic", "otic"]) => ("drop", "drops"),
        _ => (one, many),
    }
}

/// Whether the contents of a capsule are inhaled, not the capsule swallowed.
pub(super) fn is_inhaled_capsule(form: Option<Form>, routes: &[String]) -> bool {
    form.is_some_and(|form| form.singular == "capsule") && Routes::of(routes).are_all(&["inhal"])
}

/// The places of which one must be named: which eye, which ear, which nostril. Empty for any other drug.
pub fn sites(formulations: &[String], routes: &[String]) -> &'static [&'static str] {
    let (words, routes) = (Words::of(formulations), Routes::of(routes));
    if routes.are_all(&["ophthalmic"]) {
        SITES_OF_EYE
    } else if routes.are_all(&["otic"]) {
        SITES_OF_EAR
    } else if routes.are_all(&["ophthalmic", "otic"]) {
        SITES_OF_EYE_OR_EAR
    } else if is_nasal(&words, &routes) && !words.have(&["powder"]) {
        // A powder is given once, into either.
        SITES_OF_NOSE
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(forms: &[&str]) -> Option<(&'static str, bool, bool)> {
        let forms: Vec<String> = forms.iter().map(|text| (*text).to_owned()).collect();
        form(&forms).map(|form| (form.singular, form.countable, form.divisible))
    }

    #[test]
    fn forms_are_known_by_their_words() {
        assert_eq!(unit(&["TABLET"]), Some(("tablet", true, true)));
        assert_eq!(
            unit(&["TABLET (EXTENDED-RELEASE)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(
            unit(&["TABLET (ENTERIC-COATED)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(
            unit(&["Capsule (Delayed Release)"]),
            Some(("capsule", true, false))
        );
        assert_eq!(unit(&["CREAM"]), Some(("application", false, true)));
        assert_eq!(unit(&["METERED-DOSE AEROSOL"]), Some(("puff", false, true)));
        assert_eq!(unit(&["PATCH"]), Some(("patch", false, true)));
        assert_eq!(unit(&["SYRUP"]), Some(("dose", false, true)));
        assert_eq!(
            unit(&["POWDER FOR SUSPENSION"]),
            Some(("dose", false, true))
        );
        assert_eq!(unit(&[]), Some(("dose", false, true)));
        assert_eq!(
            unit(&["TABLET", "TABLET (FILM-COATED)"]),
            Some(("tablet", true, false))
        );
        assert_eq!(unit(&["TABLET", "CAPSULE"]), None);
        assert_eq!(unit(&["KIT", "TABLET"]), None);
        assert_eq!(unit(&["METERED-DOSE PUMP"]), Some(("puff", false, true)));
        assert_eq!(unit(&["FILM, SOLUBLE"]), Some(("film", true, false)));
    }

    #[derive(serde::Deserialize)]
    struct SiteCase {
        form: String,
        routes: Vec<String>,
        sites: Vec<String>,
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        sites: Vec<SiteCase>,
    }

    #[test]
    fn the_sites_are_those_of_the_web() {
        let cases: Cases = serde_json::from_str(include_str!("wording_cases.json")).unwrap();
        for case in cases.sites {
            let asked = sites(std::slice::from_ref(&case.form), &case.routes);
            assert_eq!(asked, case.sites, "{} {:?}", case.form, case.routes);
        }
    }

    #[test]
    fn routes_are_grouped() {
        for (one, other, expected) in [
            ("ORAL", "Oral", true),
            ("ORAL", "SUBLINGUAL", true),
            ("ORAL", "OPHTHALMIC", false),
            ("OPHTHALMIC; OTIC", "OTIC", true),
            ("OPHTHALMIC", "OTIC", false),
            ("INHALATION", "NASAL", false),
            ("ORAL INHALATION", "ORAL", false),
            ("SUBCUTANEOUS", "INTRAMUSCULAR; INTRAVENOUS", true),
            ("SUBCUTANEOUS", "TOPICAL", false),
            ("INTRA-ARTICULAR", "BLOCK/INFILTRATION", true),
            ("PERCUTANEOUS", "TRANSDERMAL", true),
            ("VAGINAL", "TOPICAL", false),
            ("VAGINAL", "RECTAL", false),
            // Not known, or no way into the body.
            ("", "ORAL", true),
            ("0-UNASSIGNED", "TOPICAL", true),
        ] {
            let routes =
                |text: &str| -> Vec<String> { text.split("; ").map(ToOwned::to_owned).collect() };
            for (one, other) in [(one, other), (other, one)] {
                assert_eq!(
                    may_share_group(&routes(one), &routes(other)),
                    expected,
                    "{one}, {other}"
                );
            }
        }
    }

    #[test]
    fn routes_choose_the_verb() {
        let by = |forms: &[&str], routes: &[&str]| {
            let texts = |list: &[&str]| {
                list.iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<_>>()
            };
            verb(&texts(forms), &texts(routes)).0
        };
        assert_eq!(by(&["TABLET"], &["ORAL"]), "Take");
        assert_eq!(by(&["CREAM"], &["TOPICAL"]), "Apply");
        assert_eq!(by(&["SOLUTION"], &["SUBCUTANEOUS"]), "Inject");
        assert_eq!(by(&["POWDER"], &["INHALATION"]), "Inhale");
        assert_eq!(by(&["TABLET"], &[]), "Take");
        assert_eq!(
            by(&["SOLUTION"], &["INTRAMUSCULAR", "SUBCUTANEOUS"]),
            "Inject"
        );
        // Forms and routes of the register, with the verb that each said before it was known.
        for (forms, routes, expected) in [
            (&["SOLUTION"][..], &["ORAL", "INTRAVENOUS"][..], "Use"),
            (&["SOLUTION"], &["INTRATHECAL"], "Inject"),
            (&["SOLUTION"], &["BLOCK/INFILTRATION", "EPIDURAL"], "Inject"),
            (
                &["SOLUTION"],
                &["INTRA-ARTERIAL", "INTRAMUSCULAR", "INTRATHECAL"],
                "Inject",
            ),
            (
                &["SOLUTION"],
                &["INTRACEREBROVENTRICULAR", "INTRAVENOUS"],
                "Inject",
            ),
            (
                &["SUSPENSION"],
                &[
                    "INTRA-ARTICULAR",
                    "INTRABURSAL",
                    "INTRADERMAL",
                    "INTRASYNOVIAL",
                ],
                "Inject",
            ),
            (
                &["SUSPENSION"],
                &["INTRALESIONAL", "INTRAMUSCULAR"],
                "Inject",
            ),
            (
                &["POWDER FOR SOLUTION"],
                &["INTRAPERITONEAL", "SUBCUTANEOUS"],
                "Inject",
            ),
            (
                &["KIT", "LIQUID", "POWDER FOR SOLUTION"],
                &["INTRACAVERNOSAL"],
                "Inject",
            ),
            (&["POWDER FOR SOLUTION"], &["PERCUTANEOUS"], "Inject"),
            (
                &["POWDER FOR SOLUTION"],
                &["INTRAVENOUS", "INTRAVESICAL"],
                "Use",
            ),
            (&["SUSPENSION"], &["INTRATRACHEAL"], "Use"),
            (&["INSERT (EXTENDED-RELEASE)"], &["INTRAUTERINE"], "Insert"),
            (&["SUPPOSITORY"], &["URETHRAL"], "Insert"),
            (&["SOLUTION"], &["URETHRAL"], "Use"),
            (
                &["VAGINAL TABLET", "KIT", "CREAM"],
                &["TOPICAL", "VAGINAL"],
                "Use",
            ),
            (&["SUPPOSITORY", "CREAM"], &["TOPICAL", "VAGINAL"], "Use"),
            (&["CAPSULE", "CREAM"], &["ORAL", "TOPICAL"], "Use"),
            (&["METERED-DOSE AEROSOL"], &["INHALATION", "ORAL"], "Inhale"),
            (&["METERED-DOSE AEROSOL"], &["ORAL"], "Inhale"),
            (&["POWDER"], &["INHALATION", "ORAL"], "Inhale"),
            (&["SOLUTION"], &["INHALATION", "INTRAVENOUS", "ORAL"], "Use"),
            (&["SPRAY"], &["NASAL", "ORAL"], "Use"),
            (&["SPRAY"], &["ORAL"], "Use"),
            (&["MOUTHWASH"], &["BUCCAL"], "Use"),
            (&["MOUTHWASH"], &["ORAL"], "Use"),
            (&["FILM, SOLUBLE"], &["BUCCAL", "SUBLINGUAL"], "Dissolve"),
            (&["POWDER FOR SUSPENSION"], &["ORAL", "RECTAL"], "Use"),
            (&["GEL"], &["INTRAINTESTINAL (UPPER)"], "Use"),
            (
                &["CAPSULE (DELAYED RELEASE)"],
                &["NASOGASTRIC", "ORAL"],
                "Take",
            ),
            (&["LIQUIDE"], &["ORALE"], "Take"),
            (&["SYRUP"], &[], "Take"),
            (&["SOLUTION"], &[], "Use"),
            (&[], &[], "Use"),
        ] {
            assert_eq!(by(forms, routes), expected, "{forms:?} {routes:?}");
        }
    }
}
