// SPDX-License-Identifier: AGPL-3.0-or-later

/** Who else has this patient open: initials, and the names in words. */
import { Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';

import type { PresenceView } from '../../api/generated/schema';
import { announce } from '../../ui/feedback/announce';
import { formatDateTime } from '../../ui/format';
import classes from './presence.module.css';
import { usePresence } from './presence';

/** More faces than this are a number. */
const FACES = 3;

export function Presence({ personId }: { readonly personId: string }) {
  const others = usePresence(personId);
  const known = useRef(new Set<string>());
  useEffect(() => {
    const fresh = others.filter((one) => !known.current.has(one.person._id));
    known.current = new Set(others.map((one) => one.person._id));
    if (fresh.length > 0)
      announce(`${namesOf(fresh)} also ${fresh.length > 1 ? 'have' : 'has'} this patient open`);
  }, [others]);
  if (others.length === 0) return null;
  return (
    <div className={classes['line']}>
      <span className={classes['faces']} aria-hidden="true">
        {others.slice(0, FACES).map((one) => (
          <Tooltip key={one.person._id} label={`${nameOf(one)}, since ${formatDateTime(one.since)}`}>
            <span className={classes['face']}>{initialsOf(one)}</span>
          </Tooltip>
        ))}
        {others.length > FACES && <span className={classes['face']}>+{others.length - FACES}</span>}
      </span>
      <span>
        <strong>{namesOf(others)}</strong> also {others.length > 1 ? 'have' : 'has'} this patient open
      </span>
    </div>
  );
}

function nameOf({ person }: PresenceView): string {
  return `${person.FirstName} ${person.LastName}`;
}

/** "Helen Varga, Priya Nandakumar and 2 more" */
function namesOf(others: readonly PresenceView[]): string {
  const names = others.map(nameOf);
  if (names.length > FACES) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

function initialsOf({ person }: PresenceView): string {
  return `${person.FirstName.charAt(0)}${person.LastName.charAt(0)}`.toUpperCase();
}
