// SPDX-License-Identifier: AGPL-3.0-or-later

/** Medications approved and rejected, with the reasons that doctors gave, most first. */
import type { InsightReason } from '../../api/generated/schema';
import { ShareBar } from './charts/ShareBar';
import { StackedBar } from './charts/StackedBar';
import { FigureCard } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { periodText } from './RequestsCard';
import { counted, countText, percentText, shareOf, wholePercentText } from './words';

export function ReasonsCard({ view, sight }: CardProps) {
  const { approved = 0, rejected = 0 } = view?.totals ?? {};
  const isNone = approved === 0 && rejected === 0;
  const reasons = view?.reasons ?? [];
  const approvals = view?.approvals ?? [];
  const rejections = (
    <Reasons
      label="Reasons of rejections"
      title="Reason of rejection"
      reasons={reasons}
      total={{ label: 'All rejected', medications: rejected }}
    />
  );
  return (
    <FigureCard
      title="Approved and rejected"
      lead={view && 'By medication, with the doctor’s reason'}
      shortLead="By medication"
      part="reasons"
      sight={sight}
      empty={isNone ? `No medication was decided in ${periodText(view?.days.length ?? 0)}.` : undefined}
      chart={
        <>
          <div className={css['figure']}>
            <Halves approved={approved} rejected={rejected} />
          </div>
          {reasons.length > 0 && rejections}
        </>
      }
      table={
        <>
          {rejections}
          {approvals.length > 0 && (
            <Reasons label="Reasons of approvals" title="Reason given with an approval" reasons={approvals} />
          )}
        </>
      }
    />
  );
}

interface HalvesProps {
  readonly approved: number | null;
  readonly rejected: number | null;
}

function Halves({ approved, rejected }: HalvesProps) {
  const all = approved === null || rejected === null ? null : approved + rejected;
  const text = (part: number | null) => (all === null ? '' : percentText(shareOf(part, all)));
  const [good, bad] = [text(approved), text(rejected)];
  return (
    <>
      <p className={css['halves']}>
        <span>
          <strong>{`Approved ${countText(approved)}`}</strong> {good}
        </span>
        <span>
          <strong>{`Rejected ${countText(rejected)}`}</strong> {bad}
        </span>
      </p>
      {all !== null && (
        <StackedBar
          label={`${counted(approved, 'medication')} approved, ${good}; ${countText(rejected)} rejected, ${bad}.`}
          parts={[
            { fill: 'done', value: approved ?? 0 },
            { fill: 'hatched', value: rejected ?? 0 },
          ]}
        />
      )}
    </>
  );
}

interface Row extends InsightReason {
  readonly isTotal?: boolean;
}

const shareDrawn = ({ share, isTotal }: Row, longest: number) =>
  isTotal ? (
    '100%'
  ) : (
    <span className={css['shareOf']}>
      <ShareBar share={share === null || longest === 0 ? null : share / longest} />
      <span>{wholePercentText(share)}</span>
    </span>
  );

interface ReasonsProps {
  readonly label: string;
  readonly title: string;
  readonly reasons: readonly InsightReason[];
  readonly total?: { readonly label: string; readonly medications: number | null };
}

function Reasons({ label, title, reasons, total }: ReasonsProps) {
  const all = total?.medications ?? null;
  const medicationsText = ({ medications }: Row) => countText(medications);
  const longest = Math.max(0, ...reasons.map(({ share }) => share ?? 0));
  return (
    <FigureTable<Row>
      label={label}
      rows={reasons}
      rowKey={({ code }) => code}
      total={total && { code: '', ...total, share: null, isTotal: true }}
      columns={[
        { key: 'reason', title, render: (row) => row.label },
        {
          key: 'medications',
          title: 'Medications',
          strong: true,
          render: medicationsText,
        },
        {
          key: 'share',
          title: all === null ? 'Share' : `Share of ${countText(all)}`,
          kind: 'bar',
          render: (row) => shareDrawn(row, longest),
        },
      ]}
      phone={{ line1: (row) => row.label, number: medicationsText }}
    />
  );
}
