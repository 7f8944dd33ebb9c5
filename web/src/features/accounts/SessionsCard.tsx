// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, where one is signed in: each browser with its last use, and a way to end it.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SessionView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { rowAt, useNextFocus } from '../../ui/forms/useNextFocus';
import { FoldingCard } from '../../ui/page/FoldingCard';
import { endSession, signOutOthers } from './commands';
import classes from './profile.module.css';
import { sessionList } from './queries';

/** So many are shown until somebody asks for all. */
const FEW = 3;

export function SessionsCard() {
  const [all, setAll] = useState(false);
  const sessions = useQuery(sessionList());
  const cache = useQueryClient();
  const again = () => refresh(cache, 'session');
  const { busy, run } = useCommand();
  const endOthers = () =>
    run(async () => {
      const { ended } = await signOutOthers();
      toast.success(
        ended === 1 ? 'Signed out of one other device.' : `Signed out of ${ended} other devices.`,
      );
      await again();
    }, refused);
  const list = sessions.data ?? [];
  const rows = useRef<HTMLUListElement>(null);
  const goOn = useNextFocus(list.length);
  const hasOthers = list.some((one) => !one.current);
  return (
    <FoldingCard
      title="Where you are signed in"
      summary={sessions.data && (list.length === 1 ? '1 browser' : `${list.length} browsers`)}
      action={
        hasOthers && (
          <Button variant="default" loading={busy} onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {sessions.isPending && <Loading />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 && <EmptyState text="You’re not signed in anywhere else." />}
      {list.length > 0 && (
        <ul ref={rows} tabIndex={-1} className={classes['list']}>
          {(all ? list : list.slice(0, FEW)).map((one, at) => (
            <SessionRow
              key={one._id}
              one={one}
              onEnd={() =>
                goOn(() => rowAt(rows.current, 'button', at - ownBefore(list, at)) ?? rows.current)
              }
              onEnded={again}
            />
          ))}
        </ul>
      )}
      {!all && list.length > FEW && (
        <Button variant="subtle" className={classes['all'] ?? ''} onClick={() => setAll(true)}>
          {`Show all ${list.length}`}
        </Button>
      )}
    </FoldingCard>
  );
}

const refused = (failure: unknown) => toastFailure(failure);

/** This browser's own row has no button. */
function ownBefore(list: readonly SessionView[], at: number): number {
  return list.slice(0, at).filter((one) => one.current).length;
}

function SessionRow({
  one,
  onEnd,
  onEnded,
}: {
  readonly one: SessionView;
  readonly onEnd: () => void;
  readonly onEnded: () => Promise<unknown>;
}) {
  const { busy, run } = useCommand();
  const end = () =>
    run(async () => {
      await endSession(one._id);
      toast.success('Signed out of that device.');
      await onEnded();
    }, refused);
  return (
    <li>
      <div>
        <strong>{one.agent}</strong>
        {one.current && <span className={classes['here']}>This browser</span>}
        <p>{`Last used ${formatDateTime(one.lastSeenAt)} · signed in ${formatDateTime(one.createdAt)} · ${one.ip}`}</p>
      </div>
      {!one.current && (
        <Button
          variant="default"
          loading={busy}
          aria-label={`Sign out ${one.agent}, last used ${formatDateTime(one.lastSeenAt)}`}
          onClick={() => {
            onEnd();
            void end();
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
