// SPDX-License-Identifier: AGPL-3.0-or-later

// A renewal from registration to the fax, each step by a generated function: a renamed path or field
// does not compile. It also shows a partner's programmer how the client is used.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  authenticatorCode,
  codeAfter,
  type DemoAccount,
  eventually,
  ledger,
  outbox,
  setting,
} from './sandbox.js';
import { type Client, createClient, createConfig } from './src/generated/client/index.js';
import {
  type Authenticate,
  getDrugNameText,
  getPersonVerifyNumberId,
  getPharmacy,
  getPrescriptionDocumentId,
  getPrescriptionId,
  getPrescriptionQueue,
  postFaxQueuePrescriptionFax,
  postMedicalinfo,
  postPersonVerifyCodeActivate,
  postPrescription,
  postUser,
  postUserActivate,
  postUserAuthenticate,
  putPersonLocation,
  putPrescriptionAcknowledge,
  putPrescriptionMedicationUpdateStatus,
  putPrescriptionPaymentCompleted,
  putPrescriptionSetPay,
  putPrescriptionSign,
  type Sign,
} from './src/generated/index.js';

const EMAIL = 'linnea@renewal.example';
const PASSWORD = 'Larkspur2026walk';
const CELL = '6045550191';
const PHARMACY_FAX = '6045550131';

const newClient = (token?: string): Client =>
  createClient(createConfig({ baseUrl: setting('JOURNEY_URL'), throwOnError: true, auth: token }));

/** Signs in with password and code; gives the person's client and id. */
async function signIn(body: Authenticate): Promise<{ client: Client; person: string }> {
  const { token, user } = await postUserAuthenticate({ client: newClient(), body });
  assert.ok(token !== null && user !== null, 'the code was accepted');
  const client = newClient(token);
  await putPersonLocation({ client, body: { confirmed: true } });
  return { client, person: user.Person._id };
}

async function registerAndSignIn(): Promise<{ client: Client; person: string }> {
  const form = {
    FirstName: 'Linnea',
    LastName: 'Okonkwo',
    DateOfBirth: '1968-06-14',
    PhoneNumber: CELL,
    BestPhoneNumber: CELL,
    Email: EMAIL,
    Password: PASSWORD,
    Address: '4417 Larkspur Street',
    City: 'Burnaby',
    Province: 'BC',
    PostalCode: 'V5G 2K8',
    BCCardNumber: '9334567895',
    isPrivatePay: 'false',
    consentCommunication: 'true',
    consentPharmaNetPolicy: 'true',
    consentPrivacyPolicy: 'true',
    consentTermsOfUse: 'true',
  };
  const client = newClient();
  const verificationCode = await codeAfter('email', EMAIL, () => postUser({ client, body: form }));
  await postUserActivate({ client, body: { email: EMAIL, verificationCode } });
  const password: Authenticate = { Email: EMAIL, Password: PASSWORD, Role: 'ROLE_PATIENT' };
  const code = await codeAfter('sms', CELL, async () => {
    const answer = await postUserAuthenticate({ client, body: password });
    assert.equal(answer.token, null, 'a password alone opens nothing');
  });
  return signIn({ ...password, code });
}

async function doctorSignsIn(): Promise<Client> {
  const accounts: readonly DemoAccount[] = JSON.parse(readFileSync(setting('JOURNEY_ACCOUNTS'), 'utf8'));
  const account = accounts.find(({ email }) => email === 'doctor@salal.example');
  assert.ok(account?.totpSecret, 'the demo data has a doctor');
  const code = authenticatorCode(account.totpSecret);
  return (await signIn({ Email: account.email, Password: account.password, code })).client;
}

test('a renewal, from registration to the fax', async () => {
  const { client: patient, person } = await registerAndSignIn();
  const pharmacies = await getPharmacy({ client: patient });
  const pharmacy = pharmacies.find(({ fax }) => fax.replaceAll(/\D/g, '').endsWith(PHARMACY_FAX));
  assert.ok(pharmacy, 'the demo data has the pharmacy');
  const told = await postMedicalinfo({
    client: patient,
    body: {
      Sex: 'Female',
      NoMedicalCondition: true,
      NoSurgery: true,
      AllergyToMedication: ['Penicillin'],
      AlcoholHistory: 'No',
      SmokingHistory: 'No',
      defaultPharmacy: { _id: pharmacy._id },
    },
  });
  assert.deepEqual([told.Person, told.defaultPharmacy._id], [person, pharmacy._id]);

  const verificationCode = await codeAfter('sms', CELL, () =>
    getPersonVerifyNumberId({ client: patient, path: { id: person } }),
  );
  await postPersonVerifyCodeActivate({ client: patient, body: { personId: person, verificationCode } });

  const [drug] = await getDrugNameText({ client: patient, path: { text: 'METFORMIN' } });
  assert.ok(drug, 'the catalogue has the drug');
  const made = await postPrescription({
    client: patient,
    body: {
      medications: [
        {
          drugId: drug._id,
          name: drug.name,
          administrations: drug.administrations,
          formulations: drug.formulations,
          ingredients: drug.ingredients,
          usages: [{ quantity: 'One', frequency: 'Once a day', duration: '3 months' }],
        },
      ],
      pharmacy: { _id: pharmacy._id },
      agreement: [true, true, true, true, true, true],
      locationConfirmed: true,
    },
  });
  assert.equal(made.status, 'CREATED');
  assert.ok(made.feeDue > 0);

  const id = made._id;
  const pay = (stripeTokenId: string) =>
    putPrescriptionSetPay({
      client: patient,
      body: { prescriptionId: id, amount: made.feeDue, stripeTokenId },
    });
  await assert.rejects(pay('tok_chargeDeclined'), { code: 'CARD_DECLINED' });
  await pay('tok_visa');
  const paid = await putPrescriptionPaymentCompleted({ client: patient, body: { id, personId: person } });
  assert.deepEqual(
    [paid.status, paid.feeDue, paid.payment?.chargeAmount, paid.payment?.card?.last4],
    ['PENDING', 0, made.feeDue, '4242'],
  );
  const charges = (await ledger('stripe')).filter(({ operation }) => operation === 'charge');
  assert.deepEqual(
    charges.map(({ amount }) => amount),
    [made.feeDue * 100],
    'charged once',
  );

  const doctor = await doctorSignsIn();
  const queue = await getPrescriptionQueue({ client: doctor });
  assert.ok(
    queue.items.some(({ _id }) => _id === id),
    'it waits for a doctor',
  );
  const seen = await putPrescriptionAcknowledge({ client: doctor, body: { prescriptionId: id } });
  assert.equal(seen.status, 'ACKNOWLEDGED');
  const [line] = seen.medications;
  assert.ok(line);
  const approved = await putPrescriptionMedicationUpdateStatus({
    client: doctor,
    body: {
      prescription: { _id: id },
      medication: { _id: line._id, version: line.version },
      status: 'Approved',
    },
  });
  assert.deepEqual([approved.status, approved.medications[0]?.status], ['APPROVED', 'Approved']);
  const drawn: Sign['strokes'] = [
    Array.from({ length: 12 }, (_, at) => [10 + at * 9, 40 + ((at * 7) % 23), at * 16]),
  ];
  const signed = await putPrescriptionSign({
    client: doctor,
    body: { prescriptionId: id, strokes: drawn },
  });
  assert.equal(signed.prescription.signature?.documentSha256, signed.documentSha256);
  const paper = await getPrescriptionDocumentId({ client: doctor, path: { id } });
  assert.equal((await paper.text()).slice(0, 5), '%PDF-');
  const queued = await postFaxQueuePrescriptionFax({ client: doctor, body: { prescriptionId: id } });
  assert.equal(queued.fax?.state, 'queued');

  const faxed = await eventually('the fax', async () => {
    const now = await getPrescriptionId({ client: patient, path: { id } });
    return now.status === 'FAXED' && now.fax?.state === 'delivered' ? now : undefined;
  });
  assert.ok(faxed.fax?.toNumber.replaceAll(/\D/g, '').endsWith(PHARMACY_FAX));
  const arrived = await outbox('fax', PHARMACY_FAX);
  assert.deepEqual(
    arrived.map(({ attachments }) => attachments.length),
    [2],
    'one fax: its cover and the prescription',
  );
});
