// SPDX-License-Identifier: AGPL-3.0-or-later

//! The product's emails: short texts with one link each, as plain text and as HTML.
//!
//! They contain no names, drugs or health information, in the subject or the body, because email is not
//! encrypted (decision 134). Not here: addresses, sending and retries, which are done by the server.

mod texts;

use std::sync::LazyLock;

use minijinja::{Environment, context};

use texts::EmailTexts;

/// The sender: the same in every email.
#[derive(Debug, Clone)]
pub struct Sender {
    /// The product's name.
    pub product: String,
    /// The clinic's name.
    pub clinic: String,
    /// The address for questions.
    pub support_email: String,
}

/// The event. Links are absolute addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mail {
    /// The code that confirms an email address.
    ActivationCode {
        /// Six digits.
        code: String,
        /// The confirmation page.
        link: String,
    },
    /// The account is active.
    Welcome {
        /// The sign-in page.
        link: String,
    },
    /// A request was received.
    RequestCreated {
        /// The request's page.
        link: String,
    },
    /// A doctor has decided about every line.
    RequestDecided {
        /// The request's page.
        link: String,
    },
    /// The pharmacy received the fax.
    RequestFaxed {
        /// The request's page.
        link: String,
        /// The page to report that it was not received.
        not_received: String,
        /// The page to send it again.
        resend: String,
    },
    /// The fax certainly failed; the clinic is working on it.
    RequestDelayed {
        /// The request's page.
        link: String,
    },
    /// Something that the patient chose for a request must be chosen again.
    RequestNeedsChoice {
        /// The request's page.
        link: String,
    },
    /// A copy was voided, and a new one will be issued.
    RequestVoided {
        /// The request's page.
        link: String,
    },
    /// A payment was refunded.
    RequestRefunded {
        /// The request's page.
        link: String,
    },
    /// Someone of the staff opened the records of more patients within an hour than the setting allows; for
    /// administrators.
    ManyRecordsOpened {
        /// More than this many.
        records: i64,
        /// The search of the audit.
        link: String,
    },
    /// An order other than a renewal was received.
    OrderReceived {
        /// The page that shows it.
        link: String,
    },
    /// The payment for an order was refunded.
    OrderRefunded {
        /// The page that shows it.
        link: String,
    },
    /// The selected clinic received the order.
    OrderSent {
        /// The page that shows it.
        link: String,
    },
    /// A doctor wrote to the patient.
    DoctorMessage {
        /// The page to read and answer the message.
        link: String,
    },
    /// Another staff member wrote to the patient.
    OfficeMessage {
        /// The page to read and answer the message.
        link: String,
    },
    /// To staff: a message is waiting.
    StaffMessage {
        /// The inbox.
        link: String,
    },
    /// To staff: a fax needs attention.
    FaxFailed {
        /// The page that shows the fax.
        link: String,
    },
    /// A link that sets a new password.
    PasswordReset {
        /// The page with its token.
        link: String,
    },
    /// The password was changed, possibly without the owner's knowledge.
    PasswordChanged {
        /// The page that starts a recovery.
        link: String,
    },
    /// So many attempts to sign in failed that strangers are locked out for a day.
    LockedForTheDay {
        /// The page that starts a recovery.
        link: String,
    },
    /// To staff: an administrator reset the authenticator, possibly without the owner's knowledge.
    SecondStepReset {
        /// The page after sign-in.
        link: String,
    },
    /// The code that verifies a new email address.
    EmailChangeCode {
        /// Six digits.
        code: String,
        /// The profile.
        link: String,
    },
    /// To the old address: the account has a new address.
    EmailChanged {
        /// The sign-in page.
        link: String,
    },
    /// The signed head of a day's audit log, to be stored.
    AuditHead {
        /// The day, as 2026-11-20.
        day: String,
        /// The head as JSON.
        head: String,
        /// The audit page.
        link: String,
    },
    /// To whoever is on call: what is wrong with the installation, or no longer is.
    Alert {
        /// One sentence for the subject: "2 problems at renew.example".
        subject: String,
        /// One line each; no person and nothing about health.
        lines: Vec<String>,
        /// The Operations page.
        link: String,
    },
    /// Invites a person to sign up as office staff.
    OfficeInvitation {
        /// The sign-up page with its token.
        link: String,
    },
}

/// An email ready to be sent as multipart/alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Neutral subject line.
    pub subject: String,
    /// Plain text part.
    pub text: String,
    /// HTML part, with every value escaped.
    pub html: String,
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates
        .add_template("email.txt", include_str!("../../templates/mail/email.txt"))
        .expect("the template is ours and a test renders it");
    templates
        .add_template(
            "email.html",
            include_str!("../../templates/mail/email.html"),
        )
        .expect("the template is ours and a test renders it");
    templates
});

/// Renders the email.
///
/// # Panics
///
/// Never: the templates are part of the crate, and a test renders every email with them.
pub fn render(sender: &Sender, mail: &Mail) -> Rendered {
    let EmailTexts {
        subject,
        title,
        body,
        lines,
        code,
        button,
        link,
        more,
        why,
    } = EmailTexts::of(sender, mail);
    let context = context! {
        product => sender.product,
        clinic => sender.clinic,
        support_email => sender.support_email,
        title, body, lines, code, button, link, more, why,
    };
    let part = |name: &str| {
        TEMPLATES
            .get_template(name)
            .and_then(|template| template.render(&context))
            .expect(
                "the template is ours, uses only the names above, and a test renders every letter",
            )
    };
    Rendered {
        subject,
        text: part("email.txt"),
        html: part("email.html"),
    }
}

#[cfg(test)]
mod tests;
