// SPDX-License-Identifier: AGPL-3.0-or-later

/** The one summary of a request: what it holds, and under it the foot with its main action. */
import type { ReactNode } from 'react';
import type { FeeView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import css from './Basket.module.css';
import { countText, limitText, mostOf } from './basket';
import { RequestFoot } from './RequestFoot';

interface RequestSummaryProps {
  /** How many are in the request. */
  readonly medications: number;
  /** How many can be asked for today, these among them; absent while nobody knows. */
  readonly left: number | undefined;
  readonly unlimited: boolean;
  /** Absent while nobody knows, and where nothing is charged. */
  readonly fee: FeeView | undefined;
  readonly sending: boolean;
  readonly savedWords?: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

export function RequestSummary(props: RequestSummaryProps) {
  const { medications, left, unlimited, fee, sending, savedWords, onConfirm, children } = props;
  return (
    <section className={css.basket} aria-label="Your request" id="basket">
      <div className={css.body}>
        <h2 className={css.title}>Your request</h2>
        {children}
      </div>
      <RequestFoot
        words={countText(medications, left, unlimited, fee && formatMoney(fee.amount))}
        limit={limitText(medications, mostOf(left, unlimited))}
        isEmpty={medications === 0}
        sending={sending}
        savedWords={savedWords}
        onConfirm={onConfirm}
      />
    </section>
  );
}
