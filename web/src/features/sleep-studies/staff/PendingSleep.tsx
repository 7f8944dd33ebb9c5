// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The orders of a patient's sleep studies that are not finished, as the staff
 * see them: where each goes, whether it is paid, what became of its fax, and the
 * dialog with the form that is faxed. The dialog comes from outside, because its
 * pages are drawn by another feature.
 */
import { Button } from '@mantine/core';
import { IconFileText, IconZzz } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { EmptyState, ErrorState, Loading } from '../../../ui/feedback/states';
import { formatAddress, formatDateTime } from '../../../ui/format';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { pendingSleep } from './queries';
import { type SleepDialogSlot, SleepHistory } from './SleepHistory';
import css from './staff.module.css';
import { StatusMenu } from './StatusMenu';
import { paidText, SleepOrderStatus } from './labels';

interface PendingSleepProps {
  personId: string;
  /** The order that a message led to. */
  openItem?: string | undefined;
  /** Whether the reader may do more than read. */
  mayAct: boolean;
  dialog: SleepDialogSlot;
}

export function PendingSleep({ personId, openItem, mayAct, dialog }: PendingSleepProps) {
  const orders = useQuery(pendingSleep(personId));
  const [opened, setOpened] = useState<string | null>(null);
  if (orders.isError) {
    return <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />;
  }
  if (orders.isPending) return <Loading text="Loading..." rows={2} />;
  const shown = orders.data.find((one) => one._id === opened);
  return (
    <div className={css.list}>
      {orders.data.length === 0 ? (
        <EmptyState icon={IconZzz} text="No pending sleep assessment for this patient." />
      ) : (
        orders.data.map((order) => (
          <article
            key={order._id}
            id={`sleep-${order._id}`}
            className={css.order}
            data-current={order._id === openItem || undefined}
            aria-labelledby={`sleep-${order._id}-name`}
          >
            <div className={css.head}>
              <h3 id={`sleep-${order._id}-name`} className={css.name}>
                {order.label}
              </h3>
              <span className={css.when}>{formatDateTime(order.createdDate)}</span>
              <StatusBadge code={order.status} text={order.statuses[0]?.text} />
              <span className={css.when}>{paidText(order)}</span>
            </div>
            <div className={css.buttons}>
              {mayAct ? <StatusMenu order={order} /> : null}
              <Button
                variant="default"
                leftSection={<IconFileText size={16} aria-hidden="true" />}
                onClick={() => setOpened(order._id)}
              >
                Sleep Assessment
                <span className="s-visually-hidden"> {order.label}</span>
              </Button>
            </div>
            <p className={css.where}>
              {order.sleepClinic.name}, {formatAddress(order.sleepClinic.address)}
              <br />
              Fax <PhoneNumber number={order.faxNumber} /> · Phone{' '}
              <PhoneNumber number={order.sleepClinic.phoneNumber} />
            </p>
            <SleepOrderStatus order={order} />
          </article>
        ))
      )}
      <SleepHistory personId={personId} pending={orders.data} mayAct={mayAct} dialog={dialog} />
      {shown ? dialog(shown, mayAct, () => setOpened(null)) : null}
    </div>
  );
}
