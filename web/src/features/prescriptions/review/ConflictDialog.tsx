// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Two people changed the same prescription: both versions side by side, and
 * the reviewer says which one stands, of an edited line part by part and of a
 * text by writing the one that is kept. Nothing is overwritten before that,
 * and closing the dialog keeps what the other person saved.
 */
import { Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';

import { Dialog } from '../../../ui/dialogs/Dialog';
import { formatDateTime } from '../../../ui/format';
import type { Keep } from '../../../ui/forms/keeping';
import { useUnsaved } from '../../../ui/forms/unsaved';
import { useCommand } from '../../../api/useCommand';
import { isUnanswered, unansweredText, wordsOf } from '../../../ui/feedback/failureText';
import { Notice } from '../../../ui/feedback/states';
import { currentFacts, textOf, wantedFacts } from './commandFacts';
import type { Command } from './commands';
import { drugLabel, lineOf, nameOf } from './lines';
import { partText, mergeEdits, conflictParts, type Part, type PartKey, type Side } from './merge';
import styles from './review.module.css';
import { type Conflict, wordsIn } from './useReview';
import { withNoBreakUnits } from './labels';

type Props = {
  conflict: Conflict | null;
  onKeepTheirs: () => void;
  /** Sends my command again, or what became of it here; throws why it was not done, and the dialog stays. */
  onApply: (command: Command) => Promise<void>;
};

export function ConflictDialog(props: Props) {
  const { conflict } = props;
  if (!conflict) return null;
  const { command, base, theirs } = conflict;
  const key = `${command.kind}-${theirs._id}-${theirs.version}`;
  return <Versions key={key} {...props} conflict={{ command, base, theirs }} />;
}

function Versions({ conflict, onKeepTheirs, onApply }: Props & { conflict: Conflict }) {
  const { command, base, theirs } = conflict;
  const differing = differences(conflict);
  const [take, setTake] = useState<ReadonlyMap<PartKey, Side>>(
    () => new Map(differing.map((part) => [part.key, part.take])),
  );
  const [text, setText] = useState(command.kind === 'text' ? command.text : '');
  // It was typed before, and is saved nowhere yet.
  const words = keptWords(conflict, text);
  const form = useUnsaved(words !== null, words && { ...words, restore: nothing });
  const { busy, run } = useCommand();
  const [failure, setFailure] = useState<unknown>(null);
  const theirLine = command.kind === 'edit' ? lineOf(theirs, command.line) : undefined;
  const baseLine = command.kind === 'edit' ? lineOf(base, command.line) : undefined;
  const whole =
    command.kind === 'edit' && baseLine && theirLine ? mergeEdits(command, baseLine, theirLine, take) : null;
  const apply = () => {
    const mine = whole ? whole.edit : command.kind === 'text' ? { ...command, text } : command;
    setFailure(null);
    void run(
      () => onApply(mine),
      (failed) => {
        form.failed(isUnanswered(failed));
        setFailure(failed);
      },
      mine,
    );
  };
  const subject = subjectOf(conflict);
  const mine = wantedFacts(command, base);
  const rows = currentFacts(command, theirs).map((fact) => ({
    label: fact.label,
    theirs: fact.value,
    mine: mine.find((one) => one.label === fact.label)?.value ?? '',
  }));
  const who = lastChange(conflict);
  return (
    <Dialog
      opened
      onClose={onKeepTheirs}
      title={`${theirs.label} was changed by someone else`}
      size="lg"
      footer={
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus disabled={busy} onClick={onKeepTheirs}>
            Keep theirs
          </Button>
          <Button loading={busy} onClick={apply}>
            {differing.length > 0
              ? 'Save this line'
              : command.kind === 'text'
                ? 'Save this text'
                : 'Apply mine again'}
          </Button>
        </Group>
      }
    >
      <Text mb="sm">
        {withNoBreakUnits(subject)} was saved in another window while you were working on it. Your change is
        not saved yet.
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
          {differing.map((part) => (
            <PartRow
              key={part.key}
              part={part}
              side={
                // A total that was typed for something else is nobody's to choose.
                whole && part.key === 'toDispense' ? whole.total : (take.get(part.key) ?? part.take)
              }
              open={(side) => part.key !== 'toDispense' || !whole || whole.mayStand[side]}
              onSide={(side) => {
                setTake(new Map(take).set(part.key, side));
              }}
            />
          ))}
          {(differing.length > 0 ? [] : rows).map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{withNoBreakUnits(row.theirs)}</td>
              <td>
                {row.mine === row.theirs ? (
                  row.mine
                ) : (
                  <ins className={styles.newValue}>{withNoBreakUnits(row.mine)}</ins>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {whole && theirLine && (
        <div className={styles.whole} role="status">
          {whole.lost.map((sentence) => (
            <p key={sentence} className={styles.lost}>
              <IconAlertCircle size={14} aria-hidden="true" /> {withNoBreakUnits(sentence)}
            </p>
          ))}
          <span className={styles.versionMeta}>This line will be saved</span>
          <strong>{withNoBreakUnits(partText(whole.edit, theirLine))}</strong>
        </div>
      )}
      {command.kind === 'text' && (
        <Textarea
          mt="md"
          label="Text to keep"
          description="Starts with your text. Copy in anything from theirs you want to keep."
          autosize
          minRows={4}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      )}
      {failure !== null && (
        <Notice kind="error" live title={unansweredText(failure) ?? 'It was not saved'}>
          {unansweredText(failure) === null && wordsOf(failure)}
        </Notice>
      )}
    </Dialog>
  );
}

const nothing = () => undefined;

/** What was typed, as the form that it was typed in takes it up; that of an edited line is open below, and keeps it. */
function keptWords({ command, base, theirs }: Conflict, text: string): Omit<Keep<unknown>, 'restore'> | null {
  if (command.kind === 'text') return { name: `text ${theirs._id}`, typed: text, stored: textOf(theirs) };
  if (command.kind === 'edit') return { name: '', typed: '', stored: '' };
  return wordsIn(command, base);
}

/** The parts of an edited line that differ; none for other commands, or for a line that is gone. */
function differences({ command, base, theirs }: Conflict): Part[] {
  if (command.kind !== 'edit') return [];
  const [before, other] = [lineOf(base, command.line), lineOf(theirs, command.line)];
  return before && other ? conflictParts(command, before, other) : [];
}

/** The line as it is called now, and as it was called when the other drug stood there. */
function subjectOf({ command, base, theirs }: Conflict): string {
  if (command.kind !== 'decide' && command.kind !== 'edit') return 'It';
  const [was, is] = [lineOf(base, command.line), lineOf(theirs, command.line)];
  const now = is ?? was;
  if (!now) return 'It';
  const name = drugLabel(now);
  return was && drugLabel(was) !== name ? `${name} (${drugLabel(was)} before)` : name;
}

type PartProps = {
  part: Part;
  /** Neither where what both have cannot stand. */
  side: Side | null;
  open: (side: Side) => boolean;
  onSide: (side: Side) => void;
};

function PartRow({ part, side, open, onSide }: PartProps) {
  const choice = (which: Side, value: string) => (
    <Radio
      name={`part-${part.key}`}
      label={withNoBreakUnits(value === '' ? 'None' : value)}
      aria-label={`${part.label}, ${which}: ${value === '' ? 'none' : value}`}
      checked={side === which}
      disabled={!open(which)}
      onChange={() => {
        onSide(which);
      }}
    />
  );
  if (part.told || part.theirs === part.mine)
    return (
      <tr>
        <th scope="row">{part.label}</th>
        <td>{withNoBreakUnits(part.theirs === '' ? 'None' : part.theirs)}</td>
        <td>{part.told ? `When you began: ${part.mine}` : 'The same'}</td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">{part.label}</th>
      <td>{choice('theirs', part.theirs)}</td>
      <td>{choice('mine', part.mine)}</td>
    </tr>
  );
}

/** Who saved the other version and when, as far as the version tells. */
function lastChange({ command, theirs }: Conflict): string {
  if (command.kind === 'decide' || command.kind === 'edit') {
    const line = lineOf(theirs, command.line);
    const change = line?.changes[line.changes.length - 1];
    const decided = line?.decidedAt ? { at: line.decidedAt, by: line.decidedBy } : undefined;
    const newest = decided && (!change || decided.at > change.at) ? decided : change;
    return newest ? [nameOf(newest.by), formatDateTime(newest.at)].filter(Boolean).join(', ') : '';
  }
  const status = theirs.statuses[0];
  return command.kind === 'acknowledge' && status
    ? [nameOf(status.by), formatDateTime(status.at)].filter(Boolean).join(', ')
    : '';
}
