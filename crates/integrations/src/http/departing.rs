// SPDX-License-Identifier: AGPL-3.0-or-later

//! A request that tells when it leaves: as soon as its body is asked for. Connecting, or waiting for a connection, is
//! before that.

use std::pin::Pin;
use std::task::{Context, Poll};

use http_body::{Frame, SizeHint};
use reqwest::{Body, Request};

use crate::hold::Does;
use crate::wait::Departure;

/// Lets a request tell when it leaves. One without a body that acts may leave at any moment from now on; one that only
/// asks never has an effect.
pub(super) fn tells(request: &mut Request, does: Does, departure: Departure) {
    let is_empty = request.body().is_none_or(http_body::Body::is_end_stream);
    if is_empty {
        if does == Does::Acts {
            departure.leaves();
        }
        return;
    }
    if let Some(body) = request.body_mut() {
        let content = std::mem::take(body);
        *body = Body::wrap(Telling { content, departure });
    }
}

struct Telling {
    content: Body,
    departure: Departure,
}

impl http_body::Body for Telling {
    type Data = <Body as http_body::Body>::Data;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if !self.departure.leaves() {
            return Poll::Ready(Some(Err("no one waits for it any more".into())));
        }
        let next = Pin::new(&mut self.content).poll_frame(cx);
        next.map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}
