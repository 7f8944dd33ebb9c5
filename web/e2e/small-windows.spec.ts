// SPDX-License-Identifier: AGPL-3.0-or-later

// The doctor's page of a patient in small windows: a phone, upright and turned, and large text. What stays at the top
// covers nothing of what stays under it, a dialog's foot leaves the room to what it is about, and Escape asks about a
// drawn signature as the cross does.
import type { Locator, Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { approvedByApi, patientByApi, staffByApi } from './steps/byApi';
import { drawSignature, openDocument, prescriptionCard } from './steps/doctor';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { lostText } from './support/largeText';
import { expect, test } from './support/test';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };
const PATIENT = 'patient@salal.example';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is on the screen');
  return { ...box, bottom: box.y + box.height };
}

/** As a reader who has set the browser's text to twice its size. */
const withLargeText = (page: Page) => page.addStyleTag({ content: 'html { font-size: 200% }' });

/** From how far down the page is scrolled its parts are looked at. */
const SCROLLED = [120, 400, 900];

test('on a phone the tabs stay under the allergies, however tall these are', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.setViewportSize(PHONE);
  await page.goto(`/patient/${demoAccount(PATIENT).personId}`);
  const tabs = page.getByRole('radiogroup', { name: 'What is shown' });
  const allergies = page
    .getByRole('main')
    .locator('p', { hasText: /^Allergies/ })
    .first();
  await expect(allergies).toContainText('Penicillin');
  const look = async (what: string) => {
    for (const down of SCROLLED) {
      // oxlint-disable-next-line no-await-in-loop -- one place after the other
      await page.evaluate((top) => window.scrollTo(0, top), down);
      // oxlint-disable-next-line no-await-in-loop -- one place
      const [above, under] = [await boxOf(allergies), await boxOf(tabs)];
      expect.soft(under.y, `${what}, ${down} px down`).toBeGreaterThanOrEqual(above.bottom);
      // The rest of the window is for what is scrolled.
      if (down > 800) expect.soft(under.bottom, `${what}, ${down} px down`).toBeLessThan(PHONE.height / 2);
    }
  };
  await look('usual text');
  await checkScreen(page, 'patient-scrolled-390');
  // They go on in more lines.
  await allergies.evaluate((one) => one.append(' and another,'.repeat(8)));
  await look('many allergies');
  await page.reload();
  await expect(allergies).toContainText('Penicillin');
  await withLargeText(page);
  await look('large text');
});

test('on a phone a key leads to a line that is clear of what stays at the top, and no text is cut', async ({
  page,
}) => {
  const patient = await patientByApi(PATIENT, '6045550110');
  const { label } = await approvedByApi(patient, await staffByApi('doctor2@salal.example'));
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.setViewportSize(PHONE);
  const look = async (what: string) => {
    await page.goto(`/patient/${patient.person}`);
    await expect(prescriptionCard(page, label)).toBeVisible();
    if (what === 'large text') await withLargeText(page);
    expect.soft(await page.evaluate(lostText), what).toEqual([]);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), what)
      .toBeLessThanOrEqual(PHONE.width);
    const tabs = page.getByRole('radiogroup', { name: 'What is shown' });
    await page.keyboard.press('j');
    await expect(prescriptionCard(page, label).locator('li:focus')).toBeVisible();
    const top = async () => (await boxOf(page.locator(':focus'))).y - (await boxOf(tabs)).bottom;
    await expect.poll(top, what).toBeGreaterThanOrEqual(0);
    await checkScreen(page, `review-line-390-${what === 'large text' ? 'large' : 'usual'}`);
  };
  await look('usual text');
  await look('large text');
});

test('a turned phone shows the page that is signed, and Escape asks about the drawing every time', async ({
  page,
}) => {
  const patient = await patientByApi(PATIENT, '6045550110');
  const { label } = await approvedByApi(patient, await staffByApi('doctor2@salal.example'));
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(`/patient/${patient.person}`);

  for (const size of [DESK, PHONE]) {
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    await page.setViewportSize(size);
    // oxlint-disable-next-line no-await-in-loop -- one window
    const dialog = await openDocument(page, label);
    // oxlint-disable-next-line no-await-in-loop -- one window
    await drawSignature(page, dialog);
    const question = page.getByRole('dialog', { name: 'Discard the signature' });
    for (let times = 0; times < 2; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await page.keyboard.press('Escape');
      // oxlint-disable-next-line no-await-in-loop -- one press
      await expect(question.getByRole('button', { name: 'Keep signing' })).toBeFocused();
      // oxlint-disable-next-line no-await-in-loop -- one press
      await page.keyboard.press('Escape');
      // oxlint-disable-next-line no-await-in-loop -- one press
      await expect(question).toHaveCount(0);
      // oxlint-disable-next-line no-await-in-loop -- one press
      await expect(dialog.getByRole('img', { name: 'Signature, drawn' })).toBeVisible();
    }
    // oxlint-disable-next-line no-await-in-loop -- one window
    await page.keyboard.press('Escape');
    // oxlint-disable-next-line no-await-in-loop -- one window
    await question.getByRole('button', { name: 'Discard the signature' }).click();
    // oxlint-disable-next-line no-await-in-loop -- one window
    await expect(dialog).toHaveCount(0);
  }

  await page.setViewportSize(TURNED);
  const dialog = await openDocument(page, label);
  const sheet = dialog.getByRole('img', { name: 'Page 2, Prescription' });
  await sheet.evaluate((one) => one.scrollIntoView({ block: 'start' }));
  await checkScreen(page, 'prescription-turned');
  // What of it is under the dialog's head and over its foot, if that stays.
  const seen = await dialog.evaluate((one) => {
    const at = (y: number) => document.elementFromPoint(innerWidth / 2, y)?.closest('figure, canvas') ?? null;
    const lines = Array.from({ length: innerHeight }, (_, y) => y);
    return one.isConnected ? lines.filter((y) => at(y) !== null).length : 0;
  });
  expect(seen).toBeGreaterThan(TURNED.height / 2);
});
