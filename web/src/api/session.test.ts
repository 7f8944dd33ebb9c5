// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kept } from '../testing/server';
import { until } from '../testing/until';

// Each test is a page that was just opened: the modules begin again.
async function open() {
  vi.resetModules();
  const [{ session }, { availability }, client] = await Promise.all([
    import('./session'),
    import('./availability'),
    import('./client'),
  ]);
  return { session, availability, ...client };
}

const user = { _id: 'user-1', Email: 'a@example.com', Role: 'ROLE_PATIENT' };
const known = () => new Response(JSON.stringify({ token: 'kept', user }), { status: 200 });
const answers: (() => Promise<Response>)[] = [];
const will = (answer: Response) => answers.push(() => Promise.resolve(answer));

describe('taking up a session again', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    answers.length = 0;
    sessionStorage.setItem('salal.token', 'kept');
    vi.stubGlobal('fetch', (path: string) =>
      path === '/api/'
        ? Promise.resolve(new Response(null, { status: 204 }))
        : (answers.shift() ?? (() => Promise.reject(new TypeError('away'))))(),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ['a gateway that finds no server', () => new Response('Bad Gateway', { status: 502 })],
    ['a server without its database', () => new Response('{"code":"BROKEN"}', { status: 503 })],
    ['a fault of the server', () => new Response('{"code":"BROKEN"}', { status: 500 })],
    ['too many calls', () => new Response('{"code":"TOO_MANY"}', { status: 429 })],
  ])('outlasts %s: the banner stands, nobody is signed out', async (_, trouble) => {
    const page = await open();
    will(trouble());
    const ready = page.session.ready();
    await vi.advanceTimersByTimeAsync(100);
    expect(page.availability.get()).toBe(false);
    expect(page.session.get().state).toBe('checking');
    expect(page.token.get()).toBe('kept');
    will(known());
    await vi.advanceTimersByTimeAsync(6_000);
    await ready;
    expect(page.session.get()).toMatchObject({ state: 'in', user: { _id: 'user-1' } });
    expect(page.availability.get()).toBe(true);
  });

  it('outlasts a network that is away', async () => {
    const page = await open();
    const ready = page.session.ready();
    await vi.advanceTimersByTimeAsync(100);
    expect(page.session.get().state).toBe('checking');
    will(known());
    await vi.advanceTimersByTimeAsync(6_000);
    await ready;
    expect(page.session.get().state).toBe('in');
  });

  it('ends when the server does not know the token', async () => {
    const page = await open();
    will(new Response('{"code":"INVALID_TOKEN"}', { status: 401 }));
    await page.session.ready();
    expect(page.session.get().state).toBe('out');
    expect(page.token.get()).toBeNull();
  });

  it('leaves the one who is signed in alone when a link’s token is refused', async () => {
    const page = await open();
    will(known());
    await page.session.ready();
    will(new Response('{"code":"INVALID_TOKEN","message":"Please sign in."}', { status: 401 }));
    await expect(page.session.adopt('from-a-link')).rejects.toMatchObject({ status: 401 });
    expect(page.session.get().state).toBe('in');
    expect(page.token.get()).toBe('kept');
  });
});

describe('a change of one’s own password', () => {
  let answer: () => Promise<Response>;
  const lost = () => Promise.reject(new TypeError('network'));
  const refused = () => Promise.resolve(new Response('{"code":"INVALID_TOKEN"}', { status: 401 }));
  beforeEach(() => {
    sessionStorage.setItem('salal.token', 'kept');
    vi.stubGlobal('fetch', (request: Request) => {
      const isStart = new URL(request.url).pathname === '/api/user/token';
      return isStart ? Promise.resolve(known()) : answer();
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });

  const begin = async () => {
    const page = await open();
    await page.session.ready();
    const press = () =>
      page
        .api('put', '/api/user/credential/{id}', {
          params: { path: { id: 'user-1' } },
          body: { currentPassword: 'Old12345', Password: 'New12345' },
          headers: page.withEnding('password'),
        })
        .catch(() => undefined);
    return { ...page, press };
  };

  it.each([
    ['the press again', (page: Awaited<ReturnType<typeof begin>>) => page.press()],
    [
      'a read',
      (page: Awaited<ReturnType<typeof begin>>) => page.api('get', '/api/problem').catch(() => undefined),
    ],
  ])('is told of where the session is refused after its answer was lost: %s', async (_, next) => {
    const page = await begin();
    answer = lost;
    await page.press();
    expect(page.session.get().state).toBe('in');
    answer = refused;
    await next(page);
    expect(page.session.get()).toMatchObject({
      state: 'out',
      ended: { idle: false, unanswered: 'password' },
    });
  });

  it('is told of after the tab was loaded anew', async () => {
    const page = await begin();
    answer = lost;
    await page.press();
    vi.stubGlobal('fetch', refused);
    const again = await open();
    await again.session.ready();
    expect(again.session.get()).toMatchObject({ state: 'out', ended: { unanswered: 'password' } });
  });

  it('is not told of where its first press was refused', async () => {
    const page = await begin();
    answer = refused;
    await page.press();
    expect(page.session.get().ended).not.toHaveProperty('unanswered');
  });

  it('is not told of where something was done since', async () => {
    const page = await begin();
    answer = lost;
    await page.press();
    answer = () => Promise.resolve(kept());
    await page.api('put', '/api/problem/acknowledge', { body: { id: 'a' } });
    answer = refused;
    await page.press();
    expect(page.session.get().ended).not.toHaveProperty('unanswered');
  });
});

describe('the stored second step', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it.each([
    { why: 'left', kept: null, path: '/api/user/sign-out?idle=false' },
    { why: 'idle', kept: 'a-code', path: '/api/user/sign-out?idle=true' },
  ] as const)('after $why is $kept', async ({ why, kept, path }) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return Promise.resolve(pathname.endsWith('sign-out') ? new Response(null, { status: 204 }) : known());
    });
    sessionStorage.setItem('salal.token', 'kept');
    localStorage.setItem('salal.device', 'a-code');
    const page = await open();
    await page.session.ready();
    await page.session.signOut(why);
    expect(localStorage.getItem('salal.device')).toBe(kept);
    expect(asked).toContain(path);
  });
});

describe('several tabs', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('leave together, and remember no place when somebody pressed Logout', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(known()));
    sessionStorage.setItem('salal.token', 'kept');
    const page = await open();
    await page.session.ready();
    expect(page.session.get().state).toBe('in');
    const other = new BroadcastChannel('salal.session');
    other.postMessage({ kind: 'out', left: true });
    await until(() => expect(page.session.get()).toMatchObject({ state: 'out', left: true }));
    expect(page.token.get()).toBeNull();
    other.close();
  });

  it('hear of Logout in another one also where the end was met before', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(known()));
    sessionStorage.setItem('salal.token', 'kept');
    const page = await open();
    await page.session.ready();
    const other = new BroadcastChannel('salal.session');
    other.postMessage({ kind: 'out', left: false });
    await until(() => expect(page.session.get()).toMatchObject({ state: 'out', left: false }));
    other.postMessage({ kind: 'out', left: true });
    await until(() => expect(page.session.get()).toMatchObject({ state: 'out', left: true }));
    other.close();
  });
});

describe('a new tab', () => {
  const channels: EventTarget[] = [];
  const isHeld = (held: readonly { name: string }[]) =>
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { query: () => Promise.resolve({ held }), request: () => Promise.resolve() },
    });
  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
    vi.stubGlobal('fetch', () => Promise.resolve(known()));
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage = vi.fn();
        constructor() {
          super();
          channels.push(this);
        }
      },
    );
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('waits for one that is signed in, on a slow computer too', async () => {
    isHeld([{ name: 'another' }, { name: 'salal.in' }]);
    const page = await open();
    const ready = page.session.ready();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.session.get().state).toBe('checking');
    const data = { kind: 'token', token: 'theirs' };
    channels.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
    await ready;
    expect(page.session.get()).toMatchObject({ state: 'in', user: { _id: 'user-1' } });
  });

  it('begins anew when somebody else signs in there, and calls nothing in their name before', async () => {
    isHeld([]);
    const page = await open();
    const { whenAnotherPerson } = await import('./session');
    const begin = vi.fn();
    whenAnotherPerson(begin);
    page.token.set('kept');
    await page.session.ready();
    const hear = (note: object) =>
      channels
        .at(-1)
        ?.dispatchEvent(new MessageEvent('message', { data: { kind: 'token', token: 'other', ...note } }));
    hear({ person: 'user-1' });
    expect(begin).not.toHaveBeenCalled();
    expect(page.token.get()).toBe('other');
    await vi.advanceTimersByTimeAsync(100);
    hear({ token: 'theirs', person: 'user-2' });
    expect(begin).toHaveBeenCalledOnce();
    expect(page.token.get()).toBeNull();
  });

  it('opens where the browser refuses to tell', async () => {
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        query: () => Promise.reject(new Error('refused')),
        request: () => Promise.reject(new Error('refused')),
      },
    });
    const page = await open();
    const ready = page.session.ready();
    await vi.advanceTimersByTimeAsync(200);
    await ready;
    expect(page.session.get().state).toBe('out');
  });

  it('waits for nobody where no other is signed in', async () => {
    isHeld([{ name: 'another' }]);
    const page = await open();
    await page.session.ready();
    expect(page.session.get().state).toBe('out');
  });
});
