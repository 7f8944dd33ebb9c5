// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the program refuses to start with: every fault in one list, the database that does not answer
//! among them.

use salal_server::settings::{Environment, Settings};
use salal_server::{app, demo};

#[tokio::test]
async fn every_fault_stands_in_one_list_with_the_database_that_does_not_answer() {
    let mut settings = Settings::load(None).expect("the defaults read");
    settings.environment = Environment::Prod;
    settings.server.address = "nowhere".into();
    // Nobody listens on the port of discarded bytes.
    settings.database.url = "postgres://salal:marked-password@127.0.0.1:9/salal".into();
    let faults = app::list_faults(&settings).await;
    for part in [
        "sandbox.enabled",
        "secrets.master_key",
        "server.public_url",
        "server.address",
        "clinic.phone",
        "database.url",
    ] {
        let about = faults.iter().filter(|fault| fault.contains(part)).count();
        assert!(about >= 1, "{part} is not in {faults:#?}");
    }
    assert!(!faults.join("\n").contains("marked-password"));
}

#[tokio::test]
async fn good_settings_have_no_fault_and_asking_makes_no_file() {
    let folder = std::env::temp_dir().join(format!("salal-start-{}", uuid::Uuid::new_v4()));
    let mut settings = Settings::load(None).expect("the defaults read");
    settings.database.url = format!("sqlite://{}/salal.db?mode=rwc", folder.display());
    assert_eq!(app::list_faults(&settings).await, Vec::<String>::new());
    assert!(!folder.exists());
}

#[test]
fn a_clinic_at_work_gets_no_demo() {
    let mut settings = Settings::load(None).expect("the defaults read");
    for environment in [Environment::Dev, Environment::Auto, Environment::Test] {
        settings.environment = environment;
        assert_eq!(demo::refuse_prod(&settings), Ok(()));
    }
    settings.environment = Environment::Prod;
    assert!(demo::refuse_prod(&settings).is_err());
}
