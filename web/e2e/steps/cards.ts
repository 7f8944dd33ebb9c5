// SPDX-License-Identifier: AGPL-3.0-or-later

// Cards that are rows on a phone, and open.
import { expect, type Page } from '@playwright/test';

/** Opens the card of this heading where it is folded; an open one, and one that never folds, stays as it is. */
export async function openCard(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('main').getByRole('heading', { name: title, exact: true });
  await expect(heading).toBeVisible();
  const row = heading.getByRole('button');
  if ((await row.count()) === 0) return;
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
}
