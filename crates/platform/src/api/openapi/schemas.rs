// SPDX-License-Identifier: AGPL-3.0-or-later

//! The schemas of the document: what is read and what is written are described apart, because serde treats
//! them differently. A field with a default may be left out of a request and is in every response. A type
//! that looks the same in both directions is described once; otherwise its request form is `<Type>Input`.

use std::collections::{BTreeMap, BTreeSet};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// Where references point until both directions are known and every schema has its final name.
const REQUESTS: &str = "#/taken/";
const RESPONSES: &str = "#/answered/";
const SCHEMAS: &str = "#/components/schemas/";

/// Collects the schemas of all routes.
pub struct Schemas {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let generator = |path: &'static str| {
            SchemaSettings::draft2020_12().with(|s| {
                s.definitions_path = path.into();
                s.meta_schema = None;
            })
        };
        Self {
            requests: generator("/taken").for_deserialize().into_generator(),
            responses: generator("/answered").for_serialize().into_generator(),
        }
    }

    /// The schema of a request body.
    pub fn request<T: JsonSchema>(&mut self) -> Schema {
        self.requests.subschema_for::<T>()
    }

    /// The schema of a response body.
    pub fn response<T: JsonSchema>(&mut self) -> Schema {
        self.responses.subschema_for::<T>()
    }

    /// The parameters of a path or a query: their schema, not a reference to it.
    pub(in crate::api) fn parameters<T: JsonSchema>(&mut self) -> Schema {
        self.requests.root_schema_for::<T>()
    }

    /// The definitions under their final names, and the renaming to apply to every reference.
    pub(super) fn finish(mut self) -> (Map<String, Value>, Names) {
        let requests = self.requests.take_definitions(true);
        let mut definitions = self.responses.take_definitions(true);
        let names = Names::between(&requests, &definitions);
        for definition in definitions.values_mut() {
            names.rename(definition);
        }
        for (name, mut definition) in requests {
            names.rename(&mut definition);
            definitions.insert(names.of_request(&name), definition);
        }
        definitions.sort_keys();
        (definitions, names)
    }
}

/// Which request schemas need a name of their own.
pub(super) struct Names {
    apart: BTreeSet<String>,
}

impl Names {
    fn between(requests: &Map<String, Value>, responses: &Map<String, Value>) -> Self {
        let shared: BTreeMap<&String, (&Value, &Value)> = requests
            .iter()
            .filter_map(|(name, request)| Some((name, (request, responses.get(name)?))))
            .collect();
        let mut names = Self {
            apart: BTreeSet::new(),
        };
        // A type is described apart as soon as one of its parts is: repeat until nothing is added.
        loop {
            let before = names.apart.len();
            for (name, (request, response)) in &shared {
                let (mut request, mut response) = ((*request).clone(), (*response).clone());
                names.rename(&mut request);
                names.rename(&mut response);
                if request != response {
                    names.apart.insert((*name).clone());
                }
            }
            if names.apart.len() == before {
                return names;
            }
        }
    }

    fn of_request(&self, name: &str) -> String {
        if self.apart.contains(name) {
            format!("{name}Input")
        } else {
            name.to_owned()
        }
    }

    /// Gives every reference inside `value` its final target.
    pub(super) fn rename(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(name) = text.strip_prefix(REQUESTS) {
                    *text = format!("{SCHEMAS}{}", self.of_request(name));
                } else if let Some(name) = text.strip_prefix(RESPONSES) {
                    *text = format!("{SCHEMAS}{name}");
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|item| self.rename(item)),
            Value::Object(map) => {
                // Anything at all: `{}` says the same, and generators of clients read it.
                for place in ["items", "current"] {
                    if map.get(place) == Some(&Value::Bool(true)) {
                        map.insert(place.into(), Value::Object(Map::new()));
                    }
                }
                join_words(map);
                map.values_mut().for_each(|item| self.rename(item));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Makes one list of words of the alternatives that an enum with described variants gives, which generators
/// of clients take for types of their own. The descriptions go into the one of the list.
fn join_words(map: &mut Map<String, Value>) {
    let Some(alternatives) = map.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let mut words = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    if let Some(own) = map.get("description").and_then(Value::as_str) {
        notes.push(own.to_owned());
    }
    for alternative in alternatives {
        match (alternative.get("const"), alternative.get("enum")) {
            (Some(Value::String(word)), _) => {
                if let Some(note) = alternative.get("description").and_then(Value::as_str) {
                    notes.push(format!("`{word}`: {note}"));
                }
                words.push(Value::String(word.clone()));
            }
            (_, Some(Value::Array(more))) => words.extend(more.iter().cloned()),
            _ => return,
        }
    }
    map.remove("oneOf");
    map.insert("type".into(), Value::String("string".into()));
    map.insert("enum".into(), Value::Array(words));
    if !notes.is_empty() {
        map.insert("description".into(), Value::String(notes.join("\n\n")));
    }
}
