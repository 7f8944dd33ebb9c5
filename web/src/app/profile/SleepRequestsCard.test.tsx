// SPDX-License-Identifier: AGPL-3.0-or-later

/** Who signs the requests for sleep studies, and how a doctor agrees and stops. */
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestingDoctor } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings, testUser } from '../../testing/settings';
import { SleepRequestsCard } from './SleepRequestsCard';

const PATH = '/api/sleep-assessment/requester';
const ME: RequestingDoctor = { name: 'Dr. Helen Varga', since: '2026-11-26T18:00:00Z', isMe: true };
const OTHER: RequestingDoctor = { ...ME, name: 'Dr. Ada Moss', isMe: false };

const doctor = testUser({ Role: 'ROLE_DOCTOR' });

describe('the card of the sleep study requests', () => {
  /** Who signs, at the server. */
  let signs: RequestingDoctor | null = null;
  let refuse = false;
  let sent: { readonly method: string; readonly body: unknown }[] = [];

  beforeEach(() => {
    signs = null;
    refuse = false;
    sent = [];
    queryClient.clear();
    storeSettings(testSettings);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 90));
    answerWith(async (request) => {
      expect(pathOf(request)).toBe(PATH);
      if (request.method === 'GET') return Response.json({ doctor: signs });
      sent.push({
        method: request.method,
        body: request.method === 'PUT' ? JSON.parse(await request.text()) : null,
      });
      if (refuse)
        return Response.json(
          {
            message: 'The password is not correct.',
            code: 'WRONG_PASSWORD',
            errors: [{ field: 'password', message: 'The password is not correct.' }],
            requestId: 'r',
          },
          { status: 422 },
        );
      signs = request.method === 'PUT' ? ME : null;
      return Response.json({ doctor: signs });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const draw = () => {
    const pad = screen.getByRole('img', { name: 'Signature, empty' });
    fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 10, clientY: 10 });
    for (let step = 1; step < 12; step += 1)
      fireEvent.pointerMove(pad, { pointerId: 1, clientX: 10 + step * 9, clientY: 10 + ((step * 7) % 23) });
    fireEvent.pointerUp(pad, { pointerId: 1 });
  };

  it('says that nothing will be faxed while no doctor signs, and lets a doctor agree', async () => {
    await renderAt('/profile', <SleepRequestsCard me={doctor} />);
    expect(await screen.findByText(/No doctor has agreed to sign/)).toBeInTheDocument();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Sign sleep study requests' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign sleep study requests' }));
    const agree = dialog.getByRole('button', { name: 'Agree' });
    expect(agree).toHaveAccessibleDescription('Draw your signature to agree.');
    draw();
    expect(agree).toHaveAccessibleDescription('Enter your password to agree.');
    await user.type(dialog.getByLabelText('Your password'), 'Salal2026demo');
    await user.click(agree);
    expect(await screen.findByText(/You have signed requests for sleep studies since/)).toBeInTheDocument();
    expect(sent).toEqual([
      { method: 'PUT', body: { strokes: [expect.any(Array)], password: 'Salal2026demo' } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the drawing when the password is wrong, and says who is taken over from', async () => {
    signs = OTHER;
    refuse = true;
    await renderAt('/profile', <SleepRequestsCard me={doctor} />);
    expect(await screen.findByText(/Dr. Ada Moss has signed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Stop signing' })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Sign sleep study requests' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign sleep study requests' }));
    expect(dialog.getByText('You will take over from Dr. Ada Moss.')).toBeInTheDocument();
    draw();
    await user.type(dialog.getByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Agree' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The password is not correct.');
    expect(dialog.getByRole('img', { name: 'Signature, drawn' })).toBeInTheDocument();
    expect(dialog.getByLabelText('Your password')).toHaveValue('');
  });

  it('asks before a doctor stops', async () => {
    signs = ME;
    await renderAt('/profile', <SleepRequestsCard me={doctor} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Stop signing' }));
    expect(screen.queryByRole('button', { name: 'Sign sleep study requests' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop signing' }));
    await user.click(dialog.getByRole('button', { name: 'Stop signing' }));
    expect(await screen.findByText(/No doctor has agreed to sign/)).toBeInTheDocument();
    expect(sent).toEqual([{ method: 'DELETE', body: null }]);
  });

  it('shows the office who signs', async () => {
    signs = OTHER;
    await renderAt('/profile', <SleepRequestsCard me={testUser({ Role: 'ROLE_OFFICE' })} />);
    expect(await screen.findByText(/Dr. Ada Moss has signed/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lets an administrator stop a doctor', async () => {
    signs = OTHER;
    await renderAt('/profile', <SleepRequestsCard me={testUser({ Role: 'ROLE_ADMIN' })} />);
    expect(await screen.findByRole('button', { name: 'Stop signing' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign sleep study requests' })).toBeNull();
  });

  it('says when it cannot be read', async () => {
    answerWith(() => Response.json({ message: 'Gone.', code: 'NOT_FOUND', requestId: 'r' }, { status: 404 }));
    await renderAt('/profile', <SleepRequestsCard me={doctor} />);
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign sleep study requests' })).toBeNull();
  });
});
