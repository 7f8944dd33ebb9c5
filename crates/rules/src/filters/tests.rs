//! Filters one by one, and over the real catalogue where it is at hand.

use super::*;

fn rule(number: &str, status: FilterStatus, exceptions: &[&str]) -> FilterRule {
    FilterRule {
        tc_ahfs_number: number.into(),
        status,
        exceptions: exceptions.iter().map(|name| (*name).to_owned()).collect(),
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
fn the_real_catalogue_is_filtered_by_the_published_figures() {
    let Some(sources) = crate::drug_database::tests::marketed() else {
        return;
    };
    let built = crate::drug_database::build(&sources).unwrap();
    let humans = || built.drugs.iter().filter(|drug| drug.is_human());
    let of = |number: &str| {
        let under =
            |drug: &&DrugRecord| drug.tc_ahfs_numbers.iter().any(|one| is_under(one, number));
        humans().filter(under).count()
    };
    assert_eq!(of("28:08.08"), 265);
    assert_eq!(of("28:24.08"), 88);
    assert_eq!(of("24:06.08"), 321);
    assert_eq!(of("08"), 777);
    let filters = Filters::new(&[]);
    for drug in humans() {
        let judged = filters.judge_record(drug);
        if matches!(drug.drug_code, 77_922 | 91_790) {
            assert!(!judged.is_selectable(), "{}", drug.name);
        }
        if drug
            .schedules
            .iter()
            .any(|schedule| schedule.contains("CDSA"))
        {
            assert_eq!(
                judged.strictest(),
                Some(FilterStatus::CrossOut),
                "{}",
                drug.name
            );
        }
    }
    let selectable = humans()
        .filter(|drug| filters.judge_record(drug).is_selectable())
        .count();
    assert!((10_300..10_800).contains(&selectable), "{selectable}");
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
