// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the server's tests stand on: a whole site with a database, a sandbox and users of
//! its own for each test, on either engine. Deliberately not here: any expectation of a call.

mod api;
mod app;
mod counted;
mod database;
mod document;
mod extract;
pub(crate) mod files;
mod journey;
mod register;
mod settled;
mod sleep;
mod stable;
mod users;

pub(crate) use api::{Answer, Api, new_key};
pub(crate) use app::{TestApp, metrics};
pub(crate) use counted::counted;
pub(crate) use database::{Database, template};
pub(crate) use extract::{
    classes_of_the_extract_have_as_many_drugs, extract_builds_as_its_figures_say, fixtures,
};
pub(crate) use journey::{Samples, line, medical_info, request, strokes, usage};
pub(crate) use register::{register, register_files};
pub(crate) use settled::{jobs_by_state, number};
pub(crate) use sleep::{sleep_info, sleep_story};
pub(crate) use stable::stable;
pub(crate) use users::{
    User, Users, make_ready, phn, register_form, register_patient, sign_in_patient, sign_in_staff,
    totp_code,
};

/// Runs each test on both engines, each with a site of its own that must be at rest at the end:
/// `on_both!(name)` makes of `async fn name(app: &TestApp)` the tests `name::sqlite` and `name::postgres`.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                use salal_db::Engine;
                use crate::support::TestApp;

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    let app = TestApp::on(Engine::Sqlite).await;
                    super::$name(&app).await;
                    app.at_rest().await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    let app = TestApp::on(Engine::Postgres).await;
                    super::$name(&app).await;
                    app.at_rest().await;
                }
            }
        )+
    };
}
pub(crate) use on_both;
