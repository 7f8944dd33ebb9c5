//! API layer: authentication, authorization, request parsing and routing, with the table of all calls. It
//! reads the request, identifies the caller, checks the three claims of the row (access, reach, trace),
//! passes the handler one argument, and turns its answer or error into HTTP. It knows no feature: `app`
//! supplies the sign-in look-up and the rows.

mod answer;
mod call;
mod caller;
mod claims;
mod form;
mod form_stream;
mod idempotency;
mod input;
mod limit;
mod open;
mod openapi;
mod page;
pub(crate) mod rows;
mod table;

pub use answer::{Answer, Created, Download, Json, NoContent, UserFile};
pub use call::{Call, RequestFacts};
pub use caller::{Caller, Finder, Hooks, Line, OpenList, Role, Scribe, SignedIn};
pub use claims::{Access, Claim, Reach, Trace};
pub use form_stream::{Piece, StreamedForm};
pub(crate) use idempotency::forget as forget_kept_answers;
pub use input::{Form, FromBody, JsonWithPicture, NoBody, RawBody, RawFile};
pub use open::{COOKIE, cookie_of, router, token_of};
pub use openapi::document;
pub use page::page;
pub use table::{Method, Row, row};
