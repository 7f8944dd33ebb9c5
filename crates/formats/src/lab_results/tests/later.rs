// SPDX-License-Identifier: AGPL-3.0-or-later

//! Later reports of an order.

use super::super::versions::after;
use super::*;
use ResultStatus::{Corrected, Deleted, Final, Preliminary, Wrong};

fn told(items: &[LabItem]) -> Vec<(&str, &str, ResultStatus)> {
    items
        .iter()
        .map(|item| {
            (
                item.name.as_str(),
                item.value.as_deref().unwrap_or("-"),
                item.status,
            )
        })
        .collect()
}

#[test]
fn what_was_said_since_takes_its_place_and_nothing_falls_out() {
    let earlier = [
        result("LDL", "3.9", Final),
        result("HDL", "1.2", Preliminary),
        result("Triglycerides", "1.0", Final),
    ];
    let later = [
        result("HDL", "1.3", Final),
        result("LDL", "3.1", Corrected),
        result("Ratio", "2.4", Final),
    ];
    assert_eq!(
        told(&after(&earlier, &later)),
        [
            ("LDL", "3.1", Corrected),
            ("HDL", "1.3", Final),
            ("Triglycerides", "1.0", Final),
            ("Ratio", "2.4", Final),
        ]
    );
}

#[test]
fn what_the_laboratory_deleted_stays_as_a_line_without_a_value() {
    let earlier = [result("LDL", "3.9", Final), result("HDL", "1.2", Final)];
    let later = [result("LDL", "3.9", Deleted), result("HDL", "1.2", Wrong)];
    assert_eq!(
        told(&after(&earlier, &later)),
        [("LDL", "-", Deleted), ("HDL", "1.2", Wrong)]
    );
}

#[test]
fn results_that_cannot_be_told_apart_are_never_exchanged_for_fewer() {
    let earlier = [result("Isolate", "A", Final), result("Isolate", "B", Final)];
    let one = [result("Isolate", "C", Corrected)];
    let two = [
        result("Isolate", "C", Corrected),
        result("Isolate", "D", Corrected),
    ];
    assert_eq!(
        told(&after(&earlier, &one)),
        [
            ("Isolate", "A", Final),
            ("Isolate", "B", Final),
            ("Isolate", "C", Corrected)
        ]
    );
    assert_eq!(
        told(&after(&earlier, &two)),
        [("Isolate", "C", Corrected), ("Isolate", "D", Corrected)]
    );
}

#[test]
fn the_same_again_changes_nothing() {
    let items = [result("LDL", "3.9", Final), result("HDL", "1.2", Final)];
    assert_eq!(after(&items, &items), items);
    assert_eq!(after(&items, &[]), items);
    assert_eq!(after(&[], &items), items);
}

#[test]
fn the_same_report_is_known_wherever_it_stood() {
    let text = message(&[OBR, OBX]);
    let one = only(&text);
    let moved = only(&format!("\n\n{}", text.replace("|M-1|", "|M-2|")));
    assert_eq!(one.print(), moved.print());
    let corrected = only(&message(&[OBR, &OBX.replace("3.9", "3.1")]));
    assert_ne!(one.print(), corrected.print());
}
