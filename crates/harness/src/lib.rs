// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the tests of calls stand on: a whole site with a database, a sandbox and users of its own for each test, on
//! either engine. It names no feature above accounts: a test program says what its sites are put together from
//! (`Tested`). Deliberately not here: any expectation of a call.

mod api;
mod app;
mod counted;
mod database;
mod document;
pub mod drugs;
mod extract;
pub mod files;
mod journey;
pub mod labs;
mod put_together;
mod register;
mod says;
mod settled;
mod sleep;
mod stable;
mod tested;
pub mod threads;
mod users;
mod visits;

pub use api::{Answer, Api, new_key};
pub use app::{TestApp, metrics};
pub use counted::counted;
pub use database::{Database, Template, template};
pub use extract::{
    classes_of_the_extract_have_as_many_drugs, extract_builds_as_its_figures_say, fixtures,
};
pub use journey::{Samples, line, medical_info, request, strokes, usage};
pub use put_together::{add_no_prescriptions, parts_with};
pub use register::{register, register_files};
pub use salal_db::Engine;
pub use says::says_none_of;
pub use settled::{jobs_by_state, number};
pub use sleep::{sleep_info, sleep_story};
pub use stable::stable;
pub use tested::Tested;
pub use users::{
    User, Users, make_ready, phn, register_form, register_patient, sign_in_patient, sign_in_staff,
    totp_code,
};
pub use visits::end_of_visits;

/// Runs each test on both engines, each with a site of its own that must be at rest at the end:
/// `on_both!(name)` makes of `async fn name(app: &TestApp)` the tests `name::sqlite` and `name::postgres`. The calling
/// program needs tokio, and `TESTED` at its root.
#[expect(
    clippy::crate_in_macro_def,
    reason = "each test program has a `TESTED` of its own"
)]
#[macro_export]
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                use $crate::{Engine, TestApp};

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
                    super::$name(&app).await;
                    app.at_rest().await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
                    super::$name(&app).await;
                    app.at_rest().await;
                }
            }
        )+
    };
}

/// As [`on_both`], on SQLite alone: `once!(name)` makes of `async fn name(app: &TestApp)` the test `name::sqlite`. Only
/// for what no database can change: what is refused before its handler, or never asks the database.
#[expect(
    clippy::crate_in_macro_def,
    reason = "each test program has a `TESTED` of its own"
)]
#[macro_export]
macro_rules! once {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                use $crate::{Engine, TestApp};

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
                    super::$name(&app).await;
                    app.at_rest().await;
                }
            }
        )+
    };
}
