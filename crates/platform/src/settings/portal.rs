// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settings of the product's surroundings: related sites, and the landing page's information about the
//! clinics (decisions 127, 128, 131).

use serde::Deserialize;

/// Related sites. An empty address means none.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portal {
    /// Where Login leads, when another site signs patients in.
    pub login_url: String,
    /// Where Sign up leads, when another site registers patients.
    pub registration_url: String,
    /// Where patients leave a review.
    pub review_url: String,
    /// The partner clinic's site.
    pub partner_home_url: String,
    /// The product is embedded in the partner clinic's site.
    pub embedded: bool,
    /// The address of a patient's chart in the clinic's electronic record, with `{number}` for the health
    /// number.
    pub chart_url: String,
    /// The terms of use are those of April 2020, version 1.1: B.C. only, nothing uploaded (decision
    /// 129 and specification 002 section 9, "a deployment variant").
    pub terms_of_2020: bool,
}

/// The version of the policy in force; stored with each consent (decision 129).
pub const POLICY_VERSION: &str = "2.0";
/// The version of the older terms of use.
const OLDER_TERMS: &str = "1.1";

impl Portal {
    /// The version of the terms of use that this deployment shows and stores.
    #[must_use]
    pub fn terms_version(&self) -> &'static str {
        if self.terms_of_2020 {
            OLDER_TERMS
        } else {
            POLICY_VERSION
        }
    }

    /// The address of the chart with a health number; none without the setting.
    #[must_use]
    pub fn chart(&self, number: &str) -> Option<String> {
        let plain: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
        let linked = !self.chart_url.is_empty() && !plain.is_empty();
        linked.then(|| self.chart_url.replace("{number}", &plain))
    }

    /// Invalid values.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, value) in [
            ("login_url", &self.login_url),
            ("registration_url", &self.registration_url),
            ("review_url", &self.review_url),
            ("partner_home_url", &self.partner_home_url),
        ] {
            let web = value.starts_with("https://") || value.starts_with("http://");
            let good = value.is_empty() || (web && url::Url::parse(value).is_ok());
            if !good {
                faults.push(format!(
                    "portal.{name} must be empty or a whole address, such as https://clinic.example"
                ));
            }
        }
        let chart = self.chart("9000012345");
        let good = chart.is_none_or(|chart| {
            chart.contains("9000012345")
                && chart.starts_with("http")
                && url::Url::parse(&chart).is_ok()
        });
        if !good {
            faults.push(
                "portal.chart_url must be empty or a whole address with {number} in it, such as \
                 https://charts.clinic.example/find?hin={number}"
                    .into(),
            );
        }
        if self.embedded && self.partner_home_url.is_empty() {
            faults.push("portal.partner_home_url is missing: portal.embedded is on".into());
        }
        faults
    }
}

/// The operator's claims for the landing page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    pub medications: String,
    pub pharmacies: String,
    pub locations: String,
    pub years: String,
    /// The names of doctors who agreed to be named, such as "Dr. Jordan Lee"; none: nobody is.
    pub doctors: Vec<String>,
    /// The walk-in clinics.
    pub clinics: Vec<Place>,
}

/// A walk-in clinic.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub name: String,
    pub address: String,
    pub phone: String,
}
