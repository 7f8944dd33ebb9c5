// SPDX-License-Identifier: AGPL-3.0-or-later

//! `/api/docs`: renders the OpenAPI document as a plain HTML page without scripts: every route with its
//! roles, scope, request and responses.

use serde_json::Value;

/// Renders the page of a document.
pub fn docs_page(document: &Value) -> String {
    let mut rows = String::new();
    let empty = serde_json::Map::new();
    for (path, item) in document["paths"].as_object().unwrap_or(&empty) {
        for (method, call) in item.as_object().unwrap_or(&empty) {
            let roles: Vec<&str> = call["x-roles"]
                .as_array()
                .map(|all| all.iter().filter_map(Value::as_str).collect())
                .unwrap_or_default();
            let takes = reference(&call["requestBody"]);
            let answers = ["200", "201"]
                .iter()
                .map(|status| reference(&call["responses"][status]))
                .find(|text| !text.is_empty())
                .unwrap_or_default();
            rows.push_str(&format!(
                "<tr><td><code>{}</code></td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                method.to_uppercase(), escape(path), escape(call["summary"].as_str().unwrap_or_default()),
                escape(&roles.join(", ")), escape(call["x-scope"].as_str().unwrap_or_default()), escape(&takes), escape(&answers),
            ));
        }
    }
    format!(
        "<!doctype html><html lang=\"en-CA\"><head><meta charset=\"utf-8\"><title>Salal API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>body{{font:16px/1.5 system-ui;margin:2rem;color:#1F1E1A}}\
         table{{border-collapse:collapse}}td,th{{border:1px solid #D3D2CA;padding:.4rem .6rem;text-align:left;vertical-align:top}}\
         th{{background:#F2F1EC}}</style></head><body><main><h1>Salal API</h1><p>Version {}. The document itself: \
         <a href=\"/api/openapi.json\">openapi.json</a>.</p><table><thead><tr><th>Method</th><th>Path</th><th>What</th>\
         <th>Roles</th><th>Reach</th><th>Takes</th><th>Answers</th></tr></thead><tbody>{rows}</tbody></table></main></body></html>",
        escape(document["info"]["version"].as_str().unwrap_or_default()),
    )
}

/// The schema name of a body.
fn reference(body: &Value) -> String {
    let Some(content) = body["content"].as_object() else {
        return String::new();
    };
    content
        .values()
        .map(|media| {
            let schema = &media["schema"];
            let name = schema["$ref"]
                .as_str()
                .or_else(|| schema["items"]["$ref"].as_str())
                .unwrap_or("…");
            name.rsplit('/').next().unwrap_or(name).to_owned()
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
