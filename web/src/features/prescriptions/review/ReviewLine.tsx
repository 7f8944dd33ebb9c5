// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One requested medication in the Update view: drug, directions with changes,
 * and the decision. The row that is current is tinted and its buttons show
 * their keys, which is the stylesheet's: nothing in it is drawn again when a key
 * moves there. The keys themselves are listened for in ReviewBoard.
 */
import { Button } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';

import type { MedicationView } from '../../../api/generated/schema';
import { KeyCap, LabelSubject } from './labels';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { ChangeHistory } from './ChangeHistory';
import type { Decision, Reviewer } from './commands';
import { DrugName } from './DrugName';
import { GivenReason, GiveReason, saysReason } from './GivenReason';
import { DrugRuleNote } from './DrugRuleNote';
import { drugLabel } from './lines';
import { AgainNote, CannotSign, Directions, Dispense } from './LineView';
import styles from './review.module.css';
import { SafetyMarks } from './SafetyMarks';
import { whyNotApprove } from './why';

/** What somebody wants of a line. */
export type LineAct =
  | { kind: 'decide'; status: Decision }
  | { kind: 'edit' }
  | { kind: 'history' }
  | { kind: 'reason' };

type Props = {
  /** Always the same function: a line is drawn again only for what shows on it. */
  onAct: (line: string, act: LineAct) => void;
  line: MedicationView;
  reviewer: Reviewer;
  current: boolean;
  /** Not faxed, refunded or canceled yet. */
  open: boolean;
  busy: boolean;
  /** Why no line can be approved now. */
  cannotApprove: string | null;
  historyOpen: boolean;
  /** The form while the line is edited; it opens under what was read of it, which stays where it is. */
  editor?: ReactNode;
};

/** The id of a line's row, for moving the focus there. */
export function rowId(line: string): string {
  return `line-${line}`;
}

export function ReviewLine({ current, editor, ...shown }: Props) {
  const { line } = shown;
  const isEdited = editor !== undefined;
  return (
    <li
      id={rowId(line._id)}
      tabIndex={-1}
      aria-label={drugLabel(line)}
      aria-current={current ? 'true' : undefined}
      className={current || isEdited ? styles.currentLine : styles.line}
      data-line={line._id}
      data-edited={isEdited || undefined}
    >
      <Shown {...shown} isEdited={isEdited} />
      {editor}
    </li>
  );
}

type ShownProps = Omit<Props, 'current' | 'editor'> & { isEdited: boolean };

const Shown = memo((props: ShownProps) => {
  const { line, reviewer, open, historyOpen, isEdited, onAct } = props;
  const name = drugLabel(line);
  return (
    <>
      <div className={styles.lineGrid} data-editable={canEdit(props) || undefined}>
        <div>
          <DrugName drug={line} />
          <DrugRuleNote line={line} />
          <AgainNote line={line} />
          <GivenReason
            line={line}
            onGive={
              open && reviewer === 'doctor'
                ? () => {
                    onAct(line._id, { kind: 'reason' });
                  }
                : undefined
            }
          />
        </div>
        <div>
          <Directions line={line} />
          <div className={styles.dispensed}>
            <Dispense line={line} />
            <Links {...props} name={name} />
          </div>
          <CannotSign line={line} />
        </div>
        {/* Heard before the buttons that decide, wherever it is seen. */}
        <div className={styles.lineMarks}>
          <SafetyMarks line={line} />
        </div>
        <DecisionArea {...props} busy={props.busy || isEdited} name={name} />
      </div>
      {historyOpen && <ChangeHistory line={line} />}
    </>
  );
});

const canEdit = ({ open, reviewer }: Pick<ShownProps, 'open' | 'reviewer'>) => open && reviewer !== 'reader';

/** On a phone the way to edit is a pencil at the end of the drug's line: the word is then read out alone. */
function Links({ line, name, reviewer, open, historyOpen, isEdited, onAct }: ShownProps & { name: string }) {
  const edits = canEdit({ open, reviewer });
  const hasHistory = line.changes.length > 1 || line.decisions.length > 0;
  if (!edits && !hasHistory) return null;
  return (
    <p className={styles.lineLinks}>
      {edits && (
        <button
          type="button"
          className={`${styles.link} ${styles.edit}`}
          aria-expanded={isEdited}
          disabled={isEdited}
          onClick={() => {
            onAct(line._id, { kind: 'edit' });
          }}
        >
          <IconPencil size={20} aria-hidden="true" className={styles.pencil} />
          <span className={styles.editWord}>Edit</span>
          <LabelSubject name={name} />
        </button>
      )}
      {hasHistory && (
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            onAct(line._id, { kind: 'history' });
          }}
          aria-expanded={historyOpen}
        >
          {historyOpen ? 'Hide history' : 'History'}
          <LabelSubject name={name} />
        </button>
      )}
    </p>
  );
}

function DecisionArea(props: ShownProps & { name: string }) {
  const { line, name, reviewer, open, busy, cannotApprove } = props;
  const decide = (status: Decision) => {
    props.onAct(line._id, { kind: 'decide', status });
  };
  if (line.status !== null) {
    return (
      <div className={styles.decision} data-keys={(open && reviewer === 'doctor') || undefined}>
        {open && reviewer === 'doctor' && !saysReason(line) && (
          <GiveReason
            line={line}
            onGive={() => {
              props.onAct(line._id, { kind: 'reason' });
            }}
          />
        )}
        <StatusBadge code={line.status === 'Approved' ? 'APPROVED' : 'REJECTED'} text={line.status} />
        {open && reviewer === 'doctor' && (
          <Button
            // Another button than the one that stood here, not the same one turning its colours.
            key="undo"
            className={styles.undo}
            variant="subtle"
            disabled={busy}
            onClick={() => {
              decide(null);
            }}
          >
            Undo
            <LabelSubject name={name} />
            <KeyCap>u</KeyCap>
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
    <div className={styles.decision} data-keys>
      <ReasonedButton
        variant="default"
        side="below"
        reason={cannotApprove ?? whyNotApprove(line)}
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        disabled={busy}
        onClick={() => {
          decide('Approved');
        }}
      >
        Approve
        <LabelSubject name={name} />
        <KeyCap>a</KeyCap>
      </ReasonedButton>
      <Button
        key="reject"
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        disabled={busy}
        onClick={() => {
          decide('Rejected');
        }}
      >
        Reject
        <LabelSubject name={name} />
        <KeyCap>r</KeyCap>
      </Button>
    </div>
  );
}
