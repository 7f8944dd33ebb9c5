// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSettings } from '../../api/queries';
import { session } from '../../api/session';
import { testSettings, testUser } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { until } from '../../testing/until';
import { IdleGuard } from './IdleGuard';

const QUESTION = 'Are you still there?';

describe('the idle guard', () => {
  const other = new BroadcastChannel('salal.session');
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ token: 't', user: testUser() }))),
    );
    storeSettings({ ...testSettings, idleSeconds: 300 });
    session.signIn('t', testUser());
    await renderAt('/dashboard', <IdleGuard />);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  it('asks a minute before the end, and the button keeps the session', async () => {
    await pass(235);
    expect(screen.queryByText(QUESTION)).toBeNull();
    await pass(6);
    await until(() => expect(screen.getByText(QUESTION)).toBeVisible());
    await userEvent.setup().click(screen.getByRole('button', { name: 'Stay signed in' }));
    await pass(200);
    expect(session.get().state).toBe('in');
  });

  it('ends the session when nobody answers, and remembers the place', async () => {
    await pass(301);
    expect(session.get()).toMatchObject({ state: 'out', left: false });
  });

  it('rests while somebody is busy in another tab', async () => {
    await pass(241);
    await until(() => expect(screen.getByText(QUESTION)).toBeVisible());
    other.postMessage({ kind: 'active' });
    await until(() => expect(screen.queryByText(QUESTION)).toBeNull());
    await pass(120);
    expect(session.get().state).toBe('in');
  });
});
