// SPDX-License-Identifier: AGPL-3.0-or-later

//! How often the calls that are made most go to the database. A trip costs more than what is asked on it,
//! so one more is a decision and no accident.

use chrono::TimeDelta;
use salal_db::Engine;

use crate::support::{on_both, request};

on_both! {
    async fn a_request_is_made_in_few(app: &TestApp) {
        let patient = &app.cast.patient;
        // The first one reads the catalogue into memory and notes that the patient is here.
        app.create(patient, 1).await;
        app.ctx.clock.advance(TimeDelta::seconds(3));
        let before = app.ctx.db.sent();
        let made = app.post(patient, "/prescription", &request(&app.cast.shelf, 3)).await.ok();
        let trips = app.ctx.db.sent() - before;
        assert_eq!(made["medications"].as_array().map(Vec::len), Some(3));
        // The session, the key of the click, six side by side, perhaps the catalogue's revision; the
        // counts; what else is asked for, and of the same drug when it was faxed; the writes, which PostgreSQL takes one by one; and there
        // the other processes are told of the change, on a way of their own.
        let most = if app.ctx.db.engine() == Engine::Sqlite { 14 } else { 26 };
        assert!(trips <= most, "{trips} trips instead of at most {most}");
    }

    async fn a_history_is_read_in_few_however_long_it_is(app: &TestApp) {
        let patient = &app.cast.patient;
        for _ in 0..4 {
            app.create(patient, 1).await;
            app.ctx.clock.advance(TimeDelta::seconds(3));
        }
        let before = app.ctx.db.sent();
        let read = app.get(patient, &format!("/prescription/person/{}", patient.person)).await.ok();
        let trips = app.ctx.db.sent() - before;
        assert_eq!(read["items"].as_array().map(Vec::len), Some(4));
        // The session, the page, and what belongs to it, side by side; perhaps the catalogue's revision.
        assert!(trips <= 8, "{trips} trips instead of at most 8");
    }
}
