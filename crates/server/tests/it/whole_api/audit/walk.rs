// SPDX-License-Identifier: AGPL-3.0-or-later

//! A walk over calls that remembers which of them left their line.

use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;

use crate::support::{Answer, TestApp, User};

/// Lines of one call by one person about one patient.
pub(super) async fn lines(app: &TestApp, actor: &str, patient: &str, action: &str) -> i64 {
    // The ids are the server's own and the action is the table's: nothing here comes from outside.
    let db = app.ctx.db.read();
    let sql = "SELECT COUNT(*) AS n FROM audit WHERE actor = $1 AND patient = $2 AND action = $3";
    let id = |text: &str| text.parse::<uuid::Uuid>().expect("an id");
    let values = [id(actor).into(), id(patient).into(), action.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let row = db
        .query_one_raw(statement)
        .await
        .expect("the query runs")
        .expect("one row");
    row.try_get::<i64>("", "n").expect("a number")
}

pub(super) struct Walk<'a> {
    pub(super) app: &'a TestApp,
    pub(super) done: Vec<String>,
    /// Those of them that are lists over many patients.
    pub(super) lists: Vec<String>,
}

impl Walk<'_> {
    /// Calls `template` at `path` and finds its line.
    pub(super) async fn call(
        &mut self,
        by: &User,
        method: Method,
        template: &str,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
        let key = (method != Method::GET).then(crate::support::new_key);
        let answer = self
            .app
            .send(
                Some(by),
                method.clone(),
                path,
                key.as_deref(),
                body.as_ref(),
            )
            .await;
        assert!(
            answer.status < 300,
            "{method} {path}: {} {}",
            answer.status,
            answer.body
        );
        self.found(by, format!("{method} {template}")).await;
        answer
    }

    /// Asks for a list over many patients and finds its line; asking for it once more leaves no other.
    pub(super) async fn list(&mut self, by: &User, template: &str, path: &str) -> Answer {
        let answer = self.call(by, Method::GET, template, path, None).await;
        let action = format!("GET {template}");
        let patient = &self.app.users.patient.person;
        let before = lines(self.app, &by.person, patient, &action).await;
        self.app.get(by, path).await.ok();
        let after = lines(self.app, &by.person, patient, &action).await;
        assert_eq!(
            before, after,
            "{action} leaves a line for what is open already"
        );
        self.said(patient, template).await;
        self.lists.push(action);
        answer
    }

    /// The patient reads in words that the name stood on a list.
    async fn said(&self, patient: &str, template: &str) {
        let path = format!("/person/access-log/{patient}?limit=1");
        let log = self.app.get(&self.app.users.patient, &path).await.ok();
        let what = log["items"][0]["what"].as_str().unwrap_or_default();
        assert!(what.starts_with("Viewed "), "{template}: {what}");
    }

    /// Sends a form with one file and finds its line.
    pub(super) async fn form(
        &mut self,
        by: &User,
        method: Method,
        path: &str,
        fields: Value,
    ) -> Value {
        let files = [("files", "page.pdf", crate::support::files::pdf(""))];
        let answer = self
            .app
            .form(by, method.clone(), path, &fields, &files)
            .await;
        assert!(
            answer.status < 300,
            "{method} {path}: {} {}",
            answer.status,
            answer.body
        );
        self.found(by, format!("{method} {path}")).await;
        answer.body
    }

    pub(super) async fn found(&mut self, by: &User, action: String) {
        let found = lines(
            self.app,
            &by.person,
            &self.app.users.patient.person,
            &action,
        )
        .await;
        assert!(found >= 1, "{action} left no line");
        self.done.push(action);
    }
}
