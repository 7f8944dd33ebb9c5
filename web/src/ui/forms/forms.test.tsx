// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../../testing/until';
import { DateOfBirth, daysIn } from './DateOfBirth';
import { Page } from '../page/Page';
import { ErrorSummary, useFaults } from './faults';
import { PhoneBoxes } from './PhoneBoxes';
import { ReasonedButton } from './ReasonedButton';

function show(ui: ReactElement) {
  render(<MantineProvider env="test">{ui}</MantineProvider>);
  return userEvent.setup();
}

function Phone({ onLeave }: { readonly onLeave: () => void }) {
  const [value, setValue] = useState('');
  return (
    <>
      <PhoneBoxes id="phone" label="Cell phone" value={value} onChange={setValue} onBlur={onLeave} />
      <output>{value}</output>
      <button type="button">after</button>
    </>
  );
}

describe('the phone boxes', () => {
  it('move on when full, back when deleting, and report leaving once', async () => {
    const left = vi.fn();
    const user = show(<Phone onLeave={left} />);
    await user.click(screen.getByLabelText('Cell phone, area code'));
    await user.keyboard('6045550142');
    expect(screen.getByRole('status')).toHaveTextContent('6045550142');
    expect(screen.getByLabelText('Cell phone, last four digits')).toHaveFocus();
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(screen.getByLabelText('Cell phone, first three digits')).toHaveFocus();
    expect(left).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'after' }));
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('take a whole pasted number, whatever its signs', async () => {
    const user = show(<Phone onLeave={() => undefined} />);
    await user.click(screen.getByLabelText('Cell phone, area code'));
    await user.paste('+1 (604) 555-0142');
    expect(screen.getByRole('status')).toHaveTextContent('6045550142');
  });
});

function Birth() {
  const [day, setDay] = useState('');
  return (
    <>
      <DateOfBirth id="birth" label="Date of birth" value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

describe('the date of birth', () => {
  it('offers the days the month has, 29 in February of every fourth year', () => {
    expect([daysIn(2, 1900), daysIn(2, 2023), daysIn(4, 2000), daysIn(12, 2000)]).toEqual([29, 28, 30, 31]);
  });

  it('drops a day the chosen month does not have', async () => {
    const user = show(<Birth />);
    await user.selectOptions(screen.getByLabelText('Date of birth, month'), 'January');
    await user.selectOptions(screen.getByLabelText('Date of birth, day'), '31');
    await user.selectOptions(screen.getByLabelText('Date of birth, year'), '1980');
    expect(screen.getByRole('status')).toHaveTextContent('1980-01-31');
    await user.selectOptions(screen.getByLabelText('Date of birth, month'), 'June');
    expect(screen.getByRole('status')).toHaveTextContent(/^$/);
    expect(screen.getByLabelText('Date of birth, day')).toHaveValue('');
  });
});

function Form({ failure }: { readonly failure: unknown }) {
  const faults = useFaults(null);
  return (
    <>
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <label htmlFor="City">City</label>
      <input id="City" onChange={() => faults.clear('City')} />
      {faults.error('City')}
      <button type="button" onClick={() => faults.fromError(failure)}>
        Send
      </button>
    </>
  );
}

describe('the error summary', () => {
  const failure = { errors: [{ field: 'City', message: 'City is Required' }] };

  it('takes the focus, marks the title and leads to the field', async () => {
    const user = show(
      <Page title="Profile">
        <Form failure={failure} />
      </Page>,
    );
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(document.title).toBe('Error: Profile · Salal');
    expect(screen.getAllByText('City is Required')).toHaveLength(2);
    await user.click(screen.getByRole('link', { name: 'City is Required' }));
    await until(() => expect(screen.getByLabelText('City')).toHaveFocus());
    await user.keyboard('B');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.title).toBe('Profile · Salal');
  });

  it('shows a failure without fields as one line', async () => {
    const user = show(<Form failure={new Error('The service is busy.')} />);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert')).toHaveTextContent('The service is busy.');
  });

  it('blames nothing that was typed when no answer came', async () => {
    const unanswered = 'No answer came. It may have been done already.';
    const user = show(<Form failure={Object.assign(new Error('away'), { unanswered })} />);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert', { name: 'No answer came' })).toHaveTextContent(
      'It may have been done already.',
    );
    expect(screen.queryByText('Please correct errors below')).toBeNull();
  });
});

describe('a button with a reason', () => {
  it('says why, stays reachable and does nothing until the reason is gone', async () => {
    const pressed = vi.fn();
    const user = show(
      <ReasonedButton reason="Tick all six boxes to continue." onClick={pressed}>
        I confirm
      </ReasonedButton>,
    );
    const button = screen.getByRole('button', { name: 'I confirm' });
    expect(button).toHaveAccessibleDescription('Tick all six boxes to continue.');
    await user.tab();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(pressed).not.toHaveBeenCalled();
  });
});
