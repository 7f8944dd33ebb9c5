// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { testSettings } from '../../testing/settings';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { ComposeDialog } from './ComposeDialog';

test('the focus begins where there is something to write, also back from the question', async () => {
  storeSettings(testSettings);
  await loadDialogs();
  await renderAt('/messaging', <ComposeDialog opened onClose={() => undefined} />);
  const subject = await screen.findByRole('textbox', { name: /Subject/ });
  await waitFor(() => expect(subject).toHaveFocus());
  await userEvent.type(subject, 'My renewal');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep writing' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Message/ })).toHaveFocus());
});
