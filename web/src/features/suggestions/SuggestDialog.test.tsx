// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/failures';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { SuggestDialog } from './SuggestDialog';

const { report, take } = vi.hoisted(() => ({ report: vi.fn(), take: vi.fn() }));
vi.mock('./commands', () => ({ reportProblem: report }));
vi.mock('./screenshot', () => ({
  takePicture: take,
  withBlanks: (_: unknown, blanks: readonly unknown[]) => `data:image/png;base64,${blanks.length}`,
}));
vi.mock('../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

function open() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <SuggestDialog onClose={onClose} />
    </MantineProvider>,
  );
  return onClose;
}

beforeEach(async () => {
  await loadDialogs();
  report.mockReset().mockResolvedValue({ message: 'Problem reported successfully!' });
  take.mockReset().mockImplementation(() => {
    const picture = document.createElement('canvas');
    picture.toDataURL = () => 'data:image/png;base64,AAAA';
    return Promise.resolve(picture);
  });
});

test('it says what is in the picture before one is taken', async () => {
  open();
  expect(await screen.findByText(/may show your name and your health information/)).toBeVisible();
  expect(take).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Take a picture' }));
  expect(await screen.findByRole('img', { name: 'The page as it will be sent' })).toBeInTheDocument();
});

test('a part is blanked, moved and removed with the keyboard', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take a picture' }));
  const add = await screen.findByRole('button', { name: 'Hide an area' });
  await userEvent.click(add);
  await userEvent.click(add);
  const [first, second] = screen.getAllByRole('group', { name: /^Hidden area/ });
  const before = first?.style.left;
  first?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(first?.style.left).not.toBe(before);
  second?.focus();
  await userEvent.keyboard('{Delete}');
  expect(screen.getAllByRole('group', { name: /^Hidden area/ })).toHaveLength(1);
  await userEvent.type(screen.getByLabelText(/^Your suggestion/), 'Larger letters');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(report).toHaveBeenCalledWith(
    { message: 'Larger letters', picture: 'data:image/png;base64,1', personId: 'me' },
    expect.any(String),
  );
});

test('without words nothing is sent, and it says so', async () => {
  const onClose = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue without a picture' }));
  await userEvent.type(screen.getByLabelText(/^Your suggestion/), '   ');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(screen.getAllByText(/Then click the Submit button. Thanks./).length).toBeGreaterThan(1);
  expect(report).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText(/^Your suggestion/), 'Larger letters');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(onClose).toHaveBeenCalled();
});

test('a refusal is shown, and the same press again is the same suggestion', async () => {
  report.mockRejectedValueOnce(new ApiError(413, { message: 'The picture can be up to 5 MB.' }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue without a picture' }));
  await userEvent.type(screen.getByLabelText(/^Your suggestion/), 'Larger letters');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('The picture can be up to 5 MB.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(report.mock.calls[0]?.[1]).toBe(report.mock.calls[1]?.[1]);
});

test('a picture that cannot be taken does not stop the words', async () => {
  take.mockRejectedValueOnce(new Error('no canvas'));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take a picture' }));
  expect(await screen.findByText(/The picture couldn’t be taken/)).toBeVisible();
  expect(screen.getByLabelText(/^Your suggestion/)).toBeVisible();
});

test('what was written is thrown away only after asking', async () => {
  const onClose = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue without a picture' }));
  await userEvent.type(screen.getByLabelText(/^Your suggestion/), 'Larger letters');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalled();
});
