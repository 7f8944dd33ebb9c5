// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChoiceList } from './ChoiceList';

it('takes with Enter what was first, though something is found before it later', () => {
  const taken: string[] = [];
  const list = (text: string, ...ids: readonly string[]) => (
    <MantineProvider>
      <ChoiceList
        label="Find"
        text={text}
        onText={() => undefined}
        groups={[{ title: 'All', choices: ids.map((id) => ({ id, label: id })) }]}
        onChoose={(id) => taken.push(id)}
        empty="Nothing."
      />
    </MantineProvider>
  );
  const { rerender } = render(list('sign', 'logout'));
  const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  rerender(list('sign', 'patient', 'logout'));
  enter();
  rerender(list('signs', 'patient', 'logout'));
  enter();
  rerender(list('signs', 'logout'));
  enter();
  rerender(list('none'));
  rerender(list('none', 'patient'));
  enter();
  expect(taken).toEqual(['logout', 'patient', 'logout', 'patient']);
});
