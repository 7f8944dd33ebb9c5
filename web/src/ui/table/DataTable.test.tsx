// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../links/paths';
import { DataTable } from './DataTable';

function show(rows: readonly string[], error: Error) {
  render(
    <MantineProvider env="test">
      <DataTable<string>
        label="Audit"
        columns={[{ key: 'name', title: 'Name', kind: 'person', render: (row) => row }]}
        phone={{ line1: (row) => row }}
        rows={rows}
        rowKey={(row) => row}
        query={{ isPending: false, isError: true, error, refetch: () => undefined }}
        empty="No audit records"
      />
    </MantineProvider>,
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

const refusal = Object.assign(new Error('You do not have permission to do this.'), { status: 403 });

test('rows of before may be read on while the server is away, and not after a refusal', () => {
  show(['Tremblay'], new Error('no answer'));
  expect(screen.getByRole('cell', { name: 'Tremblay' })).toBeVisible();
  cleanup();
  show(['Tremblay'], refusal);
  expect(screen.queryByRole('cell')).toBeNull();
  expect(screen.getByRole('alert')).toBeVisible();
});

test('a list that is refused tells why, in place of its rows', () => {
  show([], refusal);
  expect(screen.getByRole('alert')).toHaveTextContent('Your account doesn’t include this page.');
  expect(screen.queryByText('No audit records')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a name keeps its hyphens on one line, and is said whole', () => {
  show(['Anne-Marie Tremblay'], new Error('no answer'));
  const cell = screen.getByRole('cell', { name: 'Anne-Marie Tremblay' });
  expect(cell.dataset['kind']).toBe('person');
  expect(cell.querySelector('[title]')).toHaveTextContent(/^Anne-Marie$/);
});

test('on a phone a row is its link, with what to do at the right', () => {
  const wide = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide, media: query, matches: true }));
  render(
    <MantineProvider env="test">
      <DataTable<string>
        label="Patients"
        columns={[{ key: 'name', title: 'Name', kind: 'person', sortable: true, render: (row) => row }]}
        phone={{ line1: (row) => row, line2: () => '', action: () => '2 open' }}
        rows={['Tremblay']}
        rowKey={(row) => row}
        rowHref={(row) => paths.patient(row)}
        onSort={() => undefined}
        empty="No patients"
      />
    </MantineProvider>,
  );
  expect(screen.getByRole('link', { name: 'Tremblay' })).toHaveAttribute('href', '/patient/Tremblay');
  expect(screen.getAllByRole('cell').map((one) => one.textContent)).toEqual(['Tremblay', '2 open']);
  expect(screen.getByRole('button', { name: 'Name' })).toBeVisible();
});

test('where a row is taken away, the focus is at the same button of the next', async () => {
  const table = (rows: readonly string[]) => (
    <MantineProvider env="test">
      <DataTable<string>
        label="Filters"
        columns={[
          { key: 'name', title: 'Name', kind: 'text', render: (row) => row },
          {
            key: 'acts',
            title: 'Acts',
            kind: 'action',
            render: (row) => (
              <>
                <button type="button">{`Edit ${row}`}</button>
                <button type="button">{`Delete ${row}`}</button>
              </>
            ),
          },
        ]}
        phone={{ line1: (row) => row }}
        rows={rows}
        rowKey={(row) => row}
        empty="No filters"
      />
    </MantineProvider>
  );
  const { rerender } = render(table(['28:08', '28:12', '28:16']));
  screen.getByRole('button', { name: 'Delete 28:12' }).focus();
  rerender(table(['28:08', '28:16']));
  expect(screen.getByRole('button', { name: 'Delete 28:16' })).toHaveFocus();
  rerender(table(['28:08']));
  expect(screen.getByRole('button', { name: 'Delete 28:08' })).toHaveFocus();
});
