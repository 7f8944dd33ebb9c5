// SPDX-License-Identifier: AGPL-3.0-or-later

/** The list at the side of a long policy names every part of it, and leads to each. */
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SITE } from '../../../testing/site';
import { SiteProvider } from '../site';
import { PrivacyPage, TermsPage } from './LegalPage';

test.each([
  ['the privacy policy', PrivacyPage],
  ['the terms of use', TermsPage],
])('%s', (_, Page) => {
  render(
    <SiteProvider site={SITE}>
      <Page />
    </SiteProvider>,
  );
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' });
  if (!contents) throw new Error('no list of the parts');
  const links = within(contents).getAllByRole('link');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
  expect(links.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `#${id}`));
});
