// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Who of the doctors has the patient on screen, with claiming and releasing,
 * and the way to the next patient: one at a time, never two in one go.
 */
import { Button } from '@mantine/core';
import { IconArrowRight, IconHandStop, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { formatTime } from '../../../ui/format';
import { Kbd } from '../../../ui/Kbd';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { nameOf } from '../review/lines';
import { claimOf } from './queries';
import styles from './queue.module.css';
import { useClaims } from './useClaims';

interface ClaimBarProps {
  readonly personId: string;
  /** Nothing of this patient waits for a doctor: the next one is the thing to do. */
  readonly isDone: boolean;
  /** The bar at the foot has the button to the next patient. */
  readonly isFollowed?: boolean;
}

export function ClaimBar({ personId, isDone, isFollowed = false }: ClaimBarProps) {
  const claimed = useQuery(claimOf(personId));
  const claims = useClaims();
  const theirs = claimed.data?.claim ?? null;
  const mine = theirs?.mine === true;
  const toggle = () => {
    if (mine) claims.release(personId);
    else claims.claim(personId, theirs);
  };
  useShortcuts('Review queue', [
    { keys: ['c'], does: mine ? 'release the patient' : 'claim the patient', run: toggle },
    {
      keys: ['g'],
      does: 'next patient',
      run: () => {
        claims.next(personId);
      },
    },
  ]);
  return (
    <section className={styles.bar} aria-label="Review queue">
      <span className={styles.who} data-mine={mine || undefined} role="status">
        {theirs ? (
          <IconUserCheck size={16} aria-hidden="true" />
        ) : (
          <IconHandStop size={16} aria-hidden="true" />
        )}
        {theirs === null
          ? claimed.isSuccess
            ? 'Unclaimed'
            : ''
          : mine
            ? `Claimed by you at ${formatTime(theirs.at)}.${isDone && !isFollowed ? ' Nothing is left to review.' : ''}`
            : `Dr. ${nameOf(theirs.by)} claimed this patient at ${formatTime(theirs.at)}.`}
      </span>
      <Button
        variant="default"
        disabled={!claimed.isSuccess}
        loading={claims.busy === 'claim'}
        rightSection={<Key>c</Key>}
        onClick={toggle}
      >
        {mine ? 'Release' : theirs ? 'Take over' : 'Claim'}
      </Button>
      {!isFollowed && (
        <Button
          variant={mine && isDone ? 'filled' : 'default'}
          loading={claims.busy === 'next'}
          leftSection={<IconArrowRight size={16} aria-hidden="true" />}
          rightSection={<Key>g</Key>}
          onClick={() => {
            claims.next(personId);
          }}
        >
          Next patient
        </Button>
      )}
      {claims.dialog}
    </section>
  );
}

function Key({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className={styles.keycap}>
      <Kbd>{children}</Kbd>
    </span>
  );
}
