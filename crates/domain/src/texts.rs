// SPDX-License-Identifier: AGPL-3.0-or-later

//! The catalogue of texts for users, word for word as in the contract, grouped by screen.
//!
//! Unusual spellings are the contract's and are kept. Not here: texts of emails and printed pages.

pub mod account;
pub mod declines;
pub mod manage_data;
pub mod office;
pub mod recovery;
pub mod registration;

/// The product's name in texts (decision 117).
pub const PRODUCT: &str = "Salal";

/// Texts used on any screen.
pub mod general {
    pub const API_NOT_AVAILABLE: &str =
        "Api is currently not available, please contact IT Support!";
    pub const DUPLICATE_EMAIL: &str = "email is invalid please choose another email address";
    pub const LOADING: &str = "Loading...";
    pub const CORRECT_ERRORS: &str = "Please correct error(s) below";
    pub const CORRECT_ERRORS_BELOW: &str = "Please correct errors below";
    pub const CORRECT_ERRORS_CODE: &str = "PLEASE_CORRECT_ERRORS_BELOW";
    pub const SERVER_SIDE_ERROR: &str = "Server side Error!";
    pub const SOME_ERROR: &str = "Some error happens. Please try again or contact us.";
    pub const UNDEFINED_SYSTEM_ERROR: &str = "undefined system error";

    /// The error for a file whose type is not among `types`, e.g. `pdf, image`.
    pub fn only_file_types(types: &str) -> String {
        format!("Only allow uploading following file type: {types}")
    }

    /// The generic alert.
    pub fn error(message: &str) -> String {
        format!("Error - {message}")
    }
}

/// Activation of a new account.
pub mod confirm {
    pub const CONFIRM: &str = "Confirm";
    pub const EMAIL_REQUIRED: &str = "Email is required.";
    pub const ACTIVATED: &str = "This account is activated.";
    pub const CODE_REQUIRED: &str = "Verification code is required.";
    /// Our own text, modelled on the one for a wrong phone code.
    pub const WRONG_CODE: &str =
        "verification code is not correct, please check your email and try again";
}

/// Sign-in, its second step, and the dialog of the last login.
pub mod sign_in {
    pub const DO_NOT_SHOW: &str = "Don't show this for the next 24 hours";
    pub const EMAIL_BY_TOKEN: &str = "ERROR_GET_EMAIL_BY_TOKEN";
    pub const IN_BC: &str =
        "I confirm that I am at the present time physically located in British Columbia, Canada.";
    pub const INVALID_TOKEN: &str = "INVALID_TOKEN";
    pub const LAST_LOGIN: &str = "Last Login";
    pub const NO_TOKEN: &str = "NO_TOKEN";
    pub const OK: &str = "OK";
    pub const TOKEN_CONFIRMED: &str = "Token is confirmed.";
    pub const CODE_REQUIRED: &str = "Verification code is required.";
    pub const LOCKED: &str =
        "You have failed too many login attempts. Please wait for 5 minutes prior to trying again";
    /// Of a lock that lasts longer than the five minutes of `LOCKED`.
    pub fn locked_for(minutes: i64) -> String {
        format!(
            "You have failed too many login attempts. Please wait for {minutes} minutes prior to trying again"
        )
    }

    /// Of the lock that a day's failures end in.
    pub fn locked_for_the_day(hours: i64) -> String {
        format!(
            "There were too many failed attempts to sign in to this account. Please wait for {hours} hours, or set a new password by email (\u{201c}Forgot your password?\u{201d}); you can then sign in on this device"
        )
    }

    /// One text for every wrong combination, so that no one learns which addresses have accounts.
    pub const WRONG: &str = "The email or password is not correct.";
    pub const WRONG_CODE: &str =
        "verification code is not correct, please check your phone and try again";
}

/// The patient's first page.
pub mod dashboard {
    pub const ADD_MEDICAL_INFORMATION: &str =
        "Please add your medical information to unlock the other features.";
    pub const REQUEST: &str = "Request a prescription";
}

/// Medical information.
pub mod medical_info {
    pub const ADD: &str = "Add";
    pub const ALLERGY_EXISTS: &str = "Allergy is already existed!";
    pub const ALLERGY_TITLE: &str = "Allergy to medications";
    pub const UPDATE_PHARMACY_ERROR: &str = "ERROR_UPDATE_PHARMACY";
    pub const GENDER_TITLE: &str = "Gender";
    pub const CONDITION_EXISTS: &str = "Medical condition is already existed!";
    pub const CONDITION_NOT_FOUND: &str = "Medical condition not found";
    pub const CONDITIONS_TITLE: &str = "Medical conditions";
    pub const UPDATED: &str = "Medical information updated successfully.";
    pub const MEDICATION_TITLE: &str = "Medication currently taken";
    pub const NONE: &str = "No medical information, please add your Medical Information.";
    pub const OTHER_ALLERGY_REQUIRED: &str = "Other allergy is required.";
    pub const OTHER_SURGERY_REQUIRED: &str = "Other surgery is required.";
    pub const LOADING: &str = "Please wait, loading the medical information...";
    pub const PHARMACY_TITLE: &str = "Preferred pharmacy";
    pub const SOCIAL_TITLE: &str = "Social history";
    pub const SURGERY_TITLE: &str = "Surgical history";

    // Our own texts, where the contract has a rule and no text.
    pub const GENDER_REQUIRED: &str = "Gender is required.";
    pub const CONDITION_REQUIRED: &str = "Medical condition is required.";
    pub const OTHER_CONDITION_REQUIRED: &str = "Other medical condition is required.";
    pub const SURGERY_REQUIRED: &str = "Surgery is required.";
    pub const ALLERGY_REQUIRED: &str = "Allergy is required.";
    pub const ALCOHOL_REQUIRED: &str = "Alcohol history is required.";
    pub const SMOKING_REQUIRED: &str = "Smoking history is required.";
    pub const PHARMACY_REQUIRED: &str = "Preferred pharmacy is required.";
    pub const NOT_IN_LIST: &str = "Please choose an answer from the list";
    pub const NO_AND_MORE: &str = "Please choose either No or the items that apply";
    pub const SURGERY_EXISTS: &str = "Surgery is already existed!";
    pub const TOO_LONG: &str = "Please use at most 200 characters, without line breaks";
    pub const TOO_MANY: &str = "Please list at most 100 items";
    pub const MEDICATION_NAME_REQUIRED: &str = "Please enter the name of the medication";

    /// Heading of an earlier record.
    pub fn check_at(date: &str) -> String {
        format!("Check at {date}")
    }
}

/// The request of a prescription.
pub mod request {
    pub const ADD_DURATION: &str = "Add Duration";
    pub const PHONE_CONFIRMED: &str = "cell phone number is confirmed";
    pub const CONFIRM_REQUEST: &str = "Confirm Medication Request";
    pub const I_CONFIRM: &str = "I confirm";
    pub const MAXIMUM_REACHED: &str = "Maximum number of medications has been reached";
    pub const DURATION_REQUIRED: &str = "Medication duration is Required";
    pub const NOT_FOUND: &str = "Medication was not found. Please check the name and try again.";
    pub const MORE_THAN_FIVE: &str = "More than 5 medications are not allowed";
    pub const CHOOSE_DURATION: &str = "Please choose the duration.";
    pub const CHOOSE_SITE: &str = "Please choose where it goes.";
    pub const CHOOSE_EYE: &str = "Please choose which eye.";
    pub const CHOOSE_EAR: &str = "Please choose which ear.";
    pub const CHOOSE_EYE_OR_EAR: &str = "Please choose which eye or ear.";
    pub const CHOOSE_NOSTRIL: &str = "Please choose which nostril.";
    pub const CHOOSE_FREQUENCY: &str = "Please choose the frequency.";
    pub const INPUT_CODE: &str = "Please input the code sent to your cell phone";
    pub const REPEAT_RANGE: &str = "Please repeat between 0 and 100";
    pub const SEARCHING: &str = "Please wait or keep typing. Loading the medications...";
    pub const SUCCESS: &str = "Prescription requested successfully! A doctor will shortly send you a message through email.";
    pub const SELECT_MEDICATIONS: &str = "Select the medications to be refilled.";
    pub const ALREADY_ADDED: &str = "This drug is already added.";
    pub const WRONG_CODE: &str =
        "verification code is not correct, please check your phone and try again";

    // Our own texts, where the contract has a rule and no text.
    pub const CHOOSE_QUANTITY: &str = "Please choose the quantity.";
    pub const TEXT_TOO_LONG: &str = "Please use at most 200 characters";
    pub const CHOOSE_PHARMACY: &str = "Please choose the pharmacy.";
    pub const ADD_MEDICATION: &str = "Please add at least one medication.";
    pub const CONFIRM_ALL: &str = "Please confirm all six statements.";
    pub const CONFIRM_LOCATION: &str = "Please confirm that you are in British Columbia.";

    /// What a prohibited drug means; `clinic` is the partner clinic's name (decision 118).
    pub fn crossed_out(clinic: &str) -> String {
        format!(
            "If a prescription is crossed out, this is because it cannot be refilled through Salal. Please contact a doctor at {clinic} to consider refilling crossed out medications."
        )
    }
}

/// Payment of a request.
pub mod payment {
    pub const ONE_REQUESTED: &str = "1 prescription requested";
    pub const CHARGED: &str = "Charge prescription payment successful.";
    pub const FEE: &str = "Fee";
    pub const INVALID_CARD: &str = "Please enter valid card information!";
    pub const TITLE: &str = "Prescription > Payment";
    pub const NOT_AVAILABLE: &str = "Prescription is not available!";
    pub const SELECT: &str = "Select";
    pub const SELECT_AND_PAY: &str = "Select and Pay";

    /// The badge that counts the medications.
    pub fn requested(medications: u32) -> String {
        if medications == 1 {
            ONE_REQUESTED.to_owned()
        } else {
            format!("{medications} prescriptions requested")
        }
    }
}

/// A patient's list of prescriptions.
pub mod prescriptions {
    pub const CANCEL_QUESTION: &str = "Are you sure you want to cancel this prescription?";
    pub const CREATED: &str = "Created";
    pub const DO_NOT_CANCEL: &str = "Don't Cancel Prescription";
    pub const INVOICE: &str = "Invoice";
    pub const NONE: &str = "No prescription records";
    pub const RECEIPT: &str = "Official Prescription Receipt";
    pub const PATIENT_NAME: &str = "Patient Name (Prescription Id)";
    pub const PAY_NOW: &str = "Pay Now";
    pub const YES: &str = "Yes, I am sure";
}

/// The doctor's cards of one patient's pending prescriptions.
pub mod pending_prescriptions {
    pub const ACKNOWLEDGE: &str = "Acknowledge";
    pub const NONE: &str = "No pending prescriptions for this patient.";
    pub const PRESCRIPTION: &str = "Prescription";
    pub const REFUND: &str = "Refund";
    pub const REFUND_TITLE: &str = "Refund confirmation";
    pub const REFUNDED: &str = "Refund prescription payment successful.";
    pub const REQUESTED: &str = "Requested";
    pub const UPDATE: &str = "Update";
    pub const REFUND_QUESTION: &str =
        "You are about to refund one or more prescriptions, are you sure?";
}

/// The dialog that prints and faxes a prescription.
pub mod prescription_dialog {
    pub const FAX: &str = "Fax";
    pub const NO_REPEATS: &str = "No Repeats";
    pub const PRINT: &str = "Print";
    pub const QUEUEING: &str = "Queue prescription fax in progress...";
    pub const QUEUED: &str = "Queue prescription fax success.";
    pub const RE_FAX: &str = "Re-Fax";
}

/// The response of the health plan.
pub mod eligibility {
    pub const INVALID_BIRTHDATE_SUFFIX: &str = ". Invalid Birthdate";
    pub const NAME_MISMATCH_SUFFIX: &str = ". Name Mismatch";
    pub const ELIGIBLE: &str = "Eligible";
    pub const NOT_ELIGIBLE: &str = "Not Eligible";
    pub const PENDING: &str = "Pending Eligibility";
}

/// Flags of a patient's page.
pub mod patient_page {
    pub const PRIVATE: &str = "PRIVATE";
    pub const NAME_MISMATCH: &str = "Name Mismatch";
    pub const INVALID_BIRTHDATE: &str = "Invalid Birthdate";
    pub const NOT_ELIGIBLE: &str = "Not eligible";
    pub const ELIGIBILITY_PENDING: &str = "Eligibility Pending";
}

/// The PharmaNet lookup.
pub mod pharmanet {
    pub const NETWORK_ERROR: &str = "Network error";
    pub const NUMBER_NOT_FOUND: &str = "PHN not found";

    // Our own texts.
    pub const CREDENTIALS: &str = "Please enter your PharmaNet login and password";
    pub const ASK_AGAIN: &str =
        "Your PharmaNet sign-in is kept for one session only. Please enter it again.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_gaps_are_filled() {
        assert_eq!(registration::field_is_required("City"), "City is Required");
        assert_eq!(payment::requested(1), "1 prescription requested");
        assert_eq!(payment::requested(3), "3 prescriptions requested");
        assert!(registration::TOO_YOUNG.ends_with(PRODUCT));
        assert!(request::crossed_out("Example Clinic").contains(PRODUCT));
        assert_eq!(
            general::only_file_types("pdf, image"),
            "Only allow uploading following file type: pdf, image"
        );
    }
}

/// Messages, and replies through an emailed link.
pub mod messages {
    pub const CUSTOMER_SERVICE: &str = "Customer Service";
    pub const ELIGIBILITY_PENDING: &str = "Eligibility Pending";
    pub const INVALID_BIRTHDATE: &str = "Invalid Birthdate";
    pub const NAME_MISMATCH: &str = "Name MisMatch";
    pub const NOT_ELIGIBLE: &str = "Not Eligible";
    pub const SENT: &str = "Your message was successfully sent to the doctor.";
    pub const ALREADY_REPLIED: &str = "You have already replied to this message.";
    pub const EXPIRED: &str = "This function has expired. Please email for assistance.";

    // Our own texts, where the contract has a rule and no text.
    pub const SUBJECT_REQUIRED: &str = "Please enter a subject";
    pub const SUBJECT_TOO_LONG: &str = "Please use at most 200 characters, without line breaks";
    pub const MESSAGE_REQUIRED: &str = "Please write a message";
    pub const MESSAGE_TOO_LONG: &str = "Please use at most 10,000 characters";
    pub const REPLY_TOO_LONG: &str = "Please use at most 500 characters";
    pub const ODD_CHARACTERS: &str = "The text contains unsupported characters";
    pub const NOT_YOUR_TURN: &str = "You can reply once the other person has answered.";
    pub const NOBODY_THERE: &str =
        "This message was written by the system. Replies are not monitored.";
    pub const PATIENTS_WRITE_TO_CUSTOMER_SERVICE: &str =
        "Messages that you begin go to Customer Service.";
    pub const NOBODY_BY_THIS_NAME: &str = "Please choose someone who can receive messages";
    pub const NOT_RECEIVED_BY_YOU: &str = "Only a message that you received can be archived.";
    pub const ANSWERED_MEANWHILE: &str = "Someone else answered this message in the meantime. Please read it first; your text is kept.";
    pub const TEMPLATE_NAME_REQUIRED: &str = "Please enter a name";
    pub const TEMPLATE_NAME_TOO_LONG: &str =
        "Please use at most 60 characters, without line breaks";
    pub const TEMPLATE_NAME_TAKEN: &str = "A template with this name already exists";
    pub const TEMPLATE_TEXT_REQUIRED: &str = "Please enter the text";
    pub const TOO_MANY_TEMPLATES: &str =
        "There are already 100 templates. Please remove one first.";

    /// Shown before a reply is sent, when the author has not seen a newer one.
    pub fn answered_at(name: &str, at: &str) -> String {
        format!("{name} answered at {at}. Please read it first; your text is kept.")
    }

    /// The error for an unknown placeholder.
    pub fn no_such_placeholder(placeholder: &str) -> String {
        format!("Unknown placeholder {{{placeholder}}}. Please use a placeholder from the list.")
    }
}

/// Staff notes on a patient.
pub mod notes {
    pub const SENT_YOU_A_NOTE: &str = "Doctor sent you a note";

    // Our own texts, where the contract has a rule and no text.
    pub const TEXT_REQUIRED: &str = "Please write a note";
    pub const TEXT_TOO_LONG: &str = "Please use at most 10,000 characters";
    pub const SENT_ALREADY: &str =
        "This note was already sent and can’t be changed. Write a new note instead.";
    pub const NO_CLINIC: &str = "No partner clinic is connected, so there is no record to send this note to. The note is kept here.";
    pub const LEAVING: &str = "This note is being sent. Undo that first to change it.";
    pub const TOO_LATE: &str = "The note has already been sent.";
    pub const ACKNOWLEDGED_ALREADY: &str = "This reply has already been acknowledged.";
    pub const REPLY_DIFFERS: &str = "The reply has changed since you opened it.";
    pub const SUBJECT_IS_FIXED: &str = "The subject is always: Doctor sent you a note";
}

/// Reporting a missing prescription, and sending its copy again, both by link.
pub mod not_received {
    pub const SENT: &str = "Your request has been succesfully sent to our front desk.";
    pub const ALREADY: &str = "You have already told our front desk about this prescription.";
    pub const RESENT: &str = "Prescription resent successfully!";
    pub const USED_UP: &str = "This prescription was already sent to the pharmacy 2 more times. Please email for assistance.";
    pub const ON_ITS_WAY: &str = "A fax of this prescription is on its way to the pharmacy.";
    pub const CHANGED: &str =
        "This prescription was changed after it was sent. Please email for assistance.";

    /// The fax may still arrive; `at` is a time in Pacific time.
    pub fn too_early(at: &str) -> String {
        format!("The fax may still be on its way. You can do this after {at}.")
    }
}

/// The sleep study: questionnaire, clinics, checkout, and texts for staff.
pub mod sleep {
    pub const MEASURE_DATE_REQUIRED: &str = "Blood pressure measure date is required.";
    pub const SELECT_ANSWERS: &str = "Please select the answers from radio buttons.";
    pub const PAID_AND_SENT: &str =
        "Payment successful and Sleep Assessment sent to requested location.";
    pub const SENT: &str = "Sleep Assessment sent to requested location.";
    pub const UPDATED: &str = "Sleep Referral updated successfully.";
    pub const REFUNDED: &str = "Refund sleep assessment payment successful.";

    // Our own texts, where the contract has a rule and no text.
    pub const RECEIPT: &str = "Official Sleep Study Receipt";
    pub const RECEIPT_LINE: &str = "Sleep apnea test request";
    pub const HEIGHT: &str = "Please enter your height in centimetres, above 0 and at most 300.";
    pub const HEIGHT_TOO_SMALL: &str =
        "Please check your height. It is in centimetres: 1.7 m is 170.";
    pub const WEIGHT: &str = "Please enter your weight in kilograms, above 0 and at most 700.";
    pub const READINGS: &str = "Please enter one to three blood pressures.";
    pub const SYSTOLIC: &str = "Please enter a systolic pressure from 50 to 400.";
    pub const DIASTOLIC: &str = "Please enter a diastolic pressure from 20 to 300.";
    pub const PRESSURES_SWAPPED: &str =
        "Please check both pressures. The systolic one is the higher.";
    pub const MEASURE_DATE_UNKNOWN: &str =
        "Please choose the day and the time of the blood pressure.";
    pub const MEASURE_DATE_FUTURE: &str = "The blood pressure measure date is in the future.";
    pub const CHOOSE_INFO: &str = "Please add your Sleep Info first.";
    pub const NEWER_INFO: &str =
        "Your Sleep Info has changed. Review it and choose a clinic again.";
    pub const CHOOSE_CLINIC: &str = "Please choose a sleep clinic.";
    pub const ALREADY_ORDERED: &str =
        "These answers have already been sent to this clinic. You won't be charged twice.";
    /// Beside the status of an order that another one replaced.
    pub const REPLACED: &str =
        "The sleep clinic's details changed, and the test was ordered again.";
}

/// One's own profile, and the office's correction of a patient's personal information.
pub mod profile {
    pub const PERSONAL_INFO_UPDATED: &str = "Update personal information successful";
    pub const HEALTH_DOCUMENT_UPDATED: &str = "Update health document successful";
    pub const PATIENT_UPDATED: &str = "Update patient info successful";
    pub const CLINIC_FAILED: &str = "Update patient info in the partner clinic failed";

    // Our own texts, where the contract has a rule and no text.
    pub const NAME_LOCKED: &str = "After your first request our office changes this for you, because it appears on your prescriptions. Please write to Customer Service.";
    pub const NAME_OF_STAFF: &str = "Please email this request to the clinic.";
    pub const CELL_PHONE_FIXED: &str = "The cell phone number cannot be changed here, because your codes are sent to it. Please write to Customer Service.";
    pub const EMAIL_IS_THE_PATIENTS: &str =
        "Only the patient can change this address (under Profile), because they sign in with it.";
    pub const NO_PROFILE_IMAGES: &str = "Profile pictures are not used here.";
    pub const NO_SIGNATURE: &str = "Only staff keep a signature.";
    pub const DOCUMENT_TYPE: &str = "Please choose the kind of document from the list";
}

/// Suggestions from users.
pub mod suggestions {
    pub const REPORTED: &str = "Problem reported successfully!";
    pub const EMPTY: &str = "Please enter text in the text box below to explain the suggestion you have for us. Then click the Submit button. Thanks.";

    // Our own texts, where the contract has a rule and no text.
    pub const TOO_LONG: &str = "Please use at most 5,000 characters";
    pub const NO_PICTURE: &str =
        "The picture cannot be read. Please take it again or send the text without it.";
    pub const PICTURE_TOO_LARGE: &str = "The picture can be up to 5 MB.";
}
