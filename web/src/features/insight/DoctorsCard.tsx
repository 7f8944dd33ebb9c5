// SPDX-License-Identifier: AGPL-3.0-or-later

/** What each doctor has decided, and how long it took. */
import type { InsightDoctorRow } from '../../api/generated/schema';
import { ShareBar } from './charts/ShareBar';
import { FigureCard } from './FigureCard';
import { FigureTable } from './FigureTable';
import type { CardProps } from './parts';
import { periodText } from './RequestsCard';
import { counted, countText, minutesText, sentence } from './words';

export function DoctorsCard({ view, sight }: CardProps) {
  const rows = view?.byDoctor ?? [];
  return (
    <FigureCard
      title="Doctors"
      lead={view && 'By the last decision of a request'}
      part="doctors"
      sight={sight}
      height="low"
      empty={rows.length === 0 ? `No decision in ${periodText(view?.days.length ?? 0)}.` : undefined}
      chart={<Doctors rows={rows} isDrawn />}
      table={<Doctors rows={rows} isDrawn={false} note={view?.accuracy} />}
    />
  );
}

function Doctors({
  rows,
  isDrawn,
  note,
}: {
  readonly rows: readonly InsightDoctorRow[];
  readonly isDrawn: boolean;
  readonly note?: string | undefined;
}) {
  const most = Math.max(1, ...rows.map(({ decided }) => decided ?? 0));
  const bar = {
    key: 'bar',
    title: 'Decided, drawn',
    quiet: true,
    kind: 'bar',
    render: ({ decided }: InsightDoctorRow) => <ShareBar share={decided === null ? null : decided / most} />,
  } as const;
  const late = {
    key: 'late',
    title: 'Late',
    render: (row: InsightDoctorRow) =>
      row.late === 0 ? countText(row.late) : <strong>{countText(row.late)}</strong>,
  };
  const medications = [
    { key: 'approved', title: 'Approved', render: (row: InsightDoctorRow) => countText(row.approved) },
    { key: 'rejected', title: 'Rejected', render: (row: InsightDoctorRow) => countText(row.rejected) },
  ];
  return (
    <FigureTable
      label="Decisions by doctor"
      rows={rows}
      rowKey={({ _id: id }) => id}
      scrolls={!isDrawn}
      note={note}
      columns={[
        { key: 'doctor', title: 'Doctor', render: ({ name }) => name },
        { key: 'decided', title: 'Decided', render: ({ decided }) => countText(decided) },
        ...(isDrawn ? [bar] : [late]),
        { key: 'p50', title: 'p50', render: ({ p50 }) => minutesText(p50) },
        { key: 'p90', title: 'p90', render: ({ p90 }) => minutesText(p90) },
        ...(isDrawn ? [] : medications),
      ]}
      phone={{
        line1: ({ name }) => name,
        line2: (row) => sentence(`${counted(row.decided, 'request')}, ${row.late ?? 'some'} late`),
        number: ({ p50 }) => minutesText(p50),
        under: ({ p90 }) => `p90 ${minutesText(p90)}`,
      }}
    />
  );
}
