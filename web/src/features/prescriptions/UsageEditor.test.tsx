// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Usage } from '../../api/generated/schema';
import { UsageEditor } from './UsageEditor';

const options = {
  quantities: ['One', 'Two'],
  frequencies: ['Once a day', 'Twice a day'],
  durations: ['1 month', '3 months'],
};

function show(onDone: (usage: Usage) => void) {
  render(
    <MantineProvider env="test">
      <UsageEditor
        idPrefix="new"
        action="Add"
        options={options}
        formulation="Tablet"
        onDone={onDone}
        onCancel={() => undefined}
      />
    </MantineProvider>,
  );
  return userEvent.setup();
}

describe('the usage of a medication', () => {
  it('starts with one dose and no repeat, and says what is missing only when asked to add', async () => {
    const onDone = vi.fn();
    const user = show(onDone);
    expect(screen.getByLabelText('Quantity')).toHaveValue('One');
    expect(screen.getByLabelText('Repeat')).toHaveValue('0');
    expect(screen.queryByText('Please choose the frequency.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Please choose the frequency.')).toBeVisible();
    expect(screen.getByText('Please choose the duration.')).toBeVisible();
    expect(screen.getByLabelText('Frequency')).toHaveFocus();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('reads the label aloud and hands over what was chosen', async () => {
    const onDone = vi.fn();
    const user = show(onDone);
    await user.selectOptions(screen.getByLabelText('Quantity'), 'Two');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Twice a day');
    await user.selectOptions(screen.getByLabelText('Duration'), '3 months');
    await user.click(screen.getByLabelText('Take only as needed'));
    expect(screen.getByText('Take two tablets twice a day as needed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(onDone).toHaveBeenCalledWith({
      quantity: 'Two',
      quantityOther: null,
      frequency: 'Twice a day',
      frequencyOther: null,
      asNeeded: true,
      duration: '3 months',
      durationOther: null,
      repeat: 0,
      textLine: null,
    });
  });

  it('shows the notes only with an Other answer and drops them with it', async () => {
    const onDone = vi.fn();
    const user = show(onDone);
    expect(screen.queryByLabelText('Other notes')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Other');
    await user.type(screen.getByLabelText('Other notes'), 'with food');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Once a day');
    expect(screen.queryByLabelText('Other notes')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Duration'), '1 month');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ frequency: 'Once a day', textLine: null });
  });

  it('takes words that nobody sees for none', async () => {
    const onDone = vi.fn();
    const user = show(onDone);
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Other');
    await user.type(screen.getByLabelText('Other frequency'), '\u200B\u00AD');
    await user.selectOptions(screen.getByLabelText('Duration'), '1 month');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Please choose the frequency.')).toBeVisible();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('refuses more than a hundred repeats', async () => {
    const onDone = vi.fn();
    const user = show(onDone);
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Once a day');
    await user.selectOptions(screen.getByLabelText('Duration'), '1 month');
    await user.clear(screen.getByLabelText('Repeat'));
    await user.type(screen.getByLabelText('Repeat'), '101');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Please repeat between 0 and 100')).toBeVisible();
    expect(onDone).not.toHaveBeenCalled();
  });
});
