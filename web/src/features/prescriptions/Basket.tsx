// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The request so far: its lines, each with its usage as a sentence to change in place, the pharmacy, the
 * server's fee, and the foot with the main action. It decides nothing itself.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FeeView, Options, PlainMark, RequestedMedication, Usage } from '../../api/generated/schema';
import { rowAt, useNextFocus } from '../../ui/forms/useNextFocus';
import css from './Basket.module.css';
import { type Held, lineKey } from './repeatReason';
import { mostOf } from './basket';
import { FeeLine } from './FeeLine';
import { MedicationTitle } from './MedicationTitle';
import { medicationText } from './medicationText';
import { NeededAgain } from './NeededAgain';
import { RequestMarks } from './RequestMarks';
import { RequestSummary } from './RequestSummary';
import { siteFault } from './sites';
import { hasDuration, lastUsage } from './usage';
import { UsageEditor } from './UsageEditor';
import { usageSentence } from './usageSentence';

interface BasketProps {
  medications: RequestedMedication[];
  /** What to look at, of each line; absent while nobody knows. */
  marks?: readonly (readonly PlainMark[])[] | undefined;
  options: Options;
  unlimited: boolean;
  /** How many can be asked for today, these among them; absent while nobody knows. */
  left: number | undefined;
  pharmacy: ReactNode;
  fee: FeeView | undefined;
  free: boolean;
  sending: boolean;
  savedWords: string;
  /** What stands against lines that are asked for already. */
  held: Held;
  onWords: (line: RequestedMedication, words: string) => void;
  /** The line whose usage is being changed. */
  editing: number | null;
  onEdit: (index: number | null) => void;
  onUsage: (index: number, usage: Usage) => void;
  onRemove: (index: number) => void;
  /** Where the next one is looked for. */
  searchId: string;
  onConfirm: () => void;
  onBack: () => void;
}

export function Basket(props: BasketProps) {
  const { medications, unlimited, left, fee, free, editing } = props;
  const lines = useRef<HTMLUListElement>(null);
  const goOn = useNextFocus(medications.length);
  return (
    <RequestSummary
      medications={medications.length}
      left={left}
      unlimited={unlimited}
      fee={free ? undefined : fee}
      sending={props.sending}
      savedWords={props.savedWords}
      onConfirm={props.onConfirm}
    >
      {unlimited ? null : <Bars filled={medications.length} most={mostOf(left, unlimited)} />}
      <ul ref={lines} className={css.lines} id="medications" tabIndex={-1}>
        {medications.map((line, index) => (
          <Line
            key={`${line.drugId ?? ''} ${line.name} ${medicationText(line)}`}
            index={index}
            line={line}
            options={props.options}
            isEdited={editing === index}
            why={props.held[lineKey(line)]}
            onWords={(words) => props.onWords(line, words)}
            marks={props.marks?.[index] ?? []}
            onEdit={(isEdited) => props.onEdit(isEdited ? index : null)}
            onUsage={(usage) => props.onUsage(index, usage)}
            onRemove={() => {
              goOn(
                () =>
                  rowAt(lines.current, '[data-remove]', index) ??
                  document.getElementById(props.searchId) ??
                  lines.current,
              );
              props.onRemove(index);
            }}
          />
        ))}
      </ul>
      {medications.length === 0 ? <p className={css.empty}>No medications added yet.</p> : null}
      <div className={css.pharmacy}>{props.pharmacy}</div>
      {free ? null : <FeeLine fee={fee} />}
      <div className={css.after}>
        <span>{free ? 'Next: a short agreement' : 'Next: a short agreement, then payment'}</span>
        <Button variant="subtle" onClick={props.onBack}>
          Back
        </Button>
      </div>
    </RequestSummary>
  );
}

function Bars({ filled, most }: { filled: number; most: number }) {
  return (
    <div className={css.bars} aria-hidden>
      {Array.from({ length: Math.max(most, filled) }, (_, index) => index).map((index) => (
        <i key={index} data-filled={index < filled || undefined} />
      ))}
    </div>
  );
}

interface LineProps {
  index: number;
  line: RequestedMedication;
  options: Options;
  isEdited: boolean;
  why: string | undefined;
  onWords: (words: string) => void;
  marks: readonly PlainMark[];
  onEdit: (isEdited: boolean) => void;
  onUsage: (usage: Usage) => void;
  onRemove: () => void;
}

function Line(props: LineProps) {
  const { index, line, options, isEdited, why, marks, onWords, onEdit, onUsage, onRemove } = props;
  const usage = lastUsage(line.usages);
  const missing = hasDuration(usage) ? usage && siteFault(usage, line) : 'Add Duration';
  const name = medicationText(line);
  const id = `medication-${index}`;
  return (
    <li id={id} tabIndex={-1} className={css.line} data-faulty={missing !== undefined || undefined}>
      <div className={css.lineHead}>
        <span className={css.name}>
          <MedicationTitle medication={line} />
        </span>
        <ActionIcon data-remove size={32} color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {isEdited ? (
        <Editor id={id} isFor={missing === 'Add Duration' ? 'duration' : 'quantity'}>
          <UsageEditor
            idPrefix={id}
            action="Save"
            start={usage}
            options={options}
            formulation={line.formulations[0]}
            drug={line}
            onDone={onUsage}
            onCancel={() => onEdit(false)}
          />
        </Editor>
      ) : (
        <p className={css.usage}>
          {usage ? usageSentence(usage, line.formulations[0]) : null}{' '}
          <button type="button" className={css.change} id={`${id}-change`} onClick={() => onEdit(true)}>
            Change <span className="s-visually-hidden">{name}</span>
          </button>
        </p>
      )}
      {missing === undefined || isEdited ? null : (
        <button type="button" className={css.missing} onClick={() => onEdit(true)}>
          <IconAlertCircle size={16} aria-hidden />
          <span>{missing}</span>{' '}
          <span className="s-visually-hidden">{missing === 'Add Duration' ? `to ${name}` : `(${name})`}</span>
        </button>
      )}
      {why === undefined && !line.neededAgain ? null : (
        <NeededAgain
          id={`${id}-again`}
          name={name}
          why={why}
          value={line.neededAgain ?? ''}
          onChange={onWords}
        />
      )}
      <RequestMarks marks={marks} name={name} />
    </li>
  );
}

/** The focus goes to what is to be changed, and back to Change when that is done. */
function Editor({ id, isFor, children }: { id: string; isFor: string; children: ReactNode }) {
  const opened = useRef(isFor);
  useEffect(() => {
    document.getElementById(`${id}-${opened.current}`)?.focus();
    return () => {
      requestAnimationFrame(() => {
        // Whatever has it by now was pressed.
        if (document.activeElement === document.body) document.getElementById(`${id}-change`)?.focus();
      });
    };
  }, [id]);
  return <div className={css.editor}>{children}</div>;
}
