// SPDX-License-Identifier: AGPL-3.0-or-later

import type { ReactNode } from 'react';
import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SITE } from '../../../testing/site';
import { type Site, SiteProvider } from '../site';
import { TEMPLATE } from '../template';
import { FeesPage } from './FeesPage';
import { PricePage } from './PricePage';

function show(change: Partial<Site>, Page: () => ReactNode) {
  render(
    <SiteProvider site={{ ...SITE, ...change }}>
      <Page />
    </SiteProvider>,
  );
}

const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent?.trim());

describe('the fees page', () => {
  it('words the schedule as a first and subsequent prescriptions, with a card and without', () => {
    show({}, FeesPage);
    expect(lines()).toEqual([
      'First prescription $50.00',
      'Subsequent prescriptions $10.00 each',
      'First prescription $150.00',
      'Subsequent prescriptions $10.00 each',
    ]);
    expect(screen.getByText('Prices can change.')).toBeVisible();
  });

  it('words the rule of a first and subsequent ones without regard to the card', () => {
    const twenty = [20, 30, 40, 50, 60];
    const fees = { withCard: twenty, withoutCard: twenty, privatePay: twenty, additional: 10 };
    show({ feeRule: 'first-and-subsequent', fees }, FeesPage);
    expect(lines()).toEqual(['First prescription $20.00', 'Subsequent prescriptions $10.00 each']);
  });

  it('words the flat fee of private pay for one to three', () => {
    const fees = { ...SITE.fees, privatePay: [100, 100, 100, 110, 120] };
    show({ feeRule: 'private-pay-flat', fees }, FeesPage);
    expect(lines().slice(2)).toEqual([
      'First prescription $150.00',
      'Subsequent prescriptions $10.00 each',
      'Each request of 1 to 3 prescriptions $100.00',
      'Subsequent prescriptions $10.00 each',
    ]);
  });

  it('says so when nothing is charged', () => {
    show({ free: true }, FeesPage);
    expect(screen.getByText('There is currently no fee.')).toBeVisible();
  });
});

describe('the price page', () => {
  it('lists one to five and each additional, and the other services', () => {
    show({}, PricePage);
    const [requests, services] = screen.getAllByRole('table');
    if (!requests || !services) throw new Error('two tables');
    expect(
      within(requests)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Each requestWith a valid BC Services CardWithout',
      '1 prescription$50.00$150.00',
      '2 prescriptions$60.00$160.00',
      '3 prescriptions$70.00$170.00',
      '4 prescriptions$80.00$180.00',
      '5 prescriptions$90.00$190.00',
      'Each additional$10.00$10.00',
    ]);
    expect(services).toHaveTextContent('Sick note$65.00');
    expect(services).toHaveTextContent('Driver medical$150.00');
  });

  it('sets private pay apart where the rule does', () => {
    const fees = { ...SITE.fees, privatePay: [100, 100, 100, 110, 120] };
    show({ feeRule: 'private-pay-flat', fees }, PricePage);
    expect(screen.getByRole('columnheader', { name: 'Private pay' })).toBeVisible();
    expect(screen.getByRole('row', { name: /^3 prescriptions/ })).toHaveTextContent(
      '3 prescriptions$70.00$170.00$100.00',
    );
  });

  it('is a template at build: every setting by its name, every condition written out', () => {
    const html = renderToString(
      <SiteProvider site={TEMPLATE} template>
        <FeesPage />
      </SiteProvider>,
    );
    expect(html).toContain('{% if feeRule in [&quot;schedule&quot;,&quot;private-pay-flat&quot;] %}');
    expect(html).toContain('{% if not (feeRule in [&quot;first-and-subsequent&quot;]) %}');
    expect(html).toContain('${{ fees.withoutCard[0]|money }}');
    expect(html).not.toMatch(/undefined|NaN/);
  });
});
