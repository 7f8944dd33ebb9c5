// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One's orders of a sleep study with their history: what happened, where it stands,
 * and what can still be done. The sheet itself is shown by the page.
 */
import { Button } from '@mantine/core';
import { IconFileText, IconReceipt } from '@tabler/icons-react';
import type { FaxView, SleepAssessmentView } from '../../api/generated/schema';
import { formatAddress, formatDateTime, formatMoney } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Card } from '../../ui/page/Card';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { Timeline, type TimelineStep } from '../../ui/status/Timeline';
import { statusStyle } from '../../ui/status/statuses';
import { CancelSleepOrder } from './CancelSleepOrder';
import css from './sleep.module.css';

interface SleepOrdersProps {
  orders: readonly SleepAssessmentView[];
  onDocument: (order: SleepAssessmentView) => void;
  onReceipt: (order: SleepAssessmentView) => void;
}

export function SleepOrders({ orders, onDocument, onReceipt }: SleepOrdersProps) {
  return (
    <>
      {orders.map((order) => (
        <Card
          key={order._id}
          title={`Sleep study ${order.label}`}
          action={<StatusBadge code={order.status} text={order.statuses[0]?.text} />}
          footer={
            <div className={css.actions}>
              <Button
                variant="default"
                leftSection={<IconFileText size={18} aria-hidden="true" />}
                aria-label={`View document of ${order.label}`}
                onClick={() => onDocument(order)}
              >
                View document
              </Button>
              {order.payment?.chargedAt ? (
                <Button
                  variant="default"
                  leftSection={<IconReceipt size={18} aria-hidden="true" />}
                  aria-label={`View receipt of ${order.label}`}
                  onClick={() => onReceipt(order)}
                >
                  View receipt
                </Button>
              ) : null}
              {order.canPay ? (
                <ButtonLink href={paths.sleepClinic(order.sleepClinic.route, { assessment: order._id })}>
                  Pay {formatMoney(order.fee.amount)}
                </ButtonLink>
              ) : null}
              <CancelSleepOrder order={order} />
            </div>
          }
        >
          <div className={css.order}>
            <div>
              <strong>{order.sleepClinic.name}</strong>
              <p className={css.lines}>
                {formatAddress(order.sleepClinic.address)}
                <br />
                Phone <PhoneNumber number={order.sleepClinic.phoneNumber} />
              </p>
            </div>
            <Timeline label={`Status of ${order.label}`} orientation="vertical" steps={stepsOf(order)} />
          </div>
          <FaxLine order={order} />
        </Card>
      ))}
    </>
  );
}

const ENDS = ['FAXED', 'REFUNDED', 'CANCELED'];

/** Oldest first: a story is told from its beginning. */
function stepsOf(order: SleepAssessmentView): TimelineStep[] {
  const past = order.statuses.toReversed();
  return past.map((one, index) => ({
    label: one.text,
    state: stateOf(one.code, index === past.length - 1),
    icon: statusStyle(one.code).icon,
    when: formatDateTime(one.at),
    ...(one.detail ? { who: one.detail } : {}),
  }));
}

function stateOf(code: string, isLast: boolean): TimelineStep['state'] {
  if (code === 'REFUNDED') return 'refunded';
  return isLast && !ENDS.includes(code) ? 'current' : 'done';
}

const FAX_LABELS = {
  queued: 'The fax is queued.',
  sending: 'The fax is being sent.',
  sent: 'The fax was sent. We are waiting for the clinic’s machine to confirm it.',
  delivered: 'The clinic’s fax machine confirmed every page.',
  failed: 'The fax did not go through. Our staff have been notified and will resend it.',
  unknown: 'We’re checking whether the fax went through.',
} as const;

/** A fax that another machine answered keeps its reason until somebody confirmed it. */
function faxText({ state, reason }: FaxView): string {
  return FAX_LABELS[state === 'delivered' && reason !== null ? 'unknown' : state];
}

function FaxLine({ order }: { order: SleepAssessmentView }) {
  const state = order.payment?.state;
  const asking = state === 'unknown' || state === 'capturing' || state === 'intended';
  if (order.fax === null && !asking) return null;
  return (
    <p className={css.fax} role="status">
      {order.fax ? faxText(order.fax) : order.payment?.message}
    </p>
  );
}
