// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fax.

use super::counterpart::{Counterpart, nobody};
use super::{services, services_at};
use crate::fax::{FaxFailure, FaxFile, FaxState, NewFax, StopOutcome};
use crate::{Failure, ServiceError};

const FAX: NewFax<'_> = NewFax {
    to_number: "(604) 555-0142",
    files: &[
        FaxFile {
            name: "cover.pdf",
            bytes: b"%PDF-cover",
        },
        FaxFile {
            name: "prescription.pdf",
            bytes: b"%PDF-sheet",
        },
    ],
    account_code: "attempt-1",
    notify_url: Some("https://salal.example/hint"),
};

async fn queue(file: &str) -> Result<String, ServiceError> {
    let counterpart = Counterpart::playing(&format!("fax/{file}.http")).await;
    let answer = services(&counterpart).fax.queue(&FAX).await;
    counterpart.finish().await;
    answer
}

#[tokio::test]
async fn a_fax_is_queued_whether_its_id_is_a_number_or_text() {
    assert_eq!(queue("queue").await.unwrap(), "523998456");
    assert_eq!(queue("queue-text-id").await.unwrap(), "523998457");
}

#[tokio::test]
async fn failures_of_queueing_keep_refused_and_unknown_apart() {
    let refused = queue("refused").await.unwrap_err();
    assert!(
        refused.refusal_code().is_some() && refused.nothing_happened(),
        "{refused}"
    );
    let ours = queue("bad-sign-on").await.unwrap_err();
    assert!(matches!(ours.kind, Failure::Misconfigured { .. }), "{ours}");
    for file in ["lost", "broken"] {
        let error = queue(file).await.unwrap_err();
        assert!(error.is_unknown(), "{file}: {error}");
    }
    let services = services_at(&nobody().await, |_| {});
    let error = services.fax.queue(&FAX).await.unwrap_err();
    assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_fax_that_cannot_be_sent_never_leaves() {
    let services = services_at(&nobody().await, |_| {});
    let bad = [
        NewFax {
            to_number: "911",
            ..FAX
        },
        NewFax {
            to_number: "2604 555 0142",
            ..FAX
        },
        NewFax {
            account_code: "",
            ..FAX
        },
        NewFax {
            account_code: "more than twenty characters",
            ..FAX
        },
        NewFax { files: &[], ..FAX },
    ];
    for fax in bad {
        let error = services.fax.queue(&fax).await.unwrap_err();
        assert!(error.refusal_code().is_some(), "{fax:?}: {error}");
    }
}

#[tokio::test]
async fn a_fax_is_followed_to_its_end() {
    let counterpart = Counterpart::playing("fax/status.http").await;
    let services = services(&counterpart);
    let waiting = services.fax.get_status("523998456").await.unwrap();
    assert_eq!(
        (waiting.state, waiting.pages),
        (FaxState::InProgress, Some(2))
    );
    assert_eq!((waiting.sent_at_unix, waiting.remote_id), (None, None));
    let sent = services.fax.get_status("523998456").await.unwrap();
    assert_eq!(
        (sent.state, sent.sent_at_unix),
        (FaxState::Sent, Some(1_767_636_000))
    );
    assert_eq!(sent.remote_id.as_deref(), Some("16045550142"));
    let failed = services.fax.get_status("523998456").await.unwrap();
    assert_eq!(
        failed.state,
        FaxState::Failed {
            reason: FaxFailure::NoRemoteFax
        }
    );
    assert_eq!(failed.provider_id, "523998456");
    counterpart.finish().await;
}

#[tokio::test]
async fn a_fax_the_provider_does_not_know_is_a_refusal_of_the_question() {
    let counterpart = Counterpart::playing("fax/status-not-found.http").await;
    let error = services(&counterpart)
        .fax
        .get_status("523998456")
        .await
        .unwrap_err();
    counterpart.finish().await;
    assert_eq!(error.refusal_code(), Some("not_found"));
}

#[tokio::test]
async fn a_lost_fax_is_found_by_our_own_reference() {
    let counterpart = Counterpart::playing("fax/outbox.http").await;
    let services = services(&counterpart);
    let found = services
        .fax
        .find_by_account_code("attempt-1")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found.provider_id, "523998456");
    assert_eq!(found.state, FaxState::InProgress);
    let none = services
        .fax
        .find_by_account_code("attempt-1")
        .await
        .unwrap();
    assert_eq!(none, None, "an empty outbox is empty text");
    counterpart.finish().await;
}

#[tokio::test]
async fn a_fax_can_be_withdrawn_only_while_it_waits() {
    let counterpart = Counterpart::playing("fax/stop.http").await;
    let services = services(&counterpart);
    assert_eq!(
        services.fax.stop("523998456").await,
        Ok(StopOutcome::Stopped)
    );
    assert_eq!(
        services.fax.stop("523998456").await,
        Ok(StopOutcome::TooLate)
    );
    counterpart.finish().await;
}

#[test]
fn only_what_a_person_must_mend_is_permanent() {
    let all = [
        (FaxFailure::Busy, false),
        (FaxFailure::NoAnswer, false),
        (FaxFailure::NoRemoteFax, false),
        (FaxFailure::Other, false),
        (FaxFailure::InvalidNumber, true),
        (FaxFailure::VoiceLine, true),
        (FaxFailure::Document, true),
        (FaxFailure::Stopped, true),
    ];
    for (reason, permanent) in all {
        assert_eq!(reason.is_permanent(), permanent, "{reason:?}");
    }
}
