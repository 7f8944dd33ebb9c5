// SPDX-License-Identifier: AGPL-3.0-or-later

// The steps of a doctor's morning with the keys alone: what waits is made over the calls, everything on
// screen is Tab, Enter, Space and letters. One thing is not: a signature for a fax is drawn by hand
// (decision 138), so `signWithPen` holds the pen; all around it, the button too, is pressed by key.
import { expect, type Locator, type Page } from '@playwright/test';
import { demoAccount, currentInstance } from '../support/instance';
import { pressByKey, tabTo, tickByKey, typeInto } from '../support/keyboard';
import { nextCode } from '../support/totp';
import { type Caller, messageLinkId, patientByApi, callApi } from './byApi';
import { prescriptionCard, drawSignature, medicationLine } from './doctor';
import { type PaidRequest, requestByApi } from './queue';

const PATIENTS = {
  maren: { email: 'patient@salal.example', cell: '6045550110' },
  anneliese: { email: 'private@salal.example', cell: '6045550112' },
  rosalind: { email: 'pending@salal.example', cell: '6045550114' },
  lucian: { email: 'mismatch@salal.example', cell: '6045550115' },
  philippa: { email: 'alberta@salal.example', cell: '6045550118' },
  henrik: { email: 'passport@salal.example', cell: '6045550119' },
  eudora: { email: 'many@salal.example', cell: '6045550120' },
} as const;

type Who = keyof typeof PATIENTS;

/** Who asks for what, the first asking first. Each request goes to a pharmacy of its own. */
const REQUESTED_DRUGS: readonly (readonly [Who, ...string[]])[] = [
  ['maren', 'METFORMIN'],
  ['anneliese', 'RAMIPRIL'],
  ['lucian', 'METFORMIN'],
  ['rosalind', 'METFORMIN'],
  ['henrik', 'METFORMIN'],
  ['eudora', 'METFORMIN'],
  ['maren', 'RAMIPRIL'],
  ['philippa', 'METFORMIN'],
  ['anneliese', 'METFORMIN'],
  ['rosalind', 'RAMIPRIL', 'METFORMIN'],
  ['eudora', 'RAMIPRIL'],
  ['philippa', 'RAMIPRIL'],
];

/** The first of the pharmacies' fax numbers, by its end. */
const FIRST_FAX = 130;

export interface Waiting extends PaidRequest {
  /** Ten digits. */
  readonly fax: string;
}

interface Shown {
  readonly pharmacy: { readonly fax: string };
}

export interface Morning {
  readonly maren: Caller;
  /** In the order in which they were asked. */
  readonly waiting: readonly Waiting[];
  readonly sleepLabel: string;
}

/** Twelve paid requests of seven patients, and a sleep study that is paid. */
export async function setUpMorning(): Promise<Morning> {
  const names = Object.keys(PATIENTS) as Who[];
  const callers = new Map<Who, Caller>();
  for (const who of names) {
    // oxlint-disable-next-line no-await-in-loop -- of one address, one password waits at a time
    callers.set(who, await patientByApi(PATIENTS[who].email, PATIENTS[who].cell));
  }
  const caller = (who: Who): Caller => {
    const found = callers.get(who);
    if (!found) throw new Error(`${who} is signed in`);
    return found;
  };
  const waiting: Waiting[] = [];
  for (const [at, [who, ...drugs]] of REQUESTED_DRUGS.entries()) {
    // oxlint-disable no-await-in-loop -- one after the other: their age is their order
    const request = await requestByApi(caller(who), drugs, new RegExp(`${FIRST_FAX + at}$`));
    const { pharmacy } = await callApi<Shown>(caller(who), 'GET', `/prescription/${request._id}`);
    waiting.push({ ...request, fax: pharmacy.fax.replaceAll(/\D/g, '') });
    // oxlint-enable no-await-in-loop
  }
  return { maren: caller('maren'), waiting, sleepLabel: await orderSleep(caller('maren')) };
}

interface Named {
  readonly _id: string;
  readonly name: string;
}

async function orderSleep(patient: Caller): Promise<string> {
  const no = [
    'gainWeight',
    'depression',
    'diabetes',
    'heartDisease',
    'atrialFibrillation',
    'cognitionDeteriorating',
    'asleepChoke',
    'bloodPressureMedication',
  ];
  const info = await callApi<Named>(patient, 'POST', '/sleep-info', {
    ...Object.fromEntries(no.map((question) => [question, false])),
    height: 171.5,
    weight: 88,
    snore: true,
    asleepBreathPause: true,
    bloodPressures: [{ systolic: 128, diastolic: 82, measureDate: '2024-02-29T18:12' }],
  });
  const clinics = await callApi<Named[]>(patient, 'GET', '/sleep-clinic');
  const clinic = clinics.find(({ name }) => name === 'Coastal Sleep Nanaimo');
  const made = await callApi<{ _id: string; label: string }>(patient, 'POST', '/sleep-assessment', {
    sleepInfoObj: info._id,
    sleepClinicObj: clinic?._id,
  });
  const pay = { id: made._id, amount: 20, stripeTokenId: 'tok_visa' };
  await callApi(patient, 'PUT', '/sleep-assessment/set-pay', pay);
  return made.label;
}

/** What the sandbox did, newest first. */
interface Effect {
  readonly operation: string;
  /** Cents. */
  readonly amount: number | null;
  readonly to: string | null;
  readonly reference: string | null;
}

export async function sandboxEffects(
  service: 'srfax' | 'stripe',
  operation: string,
): Promise<readonly Effect[]> {
  const answer = await fetch(`${currentInstance().sandboxUrl}/ledger?service=${service}`, {
    headers: { accept: 'application/json' },
  });
  const all: Effect[] = await answer.json();
  return all.filter((one) => one.operation === operation);
}

export async function signInByKeys(page: Page, email: string): Promise<void> {
  const who = demoAccount(email);
  await page.goto('/office-login');
  await typeInto(page, page.getByLabel('Email', { exact: true }), who.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await tabTo(page, page.getByLabel('Verification code, digit 1 of 6'));
  await page.keyboard.type(await nextCode(who.totpSecret ?? ''));
  const last = page.getByRole('dialog', { name: 'Last Login' });
  await tickByKey(page, last.getByRole('checkbox', { name: /physically located in British Columbia/ }));
  await pressByKey(page, last.getByRole('button', { name: 'OK' }));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(last).toHaveCount(0);
}

/** To a screen of the side bar. */
export async function goTo(page: Page, name: string | RegExp): Promise<void> {
  await pressByKey(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
}

/** The key to the next patient, and who that is. */
export async function nextPatient(page: Page, name: string): Promise<void> {
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Review queue' })).toContainText('Claimed by you at');
}

const MAX_LINES = 12;

/** Walks to a line with the keys, from the top of the page. */
export async function walkTo(page: Page, label: string, drug: string): Promise<Locator> {
  const wanted = medicationLine(page, label, drug);
  const all = page.locator('[data-line]');
  await expect(wanted).toBeVisible();
  for (let at = 0; at < MAX_LINES; at += 1) await page.keyboard.press('[');
  await expect(all.first()).toBeFocused();
  const id = await wanted.getAttribute('id');
  const ids = await all.evaluateAll((rows) => rows.map((row) => row.id));
  for (let at = ids.indexOf(id ?? ''); at > 0; at -= 1) await page.keyboard.press('j');
  await expect(wanted).toBeFocused();
  return wanted;
}

/** The reason by its figure, and Enter. */
export async function rejectByFigure(page: Page, figure: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Reject / });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press(figure);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

export async function decideLine(page: Page, label: string, drug: string, how: 'a' | 'r'): Promise<void> {
  const wanted = await walkTo(page, label, drug);
  await page.keyboard.press(how);
  if (how === 'r') await rejectByFigure(page, '1');
  await expect(wanted).toContainText(how === 'a' ? 'Approved' : 'Rejected');
}

/** Opens the prescription of a decided line as paper. */
export async function openDocumentByKey(page: Page, label: string, drug: string): Promise<Locator> {
  await walkTo(page, label, drug);
  await expect(prescriptionCard(page, label).getByRole('button', { name: /^Prescription/ })).toBeVisible();
  await page.keyboard.press('p');
  const documentDialog = page.getByRole('dialog', { name: new RegExp(`^Prescription ${label}`) });
  await expect(documentDialog.getByRole('img', { name: 'Page 1, Fax cover' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(documentDialog.getByRole('img', { name: 'Page 2, Prescription' })).toBeVisible({
    timeout: 30_000,
  });
  return documentDialog;
}

/** The pen draws; Sign is pressed with the keyboard. */
async function signWithPen(page: Page, documentDialog: Locator): Promise<void> {
  await drawSignature(page, documentDialog);
  await pressByKey(page, documentDialog.getByRole('button', { name: 'Sign', exact: true }));
  await expect(documentDialog.getByText(/^Signed by /)).toBeVisible({ timeout: 30_000 });
  await expect(documentDialog).not.toContainText('NOT SIGNED', { timeout: 30_000 });
}

/** The keyboard's own way of signing: the password, which marks the sheet for ink. */
export async function signInInk(page: Page, documentDialog: Locator, password: string): Promise<void> {
  await pressByKey(page, documentDialog.getByRole('button', { name: 'Sign on paper instead' }));
  await typeInto(page, documentDialog.getByLabel('Your password'), password);
  await page.keyboard.press('Enter');
  await expect(documentDialog.getByText(/^Marked for a handwritten signature by /)).toBeVisible({
    timeout: 30_000,
  });
}

/** Approved, signed and faxed: the paper closes and the card says so. */
export async function signAndFax(page: Page, label: string, drug: string): Promise<void> {
  const documentDialog = await openDocumentByKey(page, label, drug);
  await signWithPen(page, documentDialog);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(documentDialog).toHaveCount(0);
}

export async function approveAndFax(page: Page, label: string, drug: string): Promise<void> {
  await decideLine(page, label, drug, 'a');
  await signAndFax(page, label, drug);
  // What was approved in part says how many were.
  const faxed = /Faxed to pharmacy|\d of \d faxed/;
  await expect(prescriptionCard(page, label)).toContainText(faxed, { timeout: 60_000 });
}

/** The money of what was rejected goes back. */
export async function refundByKeys(page: Page, label: string): Promise<void> {
  await pressByKey(page, prescriptionCard(page, label).getByRole('button', { name: /^Refund/ }));
  const dialog = page.getByRole('dialog', { name: 'Refund confirmation' });
  await pressByKey(page, dialog.getByRole('button', { name: /^Refund \$/ }));
  await expect(dialog).toHaveCount(0);
}

/** The patient's answer to a note, by the e-mailed link. */
export async function answerByLink(email: string, message: string): Promise<void> {
  const form = new FormData();
  const fields = { id: await messageLinkId(email), from: '', message };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  await callApi(null, 'PUT', '/message/update-replies', form);
}
