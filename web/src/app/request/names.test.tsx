// SPDX-License-Identifier: AGPL-3.0-or-later

/** What a patient reads while medications are added, and which answer has the focus when two drafts differ. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { DrugNameList, DrugView, Options } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import type { Addition } from '../../features/prescriptions/addition';
import type { RequestDraftState } from '../../features/prescriptions/useRequestDraft';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { AddMedication } from './AddMedication';
import { ConflictDialog } from './ConflictDialog';

// cspell:ignore metf

const name = {
  filter: [],
  forms: ['TABLET'],
  preselected: null,
  selectable: true,
  strengths: ['500 mg'],
};
const found: DrugNameList = {
  items: [
    { ...name, name: 'APO-METFORMIN ER' },
    { ...name, name: 'METFORMIN FORTE', selectable: false },
  ],
  total: 2,
  didYouMean: ['METOPROLOL'],
} as unknown as DrugNameList;

beforeEach(async () => {
  storeSettings(testSettings);
  await loadDialogs();
  answerWith(({ url }) => Response.json(url.includes('/drug/search/') ? found : ([] satisfies DrugView[])));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The form around it keeps what is being added. */
function Adding({ options, onChosen }: { options: Options; onChosen: () => boolean }) {
  const [addition, setAddition] = useState<Addition | null>(null);
  return (
    <AddMedication
      options={options}
      unlimited={false}
      limit={null}
      addition={addition}
      onAddition={setAddition}
      onAdd={async () => true}
      onChosen={onChosen}
    />
  );
}

test('a medication is called what its label calls it, in the list and once it is chosen', async () => {
  const onChosen = vi.fn(() => true);
  const options = { quantities: ['One'], frequencies: [], durations: [] } as unknown as Options;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Adding options={options} onChosen={onChosen} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(screen.getByLabelText('Add another medication'), 'metf');
  const option = await screen.findByRole('option', { name: /^Apo-Metformin ER/ });
  expect(screen.getByRole('option', { name: /^Metformin Forte/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Metoprolol' })).toBeInTheDocument();
  await userEvent.click(option);
  expect(await screen.findByRole('heading', { name: 'Apo-Metformin ER' })).toHaveFocus();
  // The register's own spelling is what it is asked for by.
  expect(onChosen).toHaveBeenCalledWith('APO-METFORMIN ER');
});

test('the answer that throws nothing away has the focus', async () => {
  const draft = {
    conflict: { content: { medications: [] } },
    draft: { medications: [] },
    keepMine: () => undefined,
    takeTheirs: () => undefined,
  } as unknown as RequestDraftState;
  render(
    <MantineProvider env="test">
      <ConflictDialog draft={draft} />
    </MantineProvider>,
  );
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Keep this version' })).toHaveFocus();
  });
});
