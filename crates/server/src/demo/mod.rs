//! Demo data (decision 152): staff and patients in different states, a small catalogue of generic
//! medications and invented pharmacies. Made once; a second run finds it there and says the same.
//! Every person, pharmacy and number is invented (555-01xx); the passwords are published.

mod catalogue;
mod directory;
mod people;

use serde::Serialize;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

/// Of all demo accounts. Letters and digits only, as the contract asks.
pub const PASSWORD: &str = "Salal2026demo";

/// An account to sign in with.
#[derive(Clone, Debug, Serialize)]
pub struct DemoAccount {
    pub role: String,
    pub email: String,
    pub password: String,
    /// For an authenticator app; staff only.
    #[serde(rename = "totpSecret")]
    pub totp_secret: Option<String>,
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// What this account shows.
    pub note: String,
}

/// Makes the demo data if it is not there, and gives the accounts.
pub async fn make(ctx: &Context) -> Result<Vec<DemoAccount>> {
    let there = people::find(ctx).await?;
    if !there.is_empty() {
        return Ok(there);
    }
    catalogue::make(ctx).await?;
    let pharmacies = directory::make(ctx).await?;
    people::make(ctx, &pharmacies).await?;
    people::find(ctx).await
}

/// The accounts as a table for the terminal.
pub fn table(accounts: &[DemoAccount]) -> String {
    let mut text = format!("{:<22} {:<34} {:<14} {:<33} {}\n", "Role", "E-mail", "Password", "Authenticator secret", "What it shows");
    for one in accounts {
        let secret = one.totp_secret.as_deref().unwrap_or("(code by text message)");
        text.push_str(&format!("{:<22} {:<34} {:<14} {:<33} {}\n", one.role, one.email, one.password, secret, one.note));
    }
    text.push_str("Text messages and e-mails of the demo stand in the sandbox's outbox.\n");
    text
}
