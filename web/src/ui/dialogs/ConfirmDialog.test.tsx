// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog';

const question = (opened: boolean, onConfirm: () => void) => (
  <MantineProvider env="test">
    <ConfirmDialog
      opened={opened}
      title="Print P-20001"
      question="The paper will be the one valid copy."
      safeLabel="Not now"
      dangerLabel="Print the one copy"
      onConfirm={onConfirm}
      onClose={vi.fn()}
    />
  </MantineProvider>
);

test('a double click answers once, a key and a later click answer again', async () => {
  const onConfirm = vi.fn();
  render(question(true, onConfirm));
  const confirm = await screen.findByRole('button', { name: 'Print the one copy' });
  fireEvent.click(confirm, { detail: 1 });
  fireEvent.click(confirm, { detail: 2 });
  expect(onConfirm).toHaveBeenCalledTimes(1);
  // By the keyboard.
  fireEvent.click(confirm, { detail: 0 });
  fireEvent.click(confirm, { detail: 1 });
  expect(onConfirm).toHaveBeenCalledTimes(3);
});
