// SPDX-License-Identifier: AGPL-3.0-or-later

// The last line of a patient is decided and the fax is on its way: one bar says the sum, and the next patient opens
// by itself, with nothing in focus that a key would decide. Who works on stays; the fax is taken back as ever.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { prescriptionCard } from './steps/doctor';
import { type Caller, callApi, staffByApi } from './steps/byApi';
import { type PaidRequest, requestForEverybody } from './steps/queue';
import { checkScreen } from './support/checkScreen';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_JOBS__UNDO_SECONDS: '30' } });

interface Seen {
  readonly person: { readonly _id: string };
  readonly medications: readonly {
    readonly _id: string;
    readonly version: number;
    readonly status: string;
  }[];
}

const bar = (page: Page) => page.getByRole('region', { name: 'Finished' });

/** Decides every line, and faxes it: the doctor's page hears of it as of a second window. */
async function finish(doctor: Caller, { _id: id }: PaidRequest): Promise<void> {
  const { medications } = await callApi<Seen>(doctor, 'PUT', '/prescription/acknowledge', {
    prescriptionId: id,
  });
  for (const medication of medications) {
    const decision = { prescription: { _id: id }, medication, status: 'Approved' };
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are pressed
    await callApi(doctor, 'PUT', '/prescription/medication/updateStatus', decision);
  }
  const wobble = () => Math.round(Math.random() * 50) / 10;
  const strokes = [
    Array.from({ length: 12 }, (_, at) => [10 + at * 9 + wobble(), 40 + ((at * 7) % 23) + wobble(), at * 16]),
  ];
  await callApi(doctor, 'PUT', '/prescription/sign', { prescriptionId: id, strokes });
  await callApi(doctor, 'POST', '/fax/queue-prescription-fax', { prescriptionId: id });
}

test('the sum of a patient, and the next one by itself', async ({ page }) => {
  const requests = await requestForEverybody();
  const of = (at: number): PaidRequest => {
    const found = requests[at];
    if (!found) throw new Error('everybody asked');
    return found;
  };
  const doctor = await staffByApi('doctor@salal.example');
  const statuses = async (at: number) =>
    (await callApi<Seen>(doctor, 'GET', `/prescription/${of(at)._id}`)).medications.map(
      ({ status }) => status,
    );
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/queue');
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(3);
  await page.keyboard.press('g');
  await expect(prescriptionCard(page, of(0).label)).toBeVisible();

  await test.step('the bar waits while it is pointed at, and Escape stays', async () => {
    await finish(doctor, of(0));
    await expect(bar(page)).toContainText(/^2 approved, fax on its way to /);
    await expect(bar(page)).toContainText(/Next patient in \d+ s/);
    await bar(page).hover();
    await expect(bar(page)).toContainText('Waiting while you are here');
    await checkScreen(page, 'finished', 'dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await checkScreen(page, 'finished-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toContainText('Nothing is left to review.');
    await expect(bar(page).getByRole('button')).toHaveCount(1);
  });

  await test.step('untouched, the next patient opens and nothing of theirs is decided', async () => {
    await page.keyboard.press('g');
    await expect(prescriptionCard(page, of(1).label)).toBeVisible();
    await finish(doctor, of(1));
    await expect(bar(page)).toContainText(/Next patient in \d+ s/);
    await expect(prescriptionCard(page, of(2).label)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Review queue' })).toContainText('Claimed by you at');
    await expect(page.locator('[data-line]:focus')).toHaveCount(0);
    await page.keyboard.press('a');
    await expect(bar(page)).toHaveCount(0);
    expect(await statuses(2)).toEqual([null, null]);
    expect(await statuses(1)).toEqual(['Approved', 'Approved']);
  });
});
