// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable } from './DataTable';

function show(rows: readonly string[], error: Error) {
  render(
    <MantineProvider env="test">
      <DataTable<string>
        label="Audit"
        columns={[{ key: 'name', title: 'Name', render: (row) => row }]}
        rows={rows}
        rowKey={(row) => row}
        query={{ isPending: false, isError: true, error, refetch: () => undefined }}
        empty="No audit records"
      />
    </MantineProvider>,
  );
}

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
  expect(screen.getByRole('alert')).toHaveTextContent('Your role doesn’t have access to this.');
  expect(screen.queryByText('No audit records')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
