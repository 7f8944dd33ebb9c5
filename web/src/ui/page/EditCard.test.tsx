// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useFaults } from '../forms/faults';
import { EditCard } from './EditCard';

function Section() {
  const [editing, setEditing] = useState(false);
  const faults = useFaults(null);
  return (
    <MantineProvider env="test">
      <EditCard
        title="Contact"
        summary="Maren Holloway"
        editing={editing}
        blocked={false}
        onEdit={() => setEditing(true)}
        onCancel={() => setEditing(false)}
        onSave={() => undefined}
        status={null}
        faults={faults}
        shown="604-555-0110"
        form={
          <>
            <input aria-label="Email" readOnly />
            <input aria-label="Telephone" disabled />
            <input aria-label="City" />
          </>
        }
      />
    </MantineProvider>
  );
}

test('editing begins at the first field that can be edited', async () => {
  const user = userEvent.setup();
  render(<Section />);
  await user.click(screen.getByRole('button', { name: 'Edit: Contact' }));
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Edit: Contact' })).toHaveFocus();
});

test('what may be saved is not called unsaved', async () => {
  function Lost() {
    const faults = useFaults({ typed: 'Victoria', stored: 'Vancouver', keep: null });
    const lose = () =>
      faults.fromError(Object.assign(new Error('away'), { unanswered: 'No answer came. It may be done.' }));
    return (
      <MantineProvider env="test">
        <EditCard
          title="Contact"
          summary=""
          editing
          blocked={false}
          onEdit={() => undefined}
          onCancel={() => undefined}
          onSave={lose}
          status="changed"
          faults={faults}
          shown=""
          form={null}
        />
      </MantineProvider>
    );
  }
  const user = userEvent.setup();
  render(<Lost />);
  expect(screen.getByRole('status')).toHaveTextContent('Unsaved changes');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('status')).toHaveTextContent('No answer came');
});
