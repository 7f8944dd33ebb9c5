// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tables of steps, states and refusals.

use super::*;
use MedicationStatus::{Approved, Rejected};
use PrescriptionStatus as S;

fn line(status: Option<MedicationStatus>) -> LineFacts {
    LineFacts {
        status,
        has_total: true,
        unsignable: None,
    }
}

fn facts(status: S, lines: &[LineFacts]) -> Facts<'_> {
    Facts {
        status,
        copy: if status == S::Faxed {
            CopyFact::Faxed
        } else {
            CopyFact::None
        },
        was_refunded: status == S::Refunded,
        lines,
        signature: SignatureFact::Signed,
        destination: Standing::Listed,
        has_college_number: true,
        cancelling_allowed: true,
        encounter_missing: false,
        refundable: Cents(1000),
    }
}

/// The states in which `step` is allowed, whatever the lines.
fn states(step: fn(&Facts<'_>) -> Allowed, lines: &[LineFacts]) -> Vec<S> {
    S::ALL
        .into_iter()
        .filter(|status| step(&facts(*status, lines)).is_ok())
        .collect()
}

#[test]
fn steps_are_allowed_in_the_states_of_the_contract() {
    let open = [line(None)];
    let approved = [line(Some(Approved)), line(Some(Rejected))];
    let rejected = [line(Some(Rejected))];
    assert_eq!(states(|facts| can_pay(facts.status), &open), [S::Created]);
    assert_eq!(states(can_cancel, &open), [S::Created, S::Pending]);
    assert_eq!(states(can_acknowledge, &open), [S::Pending]);
    let working = [S::Pending, S::Acknowledged, S::Rejected, S::Approved];
    assert_eq!(states(can_decide, &open), working);
    assert_eq!(states(can_edit, &open), working);
    assert_eq!(states(can_fax, &open), []);
    assert_eq!(states(can_fax, &rejected), []);
    let faxable = [
        S::Pending,
        S::Acknowledged,
        S::Refunded,
        S::Faxed,
        S::Rejected,
        S::Approved,
    ];
    assert_eq!(states(can_fax, &approved), faxable);
    assert_eq!(states(can_refund, &open), []);
    assert!(!states(can_refund, &approved).contains(&S::Refunded));
    assert!(states(can_refund, &rejected).contains(&S::Rejected));
}

#[test]
fn a_patient_names_a_pharmacy_only_where_nothing_can_arrive() {
    let lines = [line(Some(Approved)), line(Some(Rejected))];
    let rejected = [line(Some(Rejected))];
    let base = facts(S::Approved, &lines);
    let code = |facts: &Facts<'_>| can_name_pharmacy(facts).map_err(|refusal| refusal.code);
    assert_eq!(code(&base), Err("PHARMACY_IN_LIST"));
    for destination in [Standing::Gone, Standing::OtherNumber, Standing::NoNumber] {
        assert_eq!(
            code(&Facts {
                destination,
                ..base
            }),
            Ok(())
        );
    }
    for (copy, expected) in [
        (CopyFact::Failed, Ok(())),
        (CopyFact::Faxed, Err("COPY_OUT")),
        (CopyFact::Printed, Err("COPY_OUT")),
        (CopyFact::HandedOver, Err("COPY_OUT")),
        (CopyFact::Voiding, Err("COPY_OUT")),
    ] {
        assert_eq!(code(&Facts { copy, ..base }), expected);
    }
    let gone = Facts {
        destination: Standing::Gone,
        ..base
    };
    let canceled = Facts {
        status: S::Canceled,
        ..gone
    };
    assert_eq!(code(&canceled), Err("CANCELED"));
    // Its fee was returned after it was cancelled.
    let open = [line(Some(Approved)), line(None)];
    let returned = Facts {
        status: S::Refunded,
        lines: &open,
        ..gone
    };
    assert_eq!(code(&returned), Err("CANCELED"));
    let choice = can_choose_pharmacy(&returned).map_err(|refusal| refusal.code);
    assert_eq!(choice, Err("CANCELED"));
    let partly = Facts {
        status: S::Refunded,
        ..gone
    };
    assert_eq!(code(&partly), Ok(()));
    let nothing = Facts {
        lines: &rejected,
        ..gone
    };
    assert_eq!(code(&nothing), Err("NOTHING_APPROVED"));
}

#[test]
fn a_refusal_says_what_to_do() {
    let lines = [line(Some(Approved))];
    let base = facts(S::Approved, &lines);
    let code = |facts: &Facts<'_>| can_fax(facts).map_err(|refusal| refusal.code);
    assert_eq!(code(&base), Ok(()));
    for (signature, expected) in [
        (SignatureFact::Missing, "NOT_SIGNED"),
        (SignatureFact::Voided, "SIGNATURE_VOID"),
        (SignatureFact::CopyVoided, "SIGNATURE_VOID"),
        (SignatureFact::ForInk, "INK_SIGNATURE"),
    ] {
        assert_eq!(code(&Facts { signature, ..base }), Err(expected));
    }
    let standing = |destination| Facts {
        destination,
        ..base
    };
    assert_eq!(code(&standing(Standing::NoNumber)), Err("NO_FAX_NUMBER"));
    for (gone, expected) in [
        (Standing::Gone, "PHARMACY_GONE"),
        (Standing::OtherNumber, "PHARMACY_NUMBER_CHANGED"),
    ] {
        let facts = standing(gone);
        assert_eq!(code(&facts), Err(expected));
        for step in [can_sign, can_print] {
            let refused = step(&facts).map_err(|refusal| refusal.code);
            assert_eq!(refused, Err(expected));
        }
    }
    let no_total = [LineFacts {
        has_total: false,
        ..line(Some(Approved))
    }];
    assert_eq!(
        code(&Facts {
            lines: &no_total,
            ..base
        }),
        Err("NO_TOTAL")
    );
    let rejected_without_total = [
        lines[0].clone(),
        LineFacts {
            has_total: false,
            ..line(Some(Rejected))
        },
    ];
    assert_eq!(
        code(&Facts {
            lines: &rejected_without_total,
            ..base
        }),
        Ok(())
    );
    let sign = can_sign(&Facts {
        has_college_number: false,
        ..base
    });
    assert_eq!(sign.unwrap_err().code, "NO_COLLEGE_NUMBER");
    assert!(
        can_print(&Facts {
            signature: SignatureFact::ForInk,
            ..base
        })
        .is_ok()
    );
}

#[test]
fn nothing_changes_after_a_fax_or_a_refund() {
    let lines = [line(Some(Approved)), line(Some(Rejected))];
    let faxed_then_refunded = Facts {
        copy: CopyFact::Faxed,
        ..facts(S::Refunded, &lines)
    };
    assert!(can_edit(&faxed_then_refunded).is_err());
    assert!(can_choose_pharmacy(&faxed_then_refunded).is_err());
    assert!(can_refund(&faxed_then_refunded).is_err());
    assert!(can_fax(&faxed_then_refunded).is_ok());
    assert!(
        can_refund(&Facts {
            refundable: Cents::ZERO,
            ..facts(S::Approved, &lines)
        })
        .is_err()
    );
    assert!(
        can_cancel(&Facts {
            cancelling_allowed: false,
            ..facts(S::Created, &lines)
        })
        .is_err()
    );
}

#[test]
fn the_outcome_follows_the_lines() {
    let status = status_after_decisions;
    assert_eq!(status(true, &[None, Some(Approved)]), S::Acknowledged);
    assert_eq!(status(false, &[None]), S::Pending);
    assert_eq!(
        status(false, &[Some(Approved), Some(Rejected)]),
        S::Approved
    );
    assert_eq!(status(true, &[Some(Rejected), Some(Rejected)]), S::Rejected);
}

#[test]
fn an_approval_wants_the_encounter_where_the_clinic_asks_for_one() {
    let lines = [line(None)];
    let met = facts(S::Pending, &lines);
    let unmet = Facts {
        encounter_missing: true,
        ..facts(S::Pending, &lines)
    };
    assert!(can_approve(&met).is_ok());
    assert_eq!(
        can_approve(&unmet).map_err(|refusal| refusal.code),
        Err("NO_ENCOUNTER")
    );
    // A rejection needs none.
    assert!(can_decide(&unmet).is_ok());
}

#[test]
fn directions_that_cannot_be_printed_lawfully_leave_by_no_way() {
    let unsignable = LineFacts {
        unsignable: Some("Metformin: “As directed” alone cannot be signed.".into()),
        ..line(Some(Approved))
    };
    let rejected = LineFacts {
        status: Some(Rejected),
        ..unsignable.clone()
    };
    for step in [can_sign, can_fax, can_print] {
        let lines = [line(Some(Approved)), unsignable.clone()];
        let refusal = step(&facts(S::Approved, &lines)).unwrap_err();
        assert_eq!(refusal.code, DIRECTIONS);
        assert!(refusal.message.starts_with("Metformin: "));
        let lines = [line(Some(Approved)), rejected.clone()];
        assert_eq!(step(&facts(S::Approved, &lines)), Ok(()));
    }
}
