// SPDX-License-Identifier: AGPL-3.0-or-later

// Live updates: one stream per tab, read with fetch because EventSource cannot send our header.
// An event carries kind, id and whose it is; the data is asked for again through the ordinary calls.
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { availability } from './availability';
import { token } from './client';
import { queryClient } from './queries';
import { ALL, type Change, refreshChanged, type Subject } from './refresh';
import { useSession } from './session';

interface ChangedEvent {
  /** `all`: anything may have changed. */
  kind: string;
  id: string;
  /** Whose record it is; the zero UUID where it is nobody's. */
  person: string;
}

/** What a change of each kind touches. */
const TOUCHED_BY: Readonly<Record<string, readonly Subject[]>> = {
  prescription: ['prescription', 'message', 'queue'],
  fax: ['prescription', 'fax', 'sleep'],
  // A note shows what the patient answered to it.
  message: ['message', 'note'],
  template: ['template'],
  medicalinfo: ['medicalinfo'],
  note: ['note', 'notedraft'],
  notedraft: ['notedraft'],
  sleep: ['sleep', 'message', 'queue'],
  sleepassessment: ['sleep', 'message', 'queue'],
  sleepinfo: ['sleep'],
  labtest: ['labtest', 'queue'],
  presence: ['presence'],
  person: ['person', 'patients'],
  queue: ['queue'],
  job: ['job'],
  bill: ['bill', 'message'],
  problem: ['problem'],
  data: ['data'],
  import: ['import'],
};

/** Asks for the changes that came within a time together: one act of a person is several of them. */
function gatherer(client: QueryClient, isRecord: boolean, waitMs: () => number) {
  let changes: Change[] = [];
  return (change: Change) => {
    if (changes.push(change) > 1) return;
    setTimeout(() => {
      const gathered = changes;
      changes = [];
      void refreshChanged(client, gathered, isRecord);
    }, waitMs());
  };
}

/** Has everything on screen that shows a change asked for again: the open record at once, lists within two seconds. */
export function refresher(client: QueryClient): (event: ChangedEvent) => void {
  const refreshRecords = gatherer(client, true, () => 60);
  // Every screen of the clinic shows the same lists: they must not all ask in the same moment.
  const refreshLists = gatherer(client, false, () => 1000 + Math.random() * 1000);
  return ({ kind, id, person }) => {
    const subjects = TOUCHED_BY[kind] ?? [];
    if (kind !== ALL && subjects.length === 0) return;
    const change: Change = kind === ALL ? { subjects: ALL, ids: [''] } : { subjects, ids: [id, person] };
    refreshRecords(change);
    refreshLists(change);
  };
}

const FIRST_WAIT_MS = 1000;
/** The server sends something every four seconds; a stream without anything for this long is cut off, although
 * neither the browser nor the network says so. */
const SILENCE_MS = 7000;
const MAX_WAIT_MS = 30_000;

function isChanged(value: unknown): value is ChangedEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'id' in value &&
    typeof value.id === 'string' &&
    'person' in value &&
    typeof value.person === 'string' &&
    (value.kind === ALL || Object.hasOwn(TOUCHED_BY, value.kind))
  );
}

/** The data of one block of the stream, or undefined for comments and other events. */
export function readEvent(block: string): ChangedEvent | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');
  if (data === '') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isChanged(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A signal that is aborted with `stop`, or once `heard` was not called for as long as a silence may be. */
function withinSilence(stop: AbortSignal) {
  const control = new AbortController();
  const abort = () => control.abort();
  let timer = setTimeout(abort, SILENCE_MS);
  stop.addEventListener('abort', abort);
  return {
    signal: control.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    quit() {
      clearTimeout(timer);
      stop.removeEventListener('abort', abort);
    },
  };
}

/** Reads the stream until it ends, is stopped or falls silent. */
export async function listen(
  stop: AbortSignal,
  connected: () => void,
  changed: (event: ChangedEvent) => void,
): Promise<void> {
  const access = token.get();
  if (access === null) return;
  const { signal, heard, quit } = withinSilence(stop);
  try {
    const answer = await fetch('/api/events', {
      headers: { accept: 'text/event-stream', 'x-access-token': access },
      credentials: 'same-origin',
      signal,
    });
    if (!answer.ok || !answer.body) throw new Error('no stream');
    connected();
    const reader = answer.body.pipeThrough(new TextDecoderStream(), { signal }).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const blocks = (rest + value.replaceAll('\r\n', '\n')).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readEvent(block);
        if (event) changed(event);
      }
    }
  } finally {
    quit();
  }
}

/** Keeps the stream open while somebody is signed in; after a gap everything shown is asked again. */
export function useLiveUpdates(): void {
  const { state } = useSession();
  useEffect(() => {
    if (state !== 'in') return undefined;
    const stop = new AbortController();
    const changed = refresher(queryClient);
    let wait = FIRST_WAIT_MS;
    let before = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      try {
        const connected = () => {
          wait = FIRST_WAIT_MS;
          if (before) void queryClient.invalidateQueries();
          before = true;
        };
        await listen(stop.signal, connected, changed);
      } catch {
        // The stream broke or was refused; the timer below tries again.
      }
      if (stop.signal.aborted) return;
      // The stream ends with the server: the strip says so although nobody asked for anything.
      void availability.probe();
      // Not all screens in the same moment.
      timer = setTimeout(() => void run(), wait * (1 + Math.random()));
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    };
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [state]);
}
