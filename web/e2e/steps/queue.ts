// SPDX-License-Identifier: AGPL-3.0-or-later

// Paid requests of several patients, made over the calls, for the staff to work through.
import { expect } from '@playwright/test';
import { currentInstance } from '../support/instance';
import { type Caller, patientByApi, callApi } from './byApi';

export interface PaidRequest {
  readonly _id: string;
  readonly label: string;
  readonly feeDue: number;
  readonly medications: readonly { readonly _id: string; readonly version: number }[];
}

/** Patients of the demo data who may ask: phone proved, medical information given. */
export const PATIENTS_WHO_MAY_REQUEST = [
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
  const found = await callApi<readonly Record<string, unknown>[]>(patient, 'GET', `/drug/name/${name}`);
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
export async function requestByApi(
  patient: Caller,
  names: readonly string[],
  ending = /^(?!.*010\d$)/,
): Promise<PaidRequest> {
  await callApi(patient, 'PUT', '/person/location', { confirmed: true });
  const medications = await Promise.all(names.map((name) => lineOf(patient, name)));
  const pharmacies = await callApi<readonly { _id: string; fax: string }[]>(patient, 'GET', '/pharmacy');
  const pharmacy = pharmacies.find((one) => ending.test(one.fax.replaceAll(/\D/g, '')));
  const made = await callApi<PaidRequest>(patient, 'POST', '/prescription', {
    medications,
    pharmacy: { _id: pharmacy?._id },
    agreement: [true, true, true, true, true, true],
    locationConfirmed: true,
  });
  await callApi(patient, 'PUT', '/prescription/set-pay', {
    prescriptionId: made._id,
    amount: made.feeDue,
    stripeTokenId: 'tok_visa',
  });
  return callApi<PaidRequest>(patient, 'PUT', '/prescription/payment-completed', {
    id: made._id,
    personId: patient.person,
  });
}

/** One paid request of two lines of each patient who may ask, the first asking first. */
export async function requestForEverybody(): Promise<readonly PaidRequest[]> {
  const requests: PaidRequest[] = [];
  for (const who of PATIENTS_WHO_MAY_REQUEST) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: their age is their order
    const patient = await patientByApi(who.email, who.cell);
    // oxlint-disable-next-line no-await-in-loop -- as above
    requests.push(await requestByApi(patient, ['METFORMIN', 'RAMIPRIL']));
  }
  expect(requests, currentInstance().url).toHaveLength(PATIENTS_WHO_MAY_REQUEST.length);
  return requests;
}
