// SPDX-License-Identifier: AGPL-3.0-or-later

/** A card of insight: what it shows and of how much, Chart or Table, and the same as a table for a spreadsheet. */
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { type Icon, IconChartBar, IconChartBarOff, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { InsightPart } from '../../api/generated/schema';
import type { Sight } from './address';
import css from './insight.module.css';
import { useSaveCsv } from './useSaveCsv';

type Form = 'chart' | 'table';

interface FigureCardProps {
  readonly title: string;
  /** None while it is on its way. */
  readonly lead: string | undefined;
  /** What a phone says instead, in one line. */
  readonly shortLead?: string | undefined;
  readonly part: InsightPart;
  readonly sight: Sight;
  readonly begins?: Form;
  /** What stands there before there is something to draw. */
  readonly height?: 'tall' | 'low';
  /** Why there is nothing to draw. */
  readonly empty?: string | undefined;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** What the line under a drawing says that turns to the table. */
  readonly tableLink?: string;
  /** A line under it. */
  readonly foot?: ReactNode;
}

export function FigureCard({
  title,
  lead,
  shortLead,
  part,
  sight,
  begins = 'chart',
  height = 'tall',
  empty,
  chart,
  table,
  tableLink,
  foot,
}: FigureCardProps) {
  const [form, setForm] = useState<Form>(begins);
  const id = useId();
  const { busy, save } = useSaveCsv();
  const isOnItsWay = lead === undefined;
  const body = form === 'chart' ? chart : table;
  const isShown = !isOnItsWay && empty === undefined;
  return (
    <section className={css['card']} aria-labelledby={id} data-height={height}>
      <header className={css['cardHead']}>
        <div>
          <h2 id={id}>{title}</h2>
          <p className={shortLead === undefined ? undefined : css['onDesk']}>{lead ?? '\u{A0}'}</p>
          {shortLead !== undefined && <p className={css['onPhone']}>{shortLead}</p>}
        </div>
        <SegmentedControl
          className={css['switch'] ?? ''}
          aria-label={`${title} as`}
          value={form}
          onChange={(value) => setForm(value === 'table' ? 'table' : 'chart')}
          data={[
            { value: 'chart', label: <Pictured icon={IconChartBar}>Chart</Pictured> },
            { value: 'table', label: <Pictured icon={IconTable}>Table</Pictured> },
          ]}
        />
        <ActionIcon
          className={css['csv'] ?? ''}
          color="gray"
          loading={busy}
          aria-label={`${title} as CSV`}
          onClick={() => save(part, sight)}
        >
          <IconDownload size={18} aria-hidden="true" />
        </ActionIcon>
      </header>
      <div className={css['cardBody']} aria-busy={isOnItsWay}>
        {isOnItsWay ? null : empty === undefined ? body : <Empty>{empty}</Empty>}
      </div>
      {isShown && foot}
      {isShown && tableLink !== undefined && form === 'chart' && (
        <footer className={css['cardFoot']}>
          <button
            type="button"
            className="s-link"
            aria-label={`${tableLink}: ${title}`}
            onClick={() => setForm('table')}
          >
            {tableLink}
          </button>
        </footer>
      )}
    </section>
  );
}

function Empty({ children }: { readonly children: string }) {
  return (
    <p className={css['empty']}>
      <IconChartBarOff size={28} aria-hidden="true" />
      {children}
    </p>
  );
}

function Pictured({ icon: FormIcon, children }: { readonly icon: Icon; readonly children: string }) {
  return (
    <span className={css['pictured']}>
      <FormIcon size={16} aria-hidden="true" />
      <span className="s-visually-hidden">{children}</span>
    </span>
  );
}

/** The marks beside the names of what a drawing shows. */
export function Legend({
  items,
}: {
  readonly items: readonly { readonly mark: string; readonly text: string }[];
}) {
  return (
    <ul className={css['legend']} data-ink aria-hidden="true">
      {items.map(({ mark, text }) => (
        <li key={mark} data-mark={mark}>
          {text}
        </li>
      ))}
    </ul>
  );
}
