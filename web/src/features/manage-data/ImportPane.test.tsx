// SPDX-License-Identifier: AGPL-3.0-or-later

/** Choosing a file to import: its columns are proposed, a refusal keeps what was chosen, an import clears it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { ImportPane } from './ImportPane';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a file of other names is mapped, kept when it is refused, and gone once it is taken', async () => {
  const user = userEvent.setup();
  let sent = 0;
  let isTaken = false;
  answerWith(async (request) => {
    if (pathOf(request) === '/api/manage-data/columns')
      return Response.json({
        columns: ['store', 'street'],
        needsMapping: true,
        fields: [
          { name: 'name', column: 'store', isNeeded: true },
          { name: 'address', column: null, isNeeded: true },
        ],
      });
    // The app asks for more by itself, such as whether the server is there.
    if (pathOf(request) !== '/api/manage-data/import-data') return Response.json({});
    sent += 1;
    if (isTaken) return Response.json({});
    const errors = [{ field: 'file', message: 'The file has no rows.' }];
    return Response.json({ message: 'Please correct errors below', errors }, { status: 422 });
  });
  await renderAt('/manage-data', <ImportPane resources={['Pharmacies']} busy={false} />);
  const button = screen.getByRole('button', { name: 'Import' });
  await user.click(button);
  expect(
    screen.getByText('Please choose the file and correct resource name before import!'),
  ).toBeInTheDocument();

  await user.selectOptions(screen.getByLabelText('Resource'), 'Pharmacies');
  await user.upload(
    screen.getByLabelText('File to import'),
    new File(['store,street\nPine,1 Main\n'], 'stores.csv', { type: 'text/csv' }),
  );
  expect(screen.getByText('stores.csv')).toBeInTheDocument();
  const address = await screen.findByLabelText(/^Address/);
  expect(screen.getByLabelText(/^Name/)).toHaveValue('store');
  await user.click(button);
  expect(screen.getByText('Please choose a column for: address.')).toBeInTheDocument();
  await user.selectOptions(address, 'street');
  await user.click(button);
  expect(await screen.findByText('The file has no rows.')).toBeInTheDocument();
  expect(screen.getByText('stores.csv')).toBeInTheDocument();
  expect(address).toHaveValue('street');

  isTaken = true;
  await user.click(button);
  await waitFor(() => {
    expect(screen.queryByText('stores.csv')).toBeNull();
  });
  expect(screen.getByLabelText('Resource')).toHaveValue('Pharmacies');
  expect(sent).toBe(2);
});
