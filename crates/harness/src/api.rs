// SPDX-License-Identifier: AGPL-3.0-or-later

//! The client of the tests: one request at a time, every click with its own `Idempotency-Key`, no
//! redirect followed, nothing repeated behind the test's back.

use reqwest::Method;
use serde_json::Value;
use uuid::Uuid;

use crate::{Tested, User, document};

/// An answer, read whole.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// JSON, or null when the body is none.
    pub body: Value,
    pub bytes: Vec<u8>,
    pub content_type: String,
    /// Whether it came from an earlier try of the same click.
    pub replayed: bool,
    /// Whether it is kept under the click's key.
    pub kept: bool,
    pub cookies: Vec<String>,
    headers: reqwest::header::HeaderMap,
}

impl Answer {
    /// The body of a good answer.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(
            (200..300).contains(&self.status),
            "expected a good answer, got {} {}",
            self.status,
            self.body
        );
        self.body
    }

    /// The body of a refusal with this status and code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let got = (self.status, self.body["code"].as_str().unwrap_or_default());
        assert_eq!(got, (status, code), "{}", self.body);
        self.body
    }

    /// A header, empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// The fields of a refusal of values, in order, without repeats.
    #[track_caller]
    pub fn fields(self) -> Vec<String> {
        assert_eq!(self.status, 422, "{}", self.body);
        let errors = self.body["errors"].as_array().cloned().unwrap_or_default();
        let mut fields: Vec<String> = errors
            .iter()
            .filter_map(|error| error["field"].as_str().map(ToOwned::to_owned))
            .collect();
        fields.dedup();
        fields
    }
}

/// A key for one click.
pub fn new_key() -> String {
    Uuid::new_v4().to_string()
}

/// A client of one site.
#[derive(Clone)]
pub struct Api {
    tested: &'static Tested,
    http: reqwest::Client,
    /// `http://127.0.0.1:PORT`
    pub base: String,
}

impl Api {
    pub fn new(tested: &'static Tested, base: String) -> Self {
        salal_integrations::install_tls_provider();
        let http = reqwest::Client::builder()
            // Nothing here speaks TLS; to read the machine's roots for each test takes longer than many a test.
            .tls_certs_only([])
            .redirect(reqwest::redirect::Policy::none())
            .timeout(std::time::Duration::from_mins(1))
            .build()
            .expect("a client can be made");
        Self { tested, http, base }
    }

    /// A request as `by`, with `key` and a JSON body; an error when no answer came.
    pub async fn try_send(
        &self,
        by: Option<&User>,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Answer, reqwest::Error> {
        let mut request = self
            .http
            .request(method.clone(), format!("{}/api{path}", self.base));
        if let Some(user) = by {
            request = request.header("x-access-token", &user.token);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = read(request.send().await?).await?;
        document::check(self.tested, &method, &format!("/api{path}"), &answer);
        if key.is_some() {
            document::check_kept(self.tested, &method, &format!("/api{path}"), &answer);
        }
        Ok(answer)
    }

    /// A multipart form of somebody without a session: text fields and files (field, name, bytes).
    pub async fn send_form(
        &self,
        path: &str,
        key: &str,
        fields: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> Answer {
        self.form(None, Method::POST, path, key, fields, files)
            .await
    }

    /// A multipart form as `by`.
    pub async fn form(
        &self,
        by: Option<&User>,
        method: Method,
        path: &str,
        key: &str,
        fields: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> Answer {
        self.try_form(by, method, path, key, fields, files)
            .await
            .expect("the site answers")
    }

    /// A multipart form as `by`; an error when no answer came.
    pub async fn try_form(
        &self,
        by: Option<&User>,
        method: Method,
        path: &str,
        key: &str,
        fields: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> Result<Answer, reqwest::Error> {
        let mut form = reqwest::multipart::Form::new();
        for (name, value) in fields.as_object().expect("the fields are an object") {
            form = form.text(
                name.clone(),
                value.as_str().expect("form fields are text").to_owned(),
            );
        }
        for (field, name, bytes) in files {
            let part = reqwest::multipart::Part::bytes(bytes.clone()).file_name((*name).to_owned());
            form = form.part((*field).to_owned(), part);
        }
        let mut request = self
            .http
            .request(method.clone(), format!("{}/api{path}", self.base))
            .header("idempotency-key", key)
            .multipart(form);
        if let Some(user) = by {
            request = request.header("x-access-token", &user.token);
        }
        let answer = read(request.send().await?).await?;
        document::check(self.tested, &method, &format!("/api{path}"), &answer);
        document::check_kept(self.tested, &method, &format!("/api{path}"), &answer);
        Ok(answer)
    }

    /// A request with any body and headers, for what no page would send.
    pub async fn send_raw(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Answer {
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.base))
            .body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = read(request.send().await.expect("the site answers"))
            .await
            .expect("the answer arrives");
        document::check(self.tested, &method, path, &answer);
        answer
    }

    /// A form posted to an address outside the site, as a browser would.
    pub async fn post_form(&self, url: &str, fields: &[(&str, &str)]) -> u16 {
        let sent = self.http.post(url).form(fields).send().await;
        sent.expect("the sandbox answers").status().as_u16()
    }
}

async fn read(response: reqwest::Response) -> Result<Answer, reqwest::Error> {
    let headers = response.headers();
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    let cookies = headers
        .get_all("set-cookie")
        .iter()
        .filter_map(|c| c.to_str().ok().map(ToOwned::to_owned))
        .collect();
    let content_type = text("content-type");
    let [replayed, kept] =
        ["idempotency-replayed", "idempotency-kept"].map(|name| !text(name).is_empty());
    let status = response.status().as_u16();
    let all_headers = headers.clone();
    let bytes = response.bytes().await?.to_vec();
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    Ok(Answer {
        status,
        body,
        bytes,
        content_type,
        replayed,
        kept,
        cookies,
        headers: all_headers,
    })
}
