// SPDX-License-Identifier: AGPL-3.0-or-later

//! A network in the settings: `10.1.0.0/16`, or one address.

use std::net::IpAddr;

use ipnet::IpNet;
use serde::Deserialize;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Network(IpNet);

impl Network {
    pub fn contains(&self, address: &IpAddr) -> bool {
        self.0.contains(address)
    }

    /// Whether it has more addresses than a network with a prefix of so many bits.
    pub(super) fn is_wider_than(&self, bits_of_v4: u8, bits_of_v6: u8) -> bool {
        match self.0 {
            IpNet::V4(network) => network.prefix_len() < bits_of_v4,
            IpNet::V6(network) => network.prefix_len() < bits_of_v6,
        }
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let one = text.parse::<IpAddr>().map(IpNet::from);
        one.or_else(|_| text.parse()).map(Self).map_err(|_| {
            format!("{text:?} is neither an address nor a network such as 10.1.0.0/16")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_an_address_or_a_network() {
        for text in ["10.0.0.0/8", "127.0.0.1", "::1", "2001:db8::/32"] {
            assert!(Network::try_from(text.to_owned()).is_ok(), "{text}");
        }
        for text in ["", "proxy.example", "10.0.0.0/33", "10.0.0", "*"] {
            assert!(Network::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
