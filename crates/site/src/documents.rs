// SPDX-License-Identifier: AGPL-3.0-or-later

//! Serves the web app's HTML documents: the app itself, and the public pages that were prerendered when the
//! web app was built, with the sitemap and robots.txt. They are templates: names, amounts and addresses of
//! this deployment are filled in here, so that search engines, previews and browsers without scripts read the
//! same numbers as everyone else. Each document also carries the public settings as data. Not here: the texts
//! (`web/src/features/public-pages`), the prerendering (`web/scripts/prerender.ts`) and all other files
//! (`shell.rs`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{NaiveDate, NaiveTime};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use sha2::{Digest, Sha256};

use crate::context::Context;
use crate::parts::PublicSettings;
use crate::policy;

/// The app's own document, for every address without a public page.
const APP: &str = "app";

/// All documents, filled in once a day, because some values depend on the date.
#[derive(Clone)]
pub(crate) struct Documents {
    ctx: Context,
    settings: PublicSettings,
    filled: Arc<Mutex<(NaiveDate, HashMap<String, Document>)>>,
}

/// A document as it is sent.
#[derive(Clone)]
struct Document {
    body: Bytes,
    etag: HeaderValue,
    kind: &'static str,
    /// The content security policy, which allows the scripts that stand in the document.
    policy: HeaderValue,
}

impl Documents {
    pub(crate) fn new(ctx: &Context, settings: PublicSettings) -> Self {
        Self {
            ctx: ctx.clone(),
            settings,
            filled: Arc::default(),
        }
    }

    /// Whether this address has a public page, or is one of the two files for search engines.
    pub(crate) fn has(path: &str) -> bool {
        name_of(path).is_some_and(|name| source(&name).is_some())
    }

    /// The document at an address: a public page, otherwise the app.
    pub(crate) fn answer(&self, method: &Method, path: &str, asked: &HeaderMap) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let page = name_of(path).and_then(|name| self.document(&name));
        match page.or_else(|| self.document(APP)) {
            Some(document) => document.answer(asked),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }

    fn document(&self, name: &str) -> Option<Document> {
        let today = self.ctx.now().date_naive();
        let kept = {
            let filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
            (filled.0 == today)
                .then(|| filled.1.get(name).cloned())
                .flatten()
        };
        // In development, a page may have been prerendered again since.
        if let Some(kept) = kept.filter(|_| !cfg!(debug_assertions)) {
            return Some(kept);
        }
        let template = source(name)?;
        let policy = policy::content_security_policy(&self.ctx, &own_scripts(&template));
        let document = Document::fill(name, &template, self.values(today), policy)?;
        let mut filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        if filled.0 != today {
            *filled = (today, HashMap::new());
        }
        filled.1.insert(name.to_owned(), document.clone());
        Some(document)
    }

    /// The values available to templates.
    fn values(&self, today: NaiveDate) -> Value {
        let settings = &self.ctx.settings;
        // The start of the day, so that a document does not change during it.
        let mut values = (self.settings)(settings, today.and_time(NaiveTime::MIN).and_utc());
        let json = values.to_string().replace('<', "\\u003c");
        whole_numbers(&mut values);
        // Not escaped: some readers of previews and sitemaps do not know `&#x2f;`.
        let public_url = settings.server.public_url.trim_end_matches('/');
        let public_url = public_url.replace(['"', '<', '>', '&', '\''], "");
        minijinja::context! {
            publicUrl => Value::from_safe_string(public_url),
            settingsJson => Value::from_safe_string(json),
            ..Value::from_serialize(values)
        }
    }
}

impl Document {
    fn fill(name: &str, template: &str, values: Value, policy: HeaderValue) -> Option<Self> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_keep_trailing_newline(true);
        environment.add_filter("inner_json", inner_json);
        environment.add_filter("money", money);
        match environment.render_named_str(name, template, values) {
            Ok(text) => Some(Self {
                etag: etag(&text),
                kind: kind(name),
                policy,
                body: Bytes::from(text),
            }),
            Err(error) => {
                tracing::error!(document = name, cause = %error, "a document couldn't be filled in");
                None
            }
        }
    }

    fn answer(self, asked: &HeaderMap) -> Response<Body> {
        let known = asked
            .get(header::IF_NONE_MATCH)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|list| {
                list.split(',')
                    .any(|one| one.trim() == "*" || one.trim().as_bytes() == self.etag.as_bytes())
            });
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(self.kind)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::ETAG, self.etag),
            (header::CONTENT_SECURITY_POLICY, self.policy),
        ];
        if known {
            (StatusCode::NOT_MODIFIED, headers).into_response()
        } else {
            (headers, self.body).into_response()
        }
    }
}

/// The file of an address: lower-case words; it can never leave the folder.
fn name_of(path: &str) -> Option<String> {
    match path {
        "/" => return Some("index.html".to_owned()),
        "/sitemap.xml" | "/robots.txt" => return Some(path[1..].to_owned()),
        _ => {}
    }
    let words = path.strip_prefix('/')?.trim_end_matches('/');
    let plain = words.split('/').all(|word| {
        let mut letters = word.bytes();
        !word.is_empty()
            && word != APP
            && letters
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    });
    plain.then(|| format!("{words}.html"))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "xml")) => "application/xml",
        Some((_, "txt")) => "text/plain; charset=utf-8",
        _ => "text/html; charset=utf-8",
    }
}

/// The digests of the scripts in a template, as a policy names them. Of the template, not of the document: nothing that
/// is filled in becomes a script that runs.
fn own_scripts(template: &str) -> Vec<String> {
    let parts = template.split("<script>").skip(1);
    parts
        .filter_map(|part| Some(part.split_once("</script>")?.0))
        .map(|script| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script))))
        .collect()
}

/// Weak, because the response is compressed in more than one way.
fn etag(text: &str) -> HeaderValue {
    let hash = hex::encode(&Sha256::digest(text.as_bytes())[..16]);
    HeaderValue::from_str(&format!("W/\"{hash}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// Amounts are doubles in JSON; 50.0 is written 50, as browsers do.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the size is checked on the same line"
)]
fn whole_numbers(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            if let Some(amount) = number.as_f64()
                && amount.fract() == 0.0
                && amount.abs() < 1e15
            {
                *number = (amount as i64).into();
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(whole_numbers),
        _ => {}
    }
}

/// Dollars with their cents: 50 is written 50.00.
fn money(amount: f64) -> String {
    format!("{amount:.2}")
}

/// A value inside a string of a JSON text inside a page.
fn inner_json(value: &Value) -> Value {
    let quoted = serde_json::Value::String(value.to_string()).to_string();
    let inner = quoted[1..quoted.len() - 1].replace('<', "\\u003c");
    Value::from_safe_string(inner)
}

/// Reads a template from the web app's folder (development).
#[cfg(debug_assertions)]
fn source(name: &str) -> Option<Cow<'static, str>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    let file = if name == APP {
        format!("{folder}/index.html")
    } else {
        format!("{folder}/pages/{name}")
    };
    std::fs::read_to_string(file).ok().map(Cow::Owned)
}

/// Reads a template from the program (release); build.rs lists them.
#[cfg(not(debug_assertions))]
fn source(name: &str) -> Option<Cow<'static, str>> {
    const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));
    TEMPLATES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| Cow::Borrowed(*text))
}

#[cfg(test)]
mod tests {
    use minijinja::Value;
    use serde_json::json;

    use axum::http::HeaderValue;

    use super::{Document, name_of, own_scripts, whole_numbers};

    const POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'");

    fn filled(template: &str, values: serde_json::Value) -> String {
        let mut values = values;
        whole_numbers(&mut values);
        let values = Value::from_serialize(values);
        let document = Document::fill("faq.html", template, values, POLICY)
            .expect("the template can be filled");
        String::from_utf8(document.body.to_vec()).expect("text")
    }

    #[test]
    fn only_addresses_of_plain_words_have_a_page() {
        assert_eq!(name_of("/").as_deref(), Some("index.html"));
        assert_eq!(name_of("/faq/").as_deref(), Some("faq.html"));
        assert_eq!(name_of("/blog/post-1").as_deref(), Some("blog/post-1.html"));
        assert_eq!(name_of("/robots.txt").as_deref(), Some("robots.txt"));
        for odd in [
            "",
            "//",
            "/../secret",
            "/a//b",
            "/FAQ",
            "/faq.html",
            "/%2e%2e",
            "/app",
            "/a\0b",
        ] {
            assert_eq!(name_of(odd), None, "{odd}");
        }
    }

    #[test]
    fn amounts_are_written_as_browsers_write_them() {
        let values = json!({"fees": {"withCard": [50.0, 60.5]}});
        assert_eq!(
            filled(
                "${{ fees.withCard[0] }} ${{ fees.withCard[1] }}",
                values.clone()
            ),
            "$50 $60.5"
        );
        assert_eq!(
            filled(
                "${{ fees.withCard[0]|money }} ${{ fees.withCard[1]|money }}",
                values
            ),
            "$50.00 $60.50"
        );
    }

    #[test]
    fn what_the_operator_wrote_stays_words() {
        let values = json!({"clinicName": "Smith & <b>Sons</b> \"BC\""});
        assert_eq!(
            filled(
                "<p title=\"{{ clinicName }}\">{{ clinicName }}</p>",
                values.clone()
            ),
            "<p title=\"Smith &amp; &lt;b&gt;Sons&lt;&#x2f;b&gt; &quot;BC&quot;\">\
             Smith &amp; &lt;b&gt;Sons&lt;&#x2f;b&gt; &quot;BC&quot;</p>"
        );
        assert_eq!(
            filled("{\"name\":\"{{ (clinicName)|inner_json }}\"}", values),
            "{\"name\":\"Smith & \\u003cb>Sons\\u003c/b> \\\"BC\\\"\"}"
        );
    }

    #[test]
    fn a_template_with_an_unknown_name_is_no_page() {
        let values = Value::from_serialize(json!({}));
        assert!(Document::fill("faq.html", "{{ nobody }}", values, POLICY).is_none());
    }

    #[test]
    fn a_script_of_a_document_is_allowed_by_its_digest() {
        let template = "<script>run()</script><script type=\"application/json\">{}</script><script src=\"/a.js\"></script>";
        // As `openssl` has it: the SHA-256 of the five letters, in base 64.
        let digest = "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='";
        assert_eq!(own_scripts(template), [digest]);
        assert!(own_scripts("<p>no script</p>").is_empty());
    }

    #[test]
    fn conditions_follow_the_settings() {
        let template = "{% if feeRule in [\"schedule\"] %}<p>s</p>{% endif %}\
                        {% if not (reviewUrl) %}<p>none</p>{% endif %}\
                        {% for clinic in clinics %}<i>{{ clinic.name }}</i>{% endfor %}";
        let values = json!({"feeRule": "schedule", "reviewUrl": null, "clinics": [{"name": "A"}, {"name": "B"}]});
        assert_eq!(
            filled(template, values),
            "<p>s</p><p>none</p><i>A</i><i>B</i>"
        );
    }
}
