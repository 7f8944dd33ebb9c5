// SPDX-License-Identifier: AGPL-3.0-or-later

//! Play a day: twelve requests of the demo's patients arrive at Salal while somebody works. The sandbox is then
//! a browser: it calls what the web app calls, and reads the codes on its own phones. The clock stays the real one. Only
//! patients who may ask for more today are asked, and never the published accounts.

mod plan;
mod salal;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::settings::DayPatient;
use crate::state::SandboxState;
use crate::teleplan::pacific_day;
use plan::{Asked, Event, What};
use salal::{Salal, Trouble};

/// How long a day takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Speed {
    Slow,
    #[default]
    Usual,
    Quick,
}

impl Speed {
    fn length(self) -> Duration {
        Duration::from_secs(match self {
            Self::Slow => 360,
            Self::Usual => 120,
            Self::Quick => 30,
        })
    }
}

/// What somebody at the page wants of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Wish {
    Play,
    Pause,
    Step,
}

/// The day as it stands.
#[derive(Debug, Default)]
pub(crate) struct Day {
    events: Vec<Event>,
    /// The event that is next.
    next: usize,
    speed: Speed,
    /// How far the day had come when it last began to run or stopped, from 0 to 1, and since when it runs.
    come: f64,
    since: Option<Instant>,
    /// One event is wanted although the day stands still.
    step: bool,
    /// Why it does not go on.
    trouble: Option<String>,
    /// What was asked for since the date began, and that date: every day that is played counts.
    asked: Asked,
    date: String,
}

impl Day {
    fn come(&self, now: Instant) -> f64 {
        let run = self.since.map_or(0.0, |since| {
            now.saturating_duration_since(since).as_secs_f64() / self.speed.length().as_secs_f64()
        });
        (self.come + run).min(1.0)
    }

    fn stop(&mut self, now: Instant) {
        self.come = self.come(now);
        self.since = None;
    }

    fn is_over(&self) -> bool {
        !self.events.is_empty() && self.next == self.events.len()
    }

    /// Does what was wished for; a day that is over begins again.
    fn wish(&mut self, wish: Wish, patients: &[DayPatient], now: Instant) {
        self.trouble = None;
        if wish == Wish::Pause {
            self.stop(now);
            return;
        }
        if self.events.is_empty() || self.is_over() {
            self.turn_to(pacific_day());
            *self = Self {
                events: plan::events(patients, &self.asked),
                speed: self.speed,
                asked: std::mem::take(&mut self.asked),
                date: std::mem::take(&mut self.date),
                ..Self::default()
            };
            if self.events.is_empty() {
                return;
            }
        }
        match wish {
            Wish::Play if self.since.is_none() => self.since = Some(now),
            Wish::Step => {
                self.stop(now);
                self.step = true;
            }
            Wish::Play | Wish::Pause => {}
        }
    }

    /// What was asked for counts until midnight.
    fn turn_to(&mut self, date: String) {
        if self.date != date {
            self.date = date;
            self.asked.clear();
        }
    }

    /// Salal says that the patient of this event has asked for all that a day allows: another asks instead, or the request
    /// is left out. It is still to be done now.
    fn give_to_another(&mut self, index: usize, patients: &[DayPatient]) {
        let Some(event) = self.events.get(index) else {
            return;
        };
        let request = event.request;
        self.asked.insert(event.person.email.clone(), usize::MAX);
        match plan::another(patients, &self.asked, &self.events) {
            Some((patient, drug)) => {
                for event in &mut self.events {
                    if event.request == request {
                        event.name.clone_from(&patient.name);
                        drug.clone_into(&mut event.drug);
                        event.person = patient.clone();
                    }
                }
            }
            None => self.events.retain(|event| event.request != request),
        }
        // A step that was wanted is taken by whoever is next.
        self.step = self.since.is_none() && self.next < self.events.len();
        if self.is_over() {
            self.stop(Instant::now());
            self.come = 1.0;
        }
    }

    fn set_speed(&mut self, speed: Speed, now: Instant) {
        let runs = self.since.is_some();
        self.stop(now);
        self.speed = speed;
        self.since = runs.then_some(now);
    }

    /// The next event when its time has come, else how long to wait for it; nothing while the day stands still.
    fn due(&mut self, now: Instant) -> Option<Result<usize, Duration>> {
        let event = self.events.get(self.next)?;
        if self.step {
            self.step = false;
            self.come = self.come.max(event.at);
            return Some(Ok(self.next));
        }
        self.since?;
        let left = event.at - self.come(now);
        Some(if left <= 0.0 {
            Ok(self.next)
        } else {
            Err(self.speed.length().mul_f64(left))
        })
    }

    /// The day as the page shows it.
    pub(crate) fn shown(&self, patients: &[DayPatient], now: Instant) -> serde_json::Value {
        let state = match (self.events.is_empty(), self.is_over(), self.since) {
            (true, ..) => "ready",
            (_, true, _) => "over",
            (_, _, Some(_)) => "playing",
            (_, _, None) => "paused",
        };
        // Before it begins, what is planned.
        let planned = if self.events.is_empty() {
            let of_today = self.date == pacific_day();
            let none = Asked::new();
            plan::events(patients, if of_today { &self.asked } else { &none })
        } else {
            Vec::new()
        };
        let events = if planned.is_empty() {
            &self.events
        } else {
            &planned
        };
        serde_json::json!({
            "state": state,
            "come": self.come(now),
            "lengthMs": self.speed.length().as_secs() * 1000,
            "speed": self.speed,
            "trouble": self.trouble,
            "fewer": plan::why_fewer(patients, events, !planned.is_empty()),
            "events": events,
        })
    }
}

/// Does what was wished for at the page.
pub(crate) fn wish(state: &SandboxState, wish: Wish) {
    let patients = state.day_patients();
    state.day().wish(wish, patients, Instant::now());
    changed(state);
}

/// Changes how long the day takes; what has come stays where it is.
pub(crate) fn set_speed(state: &SandboxState, speed: Speed) {
    state.day().set_speed(speed, Instant::now());
    changed(state);
}

/// The page has something new to show, and the player something new to do.
fn changed(state: &SandboxState) {
    state.store().touch();
    state.wishes().notify_one();
}

/// Plays for ever, whenever somebody wants a day.
pub(crate) async fn play_for_ever(state: SandboxState) {
    let mut salal = Salal::new(&state);
    loop {
        let due = state.day().due(Instant::now());
        match due {
            Some(Ok(index)) => perform(&state, &mut salal, index).await,
            Some(Err(wait)) => {
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = state.wishes().notified() => {}
                }
            }
            None => state.wishes().notified().await,
        }
    }
}

/// One event. Without Salal the day stands still before it; what Salal refuses is told, and the day goes on.
async fn perform(state: &SandboxState, salal: &mut Salal, index: usize) {
    let Some(event) = state.day().events.get(index).cloned() else {
        return;
    };
    let done = match event.what {
        What::Request => salal.request(&event).await,
        What::Declined => salal.pay(&event, "tok_chargeDeclined").await,
        What::Paid => salal.pay(&event, "tok_visa").await,
    };
    let mut day = state.day();
    match done {
        Ok(()) => day.tell(index, "done", None),
        // That is what this card is for.
        Err(Trouble::Refused(_)) if event.what == What::Declined => day.tell(index, "done", None),
        Err(Trouble::Full) => day.give_to_another(index, state.day_patients()),
        Err(Trouble::Refused(why)) => day.tell(index, "failed", Some(why)),
        Err(Trouble::Away(why)) => {
            day.stop(Instant::now());
            day.trouble = Some(why);
        }
    }
    drop(day);
    state.store().touch();
}

impl Day {
    fn tell(&mut self, index: usize, state: &'static str, why: Option<String>) {
        if let Some(event) = self.events.get_mut(index) {
            event.state = state;
            event.why = why;
            if event.what == What::Request {
                let asked = self.asked.entry(event.person.email.clone()).or_default();
                *asked = asked.saturating_add(1);
            }
            self.next = index + 1;
        }
        if self.is_over() {
            self.stop(Instant::now());
            self.come = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::plan::tests::patients;
    use super::{Day, Speed, What, Wish};

    #[test]
    fn the_next_event_is_due_when_the_day_has_come_so_far() {
        let patients = patients();
        let began = Instant::now();
        let mut day = Day::default();
        assert!(day.due(began).is_none());
        day.wish(Wish::Play, &patients, began);
        let first = day.events[0].at;
        let wait = day.due(began).unwrap().unwrap_err();
        assert!((wait.as_secs_f64() - first * 120.0).abs() < 0.1);
        assert_eq!(
            day.due(began + wait + Duration::from_millis(1)),
            Some(Ok(0))
        );
    }

    #[test]
    fn a_day_that_stands_still_goes_a_step_at_a_time() {
        let patients = patients();
        let now = Instant::now();
        let mut day = Day::default();
        day.wish(Wish::Step, &patients, now);
        assert_eq!(day.due(now), Some(Ok(0)));
        day.tell(0, "done", None);
        assert_eq!(day.due(now + Duration::from_mins(10)), None);
        assert!(day.come >= day.events[0].at);
    }

    #[test]
    fn another_speed_moves_nothing_that_has_come() {
        let patients = patients();
        let began = Instant::now();
        let mut day = Day::default();
        day.wish(Wish::Play, &patients, began);
        let later = began + Duration::from_mins(1);
        day.set_speed(Speed::Quick, later);
        assert!((day.come(later) - 0.5).abs() < 1e-9);
        assert!((day.come(later + Duration::from_secs(15)) - 1.0).abs() < 1e-9);
    }

    /// Plays a whole day in which Salal takes everything, but nothing of who is full; gives what was asked for.
    fn played(day: &mut Day, full: &str) -> Vec<String> {
        let (patients, now) = (patients(), Instant::now());
        let mut asked = Vec::new();
        day.wish(Wish::Step, &patients, now);
        while let Some(Ok(index)) = day.due(now) {
            let event = day.events[index].clone();
            if event.what == What::Request && event.name == full {
                day.give_to_another(index, &patients);
                continue;
            }
            if event.what == What::Request {
                asked.push(format!("{} {}", event.name, event.drug));
            }
            day.tell(index, "done", None);
            day.step = true;
        }
        assert!(day.is_over() || day.events.is_empty());
        asked
    }

    #[test]
    fn days_go_on_from_one_another_until_no_one_has_room() {
        let mut day = Day::default();
        let first = played(&mut day, "nobody");
        let second = played(&mut day, "nobody");
        assert_eq!((first.len(), second.len()), (12, 2));
        assert!(second.iter().all(|one| !first.contains(one)), "{second:?}");
        assert!(played(&mut day, "nobody").is_empty());
        let shown = day.shown(&patients(), Instant::now());
        assert_eq!(shown["state"], "ready");
        let why = shown["fewer"].as_str().unwrap();
        assert!(why.starts_with("No one"), "{why}");
        // Another date, and they may ask again.
        day.date = "20260101".to_owned();
        assert_eq!(played(&mut day, "nobody"), first);
    }

    #[test]
    fn who_is_full_is_replaced_or_left_out() {
        let mut day = Day::default();
        let asked = played(&mut day, "kim");
        assert!(asked.iter().all(|one| !one.starts_with("kim")), "{asked:?}");
        assert_eq!(asked.len(), 9, "all that the others take");
        let shown = day.shown(&patients(), Instant::now());
        assert_eq!(shown["state"], "over");
        let why = shown["fewer"].as_str().unwrap();
        assert!(why.starts_with("9 instead of 12"), "{why}");
    }
}
