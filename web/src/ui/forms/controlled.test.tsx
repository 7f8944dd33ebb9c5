// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

/** Takes digits, and a tick only where it may be given. */
function Form() {
  const [digits, setDigits] = useState('60');
  const [ticked, setTicked] = useState(false);
  const [unit, setUnit] = useState('mg');
  const mayTick = digits.length > 2;
  return (
    <>
      <input
        aria-label="Digits"
        value={digits}
        onChange={(event) => setDigits(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <input
        type="checkbox"
        aria-label="Agreed"
        checked={ticked}
        onChange={(event) => mayTick && setTicked(event.currentTarget.checked)}
      />
      <select
        aria-label="Unit"
        value={unit}
        onChange={(event) => event.currentTarget.value !== 'kg' && setUnit(event.currentTarget.value)}
      >
        <option>mg</option>
        <option>g</option>
        <option>kg</option>
      </select>
    </>
  );
}

test('a field shows what it holds, also where an input was not taken', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const digits = screen.getByRole('textbox', { name: 'Digits' });
  await user.type(digits, 'x');
  expect(digits).toHaveValue('60');
  const box = screen.getByRole('checkbox', { name: 'Agreed' });
  await user.click(box);
  expect(box).not.toBeChecked();
  await user.type(digits, '4y');
  expect(digits).toHaveValue('604');
  await user.click(box);
  expect(box).toBeChecked();
  const unit = screen.getByRole('combobox', { name: 'Unit' });
  await user.selectOptions(unit, 'kg');
  expect(unit).toHaveValue('mg');
  await user.selectOptions(unit, 'g');
  expect(unit).toHaveValue('g');
});
