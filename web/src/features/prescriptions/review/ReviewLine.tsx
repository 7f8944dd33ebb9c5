/**
 * One requested medication in the Update view: drug, directions with changes,
 * and the decision. The row that is current is tinted and its buttons show
 * their keys. The keys themselves are listened for in ReviewBoard.
 */
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';

import type { MedicationView } from '../../../api/types';
import { KeyCap, Of } from './words';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { ChangeHistory } from './ChangeHistory';
import type { Decision, Reviewer } from './commands';
import { DrugName } from './DrugName';
import { drugLabel } from './lines';
import { AllergyNote, Directions, Dispense, EarlierNote } from './LineView';
import styles from './review.module.css';

export type LineActions = {
  onDecide: (status: Decision) => void;
  onEdit: () => void;
  onHistory: () => void;
};

type Props = LineActions & {
  line: MedicationView;
  reviewer: Reviewer;
  current: boolean;
  /** Not faxed, refunded or canceled yet. */
  open: boolean;
  busy: boolean;
  /** Why no line can be approved now. */
  cannotApprove: string | null;
  historyOpen: boolean;
};

/** The id of a line's row, for moving the focus there. */
export function rowId(line: string): string {
  return `line-${line}`;
}

export function ReviewLine(props: Props) {
  const { line, reviewer, current, open, historyOpen } = props;
  const name = drugLabel(line);
  const hasHistory = line.changes.length > 1;
  return (
    <li
      id={rowId(line._id)}
      tabIndex={-1}
      aria-label={name}
      aria-current={current ? 'true' : undefined}
      className={current ? styles.currentLine : styles.line}
      data-line={line._id}
    >
      <div className={styles.lineGrid}>
        <div>
          <DrugName drug={line} />
          <AllergyNote line={line} />
          <EarlierNote line={line} />
        </div>
        <div>
          <Directions line={line} />
          <Dispense line={line} />
          <p className={styles.lineLinks}>
            {open && reviewer !== 'reader' && (
              <button type="button" className={styles.link} onClick={props.onEdit}>
                Edit
                <Of name={name} />
              </button>
            )}
            {hasHistory && (
              <button
                type="button"
                className={styles.link}
                onClick={props.onHistory}
                aria-expanded={historyOpen}
              >
                {historyOpen ? 'Hide history' : 'History'}
                <Of name={name} />
              </button>
            )}
          </p>
        </div>
        <DecisionArea {...props} name={name} />
      </div>
      {historyOpen && <ChangeHistory line={line} />}
    </li>
  );
}

function DecisionArea(props: Props & { name: string }) {
  const { line, name, reviewer, current, open, busy, cannotApprove, onDecide } = props;
  if (line.status !== null) {
    return (
      <div className={styles.decision}>
        <StatusBadge code={line.status === 'Approved' ? 'APPROVED' : 'REJECTED'} text={line.status} />
        {open && reviewer === 'doctor' && (
          <Button
            variant="subtle"
            rightSection={current ? <KeyCap>u</KeyCap> : undefined}
            disabled={busy}
            onClick={() => {
              onDecide(null);
            }}
          >
            Undo
            <Of name={name} />
          </Button>
        )}
      </div>
    );
  }
  if (!open || reviewer !== 'doctor') {
    return (
      <div className={styles.decision}>{open ? <span className={styles.meta}>Undecided</span> : null}</div>
    );
  }
  return (
    <div className={styles.decision}>
      <ReasonedButton
        variant="default"
        side="below"
        reason={cannotApprove}
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        rightSection={current ? <KeyCap>a</KeyCap> : undefined}
        disabled={busy}
        onClick={() => {
          onDecide('Approved');
        }}
      >
        Approve
        <Of name={name} />
      </ReasonedButton>
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        rightSection={current ? <KeyCap>r</KeyCap> : undefined}
        disabled={busy}
        onClick={() => {
          onDecide('Rejected');
        }}
      >
        Reject
        <Of name={name} />
      </Button>
    </div>
  );
}
