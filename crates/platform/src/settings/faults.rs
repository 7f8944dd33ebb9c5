// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validation of the settings: all errors at once (`salal config check`). What prod refuses beyond that stands
//! in `prod.rs`.

use salal_integrations::Uses;

use super::{Backup, Environment, Limits, Retention, Settings};
use crate::recipients::Recipients;

impl Settings {
    /// All invalid values. Whether the database responds is checked by `app::list_faults`.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.unread.told.clone();
        let mut judged = self.judge();
        judged.retain(|fault| !self.unread.is_judged_by(fault));
        faults.extend(judged);
        faults
    }

    /// What is wrong with the values that could be read. A sentence about one setting begins with its key.
    fn judge(&self) -> Vec<String> {
        let mut faults = self.secrets.master_key_faults();
        if !(28..=31).contains(&self.prescriptions.month_days) {
            faults.push("prescriptions.month_days must be between 28 and 31".into());
        }
        if self.server.address.parse::<std::net::SocketAddr>().is_err() {
            faults.push(
                "server.address must be an address and a port, such as 127.0.0.1:8080".into(),
            );
        }
        if self.server.leave_seconds > 60 {
            faults.push("server.leave_seconds must be at most 60".into());
        }
        let metrics = &self.server.metrics_address;
        if !metrics.is_empty()
            && (metrics.parse::<std::net::SocketAddr>().is_err() || *metrics == self.server.address)
        {
            faults.push(
                "server.metrics_address must be empty, or an address and a port of its own, such as 127.0.0.1:9464"
                    .into(),
            );
        }
        if url::Url::parse(&self.server.public_url).is_err() {
            faults.push(
                "server.public_url must be a whole address, such as https://renew.example".into(),
            );
        }
        if self.backup.folder.trim().is_empty() {
            faults.push("backup.folder must name a folder".into());
        }
        faults.extend(self.files.faults());
        faults.extend(self.backup.faults());
        faults.extend(self.audit.s3.faults("audit.s3"));
        if !(1..=36_500).contains(&self.audit.s3_lock_days) {
            faults.push("audit.s3_lock_days must be from 1 to 36500".into());
        }
        if self.audit.bulk_read_records < 0 {
            faults.push("audit.bulk_read_records must be 0 (no one is notified) or more".into());
        }
        faults.extend(self.alerts.faults());
        faults.extend(self.telemetry.faults());
        if !(0..=60).contains(&self.jobs.undo_seconds) {
            faults.push("jobs.undo_seconds must be between 0 and 60".into());
        }
        faults.extend(self.retention.faults());
        if self.jobs.side_by_side < 1 || self.jobs.lease_seconds < 1 {
            faults.push("jobs.side_by_side and jobs.lease_seconds must be at least 1".into());
        }
        faults.extend(self.limits.faults());
        if self
            .server
            .log
            .parse::<tracing_subscriber::EnvFilter>()
            .is_err()
        {
            faults
                .push("server.log must be a filter as in RUST_LOG, such as info,sqlx=warn".into());
        }
        if self.prescriptions.promise_hours < 1
            || self.prescriptions.fax_promise_hours < 1
            || self.prescriptions.claim_minutes < 1
        {
            faults.push(
                "prescriptions.promise_hours, prescriptions.fax_promise_hours and prescriptions.claim_minutes must be at least 1"
                    .into(),
            );
        }
        faults.extend(self.portal.faults());
        if self.features.billing {
            faults.extend(self.billing.faults());
        }
        let look_up = &self.pharmanet.url;
        if !look_up.is_empty() && !url::Url::parse(look_up).is_ok_and(|url| url.has_host()) {
            faults.push(
                "pharmanet.url must be empty or a whole address, such as https://lookup.example"
                    .into(),
            );
        }
        let wider = self.features.other_provinces
            || self.features.card_upload
            || self.features.profile_upload;
        if self.portal.terms_of_2020 && wider {
            faults.push(
                "portal.terms_of_2020 is for B.C. alone, without uploads: features.other_provinces, \
                 card_upload and profile_upload must be off"
                    .into(),
            );
        }
        let hand_over = self.secrets.hand_over.reveal().len();
        if hand_over != 0 && hand_over < 32 {
            faults.push("secrets.hand_over must have at least 32 characters, or none".into());
        }
        faults.extend(self.services.faults(self.uses()));
        if self.environment == Environment::Prod {
            faults.extend(self.prod_faults());
        }
        faults
    }

    /// The services that a feature needs.
    fn uses(&self) -> Uses {
        Uses {
            cards: !self.features.free,
            wallet: self.features.wallet,
            captcha: self.features.captcha,
            teleplan: self.features.billing,
        }
    }
}

impl Backup {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.due_hours < 1 {
            faults.push("backup.due_hours must be at least 1".into());
        }
        if let Err(places) = Recipients::read(&self.recipients) {
            for place in places {
                faults.push(format!(
                    "backup.recipients must be public keys of age (age1…): number {place} is not"
                ));
            }
        }
        if self.every_seconds != 0 && !(10..=86_400).contains(&self.every_seconds) {
            faults.push("backup.every_seconds must be 0 (off), or between 10 and 86400".into());
        }
        for (name, count, least, most) in [
            ("keep_hours", self.keep_hours, 1, 8_760),
            ("keep_days", self.keep_days, 0, 3_650),
            ("keep_months", self.keep_months, 0, 1_200),
        ] {
            if !(least..=most).contains(&count) {
                faults.push(format!("backup.{name} must be between {least} and {most}"));
            }
        }
        faults
    }
}

impl Limits {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let counts = [self.connections, self.connections_per_address];
        let times = [
            self.head_seconds,
            self.idle_connection_seconds,
            self.body_pause_seconds,
            self.body_seconds,
        ];
        if counts.contains(&0) || times.contains(&0) {
            faults.push(
                "limits.connections, connections_per_address, head_seconds, idle_connection_seconds, \
                 body_pause_seconds and body_seconds must be at least 1"
                    .into(),
            );
        }
        // One form of the largest size, and in memory the largest file and the largest picture as text.
        for (name, megabytes, least) in [
            ("form_memory_megabytes", self.form_memory_megabytes, 16),
            ("form_disk_megabytes", self.form_disk_megabytes, 256),
        ] {
            if !(least..=1_048_576).contains(&megabytes) {
                faults.push(format!("limits.{name} must be between {least} and 1048576"));
            }
        }
        if self.login_failures_per_day < 1 || self.registrations_per_day < 1 {
            faults.push(
                "limits.login_failures_per_day and registrations_per_day must be at least 1".into(),
            );
        }
        faults
    }
}

impl Retention {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, days, least) in [
            // A fax or a payment is followed for some days, and must not be begun again meanwhile.
            ("finished_jobs_days", self.finished_jobs_days, 7),
            ("failed_jobs_days", self.failed_jobs_days, 7),
            ("sessions_days", self.sessions_days, 1),
        ] {
            if !(least..=3650).contains(&days) {
                faults.push(format!("retention.{name} must be between {least} and 3650"));
            }
        }
        faults
    }
}
