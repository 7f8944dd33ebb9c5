// SPDX-License-Identifier: AGPL-3.0-or-later

// One polite and one urgent line for screen readers, filled by whoever has something to say.
import { useSyncExternalStore } from 'react';

interface Said {
  readonly polite: string;
  readonly urgent: string;
}

let said: Said = { polite: '', urgent: '' };
const listeners = new Set<() => void>();

/** Says it aloud. The same sentence twice is said twice. */
export function announce(text: string, options: { urgent?: boolean } = {}): void {
  const place = options.urgent ? 'urgent' : 'polite';
  // A trailing blank makes a repeated sentence a changed one.
  const next = said[place] === text ? `${text}\u00a0` : text;
  said = { ...said, [place]: next };
  for (const listener of listeners) listener();
}

/** Takes back what was said: nothing of a patient stays in the page of somebody else. */
export function clearAnnouncement(): void {
  said = { polite: '', urgent: '' };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function Announcer() {
  const now = useSyncExternalStore(subscribe, () => said);
  return (
    <>
      <div className="s-visually-hidden" role="status" aria-live="polite" data-no-print>
        {now.polite}
      </div>
      <div className="s-visually-hidden" role="alert" aria-live="assertive" data-no-print>
        {now.urgent}
      </div>
    </>
  );
}
