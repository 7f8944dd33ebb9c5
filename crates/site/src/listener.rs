// SPDX-License-Identifier: AGPL-3.0-or-later

//! The listener: accepts connections within limits, in total and per address, and closes those on which
//! nothing arrives. Slow clients therefore cost a bounded amount of memory and files, and never a place that
//! others wait for. Not here: limits of requests, which are in the API layer, and the time a body may take,
//! which is in `shell`.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::api::ClientAddress;
use crate::settings::{Limits, Network, Settings};
use crate::telemetry;

/// The memory of a connection for what arrives and for what is sent: more than any header of ours, little
/// enough for thousands of connections.
const BUFFER: usize = 32 * 1024;
/// Data that the other side neither reads nor acknowledges for this long ends the connection.
const UNREAD: Duration = Duration::from_mins(1);
/// The longest that a connection waits for its next request, begun or not, where it is no proxy's.
const HALF_OPEN: Duration = Duration::from_secs(25);
/// Files that a process needs besides its connections: the database, uploads, outgoing calls.
const OTHER_FILES: u64 = 256;
/// The answer to a connection that is one too many.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Serves until stopped, then until the requests in progress are answered. Dropping the future closes every
/// connection.
pub async fn serve(
    mut listener: TcpListener,
    site: Router,
    settings: &Settings,
    stop: CancellationToken,
) {
    let limits = &settings.limits;
    let places = Places::new(settings);
    let mut open = JoinSet::new();
    loop {
        // Waits and retries by itself when no file is left for a connection.
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = axum::serve::Listener::accept(&mut listener) => accepted,
        };
        while open.try_join_next().is_some() {}
        match places.take(peer.ip()) {
            Ok(place) => {
                let connection = Connection {
                    site: site.clone(),
                    peer,
                    times: Times::of(limits, place.is_of_proxy()),
                    stop: stop.clone(),
                    _place: place,
                };
                open.spawn(connection.attend(stream));
            }
            Err(why) => {
                telemetry::CONNECTIONS_REFUSED.count([why]);
                // As far as it goes at once; nobody waits for a client here.
                let _ = stream.try_write(FULL);
            }
        }
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

/// How long a connection waits for the other side.
#[derive(Clone, Copy)]
struct Times {
    /// For the first request, from its first byte to the end of its headers.
    head: Duration,
    /// For each request after that, from the answer before it to the end of its headers.
    idle: Duration,
}

impl Times {
    /// A proxy keeps connections for everybody and expects them to stay. Anyone else could send half of a header and
    /// keep a place for as long.
    fn of(limits: &Limits, is_proxy: bool) -> Self {
        let idle = Duration::from_secs(limits.idle_connection_seconds);
        Self {
            head: Duration::from_secs(limits.head_seconds),
            idle: if is_proxy { idle } else { idle.min(HALF_OPEN) },
        }
    }
}

/// One accepted connection, with its place among those allowed.
struct Connection {
    site: Router,
    peer: SocketAddr,
    times: Times,
    stop: CancellationToken,
    _place: Place,
}

impl Connection {
    async fn attend(self, stream: TcpStream) {
        // Answers are written whole; nothing is gained by waiting for more.
        let _ = stream.set_nodelay(true);
        #[cfg(target_os = "linux")]
        let _ = rustix::net::sockopt::set_tcp_user_timeout(
            &stream,
            u32::try_from(UNREAD.as_millis()).unwrap_or(u32::MAX),
        );
        let begun = CancellationToken::new();
        let service = service_fn(|mut request: Request<Incoming>| {
            begun.cancel();
            request.extensions_mut().insert(ConnectInfo(self.peer));
            answer(self.site.clone(), request)
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            // Between two requests this is how long the connection is kept, with half of a header or none.
            .header_read_timeout(self.times.idle)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(stream), service);
        let mut serving = pin!(serving);
        // What went wrong on a connection is the other side's affair: it broke off, or sent no HTTP.
        tokio::select! {
            _ = serving.as_mut() => return,
            () = tokio::time::sleep(self.times.head) => return,
            () = begun.cancelled() => {}
            () = self.stop.cancelled() => {}
        }
        tokio::select! {
            _ = serving.as_mut() => return,
            () = self.stop.cancelled() => serving.as_mut().graceful_shutdown(),
        }
        let _ = serving.await;
    }
}

async fn answer(site: Router, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    site.oneshot(request.map(Body::new)).await
}

/// Who may have how many connections.
#[derive(Clone)]
struct Places {
    most: usize,
    most_per_address: usize,
    /// A proxy's connections are those of all its clients.
    proxies: Arc<[Network]>,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<String, usize>,
}

/// A place that is taken until it is dropped.
struct Place {
    taken: Arc<Mutex<Taken>>,
    /// `None` for a proxy.
    address: Option<String>,
}

impl Places {
    fn new(settings: &Settings) -> Self {
        let limits = &settings.limits;
        let most = match most_files() {
            Some(files) if files < limits.connections => {
                tracing::warn!(
                    connections = files,
                    "fewer connections are accepted than limits.connections allows: the process may not open as many \
                     files (LimitNOFILE of its unit, ulimit -n)"
                );
                files
            }
            _ => limits.connections,
        };
        Self {
            most,
            most_per_address: limits.connections_per_address,
            proxies: settings.server.trusted_proxies.clone().into(),
            taken: Arc::default(),
        }
    }

    /// A place for one more connection of this address; otherwise which limit is reached.
    fn take(&self, peer: IpAddr) -> Result<Place, &'static str> {
        let peer = peer.to_canonical();
        let is_proxy = self.proxies.iter().any(|network| network.contains(&peer));
        let address = (!is_proxy).then(|| ClientAddress::of_peer(peer).limit_key());
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= self.most {
            return Err("total");
        }
        if let Some(address) = &address {
            let own = taken.by_address.entry(address.clone()).or_default();
            if *own >= self.most_per_address {
                return Err("address");
            }
            *own += 1;
        }
        taken.all += 1;
        taken.tell();
        Ok(Place {
            taken: Arc::clone(&self.taken),
            address,
        })
    }
}

impl Place {
    fn is_of_proxy(&self) -> bool {
        self.address.is_none()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        if let Some(address) = &self.address
            && let Some(own) = taken.by_address.get_mut(address)
        {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(address);
            }
        }
        taken.tell();
    }
}

impl Taken {
    fn tell(&self) {
        telemetry::CONNECTIONS.set([], self.all);
    }
}

/// How many connections the files that this process may open suffice for; as many as the system lets it.
/// `None` where there is no limit.
fn most_files() -> Option<usize> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    // The soft limit is often 1024, for programs that use select(2).
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    let files = getrlimit(Resource::Nofile).current?;
    usize::try_from(files.saturating_sub(OTHER_FILES)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(change: impl FnOnce(&mut Settings)) -> Places {
        let mut settings = Settings::read(None).expect("the defaults are good");
        change(&mut settings);
        Places::new(&settings)
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn each_address_has_its_share_and_gives_it_back() {
        let places = places(|settings| {
            settings.limits.connections = 4;
            settings.limits.connections_per_address = 2;
        });
        let first = places.take(ip("192.0.2.1")).ok();
        let second = places.take(ip("::ffff:192.0.2.1")).ok();
        assert!(first.is_some() && second.is_some());
        assert_eq!(places.take(ip("192.0.2.1")).err(), Some("address"));
        // A whole /64 is one client.
        let third = places.take(ip("2001:db8::1")).ok();
        let fourth = places.take(ip("2001:db8::ffff:2")).ok();
        assert!(third.is_some() && fourth.is_some());
        assert_eq!(places.take(ip("192.0.2.2")).err(), Some("total"));
        drop(first);
        drop(third);
        assert_eq!(places.take(ip("2001:db8:0:1::1")).err(), None);
        let again = places.take(ip("192.0.2.1")).ok();
        assert!(again.is_some());
        drop((again, second, fourth));
        let left = places.taken.lock().expect("no other test has it");
        assert_eq!((left.all, left.by_address.len()), (0, 0));
    }

    /// Whatever the setting, for everyone but a proxy.
    #[test]
    fn half_of_a_next_header_keeps_no_connection_for_30_seconds() {
        let mut settings = Settings::read(None).expect("the defaults are good");
        let limits = &mut settings.limits;
        assert_eq!(Times::of(limits, true).idle, Duration::from_secs(75));
        for (seconds, most) in [(1, 1), (75, 25), (600, 25)] {
            limits.idle_connection_seconds = seconds;
            let times = Times::of(limits, false);
            assert_eq!(times.idle, Duration::from_secs(most), "{seconds}");
        }
        let places = places(|settings| {
            let proxy = Network::try_from("10.0.0.0/8".to_owned()).expect("a network");
            settings.server.trusted_proxies = vec![proxy];
        });
        for (peer, is_proxy) in [("10.1.2.3", true), ("192.0.2.1", false)] {
            let place = places.take(ip(peer)).expect("there is room");
            assert_eq!(place.is_of_proxy(), is_proxy, "{peer}");
        }
    }

    #[test]
    fn a_proxy_has_no_share_of_its_own() {
        let places = places(|settings| {
            settings.limits.connections = 3;
            settings.limits.connections_per_address = 1;
            let proxy = Network::try_from("10.0.0.0/8".to_owned()).expect("a network");
            settings.server.trusted_proxies = vec![proxy];
        });
        let open: Vec<_> = (0..3)
            .filter_map(|_| places.take(ip("10.1.2.3")).ok())
            .collect();
        assert_eq!(open.len(), 3);
        assert_eq!(places.take(ip("10.1.2.3")).err(), Some("total"));
    }
}
