// SPDX-License-Identifier: AGPL-3.0-or-later

//! API layer: authentication, authorization, request parsing and routing, and the route table. It parses the
//! request, identifies the caller, checks the route's three policies (access, scope, audit), calls the
//! handler with one argument, and turns its response or error into HTTP. It depends on no feature: `app`
//! supplies the session lookup and the routes.

mod authentication;
mod authorization;
mod client_address;
mod csv;
mod cursors;
mod docs_page;
pub mod entity;
mod extraction;
mod idempotency;
mod leftover;
mod misread;
mod multipart;
mod multipart_stream;
mod openapi;
mod pace;
mod problem;
mod rate_limit;
mod refusals;
mod request;
mod responses;
mod route_table;
mod router;
mod security_events;
mod spool;

pub use self::csv::{Cell, Csv, unguarded};
pub use authentication::{
    ApiHooks, AuditDetail, AuditEntry, AuditWriter, Caller, OpenedLookup, Role, SessionLookup,
    SignedIn,
};
pub use authorization::{Access, Audit, Scope, ScopePolicy};
pub use client_address::ClientAddress;
pub use client_address::UnknownProxy;
pub use cursors::ListIdentity;
pub use docs_page::docs_page;
pub use extraction::{
    Arrival, Arrived, Form, FromBody, JsonWithPicture, NoBody, RawBody, RawFile, Sender,
};
pub use idempotency::delete_expired_responses as forget_kept_answers;
pub use multipart_stream::{FormPart, StreamedForm};
pub use openapi::{FileField, document};
pub use request::{Request, RequestContext, RequestInfo};
pub use responses::{Answer, Created, CsvOrJson, Json, NoContent, Pdf, UserFile};
pub use route_table::{AuditSentences, Method, Route, Tag, route, tagged};
pub use router::{COOKIE, DEVICE_COOKIE, cookie_name, find_cookie, find_token, router};
pub use security_events::{ACCOUNT_OF, AccountOwner, SecurityEvent, UNKNOWN_ACTOR};
pub use spool::Spools;
pub use spool::{Content, InFlight, Spooled, in_flight};
