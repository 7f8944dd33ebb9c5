// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The evergreen side of the payment page: what was requested, each line of the
 * fee as the server itemized it, and the total.
 */
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PrescriptionView } from '../../api/generated/schema';
import { Leaf, LeafDrawing } from '../../ui/brand/Brand';
import { formatMoney } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import type { Address } from '../../ui/links/paths';
import css from './payments.module.css';

interface FeePanelProps {
  prescription: PrescriptionView;
  product: string;
  backHref: Address;
  /** The names of the lines in their order, with the dose held together. */
  medicationNames: ReactNode[];
}

const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

export function FeePanel({ prescription, product, backHref, medicationNames }: FeePanelProps) {
  const { fee, medications } = prescription;
  const itemized = fee.lines.length === medications.length;
  // Its amount is the total, which stands above and below.
  const isOne = medications.length === 1;
  return (
    <section className={css.panel} aria-label="Fee">
      <div className={css.panelWords}>
        <div className={css.brand}>
          <AppLink href={backHref} className={css.back}>
            <IconArrowLeft size={20} aria-hidden />
            Back
          </AppLink>
          <span className={css.product}>
            <Leaf size={24} onDark />
            {product}
          </span>
        </div>
        <p className={css.trail}>Prescription &gt; Payment</p>
        <p className={css.count}>{countText(medications.length)}</p>
        <p className={css.total}>
          {formatMoney(fee.amount)} <span>CAD</span>
        </p>
        <ul className={css.lines}>
          {itemized
            ? medications.map((medication, index) => (
                <li key={medication._id}>
                  <span>
                    <b>{medicationNames[index]}</b>
                    {isOne ? null : <small>{ORDINALS[index] ?? `${index + 1}th`} prescription</small>}
                  </span>
                  {isOne ? null : <b>{formatMoney(fee.lines[index]?.amount ?? 0)}</b>}
                </li>
              ))
            : fee.lines.map((line) => (
                <li key={line.text}>
                  <span>{line.text}</span>
                  <b>{formatMoney(line.amount)}</b>
                </li>
              ))}
          <li>
            <span>
              {fee.withCard
                ? 'Price with a valid BC Services Card'
                : 'Price without a valid BC Services Card'}
            </span>
            <span className={css.badge}>Fee {formatMoney(fee.amount)}</span>
          </li>
        </ul>
        <p className={css.due}>
          <span>Total due today</span>
          <span>{formatMoney(fee.amount)}</span>
        </p>
        <p className={css.note}>
          Fees are non-refundable, and are not covered by the provincial health card.
        </p>
      </div>
      <LeafDrawing className={css.leaves} />
    </section>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 prescription requested' : `${count} prescriptions requested`;
}
