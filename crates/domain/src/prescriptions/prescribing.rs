// SPDX-License-Identifier: AGPL-3.0-or-later

//! Decides what may be prescribed here: one drug, one step, one role, one verdict (decisions 75, 144, 156 and
//! 157; reference prescription-rules 2 and 3).
//!
//! Every path on which a drug is put on a line, or a line moves on, uses [`judge`]. Filters decide which
//! classes are prohibited; this module decides the consequences.

// cspell:ignore ciblée contrôlée narcotique newmab painwell stupéfiant tramadole tramadolum

use super::named_drugs::is_named_as;
use crate::codes;
use crate::faults::Refusal;
use crate::filters::{Filters, JudgedDrug, has_controlled_ingredient, is_controlled};
use crate::search::fold;
use crate::unseen::{HIDDEN, hides, trim};

/// A step that adds a drug, or moves a line on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// A patient requests it, for the first time or again.
    Request,
    /// The drug or its usage is edited.
    Edit,
    /// A doctor approves the line.
    Approve,
    /// The sheet is signed.
    Sign,
    /// The signed sheet is printed.
    Print,
    /// The signed sheet is faxed for the first time.
    Fax,
    /// Another copy of a faxed sheet is sent: by staff, or through the patient's link.
    SendAgain,
}

/// Who takes the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// A patient, signed in or by a link.
    Patient,
    /// A doctor.
    Doctor,
    /// Other staff.
    Office,
}

/// The verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No objections.
    Allowed,
    /// Refused for everyone at every step, whatever the reason.
    Never(Refusal),
    /// A doctor may proceed with an explicit exception and a reason (decision 157).
    NeedsAct(Refusal),
    /// Not with this role, or not in this way.
    Refused(Refusal),
}

impl Verdict {
    /// The verdict with or without an explicit exception on the line.
    pub fn with_act(self, has_act: bool) -> Result<(), Refusal> {
        match self {
            Self::Allowed => Ok(()),
            Self::NeedsAct(_) if has_act => Ok(()),
            Self::NeedsAct(refusal) | Self::Never(refusal) | Self::Refused(refusal) => Err(refusal),
        }
    }
}

/// The code of a permanent refusal.
pub const NEVER: &str = "NEVER_PRESCRIBED";
/// The code of a refusal that a doctor's explicit exception lifts.
pub const NEEDS_REASON: &str = "NEEDS_REASON";
/// The code of a refusal for everyone except doctors.
pub const DOCTORS_ONLY: &str = "CROSSED_OUT";

/// Ingredients that the register of May 2020 lists under a narcotic, controlled or targeted schedule only,
/// and further ones named by the Acts. They count as ingredients whatever the schedules say, which may have
/// been entered manually or come from an incomplete extract, and also in a name. Whole words, so that every
/// salt counts.
pub(super) const CONTROLLED_SUBSTANCES: [&str; 105] = [
    // Narcotics
    "morphine",
    "codeine",
    "hydromorphone",
    "oxycodone",
    "hydrocodone",
    "oxymorphone",
    "methadone",
    "normethadone",
    "fentanyl",
    "sufentanil",
    "remifentanil",
    "alfentanil",
    "meperidine",
    "pethidine",
    "tapentadol",
    "tramadol",
    "buprenorphine",
    "butorphanol",
    "nalbuphine",
    "pentazocine",
    "opium",
    "diamorphine",
    "diphenoxylate",
    "ketamine",
    "esketamine",
    "cocaine",
    "nabilone",
    "dronabinol",
    "cannabis",
    "nabiximols",
    // Controlled drugs
    "amphetamine",
    "dextroamphetamine",
    "dexamphetamine",
    "lisdexamfetamine",
    "methamphetamine",
    "methylphenidate",
    "dexmethylphenidate",
    "butalbital",
    "phenobarbital",
    "secobarbital",
    "pentobarbital",
    "amobarbital",
    "thiopental",
    "oxybate",
    "testosterone",
    "nandrolone",
    "oxandrolone",
    "prasterone",
    "diethylpropion",
    "phentermine",
    "pipradrol",
    // Targeted substances
    "lorazepam",
    "alprazolam",
    "oxazepam",
    "clonazepam",
    "diazepam",
    "midazolam",
    "zolpidem",
    "flurazepam",
    "temazepam",
    "bromazepam",
    "chlordiazepoxide",
    "nitrazepam",
    "clorazepate",
    "clobazam",
    "triazolam",
    // The Acts' other names and substances, whether marketed now or not
    "levorphanol",
    "dihydrocodeine",
    "anileridine",
    "propoxyphene",
    "dextropropoxyphene",
    "levomethadone",
    "carfentanil",
    "oliceridine",
    "amfetamine",
    "dexamfetamine",
    "lisdexamphetamine",
    "metamfetamine",
    "benzphetamine",
    "phendimetrazine",
    "methyltestosterone",
    "fluoxymesterone",
    "mesterolone",
    "stanozolol",
    "oxymetholone",
    "boldenone",
    "butabarbital",
    "tetrahydrocannabinol",
    "cannabidiol",
    "meprobamate",
    "brotizolam",
    "estazolam",
    "lormetazepam",
    "flunitrazepam",
    "halazepam",
    "prazepam",
    "ketazolam",
    "quazepam",
    "clotiazepam",
    "loprazolam",
    "mazindol",
    "fencamfamin",
    "zaleplon",
    "tramadolum",
    "tramadole",
];

/// ATC codes under which the register of May 2020 has only such drugs, and tramadol: they count whatever the
/// schedules say.
const CONTROLLED_ATC: [&str; 17] = [
    "N02AA", "N02AB", "N02AC", "N02AD", "N02AE", "N02AF", "N02AJ", "N02AX02", "N02AX06", "N05BA",
    "N05CA", "N05CD", "N05CF02", "N06BA01", "N06BA02", "N06BA04", "N06BA12",
];

/// Whether a drug is narcotic, controlled or targeted: by schedule, class, ingredients (including those the
/// law has added since), or name. A manually entered drug may have the schedule and the ingredients of
/// another drug.
pub fn is_never_prescribed(drug: &JudgedDrug<'_>) -> bool {
    drug.schedules.iter().any(|one| is_controlled(one))
        || drug.atc_numbers.iter().any(|code| {
            let code = code.trim();
            CONTROLLED_ATC.iter().any(|class| code.starts_with(class))
        })
        || has_controlled_ingredient(drug.ingredients)
        || drug
            .ingredients
            .iter()
            .any(|name| has_controlled_word(name))
        || is_named_as(drug.name)
}

fn has_controlled_word(name: &str) -> bool {
    controlled_word(name).is_some()
}

/// The first narcotic, controlled or targeted substance named in a text.
fn controlled_word(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    let named = |known: &&&str| folded.split(' ').any(|word| word == **known);
    CONTROLLED_SUBSTANCES.iter().find(named).copied()
}

/// Judges one drug for one step by one role. `class_name` is the register's (`Human`, `Veterinary`); empty if
/// unknown.
pub fn judge(
    filters: &Filters,
    drug: &JudgedDrug<'_>,
    class_name: &str,
    step: Step,
    by: By,
) -> Verdict {
    if is_never_prescribed(drug) {
        return Verdict::Never(Refusal::new(
            NEVER,
            format!(
                "{} is a narcotic, controlled or targeted substance. It is never prescribed through this service: no one can request, approve, sign, print or fax it.",
                named(drug.name)
            ),
        ));
    }
    if is_for_no_patient(class_name) {
        return Verdict::Never(Refusal::new(
            NEVER,
            format!("{} is not a medication for people.", named(drug.name)),
        ));
    }
    let hits = filters.judge(drug).hits;
    let Some(hit) = hits.first() else {
        return Verdict::Allowed;
    };
    let reason = &hit.reason;
    match (step, by) {
        // A copy of what a doctor decided and a pharmacy has: a class prohibited since changes nothing.
        (Step::SendAgain, _) => Verdict::Allowed,
        (_, By::Doctor) => Verdict::NeedsAct(Refusal::new(
            NEEDS_REASON,
            format!(
                "{} is crossed out. {reason} A doctor can continue with a reason, which is kept in the change history.",
                named(drug.name)
            ),
        )),
        (_, By::Patient | By::Office) => Verdict::Refused(Refusal::new(
            DOCTORS_ONLY,
            format!("{} is crossed out. {reason}", named(drug.name)),
        )),
    }
}

fn named(name: &str) -> &str {
    let name = name.trim();
    if name.is_empty() {
        "This medication"
    } else {
        name
    }
}

/// Radiopharmaceuticals are for people, but hidden by a class rule.
fn is_for_no_patient(class_name: &str) -> bool {
    ["veterinary", "disinfectant"]
        .iter()
        .any(|class| class_name.trim().eq_ignore_ascii_case(class))
}

codes! {
    /// Why a drug of a prohibited class is prescribed anyway (decision 157 leaves the list to us). The last
    /// one requires a comment.
    pub enum ExceptionReason {
        Continuing = "CONTINUING",
        Specialist = "SPECIALIST",
        Assessed = "ASSESSED",
        NoOtherWay = "NO_OTHER_WAY",
        Other = "OTHER",
    }
}

impl ExceptionReason {
    /// The sentence of the reason.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Continuing => "The patient already takes it and is stable on it",
            Self::Specialist => "A specialist started it",
            Self::Assessed => "The patient was assessed for it in this encounter",
            Self::NoOtherWay => "The patient cannot get it another way in time",
            Self::Other => "Another reason",
        }
    }
}

/// Maximum length of the comment, in characters.
pub const LONGEST_REASON: usize = 500;

/// Validates an explicit exception as sent: its reason, or the field at fault and what to do.
pub fn exception_reason(
    code: &str,
    text: Option<&str>,
) -> Result<ExceptionReason, (&'static str, String)> {
    let text = text.map(trim).unwrap_or_default();
    let Some(reason) = ExceptionReason::from_code(code) else {
        return Err(("exception.code", "Please choose a reason.".into()));
    };
    if text.chars().count() > LONGEST_REASON {
        return Err((
            "exception.text",
            format!("Please use at most {LONGEST_REASON} characters."),
        ));
    }
    if hides(text) {
        return Err(("exception.text", HIDDEN.into()));
    }
    if reason == ExceptionReason::Other && text.chars().count() < 5 {
        return Err(("exception.text", "Please write the reason.".into()));
    }
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filters::{FilterRule, FilterStatus, MatchedBy, default_filters};
    use crate::testing;

    struct Drug {
        name: &'static str,
        ingredients: &'static [&'static str],
        schedules: &'static [&'static str],
        ahfs: &'static [&'static str],
    }

    const fn drug(
        name: &'static str,
        ingredients: &'static [&'static str],
        schedules: &'static [&'static str],
        ahfs: &'static [&'static str],
    ) -> Drug {
        Drug {
            name,
            ingredients,
            schedules,
            ahfs,
        }
    }

    fn verdict(drug: &Drug, class: &str, step: Step, by: By) -> Verdict {
        let filters = Filters::new(&default_filters());
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        judge(
            &filters,
            &JudgedDrug {
                name: drug.name,
                ahfs_numbers: &texts(drug.ahfs),
                atc_numbers: &[],
                schedules: &texts(drug.schedules),
                ingredients: drug.ingredients,
            },
            class,
            step,
            by,
        )
    }

    const STEPS: [Step; 7] = [
        Step::Request,
        Step::Edit,
        Step::Approve,
        Step::Sign,
        Step::Print,
        Step::Fax,
        Step::SendAgain,
    ];
    const ROLES: [By; 3] = [By::Patient, By::Doctor, By::Office];

    #[test]
    fn the_class_tells_what_a_wrong_schedule_and_name_hide() {
        for (code, never) in [
            ("N02AA05", true),
            ("N05BA12", true),
            ("N06BA04", true),
            ("N06BA09", false),
            ("N02BE01", false),
            ("N05CF01", false),
        ] {
            let drug = JudgedDrug {
                name: "PAINWELL",
                ahfs_numbers: &[],
                atc_numbers: &[code.to_owned()],
                schedules: &["Prescription".to_owned()],
                ingredients: &["PAINWELL"],
            };
            assert_eq!(is_never_prescribed(&drug), never, "{code}");
        }
    }

    #[test]
    fn narcotic_controlled_and_targeted_are_refused_to_everybody_at_every_step() {
        for drug in [
            drug(
                "OXYNEO",
                &["OXYCODONE HYDROCHLORIDE"],
                &["Narcotic (CDSA I)"],
                &["28:08.08"],
            ),
            drug(
                "CESAMET",
                &["NABILONE"],
                &["Narcotic (CDSA II)"],
                &["56:22.92"],
            ),
            drug("OLD ENTRY", &["SOMETHING"], &["Narcotic"], &[]),
            drug(
                "RITALIN",
                &["METHYLPHENIDATE HYDROCHLORIDE"],
                &["Schedule G (CDSA III)"],
                &["28:20.32"],
            ),
            drug(
                "ADDERALL XR",
                &["MIXED SALTS AMPHETAMINE"],
                &["Schedule G (CDSA I)"],
                &["28:20.04"],
            ),
            drug(
                "ANDROGEL",
                &["TESTOSTERONE"],
                &["Schedule G (CDSA IV)"],
                &["68:08.00"],
            ),
            drug(
                "ATIVAN",
                &["LORAZEPAM"],
                &["Prescription", "Targeted (CDSA IV)"],
                &["28:24.08"],
            ),
            // Added by the law since the register was published.
            drug(
                "ULTRAM",
                &["TRAMADOL HYDROCHLORIDE"],
                &["Prescription"],
                &["28:08.08"],
            ),
            // Neither class nor schedule: its ingredients or its name count.
            drug("HAND MADE", &["FENTANYL (FENTANYL CITRATE)"], &[], &[]),
            drug("Morphine drops", &[], &[""], &[]),
            // Entered manually with another drug's details.
            drug("MORPHINE SULFATE SR", &["SULFATE"], &["Prescription"], &[]),
            drug("OXYNEO", &["METFORMIN"], &["Prescription"], &[]),
        ] {
            for step in STEPS {
                for by in ROLES {
                    let verdict = verdict(&drug, "Human", step, by);
                    assert!(
                        matches!(verdict, Verdict::Never(_)),
                        "{} {step:?} {by:?}",
                        drug.name
                    );
                    let refusal = verdict.with_act(true).expect_err("no reason helps");
                    assert_eq!(refusal.code, NEVER);
                    assert!(refusal.message.starts_with(drug.name));
                }
            }
        }
    }

    #[test]
    fn a_schedule_is_known_in_other_words() {
        for schedule in [
            "Narcotic (CDSA I)",
            "Schedule G (CDSA III)",
            "Schedule F, Narcotic",
            "Straight Narcotic",
            "Verbal Narcotic",
            "Schedule F; CDSA1",
            "C-IV",
            "Benzodiazepine",
            "Precursor (Controlled)",
            "Drogue contrôlée",
            "Substance ciblée",
            "Stupéfiant",
            "Narcotique",
            "N",
        ] {
            assert!(is_controlled(schedule), "{schedule}");
        }
        for schedule in [
            "Prescription",
            "Prescription Recommended",
            "OTC",
            "Ethical",
            "Schedule C",
            "Schedule D",
            "Homeopathic",
            "",
        ] {
            assert!(!is_controlled(schedule), "{schedule}");
        }
    }

    #[test]
    fn no_name_of_the_register_makes_a_drug_controlled() {
        let sources = testing::register::marketed(&testing::extract());
        let built = salal_formats::drug_database::build(&sources).unwrap();
        testing::filters::no_name_makes_a_drug_controlled(&built.drugs);
    }

    #[test]
    fn a_crossed_out_class_needs_a_doctors_reason() {
        let drug = drug(
            "AMOXICILLIN",
            &["AMOXICILLIN"],
            &["Prescription"],
            &["08:12.16"],
        );
        for step in STEPS {
            for by in ROLES {
                let found = verdict(&drug, "Human", step, by);
                let expected = match (step, by) {
                    (Step::SendAgain, _) => Ok(()),
                    (_, By::Doctor) => Err(NEEDS_REASON),
                    (_, By::Patient | By::Office) => Err(DOCTORS_ONLY),
                };
                let code = |all: Result<(), Refusal>| all.map_err(|refusal| refusal.code);
                assert_eq!(
                    code(found.clone().with_act(false)),
                    expected,
                    "{step:?} {by:?}"
                );
                let with = if by == By::Doctor { Ok(()) } else { expected };
                assert_eq!(code(found.with_act(true)), with, "{step:?} {by:?}");
            }
        }
    }

    #[test]
    fn what_nothing_speaks_against_is_allowed() {
        for drug in [
            drug(
                "METFORMIN",
                &["METFORMIN HYDROCHLORIDE"],
                &["Prescription"],
                &["68:20.04"],
            ),
            // A doctor decides; it is never hidden (decision 144).
            drug("NEW THING", &["NEWMAB"], &[], &[]),
            // Words inside other words do not match.
            drug("APOMORPHINE", &["APOMORPHINE HYDROCHLORIDE"], &[], &[]),
            drug(
                "DEXTROMETHORPHAN",
                &["DEXTROMETHORPHAN HYDROBROMIDE"],
                &[],
                &[],
            ),
        ] {
            for step in STEPS {
                for by in ROLES {
                    assert_eq!(
                        verdict(&drug, "Human", step, by),
                        Verdict::Allowed,
                        "{}",
                        drug.name
                    );
                    assert_eq!(
                        verdict(&drug, "", step, by),
                        Verdict::Allowed,
                        "{}",
                        drug.name
                    );
                }
            }
            assert!(matches!(
                verdict(&drug, "VETERINARY", Step::Edit, By::Doctor),
                Verdict::Never(_)
            ));
        }
    }

    #[test]
    fn a_rule_that_hides_is_a_rule_that_crosses_out() {
        let filters = Filters::new(&[FilterRule {
            tc_ahfs_number: "80".into(),
            status: FilterStatus::DoNotShowUp,
            exceptions: Vec::new(),
            also: MatchedBy::default(),
        }]);
        let drug = JudgedDrug {
            name: "A VACCINE",
            ahfs_numbers: &["80:12".to_owned()],
            atc_numbers: &[],
            schedules: &["Schedule D".to_owned()],
            ingredients: &["SOMETHING"],
        };
        let found = judge(&filters, &drug, "Human", Step::Approve, By::Doctor);
        assert!(matches!(found, Verdict::NeedsAct(_)));
    }

    #[test]
    fn an_act_has_a_reason() {
        assert_eq!(
            exception_reason("CONTINUING", None),
            Ok(ExceptionReason::Continuing)
        );
        assert_eq!(
            exception_reason("OTHER", Some("on a ward")),
            Ok(ExceptionReason::Other)
        );
        for (code, text, field) in [
            ("", None, "exception.code"),
            ("BECAUSE", Some("of me"), "exception.code"),
            ("OTHER", None, "exception.text"),
            ("OTHER", Some("  no  "), "exception.text"),
        ] {
            assert_eq!(
                exception_reason(code, text).map_err(|one| one.0),
                Err(field),
                "{code}"
            );
        }
        let long = "a".repeat(LONGEST_REASON + 1);
        assert!(exception_reason("CONTINUING", Some(&long)).is_err());
        assert_eq!(
            ExceptionReason::Specialist.label(),
            "A specialist started it"
        );
    }
}
