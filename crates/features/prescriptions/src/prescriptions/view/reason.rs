// SPDX-License-Identifier: AGPL-3.0-or-later

//! The reason of a decision, by reader: the patient sees the plain-language sentence, staff also the doctor's
//! comment for the record (decision 165).

use salal_domain::prescriptions::reasons;

use crate::prescriptions::dto::ReasonView;
use crate::prescriptions::entity::medication;

/// The reason of a decided line; `None` if none was given, and for the patient also if the doctor wrote only
/// a comment for the record.
pub(super) fn reason(line: &medication::Model, for_staff: bool) -> Option<ReasonView> {
    line.status.as_ref()?;
    let known = line.reason_code.and_then(|code| reasons::reason(*code));
    let text = line.reason_text.clone().filter(|_| for_staff);
    if known.is_none() && text.is_none() {
        return None;
    }
    let words = |of: fn(&reasons::Reason) -> &'static str| known.map(|one| of(one).to_owned());
    Some(ReasonView {
        code: known.map(|one| one.code),
        label: words(|one| one.label).filter(|_| for_staff),
        sentence: words(|one| one.sentence),
        advice: words(|one| one.advice),
        next: known.map(|one| one.next),
        text,
    })
}
