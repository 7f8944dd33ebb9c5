// SPDX-License-Identifier: AGPL-3.0-or-later

// Who is signed in, in this tab: the token's life, the user, several tabs agreeing with each other.
// The idle timer and the dialogs are the shell's; the sign-in calls are the accounts feature's.
import { useSyncExternalStore } from 'react';
import { availability } from './availability';
import { api, token, whenSignedOut, withToken } from './client';
import { ApiError, ApiUnavailable } from './failures';
import type { UserView } from './generated/schema';
import { queryClient } from './queries';
import { type Ending, endingUnanswered } from './unanswered';

interface SessionState {
  readonly state: 'checking' | 'in' | 'out';
  readonly user: UserView | null;
  /** Somebody pressed Logout: the place is then not remembered. */
  readonly left?: boolean;
  /**
   * The session ended although nobody pressed Logout: when (RFC 3339), whether for idleness, and what of one's own may
   * have ended it.
   */
  readonly ended?: { readonly at: string; readonly idle: boolean; readonly unanswered?: Ending };
}

interface Entered {
  readonly token: string;
  readonly user: UserView;
}

type TabMessage =
  | { kind: 'ask' }
  | { kind: 'token'; token: string; person: string | undefined }
  | { kind: 'out'; left: boolean }
  | { kind: 'active' };

/** Timeout, too early, too many: not an answer about the token. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** How long another tab may take to hand its token to a new one: where it is known to be there, and elsewhere. */
const ANSWER_MS = 5000;
const UNKNOWN_MS = 150;
/** Every tab with somebody signed in shares this lock, so that a new one knows whether to wait. */
const LOCK = 'salal.in';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('salal.session');
const listeners = new Set<() => void>();
const activeListeners = new Set<() => void>();
let now: SessionState = { state: 'checking', user: null };
let started: Promise<void> | undefined;
let onAnotherPerson: () => void = () => undefined;

/** What begins the document anew. */
export function whenAnotherPerson(begin: () => void): void {
  onAnotherPerson = begin;
}

function change(next: SessionState): void {
  now = next;
  holdLock(next.state === 'in');
  for (const listener of listeners) listener();
}

function broadcast(note: TabMessage): void {
  channel?.postMessage(note);
}

/** Where this browser keeps the code that spares staff the authenticator for 12 hours. */
const STORED_CODE = 'salal.device';

/** The code of a staff member's device. It ends when somebody presses Logout, here and at the server. */
export const storedCode = {
  get: (): string | null => localStorage.getItem(STORED_CODE),
  keep(code: string): void {
    localStorage.setItem(STORED_CODE, code);
  },
  forget(): void {
    localStorage.removeItem(STORED_CODE);
  },
};

function clearSession(why: 'left' | 'idle' | 'refused'): void {
  token.set(null);
  // Whoever comes to this computer next is asked for a code.
  if (why === 'left') storedCode.forget();
  const left = why === 'left';
  const unanswered = endingUnanswered();
  const ended = {
    at: new Date().toISOString(),
    idle: why === 'idle',
    ...(unanswered === undefined ? {} : { unanswered }),
  };
  change({ state: 'out', user: null, left, ...(left ? {} : { ended }) });
  queryClient.clear();
}

/** The server said that it does not know this token; anything else is trouble that passes. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status < 500 && !PASSING.has(failure.status);
}

/** The session of this tab's token, or of another one. */
async function askWhoseToken(other?: string): Promise<Entered> {
  const headers = other === undefined ? {} : withToken(other);
  const answer = await api('post', '/api/user/token', { headers });
  if (answer.token === null || answer.user === null) throw new ApiError(401, {});
  return { token: answer.token, user: answer.user };
}

function enter(entered: Entered): void {
  token.set(entered.token);
  change({ state: 'in', user: entered.user });
}

/**
 * Waits until the server can be reached, then asks it whose token this is. A server that is away, or
 * that fails, signs nobody out: the banner stands, and the question is asked again.
 */
async function restore(): Promise<void> {
  if (token.get() === null) await askOtherTabs();
  while (token.get() !== null) {
    try {
      return enter(await askWhoseToken());
    } catch (failure) {
      if (isRefusal(failure)) return clearSession('refused');
      availability.lost();
      await availability.returned();
    }
  }
  if (now.state !== 'out') change({ state: 'out', user: null });
}

const locks = 'locks' in navigator ? navigator.locks : undefined;
let unlock: (() => void) | undefined;

/** Holds the lock while somebody is signed in here; a tab that is closed gives it back. */
function holdLock(isIn: boolean): void {
  if (isIn === (unlock !== undefined)) return;
  unlock?.();
  unlock = undefined;
  if (!isIn) return;
  const end = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  void locks?.request(LOCK, { mode: 'shared' }, () => end).catch(() => undefined);
}

/** Whether somebody is signed in in another tab; undefined where the browser does not tell. */
async function isInElsewhere(): Promise<boolean | undefined> {
  // Refused where the browser keeps nothing for this site.
  const known = await locks?.query().catch(() => undefined);
  return known?.held?.some(({ name }) => name === LOCK);
}

async function askOtherTabs(): Promise<void> {
  const isElsewhere = await isInElsewhere();
  if (!channel || isElsewhere === false) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, isElsewhere ? ANSWER_MS : UNKNOWN_MS);
    const hear = (event: MessageEvent<TabMessage>) => {
      if (event.data.kind !== 'token') return;
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      token.set(event.data.token);
      resolve();
    };
    channel.addEventListener('message', hear);
    broadcast({ kind: 'ask' });
  });
}

channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  const note = event.data;
  const mine = token.get();
  if (note.kind === 'ask' && mine !== null && now.state === 'in')
    broadcast({ kind: 'token', token: mine, person: now.user?._id });
  // Logout says more than an end by itself that was met here before.
  if (note.kind === 'out' && (now.state !== 'out' || (note.left && now.ended)))
    clearSession(note.left ? 'left' : 'idle');
  if (note.kind === 'active') for (const listener of activeListeners) listener();
  // Somebody signed in elsewhere: the browser has one sign-in cookie, so this tab follows.
  if (note.kind === 'token' && now.state !== 'checking' && mine !== note.token) {
    if (now.user !== null && now.user._id !== note.person) return beginAnew();
    queryClient.clear();
    token.set(note.token);
    void restore();
  }
});

/**
 * Somebody else signed in: nothing that is in this document is theirs, in forms, lists or what is about to be sent.
 * Without a token no call of it goes in their name; the next document gets it from the other tab.
 */
function beginAnew(): void {
  token.set(null);
  onAnotherPerson();
}

whenSignedOut(() => {
  if (now.state !== 'in') return;
  clearSession('refused');
});

export const session = {
  get: (): SessionState => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Resolves once it is known whether somebody is signed in. */
  ready(): Promise<void> {
    started ??= restore();
    return started;
  },
  /** After a successful sign-in. */
  signIn(newToken: string, user: UserView): void {
    queryClient.clear();
    token.set(newToken);
    started = Promise.resolve();
    change({ state: 'in', user });
    broadcast({ kind: 'token', token: newToken, person: user._id });
  },
  /**
   * Takes up the session of a token that came by a link. Throws what the server says against it;
   * whoever was signed in before then still is.
   */
  async adopt(given: string): Promise<void> {
    const entered = await askWhoseToken(given);
    session.signIn(entered.token, entered.user);
  },
  /**
   * The server gave this session another token, after a change of the e-mail address or the password; the
   * user is read again unless it came with the token.
   */
  async renew(newToken: string, user?: UserView): Promise<void> {
    token.set(newToken);
    broadcast({ kind: 'token', token: newToken, person: now.user?._id });
    if (user === undefined) await session.refresh();
    else change({ state: 'in', user });
  },
  setUser(user: UserView): void {
    change({ state: 'in', user });
  },
  /** Reads the user again and tells the server that somebody is still here. */
  async refresh(): Promise<void> {
    enter(await askWhoseToken());
  },
  /**
   * A change of the user failed. Where nobody knows whether it was done, they are read again as soon as the server
   * answers, as everything on screen is (queries.ts).
   */
  async changeFailed(failure: unknown): Promise<void> {
    if (!(failure instanceof ApiUnavailable)) return;
    availability.tryNow();
    await availability.returned();
    // What it meets is said by the call that meets it next.
    if (now.state === 'in') await session.refresh().catch(() => undefined);
  },
  /** Ends the session here, in the other tabs and at the server. `idle`: the place is remembered. */
  async signOut(why: 'left' | 'idle' = 'left'): Promise<void> {
    // Sent before the token is forgotten; leaving must succeed here even when the server is away.
    const query = { idle: why === 'idle' };
    const leaving = api('post', '/api/user/sign-out', { params: { query } }).catch((failure: unknown) => {
      if (!(failure instanceof ApiError) && !(failure instanceof ApiUnavailable)) throw failure;
    });
    clearSession(why);
    broadcast({ kind: 'out', left: why === 'left' });
    await leaving;
  },
  /** Other tabs say that their user is busy; a busy tab keeps the others alive. */
  onOtherTabActive(listener: () => void): () => void {
    activeListeners.add(listener);
    return () => {
      activeListeners.delete(listener);
    };
  },
  tellActive(): void {
    broadcast({ kind: 'active' });
  },
};

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** The signed-in user; only for pages that the router shows to signed-in people. */
export function useMe(): UserView {
  const { user } = useSession();
  if (!user) throw new Error('this screen is for signed-in people');
  return user;
}
