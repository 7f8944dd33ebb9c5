// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ErrorSummary } from './faults';
import { useFaultedForm } from './useFaultedForm';

const EMPTY = { name: '', city: '' };

function Sample({ onChange, send }: { onChange?: () => void; send: (values: typeof EMPTY) => void }) {
  const { values, setValues, field, faults } = useFaultedForm(null, EMPTY, onChange ? { onChange } : {});
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(values);
        faults.fromError({
          errors: [
            { field: 'name', message: 'Name is taken.' },
            { field: 'city', message: 'City is required.' },
          ],
        });
      }}
    >
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <TextInput {...field('name')} label="Name" />
      <TextInput {...field('city')} label="City" />
      <button type="submit">Save</button>
      <button type="button" onClick={() => setValues(EMPTY)}>
        Clear
      </button>
    </form>
  );
}

test('a refusal keeps what was typed; a change takes back the fault of its own field', async () => {
  const onChange = vi.fn();
  const send = vi.fn();
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Sample onChange={onChange} send={send} />
    </MantineProvider>,
  );
  await user.type(screen.getByLabelText('Name'), 'Ada');
  expect(onChange).toHaveBeenCalledTimes(3);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledWith({ name: 'Ada', city: '' });
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is taken.');
  expect(screen.getByRole('link', { name: 'City is required.' })).toHaveAttribute('href', '#city');
  await user.type(screen.getByLabelText('Name'), 'h');
  expect(screen.getByLabelText('Name')).toBeValid();
  expect(screen.getByLabelText('City')).toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(onChange).toHaveBeenCalledTimes(5);
});
