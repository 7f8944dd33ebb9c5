// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /fax/{id}/paper`

use super::{BUSY, faxed_to, id};
use crate::support::{TestApp, on_both};

on_both!(the_very_bytes_that_left, refusals);

async fn the_very_bytes_that_left(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let left = &app.sandbox.outbox(Some("fax"), None)[0];
    for (part, number) in [("cover", 0), ("pages", 1)] {
        let paper = app
            .get(
                &app.users.admin,
                &format!("/fax/{}/paper?part={part}", id(&row)),
            )
            .await;
        assert_eq!(
            (paper.status, paper.content_type.as_str()),
            (200, "application/pdf"),
            "{part}"
        );
        assert_eq!(
            Some(paper.bytes),
            app.sandbox.attachment(&left.id, number),
            "{part}"
        );
    }
}

async fn refusals(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let path = format!("/fax/{}/paper", id(&row));
    for by in [
        &app.users.patient,
        &app.users.other,
        &app.users.customer_service,
    ] {
        app.get(by, &path).await.refused(403, "NOT_ALLOWED");
    }
    assert_eq!(
        app.get(&app.users.office, &format!("{path}?part=all"))
            .await
            .fields(),
        ["part"]
    );
    assert_eq!(
        app.get(
            &app.users.office,
            "/fax/0198a000-0000-7000-8000-000000000001/paper"
        )
        .await
        .status,
        404
    );
    // A document's own id opens nothing here.
    assert_eq!(
        app.get(
            &app.users.office,
            &format!(
                "/fax/{}/paper",
                row["subject"]["_id"].as_str().expect("an id")
            )
        )
        .await
        .status,
        404
    );
}
