// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /user/patients`: columns, orders, pages, and the search of the list.

use serde_json::{Value, json};

use super::search::registered;
use crate::support::{TestApp, on_both};

fn names(list: &Value, field: &str) -> Vec<String> {
    let items = list["items"].as_array().expect("items");
    let text = |row: &Value| row["Person"][field].as_str().expect("a name").to_owned();
    items.iter().map(text).collect()
}

on_both!(
    a_row_has_the_columns_of_the_list,
    last_name_up_is_the_usual_order_and_accents_sort_with_their_letters,
    a_search_is_sorted_and_paged_like_the_list,
    what_cannot_be_read_is_refused
);

async fn a_row_has_the_columns_of_the_list(app: &TestApp) {
    let list = app
        .get(&app.users.office, "/user/patients?q=wren.1@")
        .await
        .ok();
    let row = &list["items"][0];
    assert_eq!(
        (&row["Person"]["_id"], &row["_id"]),
        (
            &json!(app.users.patient.person),
            &json!(app.users.patient.account)
        )
    );
    assert_eq!(
        (
            &row["Person"]["FirstName"],
            &row["Person"]["LastName"],
            &row["Email"]
        ),
        (
            &json!("Wren"),
            &json!("Testwell"),
            &json!("wren.1@mail.example")
        )
    );
    assert_eq!(
        (
            &row["Person"]["DateOfBirth"],
            &row["Person"]["HealthDocuments"][0]["DocumentNumber"]
        ),
        (&json!("1968-04-09"), &json!(crate::support::phn(1)))
    );
    assert!(row["CreatedAt"].is_string());
    assert_eq!(
        (
            &list["total"],
            &list["atLeast"],
            &list["sort"],
            &list["nextCursor"]
        ),
        (&json!(1), &json!(false), &json!("last"), &Value::Null)
    );
}

async fn last_name_up_is_the_usual_order_and_accents_sort_with_their_letters(app: &TestApp) {
    for (n, (first, last)) in [("Ada", "Étienne"), ("Éloi", "Zimmer"), ("Bo", "eaton")]
        .into_iter()
        .enumerate()
    {
        registered(app, 40 + u32::try_from(n).expect("few"), first, last).await;
    }
    let office = &app.users.office;
    let last = names(
        &app.get(office, "/user/patients?limit=100").await.ok(),
        "LastName",
    );
    let place = |name: &str| last.iter().position(|one| one == name).expect("listed");
    assert!(
        place("eaton") < place("Étienne")
            && place("Étienne") < place("Testwell")
            && place("Testwell") < place("Zimmer"),
        "{last:?}"
    );
    let first = names(
        &app.get(office, "/user/patients?limit=100&sort=first")
            .await
            .ok(),
        "FirstName",
    );
    let place = |name: &str| first.iter().position(|one| one == name).expect("listed");
    assert!(
        place("Ada") < place("Bo") && place("Bo") < place("Éloi") && place("Éloi") < place("Wren"),
        "{first:?}"
    );
    let mut down = names(
        &app.get(office, "/user/patients?limit=100&sort=-last")
            .await
            .ok(),
        "LastName",
    );
    down.reverse();
    assert_eq!(down, last);
    let newest = names(
        &app.get(office, "/user/patients?limit=3&sort=-joined")
            .await
            .ok(),
        "LastName",
    );
    assert_eq!(newest, ["eaton", "Zimmer", "Étienne"]);
}

async fn a_search_is_sorted_and_paged_like_the_list(app: &TestApp) {
    for (n, first) in ["Cleo", "Ann", "Dora", "Bea", "Eve"]
        .into_iter()
        .enumerate()
    {
        registered(
            app,
            40 + u32::try_from(n).expect("few"),
            first,
            "Vandermeer",
        )
        .await;
    }
    for (sort, expected) in [
        ("last", "ABCDE"),
        ("-last", "EDCBA"),
        ("first", "ABCDE"),
        ("-first", "EDCBA"),
        ("joined", "CADBE"),
        ("-joined", "EBDAC"),
    ] {
        for q in ["vander", "vandremeer"] {
            let (mut walked, mut cursor) = (String::new(), String::new());
            loop {
                let page = app
                    .get(
                        &app.users.doctor,
                        &format!("/user/patients?limit=2&sort={sort}&q={q}{cursor}"),
                    )
                    .await
                    .ok();
                assert_eq!((&page["total"], &page["sort"]), (&json!(5), &json!(sort)));
                walked.extend(names(&page, "FirstName").iter().map(|name| &name[..1]));
                let Some(next) = page["nextCursor"].as_str() else {
                    break;
                };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(walked, expected, "{sort} {q}");
        }
    }
}

async fn what_cannot_be_read_is_refused(app: &TestApp) {
    let office = &app.users.office;
    for (query, status) in [
        ("sort=name", 422),
        ("q=ab", 422),
        ("cursor=x", 400),
        ("cursor=00000000-0000-0000-0000-000000000000", 400),
        ("limit=-1", 400),
        ("skip=1", 400),
    ] {
        assert_eq!(
            app.get(office, &format!("/user/patients?{query}"))
                .await
                .status,
            status,
            "{query}"
        );
    }
    for (query, status) in [
        ("limit=0", 200),
        ("limit=4000000000", 200),
        ("q=%20%20", 200),
    ] {
        assert_eq!(
            app.get(office, &format!("/user/patients?{query}"))
                .await
                .status,
            status,
            "{query}"
        );
    }
    for user in [&app.users.patient, &app.users.customer_service] {
        assert_eq!(app.get(user, "/user/patients").await.status, 403);
    }
}
