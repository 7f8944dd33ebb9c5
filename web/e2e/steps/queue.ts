// Paid requests of several patients, made over the calls, for the staff to work through.
import { expect } from '@playwright/test';
import { here } from '../support/house';
import { type Caller, patientByApi, send } from './byApi';

export interface Asked {
  readonly _id: string;
  readonly label: string;
  readonly feeDue: number;
  readonly medications: readonly { readonly _id: string; readonly version: number }[];
}

/** Patients of the demo data who may ask: phone proved, medical information given. */
export const ASKING = [
  { email: 'patient@salal.example', cell: '6045550110' },
  { email: 'private@salal.example', cell: '6045550112' },
  { email: 'mismatch@salal.example', cell: '6045550115' },
] as const;

const USAGE = {
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

async function lineOf(patient: Caller, name: string) {
  const found = await send<readonly Record<string, unknown>[]>(patient, 'GET', `/drug/name/${name}`);
  const drug = found.find((one) => Array.isArray(one['filter']) && one['filter'].length === 0);
  return {
    drugId: drug?.['_id'],
    name: drug?.['name'],
    administrations: drug?.['administrations'],
    formulations: drug?.['formulations'],
    ingredients: drug?.['ingredients'],
    usages: [USAGE],
    // Read only where it is asked for already.
    neededAgain: 'I lost the bottle on a trip.',
  };
}

/** A paid request for these medications; `ending` chooses a pharmacy by the end of its fax number. */
export async function askByApi(
  patient: Caller,
  names: readonly string[],
  ending = /^(?!.*010\d$)/,
): Promise<Asked> {
  await send(patient, 'PUT', '/person/location', { confirmed: true });
  const medications = await Promise.all(names.map((name) => lineOf(patient, name)));
  const pharmacies = await send<readonly { _id: string; fax: string }[]>(patient, 'GET', '/pharmacy');
  const pharmacy = pharmacies.find((one) => ending.test(one.fax.replaceAll(/\D/g, '')));
  const made = await send<Asked>(patient, 'POST', '/prescription', {
    medications,
    pharmacy: { _id: pharmacy?._id },
    agreement: [true, true, true, true, true, true],
    locationConfirmed: true,
  });
  await send(patient, 'PUT', '/prescription/set-pay', {
    prescriptionId: made._id,
    amount: made.feeDue,
    stripeTokenId: 'tok_visa',
  });
  return send<Asked>(patient, 'PUT', '/prescription/payment-completed', {
    id: made._id,
    personId: patient.person,
  });
}

/** One paid request of two lines of each patient who may ask, the first asking first. */
export async function everybodyAsks(): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const who of ASKING) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: their age is their order
    const patient = await patientByApi(who.email, who.cell);
    // oxlint-disable-next-line no-await-in-loop -- as above
    asked.push(await askByApi(patient, ['METFORMIN', 'RAMIPRIL']));
  }
  expect(asked, here().url).toHaveLength(ASKING.length);
  return asked;
}
