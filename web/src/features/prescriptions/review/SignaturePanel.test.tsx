// SPDX-License-Identifier: AGPL-3.0-or-later

/** Signing waits for the page that is signed; a refusal says what is wrong with what was drawn or typed. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { PrescriptionView } from '../../../api/generated/schema';
import { isUnused, SignaturePanel, useSignatureDraft } from './SignaturePanel';
import { medication, prescription } from './test-data';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

type Shown = { view: PrescriptionView; notShown?: string | null; isNarrow?: boolean };

/** As in the dialog: the panel stands elsewhere in a narrow window. */
function Signing({ view, notShown = null, isNarrow = false }: Shown) {
  const draft = useSignatureDraft();
  const panel = <SignaturePanel prescription={view} notShown={notShown} draft={draft} />;
  return (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        {isNarrow ? <main>{panel}</main> : <footer>{panel}</footer>}
        <output>{isUnused(view, draft) ? 'A drawing waits' : 'No drawing waits'}</output>
      </MantineProvider>
    </QueryClientProvider>
  );
}

const client = new QueryClient();
const view = prescription('20418', [medication('m1', 'Metformin', { status: 'Approved' })]);

test('nobody signs before the page is on the screen', () => {
  const { rerender } = render(<Signing view={view} notShown="Preparing the page." />);
  const sign = () => screen.getByRole('button', { name: 'Sign' });
  expect(sign()).toHaveAccessibleDescription('Preparing the page.');
  rerender(<Signing view={view} />);
  expect(sign()).toHaveAccessibleDescription('Draw your signature to sign.');
});

test('a refused signature says why, and has the focus', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        message: 'Please correct errors below',
        code: 'INVALID',
        errors: [{ field: 'password', message: 'The password is not correct.' }],
        requestId: 'r',
      },
      { status: 422 },
    ),
  );
  render(<Signing view={view} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Sign on paper instead' }));
  await user.type(screen.getByLabelText('Your password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('The password is not correct.');
  await waitFor(() => {
    expect(said).toHaveFocus();
  });
  vi.unstubAllGlobals();
});

test('what someone else changed while one signed is named, with the one thing to do', async () => {
  const theirs = prescription('20418', [medication('m1', 'Metformin', { status: 'Approved', version: 2 })], {
    version: 2,
  });
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        message: 'Compare the versions.',
        code: 'STALE_VERSION',
        errors: [],
        requestId: 'r',
        current: theirs,
      },
      { status: 409 },
    ),
  );
  render(<Signing view={view} />);
  draw(360, 108);
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent(
    /^Someone changed Metformin.* while you were signing\. Nothing was signed\./,
  );
  expect(said).not.toHaveTextContent('Compare');
  expect(screen.getByRole('img', { name: 'Signature, empty' })).toBeInTheDocument();
  vi.unstubAllGlobals();
});

/** A line across the pad, which is this large. */
function draw(width: number, height: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height));
  const pad = screen.getByRole('img', { name: 'Signature, empty' });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 0, clientY: 0 });
  for (let part = 1; part <= 8; part += 1)
    fireEvent.pointerMove(pad, { pointerId: 1, clientX: (width * part) / 8, clientY: height / 2 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
}

test('after the stroke the focus is on Sign, and a drawing that is not used is told', () => {
  render(<Signing view={view} />);
  draw(360, 108);
  expect(screen.getByRole('button', { name: 'Sign' })).toHaveFocus();
  expect(screen.getByText('A drawing waits')).toBeVisible();
});

test('a tablet that is turned keeps the drawing, and what is signed is what was drawn', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    return Response.json(
      { message: 'Not now', code: 'UNAVAILABLE', errors: [], requestId: 'r' },
      { status: 422 },
    );
  });
  const { rerender } = render(<Signing view={view} />);
  draw(360, 108);
  rerender(<Signing view={view} isNarrow />);
  const pad = within(screen.getByRole('main')).getByRole('img', { name: 'Signature, drawn' });
  expect(pad.querySelector('path')?.getAttribute('d')).toMatch(/^M0 0 L75 90 .* L600 90$/);
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  await screen.findByRole('alert');
  expect(sent).toMatchObject([
    {
      strokes: [
        [[0, 0], ...Array.from({ length: 8 }, (_, at) => [75 * (at + 1), 90])].map((at) => [
          ...at,
          expect.any(Number),
        ]),
      ],
    },
  ]);
  vi.unstubAllGlobals();
});
