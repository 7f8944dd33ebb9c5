// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AttachButton, AttachedFiles } from './AttachFiles';

const NAMES = ['a.pdf', 'b.pdf', 'c.pdf'];

function Form() {
  const [files, setFiles] = useState<readonly File[]>(
    NAMES.map((name) => new File(['x'], name, { type: 'application/pdf' })),
  );
  return (
    <MantineProvider env="test">
      <AttachedFiles files={files} onChange={setFiles} />
      <AttachButton files={files} onChange={setFiles} onRefuse={() => undefined} />
    </MantineProvider>
  );
}

test('who removes a file goes on at the next one, and in the end where more are chosen', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
  await user.click(remove('b.pdf'));
  expect(remove('c.pdf')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(remove('a.pdf')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Attach' })).toHaveFocus();
});
