// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RemittanceMonth } from '../../api/generated/schema';
import { MonthPlot } from './MonthPlot';

const month = (name: string, paid: number) => ({ month: name, billed: paid, paid }) as RemittanceMonth;

test('the amount of a low newest bar stands over the higher one beside it, not in front of it', () => {
  render(<MonthPlot months={[month('2026-09', 50), month('2026-10', 200), month('2026-11', 99.34)]} />);
  const bars = screen.getByRole('list', { name: 'Billed and paid by month' });
  const heights = [...bars.querySelectorAll<HTMLElement>('[class*="paid"]')].map(({ style }) =>
    Number.parseFloat(style.height),
  );
  const label = [...bars.querySelectorAll('span')].findLast(({ textContent }) => textContent === '$99.34');
  const under = Number.parseFloat(label?.style.marginBottom ?? '') + (heights[2] ?? 0);
  expect(heights[1]).toBeGreaterThan(heights[2] ?? 0);
  expect(under).toBeCloseTo(heights[1] ?? 0);
});
