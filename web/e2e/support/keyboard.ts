// SPDX-License-Identifier: AGPL-3.0-or-later

// A person with a keyboard and nothing else: finds a control by Tab, and never points at anything.
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has; a control that is not met by then cannot be reached. */
const MAX_STOPS = 200;

async function isOn(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(element.ownerDocument.activeElement));
}

/** Presses Tab until the focus is on the control, or inside it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await isOn(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** Reaches a button or a link and presses it. */
export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Reaches a box to tick and ticks it. */
export async function tickByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Space');
  await expect(target).toBeChecked();
}

/** Reaches a text field and types over what stands there. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Reaches a list of choices and picks one by typing how it begins. */
export async function pickOption(page: Page, target: Locator, choice: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(choice);
  await expect(target.locator('option:checked')).toHaveText(choice);
}

/** Reaches a group of radio buttons and takes the one that is meant. */
export async function chooseRadio(page: Page, group: Locator, wanted: Locator): Promise<void> {
  await tabTo(page, group);
  for (let at = 0; at < (await group.getByRole('radio').count()); at += 1) {
    if (await isOn(wanted)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Space');
  await expect(wanted).toBeChecked();
}
