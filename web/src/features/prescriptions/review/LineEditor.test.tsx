// SPDX-License-Identifier: AGPL-3.0-or-later

/** A line while it is edited: the hint, the total and what keeps it from being signed follow what is typed. */
import { answerWith } from '../../../testing/server';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { MedicationView, Usage } from '../../../api/generated/schema';
import type { Reviewer } from './commands';
import { LineEditor } from './LineEditor';
import { medication } from './test-data';
import type { LineEdit } from './useLineEdit';

type DirectionsRequest = {
  usage: Usage;
  toDispense: string | null;
  supplyReason: string | null;
  before: unknown;
};

const figures: Record<string, string> = { 'Once a day': '90', 'Twice a day': '180' };

/** Answers as the server would: by what is asked, not by what was saved. */
function answer({ usage, supplyReason, before }: DirectionsRequest) {
  const isLong = usage.repeat > 3;
  const computed = figures[usage.frequency] ?? null;
  return {
    sentence: `Take one tablet ${usage.frequency.toLowerCase()} for ${usage.duration}.`,
    refills: usage.repeat === 0 ? 'No refills' : `${usage.repeat} refills`,
    computed: {
      computed,
      figures: computed,
      words: '',
      unit: 'tablets',
      typed: false,
      needsTyping: computed === null,
      note: null,
      removed: null,
    },
    totalRemoved:
      before !== null && usage.frequency !== 'Once a day' ? 'The typed quantity was removed.' : null,
    asksForReason: isLong ? 'This covers 15 months.' : null,
    cannotSign:
      isLong && supplyReason === null ? [{ field: 'supplyReason', message: 'It needs your reason.' }] : [],
  };
}

beforeEach(() => {
  answerWith(async (request) =>
    request.url.endsWith('/directions')
      ? Response.json(answer((await request.json()) as DirectionsRequest))
      : Response.json({
          quantities: ['One', 'Two'],
          frequencies: ['Once a day', 'Twice a day'],
          durations: ['1 month', '3 months'],
        }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(line: MedicationView, reviewer: Reviewer = 'doctor') {
  const onSave = vi.fn(async (_edit: LineEdit) => undefined);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <LineEditor
          line={line}
          reviewer={reviewer}
          drugPicker={() => null}
          busy={false}
          onCancel={() => undefined}
          onSave={onSave}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('option', { name: 'Twice a day' });
  return { user: userEvent.setup(), onSave };
}

const total = () => screen.getByRole('textbox', { name: /Quantity to dispense/ });

const typedLine = () =>
  medication('m1', 'METFORMIN', {
    toDispense: {
      computed: '90',
      figures: '44',
      words: 'forty-four',
      unit: 'tablets',
      typed: true,
      needsTyping: false,
      note: null,
      removed: null,
    },
  });

test('the hint beside the total follows what is edited, not what was saved', async () => {
  const { user } = await open(medication('m1', 'METFORMIN'));
  expect(await screen.findByText(/Calculated: 90 tablets/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Twice a day');
  expect(await screen.findByText(/Calculated: 180 tablets/)).toBeVisible();
  expect(screen.queryByText(/Calculated: 90 tablets/)).toBeNull();
  expect(screen.getByText(/Take one tablet twice a day/)).toBeVisible();
});

test('a typed total leaves the field with what it was typed for, and comes back with it', async () => {
  const { user, onSave } = await open(typedLine());
  expect(total()).toHaveValue('44 tablets');
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Twice a day');
  expect(total()).toHaveValue('');
  expect(await screen.findByText('The typed quantity was removed.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Once a day');
  expect(total()).toHaveValue('44 tablets');
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Twice a day');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ toDispense: null });
});

test('a total typed here that the directions took away is said at once, until it is typed again', async () => {
  const { user, onSave } = await open(medication('m1', 'METFORMIN'));
  await user.type(total(), '44');
  // The region is there before anything is to be said in it.
  const said = () => screen.getAllByRole('status').map((one) => one.textContent);
  expect(said()).toContain('');
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Twice a day');
  expect(total()).toHaveValue('');
  expect(said()).toContain('The typed quantity was removed because the directions or the drug changed.');
  await user.type(total(), '180');
  expect(screen.queryByText(/was removed/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ toDispense: '180' });
});

test('more than a year says why and takes the reason along', async () => {
  const { user, onSave } = await open(medication('m1', 'METFORMIN'));
  const repeat = screen.getByLabelText('Repeat');
  await user.clear(repeat);
  await user.type(repeat, '4');
  expect(await screen.findByText('It needs your reason.')).toBeVisible();
  await user.type(screen.getByLabelText('Reason for more than 12 months'), 'Abroad');
  await waitFor(() => {
    expect(screen.queryByText('It needs your reason.')).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ supplyReason: 'Abroad' });
});

test('the office reads the total and types none', async () => {
  await open(typedLine(), 'office');
  expect(total()).toHaveAttribute('readonly');
  expect(screen.getByText('Only a doctor may type the quantity to dispense.')).toBeVisible();
});
