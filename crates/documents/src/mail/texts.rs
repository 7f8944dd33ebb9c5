// SPDX-License-Identifier: AGPL-3.0-or-later

//! The texts of the emails: plain language, no drug, no name, nothing that reveals more than "something
//! changed".

use super::{Mail, Sender};

/// The parts of one email, in reading order.
pub(super) struct EmailTexts<'a> {
    pub(super) subject: String,
    pub(super) title: &'static str,
    pub(super) body: String,
    /// Further paragraphs.
    pub(super) lines: Vec<&'a str>,
    pub(super) code: Option<&'a str>,
    pub(super) button: &'static str,
    pub(super) link: &'a str,
    /// Further actions: the purpose and the address.
    pub(super) more: Vec<(&'static str, &'a str)>,
    /// Why the reader receives this email.
    pub(super) why: &'static str,
}

const ACCOUNT: &str =
    "You’re receiving this email because you have an account with this email address.";
const STAFF: &str = "You’re receiving this email because you work at the clinic.";
const ON_CALL: &str =
    "You’re receiving this email because this address is set to receive alerts (alerts.email).";
const INVITED: &str = "You’re receiving this email because an administrator invited this address.";

impl<'a> EmailTexts<'a> {
    #[expect(
        clippy::too_many_lines,
        reason = "one arm a letter: in parts, nothing would show that a letter is missing"
    )]
    pub(super) fn of(sender: &Sender, mail: &'a Mail) -> Self {
        let product = &sender.product;
        match mail {
            Mail::ActivationCode { code, link } => Self {
                subject: format!("Your {product} verification code"),
                title: "Confirm your email address",
                body: "Enter this code on the confirmation page. If you didn’t create an account, \
                       you can ignore this email."
                    .to_owned(),
                code: Some(code),
                button: "Confirm my email address",
                link,
                more: Vec::new(),
                lines: Vec::new(),
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
                "A doctor will review it and may message you. Review may take up to 24 hours. Sign \
                 in to check its status.",
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
                lines: Vec::new(),
                more: vec![
                    (
                        "If what we sent has not arrived by tomorrow, tell us",
                        not_received,
                    ),
                    ("Ask us to send it again", resend),
                ],
                ..Self::plain(
                    format!("{product}: an update on your request"),
                    "There’s an update on your request",
                    "Sign in to read it.",
                    "View my request",
                    link,
                )
            },
            Mail::DoctorMessage { link } => Self::plain(
                format!("{product}: a doctor has sent you a message"),
                "A doctor has sent you a message",
                "Use this link to read and answer it once without signing in, or sign in and open \
                 your messages. The link works for 30 days. Please don’t share it.",
                "Read and answer",
                link,
            ),
            Mail::OfficeMessage { link } => Self::plain(
                format!("{product}: our office has sent you a message"),
                "Our office has sent you a message",
                "Use this link to read and answer it once without signing in, or sign in and open \
                 your messages. The link works for 30 days. Please don’t share it.",
                "Read and answer",
                link,
            ),
            Mail::StaffMessage { link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: you have a new message"),
                    "You have a new message",
                    "Sign in to read it.",
                    "Open the inbox",
                    link,
                )
            },
            Mail::RequestDelayed { link } => Self::plain(
                format!("{product}: your request is delayed"),
                "Your request is delayed",
                "There is a delay on our side. Our staff are working on it. You don’t need to do anything or pay anything more. Sign in to check its status.",
                "View my request",
                link,
            ),
            Mail::RequestNeedsChoice { link } => Self::plain(
                format!("{product}: your request needs your answer"),
                "Your request needs your answer",
                "Something you chose is no longer available. Sign in, open your request and choose \
                 again, so that it can continue.",
                "View my request",
                link,
            ),
            Mail::RequestVoided { link } => Self::plain(
                format!("{product}: your request has changed"),
                "Your request has changed",
                "A doctor is sending it again at no charge. Sign in to read more.",
                "View my request",
                link,
            ),
            Mail::RequestRefunded { link } => Self::plain(
                format!("{product}: a refund was made"),
                "We made a refund",
                "The refund goes to your original payment method. Your bank may need a few days to \
                 show it. Sign in to see the amount and your receipt.",
                "View my receipt",
                link,
            ),
            Mail::OrderReceived { link } => Self::plain(
                format!("{product}: we received your order"),
                "We received your order",
                "We’re sending it to the clinic you chose. Sign in to check its status.",
                "View my order",
                link,
            ),
            Mail::OrderRefunded { link } => Self::plain(
                format!("{product}: your order was refunded"),
                "We refunded your order",
                "The refund goes to your original payment method. Your bank may need a few days to \
                 show it. Sign in to see your order and its receipt.",
                "View my order",
                link,
            ),
            Mail::OrderSent { link } => Self::plain(
                format!("{product}: an update on your order"),
                "There’s an update on your order",
                "The clinic you chose has received it and will contact you. Sign in to read more.",
                "View my order",
                link,
            ),
            Mail::FaxFailed { link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: a fax needs your attention"),
                    "A fax was not delivered",
                    "Sign in to see why and choose what to do next. It will not be resent automatically.",
                    "Open the record",
                    link,
                )
            },
            Mail::AuditHead { day, head, link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: signed audit record for {day}"),
                    "Please keep this email",
                    &format!(
                        "It records the state of the audit log on {day}. Save the next line as a file: the audit check compares it with the log. {head}"
                    ),
                    "Open the audit",
                    link,
                )
            },
            Mail::Alert {
                subject,
                lines,
                link,
            } => Self {
                lines: lines.iter().map(String::as_str).collect(),
                why: ON_CALL,
                ..Self::plain(
                    format!("{product}: {subject}"),
                    "The state of the installation",
                    "This is what salal doctor and the Operations page show.",
                    "Open Operations",
                    link,
                )
            },
            Mail::ManyRecordsOpened { records, link } => Self {
                why: STAFF,
                ..Self::plain(
                    format!("{product}: many records were opened"),
                    "Please look at the audit",
                    &format!(
                        "One person on the staff opened the records of more than {records} patients within an \
                         hour. The audit shows who, and which records. If their work explains it, there is \
                         nothing to do; if not, disable the account."
                    ),
                    "Open the audit",
                    link,
                )
            },
            Mail::PasswordReset { link } => Self::plain(
                format!("Set a new {product} password"),
                "Set a new password",
                "This link works once, within one hour. If you didn’t request this, you can ignore \
                 this email; your password won’t change.",
                "Choose a new password",
                link,
            ),
            Mail::PasswordChanged { link } => Self::plain(
                format!("{product}: your password was changed"),
                "Your password was changed",
                "Every other device was signed out. If this was you, you don’t need to do \
                 anything. If it wasn’t, choose another password now and write to us.",
                "Secure my account",
                link,
            ),
            Mail::LockedForTheDay { link } => Self::plain(
                format!("{product}: many attempts to sign in to your account failed"),
                "Someone may be guessing your password",
                "Today many attempts to sign in to your account failed. No one got in. For up to 24 hours \
                 sign-in is locked, except in your browser and where you usually sign in. If this was you, or you \
                 cannot sign in, set a new password; it lets you in at once. Otherwise you don’t need to do anything.",
                "Set a new password",
                link,
            ),
            Mail::SecondStepReset { link } => Self::plain(
                format!("{product}: your authenticator was reset"),
                "Your authenticator was reset",
                "An administrator removed your authenticator and signed you out everywhere. You \
                 will set up a new one at your next sign-in. If you didn’t request this, tell an \
                 administrator now.",
                "Sign in",
                link,
            ),
            Mail::EmailChangeCode { code, link } => Self {
                code: Some(code),
                ..Self::plain(
                    format!("Your {product} verification code"),
                    "Confirm your new email address",
                    "Enter this code in your profile. If you didn’t request a change of address, \
                     you can ignore this email.",
                    "Open my profile",
                    link,
                )
            },
            Mail::EmailChanged { link } => Self::plain(
                format!("{product}: your email address was changed"),
                "Your account email address was changed",
                "This address can no longer be used to sign in. If this was you, you don’t need to \
                 do anything. If it wasn’t, please write to us right away.",
                "Sign in",
                link,
            ),
            Mail::OfficeInvitation { link } => Self {
                why: INVITED,
                ..Self::plain(
                    format!("{}: an invitation to {product}", sender.clinic),
                    "You’re invited to join the clinic’s staff on Salal",
                    "Create your account with this email address. The link works once, within \
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
            lines: Vec::new(),
            why: ACCOUNT,
        }
    }
}
