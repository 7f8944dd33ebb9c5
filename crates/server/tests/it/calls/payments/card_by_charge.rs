// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /payment/card-by-charge/{id}`

use crate::support::{TestApp, on_both, stable};

on_both!(the_card_on_the_receipt);

async fn the_card_on_the_receipt(app: &TestApp) {
    let paid = app.paid(1).await;
    let path = format!(
        "/payment/card-by-charge/{}",
        paid["payment"]["chargeId"].as_str().expect("a charge")
    );
    let card = app.get(&app.users.patient, &path).await.ok();
    insta::assert_json_snapshot!("card_by_charge", stable(&card));
    assert_eq!(app.get(&app.users.office, &path).await.ok(), card);
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    assert_eq!(
        app.get(&app.users.office, "/payment/card-by-charge/ch_nobody")
            .await
            .status,
        404
    );
}
