/**
 * Two people changed the same prescription: both versions side by side, and
 * the reviewer says which one stands. Nothing is overwritten before that, and
 * closing the dialog keeps what the other person saved.
 */
import { Button, Group, Text } from '@mantine/core';

import { Dialog } from '../../../ui/dialogs/Dialog';
import { dateTime } from '../../../ui/format';
import { lineOf, shown, wanted } from './commands';
import { drugLabel, nameOf } from './lines';
import styles from './review.module.css';
import type { Conflict } from './useReview';
import { unbroken } from './words';

type Props = { conflict: Conflict | null; onKeepTheirs: () => void; onApplyMine: () => void };

export function ConflictDialog({ conflict, onKeepTheirs, onApplyMine }: Props) {
  if (!conflict) return null;
  const { command, base, theirs } = conflict;
  const subject =
    command.kind === 'decide' || command.kind === 'edit' ? lineOf(base, command.line) : undefined;
  const mine = wanted(command, base);
  const rows = shown(command, theirs).map((fact) => ({
    label: fact.label,
    theirs: fact.value,
    mine: mine.find((one) => one.label === fact.label)?.value ?? '',
  }));
  const who = lastChange(conflict);
  return (
    <Dialog
      opened
      onClose={onKeepTheirs}
      title={`${theirs.label} was changed by somebody else`}
      size="lg"
      foot={
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onKeepTheirs}>
            Keep theirs
          </Button>
          <Button onClick={onApplyMine}>Apply mine again</Button>
        </Group>
      }
    >
      <Text mb="sm">
        {subject
          ? `${drugLabel(subject)} was saved in another window while you were working on it.`
          : 'It was saved in another window while you were working on it.'}{' '}
        Your change is not saved yet.
      </Text>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.hidden}>Part</span>
            </th>
            <th scope="col">
              Theirs
              {who !== '' && <span className={styles.versionMeta}>{who}</span>}
            </th>
            <th scope="col">
              Mine<span className={styles.versionMeta}>Not saved</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{unbroken(row.theirs)}</td>
              <td>
                {row.mine === row.theirs ? (
                  row.mine
                ) : (
                  <ins className={styles.newValue}>{unbroken(row.mine)}</ins>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** Who saved the other version and when, as far as the version tells. */
function lastChange({ command, theirs }: Conflict): string {
  if (command.kind === 'decide' || command.kind === 'edit') {
    const line = lineOf(theirs, command.line);
    const change = line?.changes[line.changes.length - 1];
    const decided = line?.decidedAt ? { at: line.decidedAt, by: line.decidedBy } : undefined;
    const newest = decided && (!change || decided.at > change.at) ? decided : change;
    return newest ? [nameOf(newest.by), dateTime(newest.at)].filter(Boolean).join(', ') : '';
  }
  const status = theirs.statuses[0];
  return command.kind === 'acknowledge' && status
    ? [nameOf(status.by), dateTime(status.at)].filter(Boolean).join(', ')
    : '';
}
