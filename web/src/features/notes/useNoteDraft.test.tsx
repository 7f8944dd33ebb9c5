// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was typed in a new note since its last save, when the session ends under it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { NoteDraft } from '../../api/generated/schema';
import { answerWith } from '../../testing/server';
import { keptIsFor, wipeKept } from '../../ui/forms/keeping';
import { forgetUnsaved, keepUnsaved } from '../../ui/forms/unsaved';
import { useNoteDraft } from './useNoteDraft';

function Box({ of }: { readonly of: string }) {
  const draft = useNoteDraft(of);
  return (
    <>
      <textarea
        aria-label="New note"
        disabled={!draft.ready}
        value={draft.text}
        onChange={(event) => draft.autosave.change(event.currentTarget.value)}
        onBlur={() => void draft.autosave.save(false)}
      />
      <output>{draft.saving}</output>
      <p>{draft.conflict && `Theirs: ${draft.conflict.text}`}</p>
    </>
  );
}

const show = (of = 'p1') =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Box of={of} />
    </QueryClientProvider>,
  );

function stored(text: string, version: number): NoteDraft {
  return {
    _id: 'd1',
    personId: 'p1',
    text,
    marker: '[Draft]',
    changed: true,
    edit: true,
    updatedAt: '2026-11-21T17:46:00Z',
    version,
  };
}

let drafts: readonly NoteDraft[] = [];
let isIn = true;
const saved = vi.fn<(body: unknown) => void>();
const box = async () => {
  await waitFor(() => expect(screen.getByLabelText('New note')).toBeEnabled());
  return screen.getByLabelText<HTMLTextAreaElement>('New note');
};

beforeEach(() => {
  drafts = [];
  isIn = true;
  saved.mockClear();
  keptIsFor('ann');
  answerWith(async (request) => {
    if (request.method === 'GET') return Response.json(drafts);
    if (!isIn) {
      // As the session tells it, before the failure reaches the box.
      keepUnsaved('ann');
      return Response.json({}, { status: 401 });
    }
    const body: { text: string } = await request.json();
    saved(body);
    return Response.json(stored(body.text, 9));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  forgetUnsaved();
  wipeKept();
});

/** Ann types, and the answer to the save is that her session has ended. */
async function endUnder(typed: string): Promise<void> {
  isIn = false;
  show();
  await userEvent.type(await box(), typed);
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('failed'));
  cleanup();
  isIn = true;
}

const signIn = (person: string) => act(() => keptIsFor(person));

test.each([
  ['of nothing', []],
  ['of what was saved', [stored('Kidneys', 3)]],
])('it goes on as the draft %s', async (_, before) => {
  drafts = before;
  await endUnder(' checked');
  signIn('ann');
  show();
  const text = `${before[0]?.text ?? ''} checked`;
  await waitFor(async () => expect(await box()).toHaveValue(text));
  await userEvent.click(await box());
  await userEvent.tab();
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ text })));
});

test('what another machine saved meanwhile is not replaced by it unseen', async () => {
  drafts = [stored('Kidneys', 3)];
  await endUnder(' checked');
  drafts = [stored('Liver', 4)];
  signIn('ann');
  show();
  expect(await screen.findByText('Theirs: Liver')).toBeInTheDocument();
  expect(await box()).toHaveValue('Kidneys checked');
  expect(saved).not.toHaveBeenCalled();
});

test('it is in no other patient’s box', async () => {
  await endUnder('Kidneys');
  signIn('ann');
  show('p2');
  expect(await box()).toHaveValue('');
});

test('somebody else does not find it', async () => {
  await endUnder('Kidneys');
  signIn('bob');
  show();
  expect(await box()).toHaveValue('');
});

test('what was saved is not kept', async () => {
  show();
  await userEvent.type(await box(), 'Kidneys');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('kept'));
  keepUnsaved('ann');
  cleanup();
  signIn('ann');
  show();
  expect(await box()).toHaveValue('');
});
