// SPDX-License-Identifier: AGPL-3.0-or-later

// What people leave in a database besides the history that the demo makes: sessions, drafts, codes that wait, work that
// was claimed. `tag-data.sh` runs it against a program and its sandbox; a call that is refused ends it.
//   tag-life.mjs PROGRAM-URL SANDBOX-URL ACCOUNTS
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [program, sandbox, accounts] = process.argv.slice(2);
const people = JSON.parse(readFileSync(accounts, 'utf8'));
const of = (role) => people.find((account) => account.role === role);

async function call(token, method, path, body) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${program}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
    },
    body: isForm || body === undefined ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

/** What the authenticator shows now (RFC 6238). */
function authenticatorCode(secret) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

async function sms() {
  const answer = await fetch(`${sandbox}/outbox?channel=sms`, { headers: { accept: 'application/json' } });
  return answer.json();
}
async function textedCode(cause) {
  const before = new Set((await sms()).map((message) => message._id));
  await cause();
  for (let tries = 0; tries < 300; tries += 1) {
    for (const message of await sms()) {
      const code = before.has(message._id) ? null : /\b\d{6}\b/.exec(message.text);
      if (code) return code[0];
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no code was texted within half a minute');
}

async function signIn(account) {
  const body = { Email: account.email, Password: account.password };
  if (account.totpSecret) body.code = authenticatorCode(account.totpSecret);
  else body.code = await textedCode(() => call(null, 'POST', '/user/authenticate', body));
  const { token } = await call(null, 'POST', '/user/authenticate', body);
  await call(token, 'PUT', '/person/location', { confirmed: true });
  return token;
}

const doctor = await signIn(of('ROLE_DOCTOR'));
const office = await signIn(of('ROLE_OFFICE'));
const administrator = await signIn(of('ROLE_ADMIN'));
const patient = await signIn(of('ROLE_PATIENT'));

const person = of('ROLE_PATIENT').personId;
await call(doctor, 'PUT', '/prescription/claim-next', {});
await call(doctor, 'PUT', '/notedraft', { personId: person, text: 'A note that is not signed yet.' });
await call(doctor, 'PUT', `/person/presence/${person}`);
await call(office, 'POST', '/message-template', { name: 'Hours', body: 'We answer on weekdays.' });
await call(administrator, 'POST', '/office/sendInvitation', { email: 'new@clinic.example' });
await call(patient, 'POST', '/user/change-email/get-phone-code', { password: of('ROLE_PATIENT').password });
await call(patient, 'PUT', '/user/preferences', { language: 'en' }).catch(() => {});

// One list by the page, where the others came by the command line.
const list = new FormData();
list.set('collection', 'pharmacies');
list.set('file', new Blob(['name,address,city,province,postal_code,phone,fax\nHarbour Pharmacy,12 Quay Street,Nanaimo,BC,V9R 2K1,2505550141,2505550142\n']), 'pharmacies.csv');
await call(administrator, 'POST', '/manage-data/import-data', list);
