// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of a month as a document, for whoever files it: `salal report`. The same figures as the page, with the
//! same ones left out.

use chrono::{Datelike, NaiveDate};
use salal_documents::{Bar, Chart, KeyNumber, Report, ReportPart};
use salal_formats::days::day_text;

use super::dto::{InsightDay, InsightPart, InsightQuery, InsightView};
use super::tables::{NOT_SHOWN, Table, grouped, money, percent, tables};
use super::{load, page, summary};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_orders::orders;

/// A report as a file.
#[derive(Debug)]
pub struct MonthReport {
    /// `insight-2026-10.pdf`
    pub name: String,
    pub pdf: Vec<u8>,
}

/// The report of a month, `2026-10`. Days that are over and not counted yet, or counted otherwise by an earlier version,
/// are counted first.
pub async fn report_of_month(ctx: &Context, month: &str) -> Result<MonthReport> {
    let today = load::today(ctx);
    let (from, to) = days_of(month, today)?;
    let query = InsightQuery {
        from: Some(from),
        to: Some(to),
        ..InsightQuery::default()
    };
    let mut view = page::answer(ctx, &query).await?;
    if view.missing_days > 0 || summary::is_any_counted_otherwise(ctx).await? {
        summary::catch_up(ctx).await?;
        view = page::answer(ctx, &query).await?;
    }
    let report = report(ctx, &view);
    let pdf = tokio::task::spawn_blocking(move || salal_documents::report(&report))
        .await
        .map_err(Error::broken)?
        .map_err(Error::broken)?;
    Ok(MonthReport {
        name: format!("insight-{}.pdf", from.format("%Y-%m")),
        pdf: pdf.bytes,
    })
}

/// The first day of a month and its last one, or today.
fn days_of(month: &str, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
    let wrong = || {
        let why = "The month is not written like 2026-10. Write the year, a hyphen and the month.";
        Error::field("month", why)
    };
    let is_plain = month.len() == 7 && !month.contains('+');
    let from: NaiveDate = format!("{month}-01").parse().map_err(|_| wrong())?;
    if !is_plain {
        return Err(wrong());
    }
    if from > today {
        return Err(Error::field(
            "month",
            "This month is still to come. Name the present one or an earlier one.",
        ));
    }
    let next = from.checked_add_months(chrono::Months::new(1));
    let last = next.and_then(|next| next.pred_opt()).ok_or_else(wrong)?;
    Ok((from, last.min(today)))
}

fn report(ctx: &Context, view: &InsightView) -> Report {
    let to = view.to;
    let is_whole = to.succ_opt().is_none_or(|next| next.day() == 1);
    let until = if is_whole {
        String::new()
    } else {
        format!(" up to {}", day_text(to))
    };
    Report {
        clinic: orders::clinic(ctx),
        title: "Insight".to_owned(),
        period: format!("{}{until}", view.from.format("%B %Y")),
        note: format!(
            "Counts only, no patients. Every number belongs to the day of its event in Vancouver; claims that wait are \
             those of the day on which the report was made. Numbers under 5 by what patients differ in are not shown, \
             nor those that would tell them. {}",
            view.accuracy
        ),
        key_numbers: key_numbers(view),
        parts: tables(view)
            .into_iter()
            .map(|table| part(view, table))
            .collect(),
        made_at: ctx.now(),
    }
}

fn count(number: Option<i64>) -> String {
    number.map_or_else(
        || NOT_SHOWN.to_owned(),
        |number| grouped(&number.to_string()),
    )
}

fn dollars(amount: Option<f64>) -> String {
    amount.map_or_else(|| NOT_SHOWN.to_owned(), money)
}

/// `2 h 14 min`
fn duration(minutes: Option<i64>) -> String {
    match minutes {
        None => "none".to_owned(),
        Some(minutes) if minutes < 60 => format!("{minutes} min"),
        Some(minutes) => format!("{} h {:02} min", minutes / 60, minutes % 60),
    }
}

/// A part of a whole; nothing of nothing is no percentage.
#[expect(clippy::cast_precision_loss, reason = "for people, to a tenth")]
fn part_of(part: Option<i64>, whole: Option<i64>) -> String {
    match (part, whole) {
        (Some(part), Some(whole)) if whole > 0 => percent(part as f64 / whole as f64),
        _ => "none".to_owned(),
    }
}

fn key_numbers(view: &InsightView) -> Vec<KeyNumber> {
    let of = &view.totals;
    let less = |whole: Option<i64>, part: Option<i64>| Some(whole? - part?);
    let plus = |one: Option<i64>, other: Option<i64>| Some(one? + other?);
    let lines = plus(of.approved, of.rejected);
    let key = |label: &str, value: String, note: String| KeyNumber {
        label: label.to_owned(),
        value,
        note,
    };
    vec![
        key(
            "Requests",
            count(of.requests),
            format!("{} medications", count(of.medications)),
        ),
        key(
            "Time to decision, p50",
            duration(of.p50),
            format!("p90 {}", duration(of.p90)),
        ),
        key(
            "Within the promise",
            part_of(less(of.decided, of.late), of.decided),
            format!("{} of {} late", count(of.late), count(of.decided)),
        ),
        key(
            "Medications approved",
            part_of(of.approved, lines),
            format!("{} of {}", count(of.approved), count(lines)),
        ),
        key(
            "Faxed at the first try",
            part_of(of.first_try, of.faxes),
            format!("{} never delivered", count(of.failed)),
        ),
        key(
            "Revenue, net",
            dollars(of.net),
            format!("{} refunded", dollars(of.refunded)),
        ),
    ]
}

fn part(view: &InsightView, table: Table) -> ReportPart {
    let texts = match table.part {
        InsightPart::Reasons | InsightPart::Faxes => 2,
        InsightPart::Claims => 3,
        InsightPart::Messages => 0,
        InsightPart::All
        | InsightPart::Days
        | InsightPart::Decisions
        | InsightPart::Revenue
        | InsightPart::Doctors => 1,
    };
    let rows = table.rows.into_iter();
    let rows = rows.map(|row| row.into_iter().map(super::tables::Value::printed).collect());
    ReportPart {
        title: table.title.to_owned(),
        chart: chart(view, table.part),
        header: table.header.into_iter().map(str::to_owned).collect(),
        texts,
        rows: rows.collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "for a drawing")]
fn chart(view: &InsightView, part: InsightPart) -> Option<Chart> {
    let number = |number: Option<i64>| number.unwrap_or_default() as f64;
    let (filled, outlined, label): (_, _, fn(f64) -> String) = match part {
        InsightPart::Days => ("Weekday", "Weekend", |top| format!("{top:.0} requests")),
        InsightPart::Decisions => (
            "Half were faster (p50)",
            "9 of 10 were faster (p90)",
            |top| format!("{:.0} h", top / 60.0),
        ),
        _ => return None,
    };
    let value = |day: &InsightDay| match part {
        InsightPart::Days if day.weekend => (0.0, number(day.requests)),
        InsightPart::Days => (number(day.requests), 0.0),
        _ => (number(day.p50), number(day.p90)),
    };
    let step = if part == InsightPart::Days {
        5.0
    } else {
        360.0
    };
    let bars: Vec<Bar> = view
        .days
        .iter()
        .enumerate()
        .map(|(place, day)| {
            let (filled, outlined) = value(day);
            let label = if place % 7 == 0 {
                day.day.format("%b %d").to_string()
            } else {
                String::new()
            };
            Bar {
                label,
                filled,
                outlined,
            }
        })
        .collect();
    let most = bars.iter().map(|bar| bar.filled.max(bar.outlined));
    let top = (most.fold(1.0, f64::max) / step).ceil() * step;
    Some(Chart {
        top,
        top_label: label(top),
        filled: filled.to_owned(),
        outlined: outlined.to_owned(),
        bars,
    })
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use salal_documents::ReportPart;

    use super::{days_of, duration, key_numbers, part, part_of};
    use crate::insight::dto::{
        InsightClaims, InsightDay, InsightDoctorRow, InsightFee, InsightMessages, InsightPayer,
        InsightPharmacy, InsightReason, InsightRevenue, InsightSent, InsightTotals, InsightView,
    };
    use crate::insight::tables::{csv, tables};

    /// A clinic with known figures, some of them not told.
    fn clinic() -> InsightView {
        let day = |day: &str, requests: Option<i64>| InsightDay {
            day: day.parse().expect("a day"),
            weekend: false,
            requests,
            medications: Some(1_020),
            decided: Some(12),
            late: None,
            p50: Some(134),
            p90: Some(1_560),
            charged: Some(1_240.5),
            refunded: Some(0.0),
        };
        InsightView {
            from: "2028-02-28".parse().expect("a day"),
            to: "2028-02-29".parse().expect("a leap day"),
            promise_hours: 24,
            accuracy: "Within 3%.".to_owned(),
            missing_days: 0,
            doctors: Vec::new(),
            totals: InsightTotals {
                requests: Some(1_417),
                medications: Some(2_944),
                decided: Some(417),
                late: Some(7),
                p50: Some(134),
                p90: Some(940),
                approved: Some(861),
                rejected: Some(83),
                faxes: Some(402),
                first_try: Some(380),
                failed: Some(3),
                payments: Some(387),
                refunds: Some(20),
                charged: Some(23_640.0),
                refunded: Some(1_180.0),
                net: Some(22_460.0),
            },
            before: None,
            days: vec![day("2028-02-28", None), day("2028-02-29", Some(9))],
            reasons: vec![InsightReason {
                code: "TOO_EARLY".to_owned(),
                label: "Too early to renew".to_owned(),
                medications: None,
                share: None,
            }],
            approvals: Vec::new(),
            by_doctor: vec![InsightDoctorRow {
                id: uuid::Uuid::nil(),
                name: "Dr. Maren Holloway".to_owned(),
                decided: None,
                late: None,
                p50: None,
                p90: None,
                approved: Some(1_861),
                rejected: None,
            }],
            pharmacies: vec![InsightPharmacy {
                id: None,
                name: "Alder Street Pharmacy".to_owned(),
                city: "Vancouver".to_owned(),
                faxes: Some(96),
                first_try: Some(95),
                attempts: Some(97),
                failed: Some(0),
                minutes: Some(2),
            }],
            pharmacy_count: 1,
            revenue: vec![InsightRevenue {
                payer: InsightPayer::Card,
                fee: InsightFee::Card,
                rule: "With BC Services Card".to_owned(),
                payments: Some(371),
                charged: Some(21_240.0),
                refunded: Some(22_040.0),
                net: Some(-800.0),
            }],
            claims: InsightClaims {
                last_answer: None,
                states: Vec::new(),
                sent: InsightSent {
                    claims: Some(60),
                    amount: Some(2_100.0),
                },
                refusals: Vec::new(),
            },
            messages: Some(InsightMessages {
                received: 44,
                answered: 40,
                p50: Some(95),
                p90: Some(600),
            }),
        }
    }

    /// A printed cell as a file has it.
    fn plain(cell: &str) -> String {
        let day = NaiveDate::parse_from_str(&format!("{cell} 2028"), "%a, %b %d %Y");
        let number = cell.replace(['$', ','], "");
        match (day, number.strip_prefix('-')) {
            (Ok(day), _) => day.to_string(),
            (_, Some(owed)) => format!("({owed})"),
            _ => number,
        }
    }

    #[test]
    fn each_table_of_the_report_says_what_its_file_says() {
        let view = clinic();
        for table in tables(&view) {
            let file = csv(&view, table.part).expect("a file");
            let file = String::from_utf8(file.bytes().to_vec()).expect("a text");
            let ReportPart {
                title,
                header,
                rows,
                ..
            } = part(&view, table);
            let printed: Vec<String> = std::iter::once(&header)
                .chain(&rows)
                .map(|row| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>())
                .map(|row| row.join(","))
                .collect();
            assert_eq!(file.lines().collect::<Vec<_>>(), printed, "{title}");
        }
        let keys = key_numbers(&view);
        let keys: Vec<(&str, &str)> = keys
            .iter()
            .map(|key| (key.value.as_str(), key.note.as_str()))
            .collect();
        assert_eq!(
            keys,
            [
                ("1,417", "2,944 medications"),
                ("2 h 14 min", "p90 15 h 40 min"),
                ("98.3%", "7 of 417 late"),
                ("91.2%", "861 of 944"),
                ("94.5%", "3 never delivered"),
                ("$22,460.00", "$1,180.00 refunded"),
            ]
        );
    }

    #[test]
    fn a_month_is_its_days_and_the_present_one_ends_today() {
        let today = "2026-11-21".parse().expect("a day");
        let days = |month| {
            let days = days_of(month, today).map_err(|error| error.kind.status());
            days.map(|(from, to)| format!("{from} {to}"))
        };
        assert_eq!(days("2026-10"), Ok("2026-10-01 2026-10-31".to_owned()));
        assert_eq!(days("2024-02"), Ok("2024-02-01 2024-02-29".to_owned()));
        assert_eq!(days("2026-11"), Ok("2026-11-01 2026-11-21".to_owned()));
        for wrong in ["2026-12", "2026-13", "October", "2026-1", "+026-10", ""] {
            assert_eq!(days(wrong), Err(422), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_printed_as_people_write_them() {
        assert_eq!(duration(Some(134)), "2 h 14 min");
        assert_eq!(duration(Some(59)), "59 min");
        assert_eq!(part_of(Some(410), Some(417)), "98.3%");
        assert_eq!(part_of(Some(0), Some(0)), "none");
    }
}
