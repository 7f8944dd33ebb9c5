// SPDX-License-Identifier: AGPL-3.0-or-later

// A patient's day without a mouse: signing in, medical information, a request from the search to the
// paid fee, a message, the profile, a sleep study, signing out. Addresses are opened only where a
// person would open a bookmark; everything else is Tab, Enter, Space, arrows and letters.
import { type Page, type Locator } from '@playwright/test';
import { demoAccount } from './support/instance';
import { pickOption, pressByKey, tabTo, chooseRadio, tickByKey, typeInto } from './support/keyboard';
import { codeOf } from './support/outbox';
import { expect, test } from './support/test';

const WHO = { email: 'notcovered@salal.example', cell: '6045550113' };

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

async function signIn(page: Page): Promise<void> {
  const who = demoAccount(WHO.email);
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Email', { exact: true }), who.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), who.password);
  const code = await codeOf('sms', WHO.cell, () => page.keyboard.press('Enter'));
  await tabTo(page, page.getByLabel('Verification code, digit 1 of 6'));
  await page.keyboard.type(code);
  const last = dialog(page, 'Last Login');
  await tickByKey(page, last.getByRole('checkbox', { name: /physically located in British Columbia/ }));
  await pressByKey(page, last.getByRole('button', { name: 'OK' }));
  await expect(page).toHaveURL(/\/dashboard$/);
}

test('a patient’s day by keyboard alone', async ({ page }) => {
  await test.step('signing in', () => signIn(page));

  await test.step('medical information', async () => {
    await pressByKey(page, page.getByRole('link', { name: 'Medical Information', exact: true }));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Medical');
    await pressByKey(page, page.getByRole('link', { name: 'Edit', exact: true }));
    const allergies = page.getByRole('group', { name: 'Allergy to medications' });
    await typeInto(page, allergies.getByRole('combobox', { name: 'Add an allergy' }), 'cod');
    await expect(allergies.getByRole('option', { name: 'Codeine' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(allergies.getByRole('listitem').filter({ hasText: 'Codeine' })).toBeVisible();
    await pressByKey(page, page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Medical information updated successfully.').first()).toBeVisible();
  });

  await test.step('a request', async () => {
    await pressByKey(page, page.getByRole('link', { name: 'Request Prescription', exact: true }));
    await pressByKey(page, page.getByRole('link', { name: 'Confirm', exact: true }));
    const search = page.getByLabel('Add another medication', { exact: true });
    await typeInto(page, search, 'ramipril');
    await expect(page.getByRole('option', { name: /^RAMIPRIL/i }).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const strengths = page.getByRole('radiogroup').filter({ has: page.getByRole('radio', { name: /^5/ }) });
    await chooseRadio(page, strengths, strengths.getByRole('radio', { name: /^5/ }).first());
    await pickOption(page, page.getByLabel('Frequency'), 'Once a day');
    await pickOption(page, page.getByLabel('Duration'), '2 months');
    await pressByKey(page, page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText('RAMIPRIL', {
      ignoreCase: true,
    });
    await pressByKey(page, page.getByRole('button', { name: 'Confirm Medication Request' }));
    const agreement = dialog(page, 'Before we send your request');
    for (let at = 0; at < 6; at += 1) await tickByKey(page, agreement.getByRole('checkbox').nth(at));
    await pressByKey(page, agreement.getByRole('button', { name: 'I confirm' }));
    const done = dialog(page, /^Prescription P-\d+$/);
    await expect(done).toContainText('Your request is waiting for payment.', { timeout: 30_000 });
    await pressByKey(page, done.getByRole('button', { name: 'Pay Now' }));
  });

  await test.step('paying', async () => {
    const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
    await typeInto(page, card.getByLabel('Card number'), '4242424242424242');
    await typeInto(page, card.getByLabel('Expiry date (MM/YY)'), '12/39');
    await typeInto(page, card.getByLabel('CVC'), '123');
    await pressByKey(page, page.getByRole('button', { name: /^Pay \$/ }));
    const paid = dialog(page, 'Charge prescription payment successful.');
    await expect(paid).toBeVisible({ timeout: 30_000 });
    await expect(paid).toContainText('Prescription requested successfully!');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/prescription\//);
    await expect(page.getByText('Pending').first()).toBeVisible();
  });

  await test.step('a message', async () => {
    await pressByKey(page, page.getByRole('link', { name: /^Messages/ }).first());
    await pressByKey(page, page.getByRole('button', { name: 'Compose' }));
    const compose = dialog(page, 'New message');
    await typeInto(page, compose.getByLabel('Subject'), 'By keyboard');
    await typeInto(page, compose.getByLabel('Message', { exact: false }).last(), 'Every letter was typed.');
    await pressByKey(page, compose.getByRole('button', { name: 'Send' }));
    await expect(page.getByText('Your message was successfully sent to the doctor.').first()).toBeVisible();
    await pressByKey(page, page.getByRole('link', { name: 'Sent', exact: true }));
    await pressByKey(page, page.getByRole('link', { name: /By keyboard/ }));
    await expect(page.getByText('Every letter was typed.').first()).toBeVisible();
  });

  await test.step('the profile', async () => {
    await pressByKey(page, page.getByRole('link', { name: 'Profile', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    const theme = page.getByRole('group', { name: 'Theme' });
    await chooseRadio(page, theme, theme.getByRole('radio', { name: 'Dark' }));
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  await test.step('a sleep study', async () => {
    await pressByKey(page, page.getByRole('link', { name: 'Dashboard', exact: true }));
    await pressByKey(page, page.getByRole('link', { name: /Request a sleep study/ }));
    await pressByKey(page, page.getByRole('link', { name: 'Add', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'Add Sleep Info' })).toBeVisible();
    const questions = page.getByRole('radiogroup');
    const count = await questions.count();
    expect(count).toBe(10);
    for (let at = 0; at < count; at += 1) {
      const question = questions.nth(at);
      await chooseRadio(page, question, question.getByRole('radio', { name: at % 2 === 0 ? 'Yes' : 'No' }));
    }
    await typeInto(page, page.getByLabel(/^Height/), '172');
    await typeInto(page, page.getByLabel(/^Weight/), '81');
    await typeInto(page, page.getByLabel('Systolic (mmHg)'), '128');
    await typeInto(page, page.getByLabel('Diastolic (mmHg)'), '82');
    await tabTo(page, page.getByLabel('Measured on (Pacific time)'));
    // The parts of a date stand in the order of the device's language; each begins in the past.
    for (let part = 0; part < 6; part += 1) {
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
    }
    await pressByKey(page, page.getByRole('button', { name: 'Save and continue' }));
    await expect(
      page.getByText('Please choose one of the sleep diagnostic clinic companies below:'),
    ).toBeVisible();
    await pressByKey(page, page.getByRole('link', { name: 'Select Coastal Sleep' }));
    await pressByKey(page, page.getByRole('button', { name: /Coastal Sleep Nanaimo/ }));
    await expect(dialog(page, 'Confirm the selection?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Confirm the selection?')).toHaveCount(0);
  });

  await test.step('signing out', async () => {
    await pressByKey(page, page.getByRole('button', { name: /^(Logout|Sign out)/ }));
    await expect(page).toHaveURL(/\/login|\/$/);
  });
});
