// SPDX-License-Identifier: AGPL-3.0-or-later

/** A code as people paste it, and the next try after a wrong one. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { CodeInput } from './CodeInput';

let full: string[] = [];
let sent: string[] = [];

function Screen() {
  const [code, setCode] = useState('');
  return (
    <MantineProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push(code);
        }}
      >
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
        <button type="submit">Send</button>
      </form>
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
  sent = [];
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

test('Enter sends the form from any box, with what there is of the code', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Code, digit 1 of 6'));
  await user.keyboard('123{Enter}456');
  expect(full).toEqual(['123456']);
  await user.click(screen.getByLabelText('Code, digit 2 of 6'));
  await user.keyboard('{Enter}');
  expect(sent).toEqual(['123', '123456']);
});

test('a digit is taken back, put in its place again, and the whole code is then sent', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Code, digit 1 of 6'));
  await user.keyboard('123457{Backspace}');
  expect(digits()).toBe('12345');
  await user.keyboard('6');
  expect(full).toEqual(['123457', '123456']);
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
  expect(digits()).toBe('12356');
  await user.keyboard('x{ArrowLeft}{ArrowLeft} ');
  expect(digits()).toBe('12356');
  expect(screen.getByLabelText('Code, digit 3 of 6')).toHaveFocus();
});
