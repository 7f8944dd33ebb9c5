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
    /// Further ways to act: what for, and where.
    pub(super) more: Vec<(&'static str, &'a str)>,
    /// Why the reader gets this letter.
    pub(super) why: &'static str,
}

const ACCOUNT: &str = "You receive this e-mail because this address was used for an account.";
const STAFF: &str = "You receive this e-mail because you work at the clinic.";
const INVITED: &str = "You receive this e-mail because an administrator invited this address.";

impl<'a> Words<'a> {
    #[expect(
        clippy::too_many_lines,
        reason = "one arm a letter: in parts, nothing would show that a letter is missing"
    )]
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
                more: Vec::new(),
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
            Mail::RequestFaxed {
                link,
                not_received,
                resend,
            } => Self {
                more: vec![
                    ("Did it not arrive? From tomorrow on, tell us", not_received),
                    ("Send it once more", resend),
                ],
                ..Self::plain(
                    format!("{product}: your request moved ahead"),
                    "Your request moved ahead",
                    "There is news about your request. Sign in to read it.",
                    "View my request",
                    link,
                )
            },
            Mail::DoctorMessage { link } => Self::plain(
                format!("{product}: a doctor has sent you a message"),
                "A doctor has sent you a message",
                "Read it and answer it with this link, once, without signing in, or sign in and \
                 open your messages. The link works for 30 days. Please do not pass it on.",
                "Read and answer",
                link,
            ),
            Mail::OfficeMessage { link } => Self::plain(
                format!("{product}: our office has sent you a message"),
                "Our office has sent you a message",
                "Read it and answer it with this link, once, without signing in, or sign in and \
                 open your messages. The link works for 30 days. Please do not pass it on.",
                "Read and answer",
                link,
            ),
            Mail::StaffMessage { link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: a message waits for you"),
                    "A message waits for you",
                    "Sign in to read it.",
                    "Open the inbox",
                    link,
                )
            },
            Mail::RequestDelayed { link } => Self::plain(
                format!("{product}: your request is delayed"),
                "Your request is delayed",
                "Something did not go through. Our staff are looking after it; you need not do \
                 anything and pay nothing more. Sign in to see where it stands.",
                "View my request",
                link,
            ),
            Mail::RequestVoided { link } => Self::plain(
                format!("{product}: there is a change on your request"),
                "There is a change on your request",
                "A doctor is sending it anew; you pay nothing for that. Sign in to read more.",
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
            Mail::OrderReceived { link } => Self::plain(
                format!("{product}: we received your order"),
                "We received your order",
                "It is sent to the place you chose. Sign in to see where it stands.",
                "View my order",
                link,
            ),
            Mail::OrderRefunded { link } => Self::plain(
                format!("{product}: your order was refunded"),
                "We refunded your order",
                "The money goes back the way you paid. Your bank may need a few days to show it. \
                 Sign in to see your order and its receipt.",
                "View my order",
                link,
            ),
            Mail::OrderSent { link } => Self::plain(
                format!("{product}: your order moved ahead"),
                "Your order moved ahead",
                "The place you chose has it and contacts you. Sign in to read more.",
                "View my order",
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
            Mail::AuditHead { day, head, link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: head of the audit of {day}"),
                    "Please keep this e-mail",
                    &format!(
                        "It shows how far the audit had come on {day}. Saved as a file, the next line \
                         is what the program's audit check compares with the trail: {head}"
                    ),
                    "Open the audit",
                    link,
                )
            },
            Mail::PasswordReset { link } => Self::plain(
                format!("Set a new {product} password"),
                "Set a new password",
                "This link works once, within one hour. If you did not ask for it, \
                 you can ignore this e-mail; your password stays as it is.",
                "Choose a new password",
                link,
            ),
            Mail::PasswordChanged { link } => Self::plain(
                format!("{product}: your password was changed"),
                "Your password was changed",
                "Every other device was signed out. If this was you, there is nothing to do. \
                 If it was not, choose another password now and write to us.",
                "This was not me",
                link,
            ),
            Mail::SecondStepReset { link } => Self::plain(
                format!("{product}: your authenticator was reset"),
                "Your authenticator was reset",
                "An administrator took the authenticator of your account away, and you were signed out \
                 everywhere. At your next sign-in you set up a new one. If you did not ask for this, \
                 tell an administrator now.",
                "Sign in",
                link,
            ),
            Mail::EmailChangeCode { code, link } => Self {
                code: Some(code),
                ..Self::plain(
                    format!("Your {product} verification code"),
                    "Confirm your new e-mail address",
                    "Enter this code in your profile. If you did not ask for a change of address, \
                     you can ignore this e-mail.",
                    "Open my profile",
                    link,
                )
            },
            Mail::EmailChanged { link } => Self::plain(
                format!("{product}: your e-mail address was changed"),
                "Your account has another e-mail address now",
                "This address can no longer be used to sign in. If this was you, there is nothing \
                 to do. If it was not, please write to us at once.",
                "Sign in",
                link,
            ),
            Mail::OfficeInvitation { link } => Self {
                why: INVITED,
                ..Self::plain(
                    format!("{}: an invitation to {product}", sender.clinic),
                    "You are invited to the office",
                    "Create your account with this e-mail address. The link works once, within \
                     seven days. You will need a phone with an authenticator app.",
                    "Create my account",
                    link,
                )
            },
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
            more: Vec::new(),
            why: ACCOUNT,
        }
    }
}
