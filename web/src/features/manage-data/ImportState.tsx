// SPDX-License-Identifier: AGPL-3.0-or-later

// The state of an import as a word with its sign and tone.
import { IconArrowBackUp, IconBan, IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react';
import classes from './manageData.module.css';

const STATES = {
  queued: { text: 'Waiting', icon: IconClock, tone: 'info' },
  running: { text: 'Running', icon: IconLoader2, tone: 'info' },
  done: { text: 'Imported', icon: IconCheck, tone: 'ok' },
  failed: { text: 'Failed', icon: IconX, tone: 'bad' },
  cancelled: { text: 'Cancelled', icon: IconBan, tone: 'plain' },
  undone: { text: 'Undone', icon: IconArrowBackUp, tone: 'plain' },
} as const;

function isKnown(state: string): state is keyof typeof STATES {
  return Object.hasOwn(STATES, state);
}

export function ImportState({ state, kind }: { readonly state: string; readonly kind?: string }) {
  const { text, icon: Icon, tone } = STATES[isKnown(state) ? state : 'queued'];
  return (
    <span className={classes['state']} data-tone={tone}>
      <Icon size={14} aria-hidden="true" /> {kind === 'build' && state === 'done' ? 'Built' : text}
    </span>
  );
}
