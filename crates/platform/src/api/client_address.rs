// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where a request comes from: the address of the connection, or, through proxies that the settings name,
//! the last address in X-Forwarded-For that is none of theirs. Anybody can write that header, so it counts
//! only as far back as hands that are known have written it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName};
use chrono::{DateTime, TimeDelta, Utc};
use ipnet::Ipv6Net;

use crate::settings::Network;

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Addresses looked at, from the last: a chain of proxies is short, a header need not be.
const MOST_HOPS: usize = 20;

/// An address that requests come from; an IPv4 address inside IPv6 is the IPv4 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(Option<IpAddr>);

impl ClientAddress {
    pub(super) fn of_request(
        peer: Option<IpAddr>,
        headers: &HeaderMap,
        trusted: &[Network],
    ) -> Self {
        let Some(peer) = peer.map(|ip| ip.to_canonical()) else {
            return Self(None);
        };
        let is_ours = |ip: &IpAddr| trusted.iter().any(|network| network.contains(ip));
        let mut client = peer;
        let lines: Vec<&str> = headers
            .get_all(FORWARDED)
            .iter()
            .map(|line| line.to_str().unwrap_or_default())
            .collect();
        let hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        for hop in hops.take(MOST_HOPS) {
            if !is_ours(&client) {
                break;
            }
            // What is no address was written by nobody we know: the hop before it is the last that is sure.
            let Some(ip) = parsed(hop.trim()) else { break };
            client = ip;
        }
        Self(Some(client))
    }

    /// Whether somebody who is no proxy of ours tells where the request comes from. Either a stranger makes it up, or
    /// a proxy is missing from the settings, and everybody behind it has its address.
    pub(super) fn is_told_by_stranger(
        peer: Option<IpAddr>,
        headers: &HeaderMap,
        trusted: &[Network],
    ) -> bool {
        let is_ours = |ip: IpAddr| trusted.iter().any(|network| network.contains(&ip));
        headers.contains_key(FORWARDED) && !peer.is_some_and(|ip| is_ours(ip.to_canonical()))
    }

    /// The address of a connection, whatever is sent on it.
    pub fn of_peer(peer: IpAddr) -> Self {
        Self(Some(peer.to_canonical()))
    }

    /// What limits count by. Whoever has an IPv6 address has its whole /64, so they count as one.
    pub fn limit_key(self) -> String {
        match self.0 {
            Some(IpAddr::V6(ip)) => Ipv6Net::new(ip, 64)
                .map_or_else(|_| ip.to_string(), |network| network.trunc().to_string()),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ip) => ip.fmt(out),
            None => out.write_str("unknown"),
        }
    }
}

/// When somebody who is no proxy of ours last told where a request comes from, and when the log last said so.
#[derive(Default)]
pub struct UnknownProxy(Mutex<Sightings>);

#[derive(Default)]
struct Sightings {
    last: Option<DateTime<Utc>>,
    logged: Option<DateTime<Utc>>,
}

impl UnknownProxy {
    /// How often the log says so.
    const LOGGED_EVERY: TimeDelta = TimeDelta::hours(1);

    /// Notes one; whether it is time to log it.
    pub(super) fn note(&self, now: DateTime<Utc>) -> bool {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.last = Some(now);
        let is_due = (times.logged).is_none_or(|at| now - at >= Self::LOGGED_EVERY);
        if is_due {
            times.logged = Some(now);
        }
        is_due
    }

    /// When it last happened in this process.
    pub fn last(&self) -> Option<DateTime<Utc>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).last
    }
}

/// `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7`, `[2001:db8::7]` or `[2001:db8::7]:4711`.
fn parsed(hop: &str) -> Option<IpAddr> {
    let bare = hop
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let ip = bare
        .unwrap_or(hop)
        .parse::<IpAddr>()
        .ok()
        .or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[&str], trusted: &[&str]) -> ClientAddress {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, line.parse().expect("a header"));
        }
        let trusted: Vec<Network> = trusted
            .iter()
            .map(|text| Network::try_from((*text).to_owned()).expect("a network"))
            .collect();
        ClientAddress::of_request(peer.parse().ok(), &headers, &trusted)
    }

    #[test]
    fn the_header_counts_only_as_far_back_as_trusted_hands_wrote_it() {
        let proxies = ["10.0.0.0/8", "2001:db8:ff::/48"];
        for (peer, lines, wanted) in [
            // Not from a proxy: whatever it says of itself.
            ("192.0.2.1", vec!["198.51.100.9"], "192.0.2.1"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec!["198.51.100.9"], "198.51.100.9"),
            // The first ones were written by the client.
            (
                "10.0.0.1",
                vec!["203.0.113.5, 198.51.100.9"],
                "198.51.100.9",
            ),
            (
                "10.0.0.1",
                vec!["203.0.113.5", "198.51.100.9"],
                "198.51.100.9",
            ),
            ("10.0.0.1", vec!["198.51.100.9, 10.0.0.2"], "198.51.100.9"),
            ("10.0.0.1", vec!["198.51.100.9", "10.0.0.2"], "198.51.100.9"),
            // What is no address ends the walk.
            ("10.0.0.1", vec!["198.51.100.9, <script>"], "10.0.0.1"),
            ("10.0.0.1", vec!["198.51.100.9, , 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", vec!["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", vec!["198.51.100.9:4711"], "198.51.100.9"),
            ("10.0.0.1", vec!["[2001:db8::7]:4711"], "2001:db8::7"),
            ("10.0.0.1", vec!["[2001:db8::7]"], "2001:db8::7"),
            (
                "::ffff:10.0.0.1",
                vec!["::ffff:198.51.100.9"],
                "198.51.100.9",
            ),
            ("2001:db8:ff::1", vec!["2001:db8::7"], "2001:db8::7"),
        ] {
            assert_eq!(
                client(peer, &lines, &proxies).to_string(),
                wanted,
                "{peer} {lines:?}"
            );
        }
        let many = ["10.0.0.2"; 40].join(",");
        let long = format!("198.51.100.9,{many}");
        assert_eq!(
            client("10.0.0.1", &[&long], &proxies).to_string(),
            "10.0.0.2"
        );
        assert_eq!(
            client("none", &["198.51.100.9"], &proxies).to_string(),
            "unknown"
        );
    }

    #[test]
    fn an_ipv6_address_counts_with_its_whole_64() {
        let key = |ip: &str| client(ip, &[], &[]).limit_key();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(key("2001:db8:1:2:ffff::1"), key("2001:db8:1:2::9"));
        assert_ne!(key("2001:db8:1:3::9"), key("2001:db8:1:2::9"));
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn an_unknown_proxy_is_logged_once_an_hour() {
        let seen = UnknownProxy::default();
        assert_eq!(seen.last(), None);
        let start = DateTime::<Utc>::UNIX_EPOCH;
        for (minutes, is_logged) in [(0, true), (1, false), (59, false), (60, true), (61, false)] {
            let now = start + TimeDelta::minutes(minutes);
            assert_eq!(seen.note(now), is_logged, "{minutes}");
            assert_eq!(seen.last(), Some(now));
        }
    }
}
