//! API layer: authentication, authorization, request parsing and routing, with the table of all calls. It
//! reads the request, identifies the caller, checks the three claims of the row (access, reach, trace),
//! passes the handler one argument, and turns its answer or error into HTTP. It knows no feature: `app`
//! supplies the sign-in look-up and the rows.

mod responses;
mod request;
mod authentication;
mod authorization;
mod multipart;
mod multipart_stream;
mod idempotency;
mod extraction;
mod rate_limit;
mod router;
mod openapi;
mod docs_page;
pub(crate) mod entity;
mod route_table;

pub use responses::{Answer, Created, Download, Json, NoContent, UserFile};
pub use request::{Request, RequestInfo};
pub use authentication::{Caller, SessionLookup, Hooks, AuditEntry, OpenListLookup, Role, AuditWriter, SignedIn};
pub use authorization::{Access, ScopePolicy, Scope, Audit};
pub use multipart_stream::{FormPart, StreamedForm};
pub(crate) use idempotency::delete_expired_responses as forget_kept_answers;
pub use extraction::{Form, FromBody, JsonWithPicture, NoBody, RawBody, RawFile};
pub use router::{COOKIE, find_cookie, router, find_token};
pub use openapi::document;
pub use docs_page::docs_page;
pub use route_table::{Method, Route, route};
