// SPDX-License-Identifier: AGPL-3.0-or-later

//! A bucket of an S3-compatible store, in which files are kept: put, read, listed page by page, removed. Each call ends
//! within a time, whatever the store does. Not here: which files, where else they may be, and what a user is told.
//!
//! The protocol (addresses, signatures, what is tried again) is the library `object_store`; the connection is ours, so
//! that it has our TLS, our limits and the same statistics as every other service.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use http_body_util::BodyExt;
use object_store::aws::{AmazonS3, AmazonS3Builder, Checksum};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use object_store::list::{PaginatedListOptions, PaginatedListStore};
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, ObjectStoreExt, PutPayload, RetryConfig};
use reqwest::Client;
use tokio::time::Instant;

use crate::bucket_lock::{self, Lock, Versions};
use crate::{BucketSettings, Failure, RequestEnd, Requests, Service, ServiceError};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(3);
/// How long one exchange may take: the largest file on a slow line.
const EXCHANGE: Duration = Duration::from_secs(15);
/// How long a file that is put may take: a person waits for it, and no transaction.
const PUT: Duration = Duration::from_secs(8);
/// After a call that failed only after this time the store hangs.
const HANGS: Duration = Duration::from_secs(2);
/// How often a store that hangs is asked whether it is back.
const ASKED_EVERY: Duration = Duration::from_secs(1);
/// How long a call may take with all its tries.
const WHOLE: Duration = Duration::from_secs(20);
/// No further try begins after this.
const TRIES_END: Duration = Duration::from_secs(4);
/// How often an exchange that broke off is tried again.
const TRIES: usize = 2;
/// The largest file that is read: more than any that is stored.
const LARGEST: u64 = 64 * 1024 * 1024;
/// How many files a page of the list has.
const PAGE: usize = 1000;

/// A bucket, or the part of one whose names begin with the prefix of the settings.
#[derive(Clone, Debug)]
pub struct Bucket {
    store: Arc<AmazonS3>,
    /// Empty, or with a slash at its end.
    prefix: String,
    requests: Requests,
    /// What it is called in the log.
    service: Service,
    /// Whether it hangs: a task asks whether it is back, and nobody else waits for it.
    hangs: Arc<AtomicBool>,
    /// How objects are locked, if they are.
    lock: Option<Arc<Lock>>,
}

/// A file in the bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketFile {
    /// Without the prefix.
    pub path: String,
    pub size: u64,
    /// When it was put, by the store's clock.
    pub modified: DateTime<Utc>,
}

/// Names of objects, each with the version that was put first.
pub type Originals = BTreeMap<String, String>;

/// A part of the list.
#[derive(Debug)]
pub struct BucketPage {
    pub files: Vec<BucketFile>,
    /// What to ask the next page with.
    pub next: Option<String>,
}

impl Bucket {
    pub(crate) fn new(
        settings: &BucketSettings,
        requests: &Requests,
    ) -> Result<Self, ServiceError> {
        let speaks_tls = !settings.endpoint.starts_with("http://");
        let lock = Lock::new(settings).map(Arc::new);
        // Only anchors are locked.
        let service = match &lock {
            Some(_) => Service::Anchors,
            None => Service::Files,
        };
        let mut store = AmazonS3Builder::new()
            .with_endpoint(settings.endpoint.trim_end_matches('/'))
            .with_region(&settings.region)
            .with_bucket_name(&settings.bucket)
            .with_access_key_id(&settings.access_key)
            .with_secret_access_key(settings.secret_key.reveal())
            // Which addresses may be without TLS is the settings' affair.
            .with_allow_http(true)
            // What is locked is signed with the headers of the lock.
            .with_skip_signature(lock.is_some())
            .with_http_connector(Connector {
                speaks_tls,
                lock: lock.clone(),
            })
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    init_backoff: Duration::from_millis(100),
                    max_backoff: Duration::from_secs(1),
                    base: 2.0,
                },
                max_retries: TRIES,
                retry_timeout: TRIES_END,
            });
        if lock.is_some() {
            // Stores demand a sum of what they lock.
            store = store.with_checksum_algorithm(Checksum::SHA256);
        }
        let store = store.build().map_err(|_| {
            let why = "the bucket cannot be used: an address or a name is not valid";
            bad(service, why)
        })?;
        Ok(Self {
            store: Arc::new(store),
            prefix: settings.folder(),
            requests: requests.clone(),
            service,
            hangs: Arc::default(),
            lock,
        })
    }

    /// Puts a whole file. When this returns, the store keeps it; after an error it may or may not be there.
    pub async fn put(&self, path: &str, content: Vec<u8>) -> Result<(), ServiceError> {
        let (path, content) = (self.path(path), PutPayload::from(content));
        self.unless_it_hangs("put", PUT, async { self.store.put(&path, content).await })
            .await?;
        let Some(lock) = self.lock.as_ref().filter(|lock| !lock.is_seen()) else {
            return Ok(());
        };
        // A store that knows no lock takes its headers and does nothing.
        let looked = self.unless_it_hangs("look", PUT, async { self.store.head(&path).await });
        looked.await?;
        lock.seen();
        Ok(())
    }

    /// Every object that was ever put, also such as somebody hid since: the store has all versions.
    pub async fn every_original(&self) -> Result<Originals, ServiceError> {
        let (mut all, mut from) = (Originals::new(), None);
        loop {
            let page = self.versions(from.as_ref()).await?;
            all.extend(page.found);
            from = page.next;
            if from.is_none() {
                return Ok(all);
            }
        }
    }

    /// Those of the objects that come after a name which one answer of the store tells.
    pub async fn originals_after(&self, name: &str) -> Result<Originals, ServiceError> {
        let from = (format!("{}{name}", self.prefix), String::new());
        let page = self.versions(Some(&from)).await?;
        Ok(page.found.into_iter().collect())
    }

    async fn versions(&self, from: Option<&(String, String)>) -> Result<Versions, ServiceError> {
        let lock = self.lock()?;
        let listed = self.timed("versions", WHOLE, lock.versions(&self.prefix, from));
        Ok(listed.await?)
    }

    /// Reads what was first put under a name, whatever lies over it; `None` if it is not there.
    pub async fn read_original(
        &self,
        name: &str,
        version: &str,
    ) -> Result<Option<Vec<u8>>, ServiceError> {
        let (lock, path) = (self.lock()?, format!("{}{name}", self.prefix));
        let call = lock.version(&path, version);
        there(self.unless_it_hangs("read", WHOLE, call).await)
    }

    fn lock(&self) -> Result<&Lock, ServiceError> {
        let lock = self.lock.as_deref();
        lock.ok_or_else(|| bad(self.service, "without a lock there are no versions"))
    }

    /// Reads a file; `None` for one that is not there.
    pub async fn read(&self, path: &str) -> Result<Option<Vec<u8>>, ServiceError> {
        let path = self.path(path);
        let read = self.unless_it_hangs("read", WHOLE, async {
            let found = self.store.get(&path).await?;
            let size = found.meta.size;
            let mut whole = Vec::new();
            if size <= LARGEST {
                whole.reserve_exact(usize::try_from(size).unwrap_or_default());
            }
            let mut parts = found.into_stream();
            while let Some(part) = parts.next().await {
                let part = part?;
                if whole.len().saturating_add(part.len())
                    > usize::try_from(LARGEST).unwrap_or(usize::MAX)
                {
                    return Err(object_store::Error::Generic {
                        store: "S3",
                        source: "the file is too long".into(),
                    });
                }
                whole.extend_from_slice(&part);
            }
            Ok(whole)
        });
        there(read.await)
    }

    /// The length of a file; `None` for one that is not there.
    pub async fn size(&self, path: &str) -> Result<Option<u64>, ServiceError> {
        let path = self.path(path);
        let asked = self.unless_it_hangs("look", WHOLE, async { self.store.head(&path).await });
        Ok(there(asked.await)?.map(|found| found.size))
    }

    /// Asks whether the bucket can be used. One that is not there, and keys that may not use it, are told as such.
    pub async fn check(&self) -> Result<(), ServiceError> {
        self.list(1, None).await.map(drop)
    }

    /// A page of the list of all files, in their order; the first one without `from`.
    pub async fn page(&self, from: Option<String>) -> Result<BucketPage, ServiceError> {
        self.list(PAGE, from).await
    }

    async fn list(&self, most: usize, from: Option<String>) -> Result<BucketPage, ServiceError> {
        let options = PaginatedListOptions {
            max_keys: Some(most),
            page_token: from,
            ..PaginatedListOptions::default()
        };
        let prefix = (!self.prefix.is_empty()).then_some(self.prefix.as_str());
        let listed = self.timed("list", WHOLE, async {
            self.store.list_paginated(prefix, options).await
        });
        let found = match listed.await {
            Err(Missed::Error(error)) => return Err(error),
            Err(Missed::NotThere(_)) => {
                let error = bad(self.service, "the bucket is not there");
                let end = end(self.service, "list", Duration::ZERO);
                self.requests.watch.failed(&error, end);
                return Err(error);
            }
            Ok(found) => found,
        };
        let files = found.result.objects.into_iter().filter_map(|one| {
            let path = one.location.as_ref().strip_prefix(&self.prefix)?;
            Some(BucketFile {
                path: path.to_owned(),
                size: one.size,
                modified: one.last_modified,
            })
        });
        Ok(BucketPage {
            files: files.collect(),
            next: found.page_token,
        })
    }

    /// Removes a file; one that is not there is removed.
    pub async fn remove(&self, path: &str) -> Result<(), ServiceError> {
        let path = self.path(path);
        let removed = async { self.store.delete(&path).await };
        let removed = self.unless_it_hangs("remove", WHOLE, removed);
        there(removed.await).map(drop)
    }

    fn path(&self, path: &str) -> Path {
        Path::from(format!("{}{path}", self.prefix))
    }

    /// Makes a call, or refuses it at once while the store hangs.
    async fn unless_it_hangs<T>(
        &self,
        operation: &'static str,
        longest: Duration,
        call: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Missed> {
        if self.hangs.load(Ordering::Relaxed) {
            return Err(Missed::Error(ServiceError::unknown(
                self.service,
                "it does not answer, and is asked every second whether it is back",
            )));
        }
        let began = Instant::now();
        let outcome = self.timed(operation, longest, call).await;
        let is_late = matches!(outcome, Err(Missed::Error(_))) && began.elapsed() >= HANGS;
        if is_late && !self.hangs.swap(true, Ordering::Relaxed) {
            tokio::spawn(self.clone().wait_until_it_answers());
        }
        outcome
    }

    /// Asks a store that hangs until it answers, be it with a refusal.
    async fn wait_until_it_answers(self) {
        loop {
            tokio::time::sleep(ASKED_EVERY).await;
            match self.check().await.map_err(|error| error.kind) {
                Ok(()) | Err(Failure::Refused { .. }) => break,
                Err(_) => {}
            }
        }
        self.hangs.store(false, Ordering::Relaxed);
    }

    /// Makes a call within the time, and records how it went.
    async fn timed<T>(
        &self,
        operation: &'static str,
        longest: Duration,
        call: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Missed> {
        let started = Instant::now();
        let asked =
            self.requests.waits.during(self.service, async |_| {
                match tokio::time::timeout(longest, call).await {
                    Ok(outcome) => outcome.map_err(|error| missed(self.service, &error)),
                    Err(_) => Err(Missed::Error(ServiceError::unknown(
                        self.service,
                        "no answer in time",
                    ))),
                }
            });
        let asked = asked.await;
        let taken = started.elapsed();
        let outcome = match asked {
            Ok(outcome) => outcome,
            Err(given_up) => {
                let end = end(self.service, operation, taken);
                self.requests.watch.given_up(&given_up, end);
                return Err(Missed::Error(given_up));
            }
        };
        match &outcome {
            Err(Missed::Error(error)) => {
                let end = end(self.service, operation, taken);
                self.requests.watch.failed(error, end);
                tracing::debug!(operation, %error, "The store did not answer");
            }
            Ok(_) | Err(Missed::NotThere(_)) => {
                self.requests
                    .watch
                    .answered(end(self.service, operation, taken));
            }
        }
        outcome
    }
}

fn end(service: Service, operation: &'static str, taken: Duration) -> RequestEnd {
    RequestEnd {
        service,
        operation,
        outcome: "answered",
        status: None,
        taken,
    }
}

/// A call without its result.
enum Missed {
    /// The store answered that there is nothing of that name.
    NotThere(Service),
    Error(ServiceError),
}

impl From<Missed> for ServiceError {
    fn from(missed: Missed) -> Self {
        match missed {
            Missed::Error(error) => error,
            // Of a file that is put: there is no bucket to put it into.
            Missed::NotThere(service) => bad(service, "the bucket is not there"),
        }
    }
}

fn there<T>(outcome: Result<T, Missed>) -> Result<Option<T>, ServiceError> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(Missed::NotThere(_)) => Ok(None),
        Err(Missed::Error(error)) => Err(error),
    }
}

/// What an operator is told of a store behind a certificate that nobody vouches for.
const UNKNOWN_CERTIFICATE: &str = "no connection, because its certificate is of no authority that this machine knows, or \
                                   not for this address: add the authority to the machine's (update-ca-certificates), or \
                                   name a file with it in SSL_CERT_FILE";

fn bad(service: Service, why: &str) -> ServiceError {
    ServiceError::misconfigured(service, why)
}

/// What an error of the library means. Its texts have addresses and names of files, and are not told. Of a list it keeps
/// the status in its text alone.
fn missed(service: Service, error: &object_store::Error) -> Missed {
    let has_status = |status: &str| mentions(error, &format!("status code: {status}"));
    let why = if mentions(error, "NoSuchBucket") {
        bad(service, "the bucket is not there")
    } else if bucket_lock::REFUSALS
        .iter()
        .any(|refusal| mentions(error, refusal))
    {
        bad(service, bucket_lock::WITHOUT)
    } else if matches!(error, object_store::Error::NotFound { .. }) || has_status("404") {
        return Missed::NotThere(service);
    } else if matches!(error, object_store::Error::PermissionDenied { .. }) || has_status("403") {
        bad(service, "the keys are refused with 403")
    } else if matches!(error, object_store::Error::Unauthenticated { .. }) || has_status("401") {
        bad(service, "the keys are refused with 401")
    } else if mentions(error, "invalid peer certificate") {
        ServiceError::unreachable(service, UNKNOWN_CERTIFICATE)
    } else if is_unreached(error) {
        ServiceError::unreachable(service, "no connection")
    } else {
        ServiceError::unknown(service, "no answer that could be used")
    };
    Missed::Error(why)
}

fn causes<'a>(
    error: &'a (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error), |error| error.source())
}

fn mentions(error: &object_store::Error, word: &str) -> bool {
    causes(error).any(|cause| cause.to_string().contains(word))
}

fn is_unreached(error: &object_store::Error) -> bool {
    causes(error)
        .filter_map(|cause| cause.downcast_ref::<HttpError>())
        .any(|cause| cause.kind() == HttpErrorKind::Connect)
}

/// Makes the connection of the library.
#[derive(Debug)]
struct Connector {
    speaks_tls: bool,
    lock: Option<Arc<Lock>>,
}

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let mut builder = Client::builder();
        if !self.speaks_tls {
            builder = builder.tls_certs_only([]);
        }
        let client = builder
            .connect_timeout(CONNECT)
            .timeout(EXCHANGE)
            .pool_idle_timeout(Duration::from_secs(15))
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .user_agent("Salal")
            .build()
            .map_err(|error| object_store::Error::Generic {
                store: "S3",
                source: Box::new(error),
            })?;
        let connection = Connection(client);
        Ok(match &self.lock {
            Some(lock) => HttpClient::new(lock.around(connection)),
            None => HttpClient::new(connection),
        })
    }
}

/// What sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Connection(Client);

impl HttpService for Connection {
    fn call<'a, 'b>(
        &'a self,
        request: HttpRequest,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let address = reqwest::Url::parse(&parts.uri.to_string())
                .map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
            let mut request = reqwest::Request::new(parts.method, address);
            *request.headers_mut() = parts.headers;
            *request.body_mut() = Some(reqwest::Body::wrap(body));
            let answer = self.0.execute(request).await.map_err(failed)?;
            let (parts, body) = http::Response::<reqwest::Body>::from(answer).into_parts();
            let body = HttpResponseBody::new(body.map_err(failed));
            Ok(HttpResponse::from_parts(parts, body))
        })
    }
}

/// Whether a failed exchange may be tried again, for the library.
fn failed(error: reqwest::Error) -> HttpError {
    let kind = if error.is_connect() {
        HttpErrorKind::Connect
    } else if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_decode() {
        HttpErrorKind::Decode
    } else {
        HttpErrorKind::Interrupted
    };
    HttpError::new(kind, error.without_url())
}
