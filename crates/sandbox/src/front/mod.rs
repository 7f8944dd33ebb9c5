// SPDX-License-Identifier: AGPL-3.0-or-later

//! The front of the sandbox: every service's addresses in one router, the gate that makes
//! lines slow or dead, and what people and tests ask: outbox, ledger and faults
//! in `control`, the page in `page`, and what the page asks in `desk`.

mod control;
mod desk;
mod page;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};

use crate::answer::{Answer, Cut, Held};
use crate::faults::{self, Mode, Service};
use crate::line::Line;
use crate::state::SandboxState;
use crate::{captcha, clinic, paypal, pharmanet, srfax, stripe, teleplan, twilio};

/// Faxes carry their pages in the body.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// The whole HTTP side.
pub(crate) fn router(state: SandboxState) -> Router {
    Router::new()
        .nest("/stripe", stripe::routes())
        .nest("/paypal", paypal::routes())
        .nest("/twilio", twilio::routes())
        .nest("/captcha", captcha::routes())
        .nest("/clinic", clinic::routes())
        .merge(srfax::routes())
        .merge(teleplan::routes())
        .merge(pharmanet::routes())
        .route("/", get(page::page))
        .route("/page.css", get(page::style))
        .route("/page/{name}", get(page::file))
        .route("/desk", get(desk::desk))
        .route("/codes", get(desk::codes))
        .route("/books", get(desk::books))
        .route("/day", post(desk::day))
        .route("/start-over", post(desk::start_over))
        .route(
            "/switches/{service}",
            put(desk::switch_on).delete(desk::switch_off),
        )
        .route("/next-fax/{number}", put(desk::next_fax))
        .route("/outbox/{id}/html", get(desk::mail))
        .route(
            "/outbox/{id}/attachments/{index}/pages/{page}",
            get(desk::fax_page),
        )
        .route("/outbox", get(control::outbox))
        .route("/outbox/{id}/attachments/{index}", get(control::attachment))
        .route("/ledger", get(control::ledger))
        .route(
            "/faults",
            get(control::faults)
                .post(control::set_fault)
                .delete(control::clear_faults),
        )
        .fallback(|| async { Answer::text(404, "The sandbox serves nothing here.") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(state.clone(), gate))
        .with_state(state)
}

/// The service whose wire protocol a path belongs to; pages and scripts for browsers belong
/// to none, so that a switch meant for a server's call is not used up by a screen.
fn service_of(path: &str) -> Option<Service> {
    let begins = |start: &str| path.starts_with(start);
    if begins("/stripe/v1/") {
        Some(Service::Stripe)
    } else if begins("/paypal/v1/") || begins("/paypal/v2/") {
        Some(Service::Paypal)
    } else if begins("/twilio/") {
        Some(Service::Twilio)
    } else if begins("/srfax") {
        Some(Service::Srfax)
    } else if begins("/captcha/siteverify") {
        Some(Service::Captcha)
    } else if begins("/teleplan") {
        Some(Service::Teleplan)
    } else if begins("/clinic/") {
        Some(Service::Clinic)
    } else if begins("/pharmanet") {
        Some(Service::Pharmanet)
    } else {
        None
    }
}

/// Whether a page of somebody else asks for a change of what only the sandbox's own pages and programs change. A
/// browser says which page asks; programs say nothing, and may. The services' own addresses have credentials, and
/// some of them are called by other pages.
fn is_foreign(request: &Request, public_url: &str) -> bool {
    if request.method().is_safe() || service_of(request.uri().path()).is_some() {
        return false;
    }
    let Some(origin) = request.headers().get(header::ORIGIN) else {
        return false;
    };
    let host = request.headers().get(header::HOST);
    let own = |origin: &str| {
        let place = origin.split_once("://").map(|(_, place)| place);
        let asked = host.and_then(|host| host.to_str().ok());
        (place.is_some() && place == asked)
            || url::Url::parse(public_url)
                .is_ok_and(|url| url.origin().ascii_serialization() == origin)
    };
    !origin.to_str().is_ok_and(own)
}

/// Refuses other people's pages, cuts dead lines before anything is read, holds slow ones, and cuts lost answers.
async fn gate(
    State(state): State<SandboxState>,
    ConnectInfo(line): ConnectInfo<Line>,
    request: Request,
    next: Next,
) -> Response {
    if is_foreign(&request, state.public_url()) {
        return Answer::text(403, "Only the sandbox's own page may do this.").into_response();
    }
    let service = service_of(request.uri().path());
    let mode = service.and_then(|service| faults::take_line(&mut state.store(), service));
    match mode {
        Some(Mode::Down) => {
            line.cut();
            return Answer::none().into_response();
        }
        Some(Mode::Slow) => tokio::time::sleep(state.slow()).await,
        Some(Mode::Decline | Mode::Error | Mode::Lost) | None => {}
    }
    let response = next.run(request).await;
    if response.extensions().get::<Held>().is_some() {
        tokio::time::sleep(state.slow()).await;
    }
    if response.extensions().get::<Cut>().is_some() {
        line.cut();
    }
    response
}

#[cfg(test)]
mod tests {
    use super::service_of;
    use crate::faults::Service;

    #[test]
    fn screens_use_up_no_switch() {
        assert_eq!(service_of("/stripe/v1/refunds"), Some(Service::Stripe));
        for screen in [
            "/stripe/v3/",
            "/paypal/approve/1",
            "/captcha/api.js",
            "/",
            "/outbox",
        ] {
            assert_eq!(service_of(screen), None, "{screen}");
        }
    }
}
