// SPDX-License-Identifier: AGPL-3.0-or-later

// A sleep study from the first question to the delivered fax, paid by card; then the wallet, turning
// round, and an order that is withdrawn. Every screen passed is looked at, at the width of the project.
import { signIn } from './steps/account';
import { payByCard } from './steps/patient';
import { chooseClinic, fillQuestionnaire, fillReading } from './steps/sleep';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { ledger, outbox } from './support/outbox';
import { expect, test } from './support/test';

const PAID = 'Payment successful and Sleep Assessment sent to requested location.';

/** Each width has a patient of its own: both may stand in one instance. */
const WHO = {
  desktop: {
    email: 'private@salal.example',
    cell: '6045550112',
    branch: 'Coastal Sleep Nanaimo',
    fax: '2505550123',
  },
  phone: {
    email: 'many@salal.example',
    cell: '6045550120',
    branch: 'Coastal Sleep Comox',
    fax: '2505550121',
  },
} as const;

test('a sleep study, from the questions to the delivered fax', async ({ page }, info) => {
  const who = info.project.name === 'phone' ? WHO.phone : WHO.desktop;
  const { email } = demoAccount(who.email);
  await page.goto('/login');
  await signIn(page, demoAccount(who.email), who.cell);

  await test.step('the questionnaire', async () => {
    await page.getByRole('link', { name: /Request a sleep study/ }).click();
    await expect(page.getByText('No sleep info, please add your Sleep Info.')).toBeVisible();
    await checkScreen(page, 'sleep-none', 'dark');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Add Sleep Info' })).toBeVisible();
    await expect(
      page.getByText(
        'Answer all the following questions in order to send a Level III sleep apnea test request to your preferred sleep clinic',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    const faults = page.getByRole('alert').filter({ hasText: 'please correct errors below' });
    await expect(faults).toBeFocused();
    await expect(faults.getByText('Please select the answers from radio buttons.')).toHaveCount(10);
    await checkScreen(page, 'sleep-faults', 'dark');
    await faults.getByRole('link', { name: 'Blood pressure measure date is required.' }).click();
    await expect(page.getByLabel('Measured on (Pacific time)')).toBeFocused();
    await fillQuestionnaire(page);
    await expect(faults).toBeHidden();
    await page.getByRole('button', { name: 'Add a blood pressure' }).click();
    const second = page.getByRole('group', { name: 'Reading 2' });
    await expect(second.getByLabel('Systolic (mmHg)')).toBeFocused();
    await fillReading(second);
    await page.getByRole('button', { name: 'Add a blood pressure' }).click();
    await expect(page.getByRole('button', { name: 'Add a blood pressure' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove reading 3' }).click();
    await checkScreen(page, 'sleep-form', 'dark');
    await page.getByRole('button', { name: 'Save and continue' }).click();
  });

  await test.step('the clinic', async () => {
    await expect(
      page.getByText('Please choose one of the sleep diagnostic clinic companies below:'),
    ).toBeVisible();
    await expect(page.getByLabel('Rows per page').getByRole('option')).toHaveText(['10', '15', '20']);
    await checkScreen(page, 'sleep-companies', 'dark');
    await page.getByRole('link', { name: 'Select Mainland Sleep' }).click();
    await expect(
      page.getByText('Please choose one of the sleep diagnostic clinic branch locations below:'),
    ).toBeVisible();
    await checkScreen(page, 'sleep-branches');
    // On a phone the arrow of the top bar is the one way back.
    const ways = page.getByRole('link', { name: /^Back( to Choose a sleep clinic)?$/ });
    await expect(ways).toHaveCount(1);
    await ways.click();
    const checkout = await chooseClinic(page, 'Coastal Sleep', who.branch);
    await expect(checkout).toContainText('$20.00 CAD');
    await checkout.getByRole('button', { name: 'Preview the request' }).click();
    await expect(checkout.getByRole('img', { name: 'Page 1, Test request' })).toBeVisible();
    await expect(checkout.getByText(/PRELIMINARY/)).toBeAttached({ timeout: 30_000 });
    await expect(checkout.getByText(/Varga|Winterbourne/)).toHaveCount(0);
    await checkScreen(page, 'sleep-preview');
    await checkout.getByRole('button', { name: 'Hide preview' }).click();
    await payByCard(page, '4242424242424242', 'sleep-checkout');
    await expect(page.getByText(PAID)).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/sleep-info$/);
  });

  await test.step('the fax arrives', async () => {
    const study = page.locator('section').filter({ hasText: who.branch }).last();
    await expect(study.getByText('The clinic’s fax machine confirmed every page.')).toBeVisible({
      timeout: 45_000,
    });
    await expect(study.getByText('Faxed').first()).toBeVisible();
    await checkScreen(page, 'sleep-info', 'dark');
    const [paper] = await outbox('fax', who.fax);
    expect(paper?.attachments).toHaveLength(2);
    const charges = (await ledger('stripe')).filter((one) => one.operation === 'charge');
    expect(charges.map((one) => one.amount)).toContain(2000);
    await expect.poll(async () => (await outbox('email', email)).length).toBeGreaterThanOrEqual(2);
    for (const mail of await outbox('email', email)) expect(mail.text).not.toMatch(/sleep|apnea/i);
    await page
      .getByRole('button', { name: /^View document of S-/ })
      .first()
      .click();
    const documentDialog = page.getByRole('dialog', { name: /^Preliminary document of S-/ });
    await expect(documentDialog.getByRole('img', { name: 'Page 1, Test request' })).toBeVisible();
    await checkScreen(page, 'sleep-document', 'dark');
    await documentDialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page
      .getByRole('button', { name: /^View receipt of S-/ })
      .first()
      .click();
    const receipt = page.getByRole('dialog', { name: /^Receipt of S-/ });
    await expect(receipt.getByText(/Official Sleep Study Receipt/)).toBeAttached({ timeout: 30_000 });
    await checkScreen(page, 'sleep-receipt');
    await receipt.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('turning round at the wallet, paying there, and withdrawing', async () => {
    await page.getByRole('link', { name: 'Submit Assessment' }).click();
    const checkout = await chooseClinic(page, 'SleepWorks', 'SleepWorks Kelowna');
    await checkout.getByRole('button', { name: 'Pay with wallet' }).click();
    await page.waitForURL(/\/paypal\/approve\//);
    await page.locator('button[value="cancel"]').click();
    // Back at the same checkout; nothing was charged.
    await expect(checkout).toBeVisible();
    await checkout.getByRole('button', { name: 'Pay with wallet' }).click();
    await page.waitForURL(/\/paypal\/approve\//);
    await page.locator('button[value="approve"]').click();
    await expect(page.getByText(PAID)).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/sleep-info$/);

    await page.getByRole('link', { name: 'Submit Assessment' }).click();
    const third = await chooseClinic(page, 'Mainland Sleep', 'Mainland Sleep Surrey');
    await third.getByRole('button', { name: 'Pay with wallet' }).click();
    await page.waitForURL(/\/paypal\/approve\//);
    await page.locator('button[value="cancel"]').click();
    await expect(third).toBeVisible();
    await page.goto('/sleep-info');
    await page.getByRole('button', { name: /^Cancel S-/ }).click();
    const sure = page.getByRole('dialog', { name: /^Cancel sleep study S-/ });
    await expect(sure).toBeVisible();
    await checkScreen(page, 'sleep-cancel');
    await sure.getByRole('button', { name: 'Yes, I am sure' }).click();
    await expect(sure).toHaveCount(0);
    await expect(page.getByText('Canceled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Cancel S-/ })).toHaveCount(0);
  });
});
