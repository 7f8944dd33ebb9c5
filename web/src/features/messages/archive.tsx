// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Putting a message away, and bringing it back. What was meant when the button was pressed holds: by the
 * time of the answer the lists and the opened message have changed already.
 */
import { ActionIcon } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { MessageRow } from '../../api/generated/schema';
import { announce } from '../../ui/feedback/announce';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { setArchived } from './commands';

interface ArchiveWish {
  /** Away, or back to the inbox. */
  readonly away: boolean;
  /** Where one goes on once it is done. */
  readonly next?: (() => void) | undefined;
  /** What is said once it is done, in place of the usual words. */
  readonly said?: string | null | undefined;
}

export function useArchive(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ away }: ArchiveWish) => setArchived(client, id, away),
    onSuccess: (_, { away, next, said }) => {
      if (said) toast.info(said);
      else announce(away ? 'Message archived' : 'Message is back in the inbox');
      next?.();
    },
    onError: (failure) => toastFailure(failure, { _id: id }),
  });
}

/** What the button stands for. */
export const archiveLabel = (away: boolean): string => (away ? 'Archive' : 'Back to inbox');

export function ArchiveIcon({ away, size }: { away: boolean; size: number }) {
  const Sign = away ? IconArchive : IconArchiveOff;
  return <Sign size={size} aria-hidden="true" />;
}

type Props = {
  row: Pick<MessageRow, '_id' | 'subject'>;
  away: boolean;
  /** Pixels of the button and of its sign. */
  sizes: readonly [number, number];
  className?: string | undefined;
  /** Asked at the press: where one goes on. */
  onLeave?: ((id: string) => () => void) | undefined;
  /** Said once it is put away, where more is to be said than that. */
  said?: string | null | undefined;
};

/** The button of a row. */
export function ArchiveButton({ row, away, sizes: [size, sign], className = '', onLeave, said }: Props) {
  const put = useArchive(row._id);
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="gray"
      size={size}
      loading={put.isPending}
      aria-label={`${archiveLabel(away)}: ${row.subject}`}
      onClick={() => put.mutate({ away, next: onLeave?.(row._id), said })}
    >
      <ArchiveIcon away={away} size={sign} />
    </ActionIcon>
  );
}
