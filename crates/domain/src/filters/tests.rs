// SPDX-License-Identifier: AGPL-3.0-or-later

//! Filters individually, and over real products of the register.

use super::*;
use crate::falls::{Fall, FallKind, added_up};
use crate::testing;

fn rule(number: &str, status: FilterStatus, exceptions: &[&str]) -> FilterRule {
    FilterRule {
        tc_ahfs_number: number.into(),
        status,
        exceptions: exceptions.iter().map(|name| (*name).to_owned()).collect(),
        also: MatchedBy::default(),
    }
}

fn judge(
    rules: &[FilterRule],
    name: &str,
    ahfs: &[&str],
    schedules: &[&str],
    ingredients: &[&str],
) -> Judgement {
    let texts = |list: &[&str]| {
        list.iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    Filters::new(rules).judge(&JudgedDrug {
        name,
        ahfs_numbers: &texts(ahfs),
        atc_numbers: &[],
        schedules: &texts(schedules),
        ingredients,
    })
}

#[test]
fn numbers_match_by_whole_parts() {
    for (number, prefix, matched) in [
        ("28:08.08", "28:08", true),
        ("28:08.08", "28:08.08", true),
        ("28:080", "28:08", false),
        ("28:08.08", "28:08.0", false),
        ("28:08", "28:08.08", false),
        ("08:12.16", "08", true),
        ("08:12.16", "08:", true),
        ("40:34.00*", "40:34.00", true),
    ] {
        assert_eq!(is_under(number, prefix), matched, "{number} {prefix}");
    }
}

#[test]
fn the_strictest_of_all_filters_counts() {
    let rules = [
        rule("28:08", FilterStatus::CrossOut, &[]),
        rule("28", FilterStatus::DoNotShowUp, &[]),
    ];
    let found = judge(&rules, "X", &["28:08.08"], &["Prescription"], &["A"]);
    assert_eq!(found.hits[0].status, FilterStatus::DoNotShowUp);
    assert!(!found.is_selectable() && !found.is_shown_to_patients());
    assert!(judge(&rules, "X", &["24:06.08"], &["Prescription"], &["A"]).is_selectable());
}

#[test]
fn an_exception_covers_only_drugs_made_of_it() {
    let rules = [rule(
        "28:08.08",
        FilterStatus::CrossOut,
        &["Acetaminophen", "Caffeine"],
    )];
    let selectable = |ingredients: &[&str]| {
        judge(&rules, "X", &["28:08.08"], &["OTC"], ingredients).is_selectable()
    };
    assert!(selectable(&["ACETAMINOPHEN", "CAFFEINE"]));
    assert!(selectable(&["CAFFEINE (CAFFEINE CITRATE)"]));
    assert!(!selectable(&["ACETAMINOPHEN", "CODEINE"]));
    assert!(!selectable(&["PARA-ACETAMINOPHEN"]));
    assert!(!selectable(&[]));
}

#[test]
fn controlled_schedules_are_always_crossed_out() {
    for schedule in [
        "Narcotic (CDSA I)",
        "Narcotic (CDSA II)",
        "Schedule G (CDSA III)",
        "Schedule G (CDSA IV)",
        "Targeted (CDSA IV)",
    ] {
        let found = judge(&[], "X", &["24:06.08"], &["Prescription", schedule], &["A"]);
        assert_eq!(
            found.strictest(),
            Some(FilterStatus::CrossOut),
            "{schedule}"
        );
        assert!(found.is_shown_to_patients());
    }
    for schedule in ["Prescription", "OTC", "Ethical", "Schedule D", "Schedule C"] {
        assert!(
            judge(&[], "X", &["24:06.08"], &[schedule], &["A"]).is_selectable(),
            "{schedule}"
        );
    }
    assert!(
        !judge(
            &[],
            "X",
            &["28:08.08"],
            &["Prescription"],
            &[
                "TRAMADOL HYDROCHLORIDE",
                "TRAMADOL (TRAMADOL HYDROCHLORIDE)"
            ]
        )
        .is_selectable()
    );
}

#[test]
fn the_two_names_are_crossed_out_exactly() {
    for name in ["PLAN B", "Plan b", "BACKUP PLAN ONESTEP"] {
        assert!(!judge(&[], name, &["68:12.00"], &["OTC"], &["A"]).is_selectable());
    }
    assert!(judge(&[], "PLAN BETTER", &["68:12.00"], &["OTC"], &["A"]).is_selectable());
}

#[test]
fn a_drug_without_class_and_schedule_needs_a_doctor() {
    let found = judge(&[], "X", &[], &[], &["A"]);
    assert!(found.needs_doctor && found.is_selectable() && found.is_shown_to_patients());
    assert!(!judge(&[], "X", &[], &["Prescription"], &["A"]).needs_doctor);
}

#[test]
fn the_register_is_filtered_by_the_published_figures() {
    let sources = testing::register::marketed(&testing::extract());
    let built = salal_formats::drug_database::build(&sources).unwrap();
    let classes = [
        ("28:08.08", 51),
        ("28:24.08", 14),
        ("24:06.08", 127),
        ("08", 196),
    ];
    testing::filters::has_the_published_figures(&built.drugs, &classes, 1102..=1102);
}

/// Like [`judge`], with the properties of a current extract.
fn judge_today(rules: &[FilterRule], atc: &str, schedule: &str, ingredients: &[&str]) -> Judgement {
    Filters::new(rules).judge(&JudgedDrug {
        name: "X",
        ahfs_numbers: &[],
        atc_numbers: &[atc.to_owned()],
        schedules: &[schedule.to_owned()],
        ingredients,
    })
}

#[test]
fn without_ahfs_numbers_the_default_filters_match_by_atc_and_ingredient() {
    use FilterStatus::{CrossOut, DoNotShowUp};
    for (atc, ingredients, wanted) in [
        (
            "J01CA04",
            &["AMOXICILLIN (AMOXICILLIN TRIHYDRATE)"] as &[&str],
            Some(CrossOut),
        ),
        (
            "J01MA02",
            &["CIPROFLOXACIN (CIPROFLOXACIN HYDROCHLORIDE)"],
            Some(CrossOut),
        ),
        (
            "J05AB11",
            &["VALACYCLOVIR (VALACYCLOVIR HYDROCHLORIDE)"],
            None,
        ),
        ("J05AB01", &["ACYCLOVIR"], None),
        ("J05AB09", &["FAMCICLOVIR"], Some(CrossOut)),
        ("N05CF01", &["ZOPICLONE"], Some(CrossOut)),
        (
            "J07BB02",
            &["HAEMAGGLUTININ-STRAIN A (H1N1)"],
            Some(DoNotShowUp),
        ),
        ("J01AA02", &["DOXYCYCLINE (DOXYCYCLINE HYCLATE)"], None),
        ("J01AA07", &["TETRACYCLINE HYDROCHLORIDE"], Some(CrossOut)),
        ("P01BA02", &["HYDROXYCHLOROQUINE SULFATE"], None),
        ("P01BA01", &["CHLOROQUINE PHOSPHATE"], Some(CrossOut)),
        ("N03AX12", &["GABAPENTIN"], Some(CrossOut)),
        ("N02BF02", &["PREGABALIN"], Some(CrossOut)),
        ("", &["GABAPENTIN"], Some(CrossOut)),
        ("N02AX02", &["TRAMADOL HYDROCHLORIDE"], Some(CrossOut)),
        (
            "R05FA02",
            &["CODEINE PHOSPHATE", "GUAIFENESIN"],
            Some(CrossOut),
        ),
        (
            "M03BB53",
            &["ACETAMINOPHEN", "CODEINE PHOSPHATE", "METHOCARBAMOL"],
            Some(CrossOut),
        ),
        ("R05DA09", &["DEXTROMETHORPHAN HYDROBROMIDE"], None),
        (
            "N06BA09",
            &["ATOMOXETINE (ATOMOXETINE HYDROCHLORIDE)"],
            None,
        ),
        (
            "N06BA04",
            &["METHYLPHENIDATE HYDROCHLORIDE"],
            Some(CrossOut),
        ),
        ("A08AB01", &["ORLISTAT"], None),
        ("N02BE01", &["ACETAMINOPHEN"], None),
        ("M01AE02", &["NAPROXEN"], None),
        ("C10AA05", &["ATORVASTATIN"], None),
        ("H03AA01", &["LEVOTHYROXINE SODIUM"], None),
        ("D06AX01", &["FUSIDIC ACID"], None),
    ] {
        let found = judge_today(&default_filters(), atc, "Prescription", ingredients);
        assert_eq!(found.strictest(), wanted, "{atc} {ingredients:?}");
    }
    let found = judge_today(&[], "G03AD02", "Prescription", &["ULIPRISTAL ACETATE"]);
    assert_eq!(found.strictest(), Some(CrossOut));
}

#[test]
fn exceptions_hold_by_every_way_of_matching_and_exactly() {
    let rules = [rule("08:18", FilterStatus::CrossOut, &["VALACYCLOVIR"])];
    for (ingredients, is_selectable) in [
        (
            &["VALACYCLOVIR (VALACYCLOVIR HYDROCHLORIDE)"] as &[&str],
            true,
        ),
        (&["VALACYCLOVIR", "OTHER"], false),
        (&["VALACYCLOVIRINE"], false),
        (&["VALGANCICLOVIR"], false),
    ] {
        let found = judge_today(&rules, "J05AB11", "Prescription", ingredients);
        assert_eq!(found.is_selectable(), is_selectable, "{ingredients:?}");
    }
}

#[test]
fn a_filter_matches_by_what_its_administrator_added() {
    let mut own = rule("24:06.08", FilterStatus::CrossOut, &[]);
    own.also = MatchedBy {
        atc_numbers: vec!["C10AA".into()],
        schedules: vec!["Schedule D".into()],
        ingredients: vec!["Red Yeast".into()],
    };
    let rules = [own];
    for (atc, schedule, ingredient, is_selectable) in [
        ("C10AA05", "Prescription", "ATORVASTATIN", false),
        ("C10AB05", "Prescription", "FENOFIBRATE", true),
        ("C10AX13", "SCHEDULE D", "EVOLOCUMAB", false),
        ("", "OTC", "EXTRACT OF RED YEAST RICE", false),
        ("", "OTC", "RED RICE YEAST", true),
    ] {
        let found = judge_today(&rules, atc, schedule, &[ingredient]);
        assert_eq!(found.is_selectable(), is_selectable, "{ingredient}");
    }
    let by_atc = [rule("N02BF", FilterStatus::CrossOut, &[])];
    assert!(!judge_today(&by_atc, "N03AX12", "Prescription", &["X"]).is_selectable());
    assert!(judge_today(&by_atc, "N03AX09", "Prescription", &["LAMOTRIGINE"]).is_selectable());
}

fn drug(name: &str, ahfs: &[&str], atc: &[&str]) -> DrugRecord {
    let texts = |list: &[&str]| {
        list.iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    DrugRecord {
        name: name.into(),
        class_name: "Human".into(),
        tc_ahfs_numbers: texts(ahfs),
        atc_numbers: texts(atc),
        schedules: vec!["Prescription".into()],
        ..DrugRecord::default()
    }
}

#[test]
fn a_rule_that_falls_silent_is_told_with_what_it_matched() {
    let rules = [
        rule("08:12.16", FilterStatus::CrossOut, &[]),
        rule("24:06.08", FilterStatus::CrossOut, &[]),
        rule("92:92", FilterStatus::CrossOut, &[]),
    ];
    let filters = Filters::new(&rules);
    let before = numbered(vec![
        drug("AMOXI", &["08:12.16.08"], &["J01CA04"]),
        drug("ATORVA", &["24:06.08"], &["C10AA05"]),
        drug("ATORVA", &["24:06.08"], &["C10AA05"]),
        drug("ROSUVA", &["24:06.08"], &["C10AA07"]),
        drug("PLAN B", &["68:12.00"], &["G03AD01"]),
    ]);
    let mut today = before.clone();
    for one in &mut today {
        one.tc_ahfs_numbers.clear();
    }
    let before = filters.matches(before.iter());
    let after = filters.matches(today.iter());
    assert_eq!(
        falls(&before, &after, &[]),
        [Fall {
            kind: FallKind::Drugs,
            rule: "Class 24:06.08".into(),
            matched: 3,
            now: 0,
            earlier: 0,
            examples: vec!["ATORVA".into(), "ROSUVA".into()],
        }]
    );
    let gone = filters.matches(today[1..2].iter());
    let told: Vec<_> = falls(&before, &gone, &[])
        .into_iter()
        .map(|one| one.rule)
        .collect();
    assert_eq!(
        told,
        [
            "Emergency contraception, by name and ATC code",
            "Penicillins (08:12.16)",
            "Class 24:06.08"
        ]
    );
    assert_eq!(falls(&after, &before, &[]), []);
    assert_eq!(shrunk(&before, &filters.matches(today.iter())).count(), 0);
}

/// A number of drugs of one class, some of them with a schedule.
fn drugs_of(count: usize, ahfs: &str, schedule: &str) -> Vec<DrugRecord> {
    let one = |at: usize| DrugRecord {
        schedules: vec![schedule.into()],
        ..drug(&format!("DRUG {at}"), &[ahfs], &[])
    };
    numbered((0..count).map(one).collect())
}

fn numbered(mut drugs: Vec<DrugRecord>) -> Vec<DrugRecord> {
    for (code, one) in (1..).zip(&mut drugs) {
        one.drug_code = code;
    }
    drugs
}

/// The falls and the shrunk rules when so many drugs of a rule on 92:92 remain.
fn left_of(before: usize, now: usize, schedule: &str) -> (Vec<Fall>, usize) {
    let filters = Filters::new(&[rule("92:92", FilterStatus::CrossOut, &[])]);
    let drugs = drugs_of(before, "92:92", schedule);
    let (before, after) = (
        filters.matches(drugs.iter()),
        filters.matches(drugs[..now].iter()),
    );
    let looked_at = shrunk(&before, &after).count();
    (falls(&before, &after, &[]), looked_at)
}

#[test]
fn small_losses_of_several_builds_add_up() {
    let filters = Filters::new(&[rule("92:92", FilterStatus::CrossOut, &[])]);
    let drugs = drugs_of(20, "92:92", "Prescription");
    let of = |count: usize| filters.matches(drugs[..count].iter());
    let step = |from, to| lost(&of(from), &of(to));
    // Each step loses at most a third; with the second, the total is more than half of the twenty.
    assert_eq!(falls(&of(20), &of(14), &[]), []);
    let earlier = added_up([(step(20, 14), Vec::new())]);
    let fall = falls(&of(14), &of(9), &earlier);
    let figures: Vec<_> = fall
        .iter()
        .map(|one| (one.matched, one.now, one.earlier))
        .collect();
    assert_eq!(figures, [(20, 9, 6)]);
    assert_eq!(fall[0].examples, ["DRUG 9", "DRUG 10", "DRUG 11"]);
    assert_eq!(falls(&of(14), &of(9), &[]), [], "by itself it is too small");
    assert_eq!(falls(&of(14), &of(14), &earlier), [], "nothing is lost");
    assert_eq!(falls(&of(14), &of(10), &earlier), [], "half, and not more");
    // Restored drugs are not missing.
    assert_eq!(falls(&of(20), &of(14), &earlier), []);
    let agreed = added_up([(step(20, 14), Vec::new()), (step(14, 9), fall)]);
    assert_eq!(falls(&of(9), &of(7), &agreed), []);
}

#[test]
fn a_rule_that_loses_more_than_half_of_its_drugs_stops_a_build() {
    for (before, now, stops, is_looked_at) in [
        (699, 151, true, false),
        (100, 49, true, false),
        (100, 50, false, true),
        (100, 75, false, false),
        (4, 1, true, false),
        // Too few for a percentage; a rule without matches is reported in any case.
        (3, 1, false, true),
        (3, 0, true, false),
        (10, 10, false, false),
    ] {
        let (told, looked_at) = left_of(before, now, "Prescription");
        assert_eq!(
            (told.len(), looked_at),
            (usize::from(stops), usize::from(is_looked_at)),
            "{before} -> {now}: {told:?}"
        );
    }
    let (told, _) = left_of(699, 151, "Prescription");
    assert_eq!(
        told,
        [Fall {
            kind: FallKind::Drugs,
            earlier: 0,
            rule: "Class 92:92".into(),
            matched: 699,
            now: 151,
            examples: vec!["DRUG 151".into(), "DRUG 152".into(), "DRUG 153".into()],
        }]
    );
}

#[test]
fn of_controlled_substances_a_tenth_is_too_much() {
    for (before, now, stops) in [
        (21, 4, true),
        (699, 573, true),
        (100, 89, true),
        (100, 90, false),
        (20, 16, true),
        (20, 17, false),
        (4, 3, false),
        (4, 2, true),
        (3, 2, false),
    ] {
        for schedule in ["Narcotic (CDSA I)", "Targeted (CDSA IV)", "Schedule G"] {
            // By the built-in rule, and by the administrators' rule on their class.
            let (told, _) = left_of(before, now, schedule);
            assert_eq!(
                told.len(),
                2 * usize::from(stops),
                "{before} -> {now}: {told:?}"
            );
        }
    }
    let (told, _) = left_of(21, 4, "Narcotic (CDSA I)");
    assert_eq!(told[0].rule, "Controlled substances, by their schedule");
}

#[test]
fn drugs_that_lose_their_schedule_stop_a_build() {
    let filters = Filters::new(&[]);
    let before = drugs_of(400, "92:92", "Prescription");
    let without = |from: usize, to: usize| {
        let mut now = before.clone();
        for one in &mut now[from..to] {
            one.schedules.clear();
        }
        filters.matches(now.iter())
    };
    let all = without(0, 0);
    for (lost, stops) in [(0, 0), (8, 0), (9, 1), (400, 1)] {
        assert_eq!(falls(&all, &without(0, lost), &[]).len(), stops, "{lost}");
    }
    let told = falls(&all, &without(0, 9), &[]);
    assert_eq!(
        (told[0].rule.as_str(), told[0].matched, told[0].now),
        ("Drugs with a schedule", 400, 391)
    );
    // Three of few is little, and a drug that left the market lost no schedule.
    let few = |drugs: &[DrugRecord]| filters.matches(drugs.iter());
    assert_eq!(falls(&all, &few(&before[..300]), &[]), []);
    let mut three = before[..10].to_vec();
    for one in &mut three[..3] {
        one.schedules.clear();
    }
    assert_eq!(falls(&few(&before[..10]), &few(&three), &[]), []);
    // Small steps add up.
    let step = (lost(&all, &without(0, 8)), Vec::new());
    let told = falls(&without(0, 8), &without(0, 9), &added_up([step]));
    assert_eq!((told[0].matched, told[0].earlier), (400, 8));
}

/// Each property of every drug, removed from one in fifty and more, and the contents of two swapped.
#[test]
fn drugs_that_lose_what_every_drug_has_stop_a_build() {
    let filters = Filters::new(&[]);
    let mut before = drugs_of(400, "92:92", "Prescription");
    for one in &mut before {
        one.status = "MARKETED".into();
        one.formulations = vec!["TABLET".into()];
        one.administrations = vec!["ORAL".into()];
        one.atc_numbers = vec!["C10AA05".into()];
    }
    let matches = |drugs: &[DrugRecord]| filters.matches(drugs.iter());
    let all = matches(&before);
    type Take = fn(&mut DrugRecord);
    let takes: [(&str, Take); 4] = [
        ("Drugs with a dosage form", |drug| drug.formulations.clear()),
        ("Drugs with a route", |drug| drug.administrations.clear()),
        ("Drugs with an ATC code", |drug| drug.atc_numbers.clear()),
        ("Drugs with a status", |drug| drug.status.clear()),
    ];
    for (rule, take) in takes {
        for (taken, stops) in [(8, false), (9, true), (400, true)] {
            let mut now = before.clone();
            now[..taken].iter_mut().for_each(take);
            let told = falls(&all, &matches(&now), &[]);
            let is_told = told.iter().any(|one| one.rule == rule);
            assert_eq!(is_told, stops, "{rule}, {taken}: {told:?}");
        }
    }
    for (changed, stops) in [(40, 0), (41, 1)] {
        let mut now = before.clone();
        for one in &mut now[..changed] {
            one.formulations = vec!["ORAL".into()];
        }
        assert_eq!(falls(&all, &matches(&now), &[]).len(), stops, "{changed}");
    }
    // An additional form is not a different form.
    let mut now = before.clone();
    for one in &mut now {
        one.formulations.push("TABLET (CHEWABLE)".into());
    }
    assert_eq!(falls(&all, &matches(&now), &[]), []);
}

#[test]
fn a_new_installation_stops_antibiotics_and_lets_daily_medications_pass() {
    let selectable = |ahfs: &str, ingredient: &str| {
        judge(
            &default_filters(),
            "X",
            &[ahfs],
            &["Prescription"],
            &[ingredient],
        )
        .is_selectable()
    };
    for (ahfs, ingredient) in [
        ("08:12.16.08", "AMOXICILLIN"),
        ("08:12.24", "TETRACYCLINE"),
        ("28:24.08", "LORAZEPAM"),
        ("28:08.08", "CODEINE"),
    ] {
        assert!(!selectable(ahfs, ingredient), "{ingredient}");
    }
    for (ahfs, ingredient) in [
        ("24:06.08", "ATORVASTATIN"),
        ("28:08.04.92", "NAPROXEN"),
        ("08:12.24", "DOXYCYCLINE (DOXYCYCLINE HYCLATE)"),
        ("08:18.32", "VALACYCLOVIR (VALACYCLOVIR HYDROCHLORIDE)"),
        ("08:30.08", "HYDROXYCHLOROQUINE SULFATE"),
        ("68:36.04", "LEVOTHYROXINE SODIUM"),
    ] {
        assert!(selectable(ahfs, ingredient), "{ingredient}");
    }
}

#[test]
fn an_extract_of_today_is_judged_as_that_of_may_2020() {
    let sources = testing::register::sources(&testing::extract());
    testing::filters::today_is_judged_as_may_2020(sources, 1_501, 13);
}
