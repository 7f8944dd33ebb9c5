// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a browser lets a page of this site load and run. Not here: the other security headers (`shell.rs`), and the
//! stricter policy of an uploaded file.

use axum::http::HeaderValue;

use crate::context::Context;

/// Scripts from this origin and the card provider only, and those of `own_scripts` (`'sha256-…'`), which stand in a
/// document; the site may not be framed.
pub(crate) fn content_security_policy(ctx: &Context, own_scripts: &[String]) -> HeaderValue {
    let origin = |address: &str| {
        url::Url::parse(address)
            .ok()
            .map(|u| u.origin().ascii_serialization())
            .unwrap_or_default()
    };
    let services = &ctx.settings.services;
    let mut others: Vec<String> = [
        services.cards.script_url.as_str(),
        services.captcha.script_url.as_str(),
    ]
    .into_iter()
    .map(origin)
    .filter(|o| !o.is_empty())
    .collect();
    others.sort();
    others.dedup();
    let others = others.join(" ");
    // The lookup form is submitted there, in a separate window.
    let look_up = origin(&ctx.settings.pharmanet.url);
    let scripts: Vec<&str> = ["'self'"]
        .into_iter()
        .chain(own_scripts.iter().map(String::as_str))
        .chain([others.as_str()])
        .collect();
    let scripts = scripts.join(" ");
    let policy = format!(
        "default-src 'self'; script-src {scripts}; frame-src 'self' blob: {others}; \
         connect-src 'self' {others}; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
         form-action 'self' {others} {look_up}; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}
