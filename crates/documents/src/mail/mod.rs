//! The product's e-mails: one family of short letters with one link each, as plain text and as HTML.
//!
//! Deliberately without names, drugs or anything about health, in the subject or the body: mail
//! travels in the clear (decision 134). Addresses, sending and repeating are the server's business.

mod words;

use std::sync::LazyLock;

use minijinja::{Environment, context};

use words::Words;

/// Who writes: the same in every letter.
#[derive(Debug, Clone)]
pub struct Sender {
    /// The product's name.
    pub product: String,
    /// The clinic's name.
    pub clinic: String,
    /// Where a reader can write to.
    pub support_email: String,
}

/// What happened. A link is an absolute address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mail {
    /// The code that confirms an e-mail address.
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
    /// The pharmacy has the fax.
    RequestFaxed {
        /// The request's page.
        link: String,
        /// The page that reports that it did not arrive.
        not_received: String,
        /// The page that sends it once more.
        resend: String,
    },
    /// The fax definitely did not arrive; the clinic looks after it.
    RequestDelayed {
        /// The request's page.
        link: String,
    },
    /// A copy was voided, and it is issued anew.
    RequestVoided {
        /// The request's page.
        link: String,
    },
    /// Money went back.
    RequestRefunded {
        /// The request's page.
        link: String,
    },
    /// An order other than a renewal was received.
    OrderReceived {
        /// The page that shows it.
        link: String,
    },
    /// The money for an order went back.
    OrderRefunded {
        /// The page that shows it.
        link: String,
    },
    /// The clinic that the patient chose has the order.
    OrderSent {
        /// The page that shows it.
        link: String,
    },
    /// A doctor wrote to the patient.
    DoctorMessage {
        /// The page that shows the message and takes the answer.
        link: String,
    },
    /// Somebody else of the staff wrote to the patient.
    OfficeMessage {
        /// The page that shows the message and takes the answer.
        link: String,
    },
    /// To staff: a message waits.
    StaffMessage {
        /// The inbox.
        link: String,
    },
    /// To staff: a fax needs a person.
    FaxFailed {
        /// The page that shows the fax.
        link: String,
    },
    /// A link that sets a new password.
    PasswordReset {
        /// The page with its token.
        link: String,
    },
    /// The password was changed; the owner may know nothing of it.
    PasswordChanged {
        /// The page that starts a recovery.
        link: String,
    },
    /// To staff: an administrator took the authenticator away; the owner may know nothing of it.
    SecondStepReset {
        /// The page after sign-in.
        link: String,
    },
    /// The code that proves a new e-mail address.
    EmailChangeCode {
        /// Six digits.
        code: String,
        /// The profile.
        link: String,
    },
    /// To the old address: the account has another one now.
    EmailChanged {
        /// The sign-in page.
        link: String,
    },
    /// The signed head of the audit of a day, to be kept.
    AuditHead {
        /// The day, as 2026-11-20.
        day: String,
        /// The head as JSON.
        head: String,
        /// The audit's page.
        link: String,
    },
    /// Invites somebody to sign up as office staff.
    OfficeInvitation {
        /// The sign-up page with its token.
        link: String,
    },
}

/// A letter ready to be sent as multipart/alternative.
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
        .add_template(
            "letter.txt",
            include_str!("../../templates/mail/letter.txt"),
        )
        .expect("the template is ours and a test renders it");
    templates
        .add_template(
            "letter.html",
            include_str!("../../templates/mail/letter.html"),
        )
        .expect("the template is ours and a test renders it");
    templates
});

/// Writes the letter.
///
/// # Panics
/// Never: the templates are part of the crate, and a test renders every letter with them.
pub fn render(sender: &Sender, mail: &Mail) -> Rendered {
    let Words {
        subject,
        title,
        body,
        code,
        button,
        link,
        more,
        why,
    } = Words::of(sender, mail);
    let context = context! {
        product => sender.product,
        clinic => sender.clinic,
        support_email => sender.support_email,
        title, body, code, button, link, more, why,
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
        text: part("letter.txt"),
        html: part("letter.html"),
    }
}

#[cfg(test)]
mod tests;
