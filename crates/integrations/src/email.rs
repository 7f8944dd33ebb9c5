// SPDX-License-Identifier: AGPL-3.0-or-later

//! Email over SMTP (payments-and-messaging.md 5), each message on its own connection.
//!
//! The protocol steps are made here rather than by the library's transport, because only a failure after the
//! content was sent is an unknown outcome. Not here: wording and templates.

use std::time::Duration;

use lettre::address::Envelope;
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use tokio::time::Instant;

use crate::hold::Does;
use crate::wait::Departure;
use crate::watch::RequestEnd;
use crate::{EmailSecurity, EmailSettings, Requests, Service, ServiceError, Timeouts};

/// The mail server.
#[derive(Debug)]
pub struct EmailSender {
    settings: EmailSettings,
    connect_limit: Duration,
    total_limit: Duration,
    requests: Requests,
}

/// One message, as text and as HTML.
#[derive(Clone, Copy, Debug)]
pub struct EmailMessage<'a> {
    /// One address, with or without a name.
    pub to: &'a str,
    /// One line.
    pub subject: &'a str,
    /// The plain-text form.
    pub text: &'a str,
    /// The same in HTML.
    pub html: &'a str,
    /// `unique@host`, without angle brackets. If it is sent again with the same id, receivers can drop the
    /// duplicate.
    pub message_id: &'a str,
}

impl EmailSender {
    pub(crate) fn new(settings: &EmailSettings, timeouts: &Timeouts, requests: &Requests) -> Self {
        Self {
            settings: settings.clone(),
            connect_limit: Duration::from_millis(timeouts.connect_ms),
            total_limit: Duration::from_millis(timeouts.total_ms),
            requests: requests.clone(),
        }
    }

    /// Sends one message to the mail server.
    pub async fn send(&self, message: &EmailMessage<'_>) -> Result<(), ServiceError> {
        let requests = &self.requests;
        requests.hold.allow(Service::Email, Does::Acts)?;
        let started = Instant::now();
        let handing_over = |departure| self.hand_over(message, departure);
        let waited = requests.waits.during(Service::Email, handing_over).await;
        let end = RequestEnd {
            service: Service::Email,
            operation: "send",
            outcome: "answered",
            status: None,
            taken: started.elapsed(),
        };
        let outcome = match waited {
            Ok(outcome) => outcome,
            Err(given_up) => {
                requests.watch.given_up(&given_up, end);
                return Err(given_up);
            }
        };
        match &outcome {
            Ok(()) => requests.watch.answered(end),
            Err(error) => requests.watch.failed(error, end),
        }
        outcome
    }

    async fn hand_over(
        &self,
        message: &EmailMessage<'_>,
        departure: Departure,
    ) -> Result<(), ServiceError> {
        let settings = &self.settings;
        if settings.host.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Email,
                "services.email.host is missing",
            ));
        }
        if settings.security == EmailSecurity::Plain && !is_this_machine(&settings.host) {
            return Err(ServiceError::misconfigured(
                Service::Email,
                "mail may not leave this machine unprotected",
            ));
        }
        let (envelope, bytes) = self.compose(message)?;
        let prepared =
            tokio::time::timeout(self.total_limit, self.prepare(&envelope, bytes.is_ascii())).await;
        let mut connection = prepared.unwrap_or_else(|_| {
            Err(ServiceError::unreachable(
                Service::Email,
                "the mail server is too slow",
            ))
        })?;
        if !departure.leaves() {
            return Err(ServiceError::given_up(Service::Email, false));
        }
        let handed_over = tokio::time::timeout(self.total_limit, connection.message(&bytes)).await;
        let outcome = match handed_over {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.status().is_some() => Err(refusal(&error)),
            Ok(Err(_)) => Err(ServiceError::unknown(
                Service::Email,
                "the connection broke after the content",
            )),
            Err(_) => Err(ServiceError::unknown(
                Service::Email,
                "no answer to the content in time",
            )),
        };
        match &outcome {
            // The message was accepted; a failed QUIT changes nothing.
            Ok(()) => {
                let _goodbye = tokio::time::timeout(self.connect_limit, connection.quit()).await;
                tracing::info!(service = "email", "Service answered");
            }
            Err(error) => {
                tracing::debug!(service = "email", %error, "Service did not take the message");
            }
        }
        outcome
    }

    /// The envelope and the bytes. Addresses and subjects with line breaks are refused.
    fn compose(&self, message: &EmailMessage<'_>) -> Result<(Envelope, Vec<u8>), ServiceError> {
        let bad = |code: &str| {
            ServiceError::refused(Service::Email, code, "the message cannot be sent as it is")
        };
        let ours = |what: &str| {
            ServiceError::misconfigured(Service::Email, format!("{what} is not an email address"))
        };
        let has_break = |text: &str| text.chars().any(char::is_control);
        if has_break(message.to) {
            return Err(bad("invalid_address"));
        }
        if has_break(message.subject) || has_break(message.message_id) {
            return Err(bad("invalid_header"));
        }
        let to: Mailbox = message.to.parse().map_err(|_| bad("invalid_address"))?;
        let from: Mailbox = self
            .settings
            .from
            .parse()
            .map_err(|_| ours("services.email.from"))?;
        let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])
            .map_err(|_| bad("invalid_address"))?;
        let mut builder = lettre::Message::builder()
            .from(from)
            .to(to)
            .subject(message.subject)
            .message_id(Some(format!("<{}>", message.message_id)));
        if !self.settings.reply_to.is_empty() {
            builder = builder.reply_to(
                self.settings
                    .reply_to
                    .parse()
                    .map_err(|_| ours("services.email.reply_to"))?,
            );
        }
        let body =
            MultiPart::alternative_plain_html(message.text.to_owned(), message.html.to_owned());
        let whole = builder
            .multipart(body)
            .map_err(|_| bad("invalid_message"))?;
        Ok((envelope, whole.formatted()))
    }

    /// Everything before the content: if this fails, nothing has been sent.
    async fn prepare(
        &self,
        envelope: &Envelope,
        is_ascii: bool,
    ) -> Result<AsyncSmtpConnection, ServiceError> {
        let settings = &self.settings;
        let hello = ClientId::default();
        let tls = || {
            TlsParameters::new(settings.host.clone())
                .map_err(|_| ServiceError::misconfigured(Service::Email, "TLS cannot be set up"))
        };
        let wrapper = if settings.security == EmailSecurity::Tls {
            Some(tls()?)
        } else {
            None
        };
        let address = (settings.host.as_str(), settings.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            address,
            Some(self.connect_limit),
            &hello,
            wrapper,
            None,
        )
        .await
        .map_err(|error| refusal(&error))?;
        if settings.security == EmailSecurity::StartTls {
            connection
                .starttls(tls()?, &hello)
                .await
                .map_err(|error| refusal(&error))?;
        }
        if !settings.username.is_empty() {
            let credentials = Credentials::new(
                settings.username.clone(),
                settings.password.reveal().to_owned(),
            );
            connection
                .auth(DEFAULT_MECHANISMS, &credentials)
                .await
                .map_err(|error| {
                    if error.is_permanent() {
                        ServiceError::misconfigured(
                            Service::Email,
                            "the mail server refused the sign-on",
                        )
                    } else {
                        refusal(&error)
                    }
                })?;
        }
        let mut options = Vec::new();
        if !is_ascii
            && connection
                .server_info()
                .supports_feature(Extension::EightBitMime)
        {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        connection
            .command(Mail::new(envelope.from().cloned(), options))
            .await
            .map_err(|error| refusal(&error))?;
        for to in envelope.to() {
            connection
                .command(Rcpt::new(to.clone(), Vec::new()))
                .await
                .map_err(|error| refusal(&error))?;
        }
        connection
            .command(Data)
            .await
            .map_err(|error| refusal(&error))?;
        Ok(connection)
    }
}

/// Interprets a failure before the content, or a numbered response to the content: in both cases nothing was
/// sent.
fn refusal(error: &SmtpError) -> ServiceError {
    match error.status() {
        Some(code) if error.is_transient() => {
            ServiceError::busy(Service::Email, code.to_string(), None)
        }
        // The server's text may repeat the address, so it is stored as secret text only.
        Some(code) => ServiceError::refused(Service::Email, code.to_string(), error.to_string()),
        None if error.is_tls() || error.is_client() => ServiceError::misconfigured(
            Service::Email,
            "the mail server's protection does not agree with ours",
        ),
        None => ServiceError::unreachable(Service::Email, "no connection to the mail server"),
    }
}

/// Whether a host name or address is the local machine's.
pub(crate) fn is_this_machine(host: &str) -> bool {
    host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}
