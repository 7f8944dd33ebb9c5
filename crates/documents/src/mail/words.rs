//! What each letter says. Plain words, no drug, no name, nothing that tells more than "something changed".

use super::{Mail, Sender};

/// The parts of one letter, in the order they are read.
pub(super) struct Words<'a> {
    pub(super) subject: String,
    pub(super) title: &'static str,
    pub(super) body: String,
    pub(super) code: Option<&'a str>,
    pub(super) button: &'static str,
    pub(super) link: &'a str,
    /// Why the reader gets this letter.
    pub(super) why: &'static str,
}

const ACCOUNT: &str = "You receive this e-mail because this address was used for an account.";
const STAFF: &str = "You receive this e-mail because you work at the clinic.";

impl<'a> Words<'a> {
    pub(super) fn of(sender: &Sender, mail: &'a Mail) -> Self {
        let product = &sender.product;
        match mail {
            Mail::ActivationCode { code, link } => Self {
                subject: format!("Your {product} verification code"),
                title: "Confirm your e-mail address",
                body:
                    "Enter this code on the confirmation page. If you did not create an account, \
                       you can ignore this e-mail."
                        .to_owned(),
                code: Some(code),
                button: "Confirm my e-mail address",
                link,
                why: ACCOUNT,
            },
            Mail::Welcome { link } => Self::plain(
                format!("Welcome to {product}"),
                "Your account is ready",
                "You can sign in now. Fill in your medical information first, then make a request.",
                "Sign in",
                link,
            ),
            Mail::RequestCreated { link } => Self::plain(
                format!("{product}: we received your request"),
                "We received your request",
                "A doctor reviews it and may write you a message. This may take up to 24 hours. \
                 Sign in to see where it stands.",
                "View my request",
                link,
            ),
            Mail::RequestDecided { link } => Self::plain(
                format!("{product}: your request was reviewed"),
                "A doctor reviewed your request",
                "Sign in to read the decision and what happens next.",
                "View my request",
                link,
            ),
            Mail::RequestFaxed { link } => Self::plain(
                format!("{product}: your request moved ahead"),
                "Your request moved ahead",
                "There is news about your request. Sign in to read it.",
                "View my request",
                link,
            ),
            Mail::RequestRefunded { link } => Self::plain(
                format!("{product}: a refund was made"),
                "We made a refund",
                "The money goes back the way you paid. Your bank may need a few days to show it. \
                 Sign in to see the amount and your receipt.",
                "View my receipt",
                link,
            ),
            Mail::FaxFailed { link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: a fax needs your attention"),
                    "A fax was not delivered",
                    "Sign in to read the reason and to decide what to do. It is not sent again by itself.",
                    "Open the record",
                    link,
                )
            },
            Mail::PasswordReset { link } => Self::plain(
                format!("Set a new {product} password"),
                "Set a new password",
                "Use this link once to choose a new password. If you did not ask for it, \
                 you can ignore this e-mail; your password stays as it is.",
                "Choose a new password",
                link,
            ),
        }
    }

    fn plain(
        subject: String,
        title: &'static str,
        body: &str,
        button: &'static str,
        link: &'a str,
    ) -> Self {
        Self {
            subject,
            title,
            body: body.to_owned(),
            code: None,
            button,
            link,
            why: ACCOUNT,
        }
    }
}
