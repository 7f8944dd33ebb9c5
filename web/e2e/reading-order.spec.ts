// SPDX-License-Identifier: AGPL-3.0-or-later

// The order in which a screen reader says a page: as in the accessibility tree, not as drawn.
import { expect, type Locator } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { patientByApi } from './steps/byApi';
import { addMedication, startRequest } from './steps/patient';
import { requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { test } from './support/test';

/** These words come one after another. */
async function comesInOrder(place: Locator, words: readonly string[]): Promise<void> {
  const said = await place.ariaSnapshot();
  let from = 0;
  for (const word of words) {
    const at = said.indexOf(word, from);
    expect(at, `"${word}" in its place of:\n${said}`).toBeGreaterThanOrEqual(0);
    from = at + word.length;
  }
}

test('the request form: the steps, the own medications, the search, then the request with its one button', async ({
  page,
}) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await startRequest(page);
  await addMedication(page, {
    typed: 'atorv',
    name: 'ATORVASTATIN',
    strength: /^20/,
    frequency: 'Once a day',
  });
  await comesInOrder(page.getByRole('main'), [
    'Steps of the request',
    'heading "Select the medications to be refilled." [level=1]',
    'heading "Your medications" [level=2]',
    'Renew as before',
    'combobox "Add another medication"',
    'heading "Your request" [level=2]',
    'Atorvastatin 20 mg',
    'Take one tablet once a day',
    'Change',
    'Alder Street Pharmacy',
    'Back',
    'button "Confirm Medication Request"',
    '1 medication',
  ]);
});

test('a line under review: the drug, how it is taken, what is to be known of it, then the decision', async ({
  page,
}) => {
  const patient = await patientByApi('patient@salal.example', '6045550110');
  await requestByApi(patient, ['METFORMIN']);
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(`/patient/${patient.person}`);
  const line = page.getByRole('listitem', { name: 'Metformin 500 mg' });
  await expect(line.getByRole('button', { name: 'Approve' })).toBeVisible();
  await comesInOrder(line, [
    'Metformin 500 mg',
    'Once a day',
    'Dispense',
    'button "Edit Metformin 500 mg"',
    'Safety marks of Metformin 500 mg',
    'Level',
    'button "Approve Metformin 500 mg"',
    'button "Reject Metformin 500 mg"',
  ]);
});
