// SPDX-License-Identifier: AGPL-3.0-or-later

/** A code as people paste it, and the next try after a wrong one. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { CodeInput } from './CodeInput';

let full: string[] = [];

function Screen() {
  const [code, setCode] = useState('');
  return (
    <MantineProvider env="test">
      <CodeInput
        id="code"
        label="Code"
        value={code}
        onChange={setCode}
        onComplete={(typed) => full.push(typed)}
      />
      <button type="button" onClick={() => setCode('')}>
        Refuse
      </button>
    </MantineProvider>
  );
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox');
const digits = () =>
  boxes()
    .map(({ value }) => value)
    .join('');

beforeEach(() => {
  full = [];
});

test.each([
  ['123456', '123456'],
  ['5x 12-34', '51234'],
  ['51-23', '5123'],
  ['Your code is 123 456.', '123456'],
  ['Salal: 123456 is your code. It is valid for 10 minutes.', '123456'],
  ['10 minutes for 123-456', '123456'],
])('of %s the digits are taken', async (text, taken) => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Code, digit 1 of 6'));
  await user.paste(text);
  expect(digits()).toBe(taken);
  expect(full).toEqual(taken.length === 6 ? [taken] : []);
  expect(boxes()[Math.min(taken.length, 5)]).toHaveFocus();
});

test('what has no digits leaves the boxes as they are, and says so until something is typed', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Code, digit 1 of 6'));
  await user.keyboard('12');
  await user.paste('maren@example.com');
  expect(digits()).toBe('12');
  expect(screen.getByRole('alert')).toHaveTextContent('There is no code in what was pasted.');
  await user.keyboard('3');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what a keyboard fills in at once is read like what is pasted', () => {
  render(<Screen />);
  fireEvent.input(screen.getByLabelText('Code, digit 1 of 6'), { target: { value: '123 456' } });
  expect(digits()).toBe('123456');
  expect(full).toEqual(['123456']);
});

test('after a wrong code the boxes are empty, the first has the focus, and the next code is sent as well', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Code, digit 1 of 6'));
  await user.paste('000 000');
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  expect(digits()).toBe('');
  expect(screen.getByLabelText('Code, digit 1 of 6')).toHaveFocus();
  await user.keyboard('111111');
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  expect(screen.getByLabelText('Code, digit 1 of 6')).toHaveFocus();
  await user.paste('222222');
  expect(full).toEqual(['000000', '111111', '222222']);
});
