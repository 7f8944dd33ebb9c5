// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is typed while the command palette is on its way, Enter too, is the palette's. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../testing/renderAt';
import { testSettings, testUser } from '../../testing/settings';
import { until } from '../../testing/until';
import { officeEntries } from '../shell/officeNavigation';
import { useOfficeShortcuts } from './useOfficeShortcuts';

const doctor = testUser({ Role: 'ROLE_DOCTOR' });

function Office() {
  return useOfficeShortcuts(doctor, officeEntries(doctor, testSettings)).dialogs;
}

test('Enter pressed before the palette stands takes what was typed, once it does', async () => {
  const { router } = await renderAt('/dashboard', <Office />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(screen.queryByRole('combobox'), 'not yet there').toBeNull();
  for (const key of 'medication') fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  fireEvent.keyDown(document.body, { key: 'j' });
  await until(() => expect(router.location.pathname).toBe('/medication-search'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
