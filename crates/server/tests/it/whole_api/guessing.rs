// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whatever looks like a secret in a call is bounded, or is none: the document of the API is searched for such
//! fields, and each of them says here what bounds it. The list only shrinks.

use std::collections::{BTreeMap, BTreeSet};

use salal_server::app;
use serde_json::Value;

/// What a field's name has in it that may be a secret.
const WORDS: [&str; 4] = ["password", "code", "token", "secret"];

const STEP_UP: &str = "five attempts by account, of the password at every call that asks for it";
const STEP_UP_CODE: &str = "five attempts by account, of codes";
const SIGN_IN: &str = "five attempts by account and place, and fifty by address";
const FIVE_A_CODE: &str = "five attempts a code, and so many codes an hour";
const RANDOM: &str = "256 random bits";
const NEW: &str = "kept, and compared with nothing";
const NAME: &str = "names a thing, and opens nothing";

/// Every such field, by call.
const BOUNDED: &[(&str, &[(&str, &str)])] = &[
    ("GET /api/office/confirmToken", &[("token", RANDOM)]),
    ("POST /api/medication-bill", &[("diagnosisCode", NAME)]),
    ("POST /api/medication-bill/add", &[("diagnosisCode", NAME)]),
    (
        "POST /api/person/verify-code/activate",
        &[("verificationCode", FIVE_A_CODE)],
    ),
    (
        "POST /api/pharmanet/encrypt",
        &[(
            "password",
            "encrypted for its own session, and compared with nothing",
        )],
    ),
    (
        "POST /api/tele-plan/bill",
        &[("diagnosisCode", NAME), ("serviceCode", NAME)],
    ),
    ("POST /api/tele-plan/password", &[("password", NEW)]),
    (
        "POST /api/user",
        &[
            ("Password", NEW),
            ("PostalCode", NAME),
            ("officeRegistrationToken", RANDOM),
        ],
    ),
    (
        "POST /api/user/activate",
        &[("verificationCode", FIVE_A_CODE)],
    ),
    (
        "POST /api/user/authenticate",
        &[
            ("Password", SIGN_IN),
            ("code", SIGN_IN),
            ("storedCode", RANDOM),
        ],
    ),
    (
        "POST /api/user/change-email/get-email-code",
        &[("phoneCode", STEP_UP_CODE)],
    ),
    (
        "POST /api/user/change-email/get-phone-code",
        &[("password", STEP_UP)],
    ),
    (
        "POST /api/user/change-email/validate-email-code",
        &[("emailCode", STEP_UP_CODE)],
    ),
    (
        "POST /api/user/hand-over",
        &[("secret", "at least 32 characters, which the start checks")],
    ),
    (
        "POST /api/user/recovery/password",
        &[("Password", NEW), ("passwordRecoveryToken", RANDOM)],
    ),
    ("PUT /api/drug", &[("drug_code", NAME)]),
    (
        "PUT /api/person/personal-info/{id}",
        &[("postalCode", NAME)],
    ),
    ("PUT /api/person/personalInfo/{id}", &[("PostalCode", NAME)]),
    (
        "PUT /api/prescription/medication/medication-usage",
        &[("code", NAME)],
    ),
    (
        "PUT /api/prescription/medication/updateStatus",
        &[("code", NAME), ("reasonCode", NAME)],
    ),
    ("PUT /api/prescription/medication/usage", &[("code", NAME)]),
    (
        "PUT /api/prescription/set-pay",
        &[(
            "stripeTokenId",
            "given out and checked by the payment service",
        )],
    ),
    ("PUT /api/prescription/sign", &[("password", STEP_UP)]),
    (
        "PUT /api/sleep-assessment/requester",
        &[("password", STEP_UP)],
    ),
    (
        "PUT /api/sleep-assessment/set-pay",
        &[(
            "stripeTokenId",
            "given out and checked by the payment service",
        )],
    ),
    (
        "PUT /api/staff-account/second-step/{id}",
        &[("password", STEP_UP)],
    ),
    (
        "PUT /api/tele-plan/bill/{id}",
        &[("diagnosisCode", NAME), ("serviceCode", NAME)],
    ),
    (
        "PUT /api/user/credential/{id}",
        &[("Password", STEP_UP), ("currentPassword", STEP_UP)],
    ),
];

/// The names of all fields of a schema, with those of the schemas it names.
fn fields(
    document: &Value,
    schema: &Value,
    seen: &mut BTreeSet<String>,
    found: &mut BTreeSet<String>,
) {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|name| name.strip_prefix('#'))
    {
        if seen.insert(name.to_owned())
            && let Some(schema) = document.pointer(name)
        {
            fields(document, schema, seen, found);
        }
        return;
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        found.insert(name.clone());
        fields(document, schema, seen, found);
    }
    for several in ["allOf", "anyOf", "oneOf"] {
        for schema in schema[several].as_array().into_iter().flatten() {
            fields(document, schema, seen, found);
        }
    }
    fields_of_entries(document, schema, seen, found);
}

fn fields_of_entries(
    document: &Value,
    schema: &Value,
    seen: &mut BTreeSet<String>,
    found: &mut BTreeSet<String>,
) {
    for entries in ["items", "additionalProperties"] {
        if schema[entries].is_object() {
            fields(document, &schema[entries], seen, found);
        }
    }
}

/// What a call is sent: its parameters, and the fields of its body.
fn sent(document: &Value, call: &Value) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = call["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|parameter| parameter["name"].as_str().map(str::to_owned))
        .collect();
    let content = &call["requestBody"]["content"];
    for kind in content
        .as_object()
        .into_iter()
        .flat_map(serde_json::Map::values)
    {
        fields(document, &kind["schema"], &mut BTreeSet::new(), &mut found);
    }
    found
}

#[test]
fn every_secret_that_is_asked_for_is_bounded() {
    let document = app::openapi();
    let mut asked = BTreeMap::new();
    for (path, calls) in document["paths"].as_object().expect("paths") {
        for (method, call) in calls.as_object().expect("calls") {
            let mut secrets = sent(&document, call);
            secrets.retain(|name| {
                let name = name.to_lowercase();
                WORDS.iter().any(|word| name.contains(word))
            });
            if !secrets.is_empty() {
                asked.insert(format!("{} {path}", method.to_uppercase()), secrets);
            }
        }
    }
    let names =
        |fields: &[(&str, &str)]| fields.iter().map(|(name, _)| (*name).to_owned()).collect();
    let known: BTreeMap<String, BTreeSet<String>> = BOUNDED
        .iter()
        .map(|(call, fields)| ((*call).to_owned(), names(fields)))
        .collect();
    assert_eq!(
        asked, known,
        "asked for, and known here with what bounds it"
    );
}
