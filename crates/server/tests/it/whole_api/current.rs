// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files printed from the table of calls are what the table prints today.

use salal_server::app;

#[test]
fn openapi_json_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let mut printed = serde_json::to_string_pretty(&app::openapi()).expect("the document is JSON");
    printed.push('\n');
    assert!(
        kept == printed,
        "openapi.json at the root is not what the table of calls prints: run `make gen`"
    );
}

#[test]
fn every_operation_has_its_roles_and_a_name_of_its_own() {
    let document = app::openapi();
    let mut names = std::collections::BTreeSet::new();
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths
        .values()
        .flat_map(|item| item.as_object().expect("operations").values());
    let mut count = 0;
    for operation in operations {
        count += 1;
        assert!(
            operation["x-roles"]
                .as_array()
                .is_some_and(|roles| !roles.is_empty()),
            "{operation}"
        );
        assert!(
            names.insert(
                operation["operationId"]
                    .as_str()
                    .expect("a name")
                    .to_owned()
            ),
            "{operation}"
        );
    }
    assert_eq!(count, app::routes().len());
}
