// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The request so far: its lines with change and remove, how many are left today, the
 * pharmacy, the server's fee and the main action. It decides nothing itself.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FeeView, PlainMark, RequestedMedication } from '../../api/generated/schema';
import css from './Basket.module.css';
import { type Held, lineKey } from './repeatReason';
import { countText, mostOf } from './basket';
import { FeeLine } from './FeeLine';
import { MedicationTitle } from './MedicationTitle';
import { medicationText } from './medicationText';
import { NeededAgain } from './NeededAgain';
import { RequestMarks } from './RequestMarks';
import { hasDuration, lastUsage, usageText } from './usage';

interface BasketProps {
  medications: RequestedMedication[];
  /** What to look at, of each line; absent while nobody knows. */
  marks?: readonly (readonly PlainMark[])[] | undefined;
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
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  onConfirm: () => void;
  onBack: () => void;
}

export function Basket(props: BasketProps) {
  const { medications, unlimited, left, fee, free, sending } = props;
  return (
    <section className={css.basket} aria-label="Your request" id="basket">
      <header className={css.head}>
        <h2 className={css.title}>Your request</h2>
        <span className={css.count}>{countText(medications.length, left, unlimited)}</span>
      </header>
      {unlimited ? null : <Bars filled={medications.length} most={mostOf(left, unlimited)} />}
      <ul className={css.lines} id="medications" tabIndex={-1}>
        {medications.map((line, index) => (
          <Line
            key={`${line.drugId ?? ''} ${line.name} ${medicationText(line)}`}
            index={index}
            line={line}
            why={props.held[lineKey(line)]}
            onWords={(words) => props.onWords(line, words)}
            marks={props.marks?.[index] ?? []}
            onEdit={() => props.onEdit(index)}
            onRemove={() => props.onRemove(index)}
          />
        ))}
      </ul>
      {medications.length === 0 ? <p className={css.empty}>No medications added yet.</p> : null}
      <div className={css.pharmacy}>{props.pharmacy}</div>
      {free ? null : <FeeLine fee={fee} />}
      <div className={css.actions}>
        <Button size="lg" fullWidth aria-disabled={sending} onClick={() => !sending && props.onConfirm()}>
          {sending ? 'Sending your request...' : 'Confirm Medication Request'}
        </Button>
        <Button variant="subtle" fullWidth onClick={props.onBack}>
          Back
        </Button>
        <p className={css.next}>
          {free ? 'Next: a short agreement' : 'Next: a short agreement, then payment'}
        </p>
        <p className={css.next} role="status">
          {props.savedWords}
        </p>
      </div>
    </section>
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
  why: string | undefined;
  onWords: (words: string) => void;
  marks: readonly PlainMark[];
  onEdit: () => void;
  onRemove: () => void;
}

function Line({ index, line, why, marks, onWords, onEdit, onRemove }: LineProps) {
  const usage = lastUsage(line.usages);
  const complete = hasDuration(usage);
  const name = medicationText(line);
  return (
    <li id={`medication-${index}`} tabIndex={-1} className={css.line} data-faulty={!complete || undefined}>
      <div className={css.words}>
        <div className={css.name}>
          <MedicationTitle medication={line} />
        </div>
        {usage ? <div className={css.usage}>{usageText(usage).join(' · ')}</div> : null}
        {complete ? null : (
          <button type="button" className={css.missing} onClick={onEdit}>
            <IconAlertCircle size={16} aria-hidden />
            <span>Add Duration</span>
            <span className="s-visually-hidden"> to {name}</span>
          </button>
        )}
        {why === undefined && !line.neededAgain ? null : (
          <NeededAgain
            id={`medication-${index}-again`}
            name={name}
            why={why}
            value={line.neededAgain ?? ''}
            onChange={onWords}
          />
        )}
        <RequestMarks marks={marks} name={name} />
      </div>
      <div className={css.tools}>
        <ActionIcon size={32} color="gray" aria-label={`Change ${name}`} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon size={32} color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
