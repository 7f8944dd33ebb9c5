// SPDX-License-Identifier: AGPL-3.0-or-later

// The sandbox as a place to play: a code from the phone, an email and its link, the staff's authenticator, a
// switch that counts what it did, and a day that plays itself.
import { TOTP } from 'otpauth';
import { callApi } from './steps/byApi';
import { checkScreen } from './support/checkScreen';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

// A day is played by patients of a clinic that has worked.
test.use({ settings: { E2E_DEMO: '--days 3 --patients 9' } });

const row = 'li[data-service="twilio"]';

interface Shown {
  readonly email: string;
  readonly password: string;
}

interface Coded extends Shown {
  readonly codes: { readonly code: string; readonly next: string };
}

function signInAs(email: string, code?: string): Promise<{ readonly token: string }> {
  const who = demoAccount(email);
  const role = who.totpSecret === null ? { Role: 'ROLE_PATIENT' } : {};
  const body = { Email: who.email, Password: who.password, ...role, ...(code === undefined ? {} : { code }) };
  return callApi(null, 'POST', '/user/authenticate', body);
}

test('the sandbox is a place to play', async ({ page, instance }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(instance.sandboxUrl);

  await test.step('its people are those of the demo', async () => {
    const read = async <T>(path: string): Promise<T> => (await fetch(instance.sandboxUrl + path)).json();
    const { people } = await read<{ readonly people: readonly Shown[] }>('/desk');
    for (const { email, password } of people) expect(demoAccount(email).password, email).toBe(password);
    const staff = instance.accounts.filter((one) => one.totpSecret !== null);
    const codes = await read<readonly Coded[]>('/codes');
    expect(codes.map((one) => one.email).toSorted()).toEqual(staff.map((one) => one.email).toSorted());
    for (const { email, codes: shown } of codes) {
      const now = new TOTP({ secret: demoAccount(email).totpSecret ?? '' }).generate();
      expect([shown.code, shown.next], email).toContain(now);
    }
  });

  await test.step('a code is copied from the phone', async () => {
    await page.getByLabel('Whose phone').selectOption('Maren Holloway');
    await signInAs('patient@salal.example');
    await page.getByRole('button', { name: 'Copy the code', exact: true }).click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toMatch(/^\d{6}$/);
    expect((await signInAs('patient@salal.example', code)).token).toBeTruthy();
  });

  await test.step('of two links that begin alike each is whole', async () => {
    const links = ['https://example.org/a', 'https://example.org/a/b'];
    const form = new URLSearchParams({
      To: '+16045550110',
      From: '+16045550100',
      Body: `Open ${links.join(' or ')}`,
    });
    const sent = await fetch(`${instance.sandboxUrl}/twilio/2010-04-01/Accounts/AC1/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('AC1:token')}` },
      body: form,
    });
    expect(sent.status).toBe(201);
    for (const link of links) {
      // oxlint-disable-next-line no-await-in-loop -- one page, looked at in turn
      await expect(page.locator('#texts').getByRole('link', { name: link, exact: true })).toHaveAttribute(
        'href',
        link,
      );
    }
  });

  await test.step('the first patient of a day asks and pays; the email has one link, which works', async () => {
    const step = page.getByRole('button', { name: 'One step' });
    await step.click();
    await expect(page.getByText('Request 1 of 12')).toBeVisible();
    await step.click();
    await expect(page.getByText('Paid 1 of 12')).toBeVisible();
    await page.getByRole('button', { name: /^Everybody/ }).click();
    await page
      .getByRole('button', { name: /we received your request/ })
      .first()
      .click();
    const foot = page.getByRole('link', { name: 'Open it here' });
    await expect(page.getByText('1 link in this email')).toBeVisible();
    const href = (await foot.getAttribute('href')) ?? '';
    expect(href.startsWith(instance.url)).toBe(true);
    const inside = page.frameLocator('iframe').getByRole('link', { name: 'View my request' });
    expect(await inside.getAttribute('href')).toBe(href);
    const opened = page.waitForEvent('popup');
    await foot.click();
    const popup = await opened;
    await expect(popup).toHaveURL(new RegExp(`^${instance.url}`));
    await popup.close();
  });

  await test.step('a doctor signs in with the code of the authenticator', async () => {
    await page.getByRole('button', { name: 'Copy the code of Imogen Castellan' }).click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect((await signInAs('doctor@salal.example', code)).token).toBeTruthy();
  });

  await test.step('a switch does what it says, once, and counts it', async () => {
    const toggle = page.getByRole('switch', { name: 'Text messages fails' });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await expect(page.locator(row)).toContainText('Next message only');
    await expect(page.locator(row)).toContainText('The number refuses messages.');
    await expect(page.getByText('1 on', { exact: true })).toBeVisible();
    await signInAs('private@salal.example').catch(() => null);
    await expect(page.locator(row)).toContainText('did 1 so far');
    await expect(toggle).not.toBeChecked();
  });

  await test.step('the screen', async () => {
    await checkScreen(page, 'sandbox', 'dark', 'narrow');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const part of ['Phone', 'Mail', 'Faults', 'Faxes']) {
      // oxlint-disable-next-line no-await-in-loop -- one page, looked at in turn
      await page.getByRole('navigation', { name: 'Parts' }).getByRole('button', { name: part }).click();
      // oxlint-disable-next-line no-await-in-loop -- one page, looked at in turn
      await checkScreen(page, `sandbox-${part.toLowerCase()}`);
    }
  });

  await test.step('starting over asks first and names what it deletes', async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    const ask = page.getByRole('dialog', { name: 'Start over?' });
    await expect(ask).toContainText('emails, text messages and faxes');
    await ask.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByText('Faxes appear here as Salal sends them.')).toBeVisible();
  });
});
