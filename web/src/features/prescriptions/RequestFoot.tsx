// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The foot of a step of a request: its one main button and a quiet line, always in view. On narrow screens it
 * stands over the bottom bar, otherwise at the end of the part that it belongs to.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './RequestFoot.module.css';

/** What a foot holds; the button may also be a link to the next step. */
export function Foot({ children }: { readonly children: ReactNode }) {
  return <div className={css.foot}>{children}</div>;
}

export function FootLine({ children }: { readonly children: ReactNode }) {
  return <p className={css.line}>{children}</p>;
}

interface RequestFootProps {
  /** How many medications, the fee, and how many are left today. */
  readonly words: string;
  /** Why nothing more can be added. */
  readonly limit: string | null;
  /** With nothing in the request it is not the thing to do next. */
  readonly isEmpty: boolean;
  readonly sending: boolean;
  readonly savedWords?: string | undefined;
  readonly onConfirm: () => void;
}

export function RequestFoot({ words, limit, isEmpty, sending, savedWords, onConfirm }: RequestFootProps) {
  return (
    <Foot>
      <Button
        size="lg"
        px="xs"
        fullWidth
        variant={isEmpty ? 'default' : 'filled'}
        aria-disabled={sending}
        onClick={() => !sending && onConfirm()}
      >
        {sending ? 'Sending your request...' : 'Confirm Medication Request'}
      </Button>
      <FootLine>{words}</FootLine>
      {limit === null ? null : <FootLine>{limit}</FootLine>}
      <p className={css.line} role="status">
        {savedWords}
      </p>
    </Foot>
  );
}
