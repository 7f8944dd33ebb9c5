// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The safety marks of a line: worst first, at most three, inside the line under
 * its text. They inform and never stand in the way of Approve. What is folded
 * opens with a click or with `m`; a decided line folds what was seen, but not
 * under the hand that decided it. What the marks are is the server's; that they were opened is sent with the decision.
 * On paper all are open.
 */
import { IconAlertOctagon, IconAlertTriangle, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';

import type { MarkView, MedicationView, PrescriptionView } from '../../../api/generated/schema';
import { formatDateTime } from '../../../ui/format';
import { usePrinting } from '../../../ui/page/usePrinting';
import { drugLabel, nameOf } from './lines';
import styles from './SafetyMarks.module.css';
import { LabelSubject, WholeNumbers, withNoBreakUnits } from './labels';

/** A doctor sees at most so many at once. */
const MAX_SHOWN = 3;

/** Which lines' marks stand open, and which were opened since the page was loaded. */
let open: ReadonlySet<string> = new Set();
const opened = new Set<string>();
const readers = new Set<() => void>();

/** Opens or folds the marks of a line. */
export function toggleMarks(line: string): void {
  const next = new Set(open);
  if (!next.delete(line)) {
    next.add(line);
    opened.add(line);
  }
  open = next;
  for (const tell of readers) tell();
}

/** Whether somebody here opened them: it is kept with the decision. */
export function wereOpened(line: string): boolean {
  return opened.has(line);
}

function subscribe(tell: () => void) {
  readers.add(tell);
  return () => {
    readers.delete(tell);
  };
}

type SortedMarks = { shown: MarkView[]; folded: MarkView[] };

/** What stands in the line, and what is folded under it. */
export function sortMarks(line: Pick<MedicationView, 'marks' | 'decisions' | 'status'>): SortedMarks {
  const { marks, decisions, status } = line;
  if (status === null) {
    const loud = marks.filter((mark) => mark.level > 1).slice(0, MAX_SHOWN);
    const rest = marks.filter((mark) => !loud.includes(mark));
    // A single quiet one is a line of its own; more are folded.
    if (rest.length === 1 && rest[0]?.level === 1 && loud.length < MAX_SHOWN) {
      return { shown: [...loud, ...rest], folded: [] };
    }
    return { shown: loud, folded: rest };
  }
  const last = decisions[decisions.length - 1];
  // What came up after the decision was not seen when it was made.
  const seen = last?.decision === status ? new Set(last.marks.map((mark) => mark.key)) : null;
  const shown = seen ? marks.filter((mark) => mark.level > 1 && !seen.has(mark.key)).slice(0, MAX_SHOWN) : [];
  return { shown, folded: marks.filter((mark) => !shown.includes(mark)) };
}

/**
 * The same for a line on the screen: what stood in it when it was decided there stays as it stood, so that what is below
 * does not move under the hand. It is folded when the line is next drawn anew.
 */
function useSortedMarks(line: MedicationView): SortedMarks & { decided: boolean } {
  const [undecided, setUndecided] = useState<MedicationView>();
  if (line.status === null && undecided !== line) setUndecided(line);
  const sorted = sortMarks(line);
  if (line.status === null || !undecided) return { ...sorted, decided: line.status !== null };
  const stood = new Set([...sorted.shown, ...sortMarks(undecided).shown].map((mark) => mark.key));
  return {
    shown: line.marks.filter((mark) => stood.has(mark.key)),
    folded: line.marks.filter((mark) => !stood.has(mark.key)),
    decided: false,
  };
}

export function SafetyMarks({ line }: { line: MedicationView }) {
  const isOpen = useSyncExternalStore(subscribe, () => open.has(line._id));
  const isPrinting = usePrinting();
  const { shown, folded, decided } = useSortedMarks(line);
  if (line.marks.length === 0) return null;
  const isWhole = isOpen || isPrinting;
  return (
    <div role="group" className={styles.marks} aria-label={`Safety marks of ${drugLabel(line)}`}>
      {(shown.length > 0 || (isWhole && folded.length > 0)) && (
        <ul className={styles.list}>
          {[...shown, ...(isWhole ? folded : [])].map((mark) => (
            <Mark key={mark.key} mark={mark} withSource={isWhole} />
          ))}
        </ul>
      )}
      {folded.length > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => {
            toggleMarks(line._id);
          }}
        >
          <IconChevronRight size={14} aria-hidden="true" className={styles.chevron} />
          {isOpen ? 'Fold marks' : foldedText(folded, decided)}
          <LabelSubject name={`of ${drugLabel(line)}`} />
        </button>
      )}
    </div>
  );
}

/** "1 more at level 1: the last prescription was 4 mg", or "1 mark seen: kidney disease, level 2". */
export function foldedText(folded: readonly MarkView[], decided: boolean): string {
  const first = folded[0];
  if (!first) return '';
  const more = folded.length > 1 ? '; …' : '';
  if (decided) {
    const count = folded.length === 1 ? '1 mark seen' : `${folded.length} marks seen`;
    return `${count}: ${withNoBreakUnits(first.brief)}, level ${first.level}${more}`;
  }
  return `${folded.length} more at level ${first.level}: ${withNoBreakUnits(first.brief)}${more}`;
}

function Mark({ mark, withSource }: { mark: MarkView; withSource: boolean }) {
  const level = mark.level >= 3 ? 3 : mark.level;
  const Icon = level === 3 ? IconAlertOctagon : level === 2 ? IconAlertTriangle : IconInfoCircle;
  return (
    <li className={styles.mark} data-level={level} data-kind={mark.kind}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.levelFirst}>{`Level ${level}. `}</span>
        <strong>{withNoBreakUnits(mark.lead)}</strong>{' '}
        <WholeNumbers>{withNoBreakUnits(mark.text)}</WholeNumbers>
        {withSource && <span className={styles.source}>{`Source: ${mark.source}`}</span>}
      </span>
      <span className={styles.level} aria-hidden="true">{`Level ${level}`}</span>
    </li>
  );
}

/** How many marks of levels 3 and 2 stand on lines that wait for a decision. */
export function MarkCounts({ prescriptions }: { prescriptions: readonly PrescriptionView[] }) {
  const waiting = prescriptions
    .filter((one) => one.canDecide)
    .flatMap((one) => one.medications)
    .filter((line) => line.status === null)
    .flatMap((line) => line.marks);
  const threes = waiting.filter((mark) => mark.level === 3).length;
  const twos = waiting.filter((mark) => mark.level === 2).length;
  if (threes + twos === 0) return null;
  return (
    <span className={styles.counts}>
      {threes > 0 && (
        <span className={styles.count} data-level={3}>
          <IconAlertOctagon size={14} aria-hidden="true" />
          {threes}
          <span className="s-visually-hidden"> at level 3,</span>
        </span>
      )}
      {twos > 0 && (
        <span className={styles.count} data-level={2}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {twos}
          <span className="s-visually-hidden"> at level 2,</span>
        </span>
      )}{' '}
      <span className={styles.countWords}>
        {threes + twos === 1 ? 'safety mark to review' : 'safety marks to review'}
      </span>
    </span>
  );
}

/** Which table speaks, and on what it rests. */
export function MarksFooter({ prescriptions }: { prescriptions: readonly PrescriptionView[] }) {
  const tables = prescriptions.find((one) => one.safetyTables !== null)?.safetyTables;
  if (!tables) return null;
  return (
    <details className={styles.footer}>
      <summary>
        Marks are based on table {tables.version} and are for information only.{' '}
        <span className={styles.sources}>Sources</span>
      </summary>
      <p>{tables.source}. Each mark names its own source when it is opened.</p>
    </details>
  );
}

/** What was decided while which marks stood, newest first: part of the change history. */
export function DecisionHistory({ line }: { line: MedicationView }) {
  if (line.decisions.length === 0) return null;
  return (
    <ol
      className={styles.decisions}
      aria-label={`Decisions on ${drugLabel(line)} and the marks that were shown`}
    >
      {line.decisions.toReversed().map((one) => (
        <li key={one.at}>
          <strong>{one.decision}</strong> by {nameOf(one.by)},{' '}
          <time dateTime={one.at}>{formatDateTime(one.at)}</time>.{' '}
          {one.marks.length === 0
            ? `No marks were shown (table ${one.tablesVersion}).`
            : `${one.opened ? 'Marks opened' : 'Marks not opened'} (table ${one.tablesVersion}): ${one.marks
                .map((mark) => `level ${mark.level}, ${mark.brief}`)
                .join('; ')}.`}
        </li>
      ))}
    </ol>
  );
}
