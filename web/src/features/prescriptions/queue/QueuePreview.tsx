// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The row in focus, beside the queue on a wide screen: j and k read one patient after the other. It says
 * what the queue knows and asks for no record, so that reading on leaves no mark of having been opened.
 */
import { IconArrowRight } from '@tabler/icons-react';

import type { QueueRow } from '../../../api/generated/schema';
import { formatDate, formatDateTime, formatTime } from '../../../ui/format';
import { Kbd } from '../../../ui/Kbd';
import { AppLink, ButtonLink } from '../../../ui/links/AppLink';
import { Facts } from '../../../ui/page/Card';
import { nameOf } from '../review/lines';
import styles from './queue.module.css';
import { Deadline, Drugs, Flags, hasFlags, hrefOf, linesOf, Since, stepOf } from './QueueTable';

interface Props {
  readonly row: QueueRow;
  /** What else the queue has of the same patient. */
  readonly others: readonly QueueRow[];
  readonly now: number;
}

export function QueuePreview({ row, others, now }: Props) {
  const name = nameOf(row.person);
  return (
    <section className={styles.preview} aria-label="Patient in focus">
      <header className={styles.previewHead}>
        <h2>{name}</h2>
        <Deadline row={row} now={now} />
      </header>
      {hasFlags(row) && <Flags row={row} />}
      <Facts
        items={[
          ['Born', row.DateOfBirth ? formatDate(row.DateOfBirth) : null],
          ['Request', row.label],
          ['Medications', <Drugs key="drugs" row={row} />],
          ['Decisions', linesOf(row)],
          [
            'Waiting',
            <span key="since">
              <Since row={row} now={now} />, since {formatDateTime(row.since)}
            </span>,
          ],
          ['Claimed by', claimText(row)],
        ]}
      />
      {others.length > 0 && (
        <>
          <h3>Also waiting</h3>
          <ul className={styles.others}>
            {others.map((other) => (
              <li key={other._id}>
                <AppLink href={hrefOf(other)}>{other.label}</AppLink> {stepOf(other)}
                <span className={styles.second}>
                  <Drugs row={other} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonLink
        href={hrefOf(row)}
        variant="default"
        leftSection={<IconArrowRight size={16} aria-hidden="true" />}
        rightSection={
          <span aria-hidden="true">
            <Kbd>↵</Kbd>
          </span>
        }
      >
        {stepOf(row)}
        <span className="s-visually-hidden">: {name}</span>
      </ButtonLink>
    </section>
  );
}

function claimText({ claim }: QueueRow): string {
  if (!claim) return 'No one';
  return `${claim.mine ? 'You' : `Dr. ${nameOf(claim.by)}`}, ${formatTime(claim.at)}`;
}
