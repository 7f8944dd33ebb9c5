// SPDX-License-Identifier: AGPL-3.0-or-later

// Every component in which one types tells what is not saved, or stands here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(process.cwd(), 'src');

const TYPED = /<(?:Textarea|TextInput|NumberInput|PasswordInput|PasswordField|PhoneBoxes|CodeInput|form)\b/;
/** `useFaults(null)` and a form that asks nothing tell of nothing. */
const TELLS =
  /\buse(?:Faults\((?!null\))|FaultedForm(?:<\w+>)?\((?![^;]*\basks: false\b)|(?:Unsaved|LineEdit|NewMessage)\()/;
const CANCEL = /<Button\b[^<]*>\s*Cancel\s*<\/Button>/;

/** Fields of another component's form, which tells of them. */
const PARTS = [
  'features/accounts/CredentialFields.tsx',
  'features/accounts/DocumentStep.tsx',
  'features/accounts/PersonalStep.tsx',
  'features/drugs/DrugRows.tsx',
  'features/messages/MessageFields.tsx',
  'features/notes/DraftBox.tsx',
  'features/prescriptions/NeededAgain.tsx',
  'features/prescriptions/UsageForm.tsx',
  'features/sleep-studies/BloodPressures.tsx',
  'features/sleep-studies/Questionnaire.tsx',
];

/** Searches and filters, a period, one choice, a code, a sign-in, a new password by link, a card of payment; replies, which are kept (drafts.ts). */
const NOTHING_LOST = [
  'features/accounts/ConfirmPage.tsx',
  'features/accounts/RecoveryPage.tsx',
  'features/accounts/RecoveryPasswordPage.tsx',
  'features/accounts/SignInForm.tsx',
  'features/accounts/staff/ResetSecondStep.tsx',
  'features/accounts/staff/RoleCard.tsx',
  'features/accounts/staff/StaffPage.tsx',
  'features/audit/AuditPage.tsx',
  'features/billing/DiagnosisSearch.tsx',
  'features/billing/Exceptions.tsx',
  'features/billing/Records.tsx',
  'features/drugs/ManageDrugsPage.tsx',
  'features/drugs/MedicationSearch.tsx',
  'features/drugs/MedicationSearchPage.tsx',
  'features/fax/FaxDeskPage.tsx',
  'features/insight/PeriodDialog.tsx',
  'features/manage-data/DisplayPane.tsx',
  'features/manage-data/ImportPane.tsx',
  'features/messages/staff/StaffReply.tsx',
  'features/payments/CardForm.tsx',
  'features/people/PatientSearch.tsx',
  'features/people/PatientsPage.tsx',
  'features/pharmacies/PharmacySearch.tsx',
  'features/pharmanet/LookUpButton.tsx',
  'features/prescriptions/DecidedFilter.tsx',
  'features/prescriptions/StaffPrescriptions.tsx',
  'features/prescriptions/VerifyPhone.tsx',
  'features/prescriptions/review/SignaturePanel.tsx',
  'features/public-pages/faq/FaqPage.tsx',
  'features/sleep-studies/staff/StatusMenu.tsx',
];

const screens = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(?:app|features)\/.*\.tsx$/.test(path) && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

it('what is typed is told of, so that nobody loses it without a question', () => {
  const silent = screens.filter(({ text }) => TYPED.test(text) && !TELLS.test(text));
  expect(silent.map(({ path }) => path).toSorted()).toEqual([...PARTS, ...NOTHING_LOST].toSorted());
});

it('Cancel of a form asks about what was typed in it', () => {
  const silent = screens.filter(
    ({ text }) => TELLS.test(text) && CANCEL.test(text) && !text.includes('asksItself'),
  );
  expect(silent).toEqual([]);
});

/** What one types here is sent by another, which closes it or asks anew, or is sent by nobody. */
const SENT_ELSEWHERE = [
  'features/medical-info/AnswerSearch.tsx',
  'features/messages/staff/StaffCompose.tsx',
  'features/prescriptions/UsageEditor.tsx',
  'features/prescriptions/review/ReasonDialog.tsx',
];

it('what may be saved after a lost answer is not called unsaved', () => {
  const silent = screens.filter(
    ({ text }) => /\buseUnsaved\(/.test(text) && !/\.failed\(|useCopyAction\(\{[^}]*\bform\b/.test(text),
  );
  expect(silent.map(({ path }) => path).toSorted()).toEqual(SENT_ELSEWHERE);
});

it('a question before something is thrown away knows of a lost answer', () => {
  const silent = screens.filter(
    ({ text }) => /will be lost\./.test(text) && /What you wrote/.test(text) && !text.includes('MAYBE_DONE'),
  );
  expect(silent).toEqual([]);
});

const SENDS = /\buse(?:Command|Action|Mutation)\(/;
/** Ends by itself once its act is seen to be done. */
const SEES = /\buse(?:SeenDone|CopyAction|FormCommand|AsSent)\(/;

/**
 * Nothing on the screen says that it was done, as it was sent and by whom: pressed again it is done once, and the
 * answer that was lost comes.
 */
const NOTHING_SHOWS = [
  'app/profile/SignSleepRequests.tsx',
  'features/billing/BillDialog.tsx',
  'features/lab-tests/SettleDialogs.tsx',
  'features/notes/QuestionDialog.tsx',
  'features/operations/QueueDialogs.tsx',
  'features/payments/ReturnFee.tsx',
  'features/prescriptions/review/ConflictDialog.tsx',
  'features/prescriptions/review/ExceptionDialog.tsx',
  'features/suggestions/SuggestDialog.tsx',
];

it('a dialog in which one types goes when its act is seen to be done, though its answer was lost', () => {
  const waiting = screens.filter(
    ({ text }) => /<Dialog\b/.test(text) && TELLS.test(text) && SENDS.test(text) && !SEES.test(text),
  );
  expect(waiting.map(({ path }) => path).toSorted()).toEqual(NOTHING_SHOWS);
});

/** A password, a code, a signature; nobody signed in; a decision between two versions, whose words go back into their own form. */
const NEVER_KEPT = [
  'app/profile/SignSleepRequests.tsx',
  'features/accounts/OfficeRegistrationPage.tsx',
  'features/accounts/RegistrationPage.tsx',
  'features/billing/ManageTelePage.tsx',
  'features/links/ReplyByLinkPage.tsx',
  'features/prescriptions/review/ConflictDialog.tsx',
];
/** The card around them says it (EditCard.tsx). */
const SAID_ELSEWHERE = [
  'app/profile/HealthDocumentCard.tsx',
  'features/accounts/UserCredentials.tsx',
  'features/people/PersonalInformationCard.tsx',
];

it('what was typed before the end of a session is kept, and a form says that it is here again', () => {
  const silent = screens.filter(({ text }) => TELLS.test(text) && !text.includes('<HereAgain'));
  expect(silent.map(({ path }) => path).toSorted()).toEqual([...NEVER_KEPT, ...SAID_ELSEWHERE].toSorted());
});

it('what takes a password, a code or a drawing is not kept, or has a name that never is', () => {
  const risky = screens.filter(
    ({ path, text }) =>
      /<(?:Password(?:Input|Field|Pair)|CodeInput|SignaturePad|CardForm)\b/.test(text) &&
      TELLS.test(text) &&
      !NEVER_KEPT.includes(path),
  );
  // Their fields have "password", "phoneCode" and "emailCode" in their names (keeping.ts).
  expect(risky.map(({ path }) => path).toSorted()).toEqual([
    'features/accounts/EmailWizard.tsx',
    'features/accounts/UserCredentials.tsx',
  ]);
});
