// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { type Route, routes } from '../ui/links/routes';
import { pageFiles } from './pageFiles';

const rows: readonly Route[] = Object.values(routes);
const pages = rows.flatMap(({ page }) => page ?? []);
const fileOf = (page: string) => Object.keys(pageFiles).filter((file) => file.endsWith(`/${page}.tsx`));

describe('the table of routes', () => {
  it('has each path once', () => {
    const paths = rows.map(({ path }) => path);
    expect(paths).toHaveLength(new Set(paths).size);
  });

  it('names a file for every row but the documents', () => {
    const without = rows.filter(({ page }) => page === undefined || fileOf(page).length !== 1);
    expect(without.filter(({ access }) => access !== 'document')).toEqual([]);
  });

  it.each([...new Set(pages)])('has the page %s in the file of its name', async (page) => {
    const [file = ''] = fileOf(page);
    expect(await pageFiles[file]?.()).toHaveProperty(page, expect.any(Function));
  }, 60_000);
});
