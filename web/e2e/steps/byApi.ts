// SPDX-License-Identifier: AGPL-3.0-or-later

// What has to have happened before a story begins, done over the calls: a prescription that was paid,
// approved, signed and faxed, and messages of the staff.
import { expect } from '@playwright/test';
import { demoAccount, currentInstance } from '../support/instance';
import { codeOf, outbox } from '../support/outbox';
import { nextCode } from '../support/totp';

/** Somebody signed in without a browser. */
export interface Caller {
  readonly token: string;
  readonly person: string;
}

interface SignedIn {
  readonly token: string;
  readonly user: { readonly Person: { readonly _id: string } };
}

/** One call, that has to go well. */
export async function callApi<T>(
  by: Caller | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = { 'idempotency-key': `${Date.now()}-${Math.random()}` };
  if (by) headers['x-access-token'] = by.token;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const answer = await fetch(`${currentInstance().url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  return JSON.parse(text === '' ? 'null' : text);
}

const caller = (answer: SignedIn): Caller => ({ token: answer.token, person: answer.user.Person._id });

/** The staff's callers of this worker, by instance and address: an authenticator has one code in half a minute. */
const callers = new Map<string, Caller>();

export async function staffByApi(email: string): Promise<Caller> {
  const key = `${currentInstance().url} ${email}`;
  const before = callers.get(key);
  if (before && (await isSignedIn(before.token))) return before;
  const who = demoAccount(email);
  const code = await nextCode(who.totpSecret ?? '');
  const body = { Email: who.email, Password: who.password, code };
  const signedIn = caller(await callApi<SignedIn>(null, 'POST', '/user/authenticate', body));
  callers.set(key, signedIn);
  return signedIn;
}

/** Whether the server still takes this token, which may belong to a browser with its cookies. */
export async function isSignedIn(token: string, cookies = ''): Promise<boolean> {
  const headers = { 'x-access-token': token, cookie: cookies };
  const url = `${currentInstance().url}/api/user/token`;
  const answer = await fetch(url, { method: 'POST', headers }).catch(() => null);
  const entered: { readonly token: string | null } | null = answer?.ok === true ? await answer.json() : null;
  return entered?.token === token;
}

export async function patientByApi(email: string, cell: string): Promise<Caller> {
  const who = demoAccount(email);
  const body = { Email: who.email, Password: who.password, Role: 'ROLE_PATIENT' };
  const code = await codeOf('sms', cell, () => callApi(null, 'POST', '/user/authenticate', body));
  return caller(await callApi<SignedIn>(null, 'POST', '/user/authenticate', { ...body, code }));
}

/** A message of the staff to a patient; gives the address that was mailed. */
export async function writeByApi(
  by: Caller,
  to: { readonly email: string; readonly person: string },
  message: string,
  files: readonly File[] = [],
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ to: to.person, subject: 'About your renewal', message }))
    form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  const before = (await outbox('email', to.email)).length;
  await callApi(by, 'POST', '/message', form);
  await expect.poll(async () => (await outbox('email', to.email)).length).toBeGreaterThan(before);
  return linkTo(to.email, 'message');
}

/** The links of the e-mails to a patient. Those of a message and of a report both begin with `/reply/`. */
const LINKS = {
  message: /\/reply\/[^/\s]+\/[^/\s]+/,
  report: /\/reply\/[0-9a-f]{64}(?=\s|$)/,
  resend: /\/fax\/[0-9a-f]{64}\/resend/,
} as const;

/** The newest link of this kind that was mailed, as a path of the site; waits until one has come. */
export async function linkTo(email: string, kind: keyof typeof LINKS): Promise<string> {
  const found = async () => {
    const mails = await outbox('email', email);
    return mails.map(({ text }) => LINKS[kind].exec(text)?.[0]).find((link) => link !== undefined) ?? '';
  };
  // A mail is a job of its own: the page can say "sent" before it is in the post.
  await expect.poll(found, { message: `a link of a ${kind}`, timeout: 60_000 }).not.toBe('');
  return found();
}

/** The id of a message link, as the answer to it names it. */
export async function messageLinkId(email: string): Promise<string> {
  return (await linkTo(email, 'message')).replace('/reply/', '');
}

interface Seen {
  readonly _id: string;
  readonly label: string;
  readonly feeDue: number;
  readonly status: string;
  readonly medications: readonly { readonly _id: string; readonly version: number }[];
}

const ANY_PHARMACY = /^(?!.*010\d$)/;

/** A paid and approved prescription of the patient; `ending` chooses a pharmacy by the end of its fax number. */
export async function approvedByApi(patient: Caller, doctor: Caller, ending = ANY_PHARMACY): Promise<Seen> {
  await callApi(patient, 'PUT', '/person/location', { confirmed: true });
  const [drug] = await callApi<readonly Record<string, unknown>[]>(patient, 'GET', '/drug/name/METFORMIN');
  const pharmacies = await callApi<readonly { _id: string; fax: string }[]>(patient, 'GET', '/pharmacy');
  const pharmacy = pharmacies.find((one) => ending.test(one.fax.replaceAll(/\D/g, '')));
  const usage = {
    quantity: 'One',
    quantityOther: null,
    frequency: 'Once a day',
    frequencyOther: null,
    asNeeded: false,
    duration: '3 months',
    durationOther: null,
    repeat: 0,
    textLine: null,
  };
  const line = {
    drugId: drug?.['_id'],
    name: drug?.['name'],
    administrations: drug?.['administrations'],
    formulations: drug?.['formulations'],
    ingredients: drug?.['ingredients'],
    usages: [usage],
    // Read only where it is asked for already.
    neededAgain: 'I lost the bottle on a trip.',
  };
  const made = await callApi<Seen>(patient, 'POST', '/prescription', {
    medications: [line],
    pharmacy: { _id: pharmacy?._id },
    agreement: [true, true, true, true, true, true],
    locationConfirmed: true,
  });
  const id = made._id;
  await callApi(patient, 'PUT', '/prescription/set-pay', {
    prescriptionId: id,
    amount: made.feeDue,
    stripeTokenId: 'tok_visa',
  });
  await callApi(patient, 'PUT', '/prescription/payment-completed', { id, personId: patient.person });
  const seen = await callApi<Seen>(doctor, 'PUT', '/prescription/acknowledge', { prescriptionId: id });
  await callApi(doctor, 'PUT', '/prescription/medication/updateStatus', {
    prescription: { _id: id },
    medication: seen.medications[0],
    status: 'Approved',
  });
  return seen;
}

/** The same, signed and faxed. */
export async function faxedByApi(patient: Caller, doctor: Caller, ending = ANY_PHARMACY): Promise<void> {
  const { _id: id } = await approvedByApi(patient, doctor, ending);
  // A drawing signs once: each has a wobble of its own.
  const wobble = () => Math.round(Math.random() * 50) / 10;
  const strokes = [
    Array.from({ length: 12 }, (_, at) => [10 + at * 9 + wobble(), 40 + ((at * 7) % 23) + wobble(), at * 16]),
  ];
  await callApi(doctor, 'PUT', '/prescription/sign', { prescriptionId: id, strokes });
  await callApi(doctor, 'POST', '/fax/queue-prescription-fax', { prescriptionId: id });
  await expect
    .poll(async () => (await callApi<Seen>(patient, 'GET', `/prescription/${id}`)).status, {
      timeout: 60_000,
    })
    .toBe('FAXED');
}
