// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { LabItemView, LabTestView } from '../../api/generated/schema';
import { LabTests } from './LabTests';
import { labTests } from './queries';
import { groupsOf } from './Results';

const item = (part: Partial<LabItemView> = {}): LabItemView => ({
  group: 'Lipids',
  name: 'LDL cholesterol',
  value: '3.7',
  unit: 'mmol/L',
  range: '<3.5',
  flag: 'H',
  flagWords: 'High',
  isMarked: true,
  status: null,
  comments: [],
  ...part,
});

const test = (part: Partial<LabTestView> = {}): LabTestView => ({
  _id: 'new',
  createdAt: '2025-11-20T20:00:00Z',
  title: 'Lipids',
  lab: 'Cedar',
  order: 'C-1',
  version: 2,
  collectedAt: null,
  reportedAt: null,
  nameDiffers: false,
  reportedName: '',
  comments: [],
  items: [item()],
  acknowledgedAt: null,
  acknowledgedBy: null,
  earlier: [],
  ...part,
});

function showTests(tests: readonly LabTestView[], openItem?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(labTests('p').queryKey, [...tests]);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <LabTests personId="p" openItem={openItem} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const acknowledged = {
  acknowledgedAt: '2025-11-20T21:00:00Z',
  acknowledgedBy: { _id: 'd', FirstName: 'Imogen', LastName: 'Castellan' },
};

describe('the laboratory tests of a patient', () => {
  it('says so when there are none', () => {
    showTests([]);
    expect(screen.getByText('No Lab test for this patient.')).toBeVisible();
  });

  it('stands open while nobody acknowledged it, with the marks as the laboratory gave them', () => {
    showTests([test()]);
    const row = screen.getByRole('row', { name: /LDL cholesterol/ });
    for (const part of ['3.7 mmol/L', '<3.5', 'H High']) expect(row).toHaveTextContent(part);
    expect(screen.getByText('1 of 1 marked by the lab')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
  });

  it('is a line once it is acknowledged, and opens', () => {
    showTests([test(acknowledged)]);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(/^Acknowledged .* by Imogen Castellan$/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Lipids' }));
    expect(screen.getByRole('table', { name: 'Results of Lipids' })).toBeVisible();
  });

  it('opens where a message leads, also by an earlier version', () => {
    const earlier = { ...test({ _id: 'old', version: 1 }), ...acknowledged };
    showTests([test({ ...acknowledged, earlier: [earlier] })], 'old');
    expect(screen.getByRole('table', { name: 'Results of Lipids' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /^Version 1 of / }));
    expect(screen.getByRole('table', { name: 'Results of version 1' })).toBeVisible();
  });

  it('says that the report names somebody else', () => {
    showTests([test({ nameDiffers: true, reportedName: 'MARIN HOLLOWAY' })]);
    expect(screen.getByText(/names the patient “MARIN HOLLOWAY”/)).toBeVisible();
  });

  it('keeps the order of groups, each once', () => {
    const groups = groupsOf([item(), item({ group: 'Iron' }), item({ name: 'HDL' })]);
    expect(groups.map(({ group, rows }) => [group, rows.length])).toEqual([
      ['Lipids', 2],
      ['Iron', 1],
    ]);
  });
});
