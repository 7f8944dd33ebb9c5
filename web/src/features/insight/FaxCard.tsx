// SPDX-License-Identifier: AGPL-3.0-or-later

/** How faxes went by pharmacy: the first try, tries and time; a pharmacy that often fails at first is marked. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { InsightPharmacy, InsightView } from '../../api/generated/schema';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { ShareBar } from './charts/ShareBar';
import { FigureCard } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { periodText } from './RequestsCard';
import { counted, countText, minutesText, percentText, sentence, shareOf } from './words';

/** So many are drawn; the table has all of them. */
const DRAWN = 5;
/** A pharmacy under this share at the first try is marked, once so many faxes tell it. */
const [USUAL_SHARE, ENOUGH] = [0.8, 5];

type Row = Pick<InsightPharmacy, 'name' | 'city' | 'faxes' | 'firstTry' | 'failed' | 'minutes'> & {
  readonly key: string;
  readonly attempts: number | null;
  readonly isTotal: boolean;
};

const firstTryOf = ({ firstTry, faxes }: Row) => shareOf(firstTry, faxes);

const isWeak = (row: Row) => {
  const share = firstTryOf(row);
  return !row.isTotal && share !== null && share < USUAL_SHARE && (row.faxes ?? 0) >= ENOUGH;
};

export function FaxCard({ view, sight }: CardProps) {
  const rows = (view?.pharmacies ?? []).map(
    (one): Row => ({ ...one, key: one._id ?? `${one.name}, ${one.city}`, isTotal: false }),
  );
  const weak = rows.find(isWeak);
  const table = (shown: readonly Row[], isDrawn: boolean) =>
    view && <Pharmacies {...{ view, shown, isDrawn }} />;
  return (
    <FigureCard
      title="Fax delivery by pharmacy"
      lead={view && 'Most faxes first'}
      part="faxes"
      sight={sight}
      empty={rows.length === 0 ? `No fax in ${periodText(view?.days.length ?? 0)}.` : undefined}
      chart={table(rows.slice(0, DRAWN), true)}
      table={table(rows, false)}
      foot={
        weak && (
          <footer className={css['cardFoot']}>
            <IconAlertTriangle size={16} aria-hidden="true" className={css['warns'] ?? ''} />
            <span>{`${weak.name} often fails at first. Check its number.`}</span>
            <AppLink href={paths.faxDesk()}>Open the fax desk</AppLink>
          </footer>
        )
      }
    />
  );
}

function totalOf({ pharmacyCount, totals }: InsightView): Row {
  return {
    key: 'all',
    name: pharmacyCount === 1 ? 'The pharmacy' : `All ${countText(pharmacyCount)} pharmacies`,
    city: '',
    faxes: totals.faxes,
    firstTry: totals.firstTry,
    failed: totals.failed,
    attempts: null,
    minutes: null,
    isTotal: true,
  };
}

const failedText = ({ failed, isTotal }: Row) =>
  failed === 0 || isTotal ? countText(failed) : <strong>{countText(failed)}</strong>;

const nameOf = ({ name, city, isTotal }: Row) =>
  isTotal ? (
    name
  ) : (
    <span className={css['pharmacy']}>
      {name} <span>{city}</span>
    </span>
  );

const drawn = (row: Row) =>
  row.isTotal ? null : (
    <span className={css['firstTry']}>
      {isWeak(row) && <IconAlertTriangle size={16} aria-hidden="true" className={css['warns'] ?? ''} />}
      <ShareBar share={firstTryOf(row)} track warns={isWeak(row)} />
    </span>
  );

const markedShare = (row: Row) =>
  isWeak(row) ? (
    <span className={css['weak']}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {percentText(firstTryOf(row))}
    </span>
  ) : (
    percentText(firstTryOf(row))
  );

interface PharmaciesProps {
  readonly view: InsightView;
  readonly shown: readonly Row[];
  readonly isDrawn: boolean;
}

function Pharmacies({ view, shown, isDrawn }: PharmaciesProps) {
  const bar = {
    key: 'bar',
    title: 'First try, drawn',
    quiet: true,
    kind: 'bar',
    render: drawn,
  } as const;
  const city = { key: 'city', title: 'City', kind: 'words', render: (row: Row) => row.city } as const;
  const attempts = {
    key: 'attempts',
    title: 'Attempts',
    render: ({ attempts: n, isTotal }: Row) => (isTotal ? '' : countText(n)),
  };
  const firstTry = {
    key: 'firstTry',
    title: 'First try',
    render: (row: Row) => (isDrawn ? percentText(firstTryOf(row)) : countText(row.firstTry)),
  };
  return (
    <FigureTable<Row>
      label="Fax delivery by pharmacy"
      rows={shown}
      rowKey={({ key }) => key}
      total={totalOf(view)}
      scrolls={!isDrawn}
      note={isDrawn ? undefined : view.accuracy}
      columns={[
        {
          key: 'pharmacy',
          title: 'Pharmacy',
          render: isDrawn ? nameOf : ({ name }) => name,
        },
        ...(isDrawn ? [] : [city]),
        { key: 'faxes', title: 'Faxes', render: ({ faxes }) => countText(faxes) },
        ...(isDrawn ? [bar] : []),
        firstTry,
        ...(isDrawn ? [] : [attempts]),
        { key: 'failed', title: 'Failed', render: failedText },
        {
          key: 'minutes',
          title: 'Usual time',
          render: ({ minutes, isTotal }) => (isTotal ? '' : minutesText(minutes)),
        },
      ]}
      phone={{
        line1: ({ name }) => name,
        line2: ({ faxes, failed }) =>
          `${sentence(counted(faxes, 'fax', 'faxes'))}, ${failed === null ? 'some' : failed} failed`,
        number: markedShare,
        under: () => 'first try',
      }}
    />
  );
}
