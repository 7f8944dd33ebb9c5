// SPDX-License-Identifier: AGPL-3.0-or-later

//! Object lock: what is put into such a bucket can be neither removed nor replaced before its day, by nobody. The
//! library `object_store` does not know it, so its requests get the headers here and are signed with them. Not here:
//! what is put (`bucket`).
//!
//! Whoever has the keys can still hide an object behind a mark, or put another one over it; the list is of all versions
//! therefore, in which both remain.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use http::{HeaderName, HeaderValue, Method};
use http_body_util::{BodyExt, Limited};
use object_store::aws::{AwsAuthorizer, AwsCredential};
use object_store::client::{
    HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse, HttpService,
};

use crate::BucketSettings;
use crate::bucket::Connection;

/// What is told of a bucket without object lock.
pub(crate) const WITHOUT: &str = "the bucket has no object lock: make a new one with it, which is possible only when a \
                                  bucket is made, and name that";
/// The words by which stores refuse what is to be locked in a bucket without it; the last is our own.
pub(crate) const REFUSALS: [&str; 3] = [
    "ObjectLockConfiguration",
    "Object Lock Configuration",
    NOT_LOCKED,
];
/// The longest answer that is read: more than any anchor or part of a list.
const LONGEST: usize = 16 * 1024 * 1024;
const NOT_LOCKED: &str = "it was stored without a lock";

const MODE: HeaderName = HeaderName::from_static("x-amz-object-lock-mode");
const UNTIL: HeaderName = HeaderName::from_static("x-amz-object-lock-retain-until-date");
const SUM: HeaderName = HeaderName::from_static("x-amz-sdk-checksum-algorithm");
/// Nobody can end it before its day, not even who pays for the bucket.
const COMPLIANCE: HeaderValue = HeaderValue::from_static("COMPLIANCE");

/// How the objects of a bucket are locked.
pub(crate) struct Lock {
    days: u32,
    region: String,
    /// Of the bucket.
    address: String,
    credential: AwsCredential,
    /// Whether an object came back with its lock.
    is_seen: AtomicBool,
    connection: OnceLock<Connection>,
}

impl std::fmt::Debug for Lock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lock({} days)", self.days)
    }
}

/// A part of the list of all versions.
pub(crate) struct Versions {
    /// The name without the prefix, and the version; of one name the newest first.
    pub(crate) found: Vec<(String, String)>,
    /// After which name and version the next part begins.
    pub(crate) next: Option<(String, String)>,
}

impl Lock {
    /// `None` for settings that do not ask for it.
    pub(crate) fn new(settings: &BucketSettings) -> Option<Self> {
        Some(Self {
            days: settings.lock_days?,
            region: settings.region.clone(),
            address: format!(
                "{}/{}",
                settings.endpoint.trim_end_matches('/'),
                settings.bucket
            ),
            credential: AwsCredential {
                key_id: settings.access_key.clone(),
                secret_key: settings.secret_key.reveal().to_owned(),
                token: None,
            },
            is_seen: AtomicBool::new(false),
            connection: OnceLock::new(),
        })
    }

    pub(crate) fn is_seen(&self) -> bool {
        self.is_seen.load(Ordering::Relaxed)
    }

    pub(crate) fn seen(&self) {
        self.is_seen.store(true, Ordering::Relaxed);
    }

    /// A connection that locks what is put.
    pub(crate) fn around(self: &std::sync::Arc<Self>, connection: Connection) -> Locking {
        let _first = self.connection.set(connection.clone());
        Locking {
            lock: std::sync::Arc::clone(self),
            connection,
        }
    }

    fn prepare(&self, request: &mut HttpRequest, now: DateTime<Utc>) -> Result<(), HttpError> {
        if request.method() == Method::PUT {
            let until = now + TimeDelta::days(i64::from(self.days));
            let until = until.to_rfc3339_opts(SecondsFormat::Secs, true);
            let until = HeaderValue::from_str(&until)
                .map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
            let headers = request.headers_mut();
            headers.insert(MODE, COMPLIANCE);
            headers.insert(UNTIL, until);
            headers.insert(SUM, HeaderValue::from_static("SHA256"));
        }
        // The library gave the sum of what is put; of a body in parts it would sign none.
        let sum = request.headers().get("x-amz-checksum-sha256");
        let sum = sum.and_then(|sum| BASE64_STANDARD.decode(sum.as_bytes()).ok());
        AwsAuthorizer::new(&self.credential, "s3", &self.region)
            .try_authorize(request, sum.as_deref())
            .map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))
    }

    /// A part of the list of all versions under a prefix.
    pub(crate) async fn versions(
        &self,
        prefix: &str,
        from: Option<&(String, String)>,
    ) -> object_store::Result<Versions> {
        let mut address = url::Url::parse(&self.address).map_err(failed)?;
        {
            let mut query = address.query_pairs_mut();
            query
                .append_pair("versions", "")
                .append_pair("prefix", prefix);
            if let Some((name, version)) = from {
                query.append_pair("key-marker", name);
                // Stores refuse an empty one.
                if !version.is_empty() {
                    query.append_pair("version-id-marker", version);
                }
            }
        }
        let body = self.get(&address).await?;
        Ok(read_versions(&String::from_utf8_lossy(&body), prefix))
    }

    /// Reads one version of an object.
    pub(crate) async fn version(&self, path: &str, version: &str) -> object_store::Result<Vec<u8>> {
        let address = format!("{}/{path}", self.address);
        let mut address = url::Url::parse(&address).map_err(failed)?;
        address.query_pairs_mut().append_pair("versionId", version);
        self.get(&address).await
    }

    /// A request that the library does not know.
    async fn get(&self, address: &url::Url) -> object_store::Result<Vec<u8>> {
        let request = http::Request::get(address.as_str()).body(HttpRequestBody::empty());
        let mut request = request.map_err(failed)?;
        self.prepare(&mut request, machine_now()).map_err(failed)?;
        let connection = self.connection.get();
        let connection = connection.ok_or_else(|| failed("no connection"))?;
        let answer = connection.call(request).await.map_err(failed)?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LONGEST).collect().await;
        let body = body.map_err(failed)?.to_bytes();
        if status.is_success() {
            return Ok(body.to_vec());
        }
        // In the words that the library has for its own requests.
        let text = String::from_utf8_lossy(&body);
        let why = format!("status code: {}: {text}", status.as_u16());
        Err(failed(why))
    }
}

fn failed(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> object_store::Error {
    object_store::Error::Generic {
        store: "S3",
        source: source.into(),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the store compares with its own clock, as it does with what the library signs"
)]
fn machine_now() -> DateTime<Utc> {
    Utc::now()
}

/// All versions in an answer. The names are of plain letters, which XML writes as they are.
fn read_versions(text: &str, prefix: &str) -> Versions {
    let versions = text.split("<Version>").skip(1);
    let found = versions.filter_map(|one| {
        let one = one.split("</Version>").next()?;
        let name = between(one, "Key")?.strip_prefix(prefix)?;
        // What lies in a bucket that has no versions is called so.
        let version = between(one, "VersionId").unwrap_or("null");
        Some((name.to_owned(), version.to_owned()))
    });
    let is_cut = between(text, "IsTruncated") == Some("true");
    let next = between(text, "NextKeyMarker").map(|name| {
        let version = between(text, "NextVersionIdMarker").unwrap_or_default();
        (name.to_owned(), version.to_owned())
    });
    Versions {
        found: found.collect(),
        next: next.filter(|_| is_cut),
    }
}

fn between<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>"))
        .map(|(value, _)| value)
}

/// A connection that locks what is put, and signs everything.
#[derive(Debug)]
pub(crate) struct Locking {
    lock: std::sync::Arc<Lock>,
    connection: Connection,
}

impl HttpService for Locking {
    fn call<'a, 'b>(
        &'a self,
        mut request: HttpRequest,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let is_look = request.method() == Method::HEAD;
            self.lock.prepare(&mut request, machine_now())?;
            let answer = self.connection.call(request).await?;
            if is_look
                && answer.status().is_success()
                && answer.headers().get(MODE) != Some(&COMPLIANCE)
            {
                return Err(HttpError::new(
                    HttpErrorKind::Unknown,
                    std::io::Error::other(NOT_LOCKED),
                ));
            }
            Ok(answer)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_object_is_in_the_list_of_versions() {
        let text = "<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>a/2</NextKeyMarker>\
                    <NextVersionIdMarker>v</NextVersionIdMarker><Version><Key>a/1</Key><VersionId>w</VersionId>\
                    </Version><DeleteMarker><Key>a/1</Key></DeleteMarker><Version><Key>a/2</Key></Version>\
                    <DeleteMarker><Key>a/3</Key></DeleteMarker></ListVersionsResult>";
        let page = read_versions(text, "a/");
        let found = [("1", "w"), ("2", "null")];
        let found = found.map(|(name, version)| (name.to_owned(), version.to_owned()));
        assert_eq!(page.found, found);
        assert_eq!(page.next, Some(("a/2".to_owned(), "v".to_owned())));
        let last = text.replace("true", "false");
        assert_eq!(read_versions(&last, "a/").next, None);
    }
}
