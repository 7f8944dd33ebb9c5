// SPDX-License-Identifier: AGPL-3.0-or-later

/** Conversations that patients began, and how long the first answer of staff took. */
import { ShareBar } from './charts/ShareBar';
import { FigureCard } from './FigureCard';
import { FigureTable } from './FigureTable';
import type { CardProps } from './parts';
import { periodText } from './RequestsCard';
import { countText, minutesText } from './words';

interface Row {
  readonly name: string;
  readonly value: string;
  readonly share?: number;
}

export function MessagesCard({ view, sight }: CardProps) {
  const messages = view?.messages ?? null;
  const { received = 0, answered = 0, p50 = null, p90 = null } = messages ?? {};
  const most = Math.max(received, answered, 1);
  const counts: readonly Row[] = [
    { name: 'Received', value: countText(received), share: received / most },
    { name: 'Answered', value: countText(answered), share: answered / most },
  ];
  const times: readonly Row[] = [
    { name: 'Half were answered within', value: minutesText(p50) },
    { name: '9 of 10 were answered within', value: minutesText(p90) },
  ];
  return (
    <FigureCard
      title="Messages"
      lead={view && 'From patients, to the first answer'}
      part="messages"
      sight={sight}
      height="low"
      empty={emptyText(messages !== null, received + answered, view?.days.length ?? 0)}
      chart={<Figures rows={[...counts, ...times]} isDrawn />}
      table={<Figures rows={[...counts, ...times]} isDrawn={false} note={view?.accuracy} />}
    />
  );
}

function emptyText(isTold: boolean, count: number, days: number): string | undefined {
  if (!isTold) return 'A message has no payment. Choose “All payments” to see messages.';
  return count === 0 ? `No message in ${periodText(days)}.` : undefined;
}

interface FiguresProps {
  readonly rows: readonly Row[];
  readonly isDrawn: boolean;
  readonly note?: string | undefined;
}

function Figures({ rows, isDrawn, note }: FiguresProps) {
  const bar = {
    key: 'bar',
    title: 'Drawn',
    quiet: true,
    kind: 'bar',
    render: ({ share }: Row) => (share === undefined ? null : <ShareBar share={share} />),
  } as const;
  return (
    <FigureTable
      label="Messages of patients"
      note={note}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', title: 'Messages', render: ({ name }) => name },
        ...(isDrawn ? [bar] : []),
        { key: 'value', title: 'Figure', render: ({ value }) => value },
      ]}
      phone={{ line1: ({ name }) => name, number: ({ value }) => value }}
    />
  );
}
