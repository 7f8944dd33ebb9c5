// SPDX-License-Identifier: AGPL-3.0-or-later

/** Orders that are finished, asked for when somebody wants to see them. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { SleepAssessmentView } from '../../../api/generated/schema';
import { ErrorState, Loading } from '../../../ui/feedback/states';
import { formatDate, formatDateTime } from '../../../ui/format';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { sleepOrders } from '../queries';
import css from './staff.module.css';

/** Draws the dialog of an order. */
export type SleepDialogSlot = (order: SleepAssessmentView, mayAct: boolean, onClose: () => void) => ReactNode;

interface SleepHistoryProps {
  personId: string;
  /** These are on screen already. */
  pending: readonly SleepAssessmentView[];
  mayAct: boolean;
  /** As the list above has it. */
  dialog: SleepDialogSlot;
}

export function SleepHistory({ personId, pending, mayAct, dialog }: SleepHistoryProps) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const orders = useQuery({ ...sleepOrders(personId), enabled: wanted });
  const earlier = (orders.data ?? []).filter((one) => !pending.some((other) => other._id === one._id));
  const shown = earlier.find((one) => one._id === opened);
  return (
    <div className={css.history}>
      <Button variant="subtle" aria-expanded={wanted} onClick={() => setWanted((before) => !before)}>
        Earlier sleep assessments
      </Button>
      {wanted && orders.isError ? (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
      ) : null}
      {wanted && orders.isPending ? <Loading text="Loading..." rows={2} /> : null}
      {wanted && orders.data && earlier.length === 0 ? (
        <p className={css.note}>No earlier sleep assessments.</p>
      ) : null}
      {wanted && earlier.length > 0 ? (
        <ul className={css.past}>
          {earlier.map((order) => (
            <li key={order._id}>
              <button type="button" className={css.link} data-prints onClick={() => setOpened(order._id)}>
                {order.label}
              </button>
              <span>{formatDate(order.createdDate)}</span>
              <StatusBadge code={order.status} text={order.statuses[0]?.text} />
              <span className={css.when}>{order.sleepClinic.name}</span>
              <span className={css.when}>{lastStep(order)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {shown ? dialog(shown, mayAct, () => setOpened(null)) : null}
    </div>
  );
}

function lastStep({ statuses }: SleepAssessmentView): string {
  const last = statuses[0];
  if (!last) return '';
  const by = last.by ? ` by ${last.by.FirstName} ${last.by.LastName}` : '';
  return `${last.text} ${formatDateTime(last.at)}${by}`;
}
