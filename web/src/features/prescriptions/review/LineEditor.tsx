// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Editing one line: the drug itself (doctors only, through the picker the page
 * hands in), its directions and the quantity to dispense. The server validates
 * and its faults stand beside the fields; nothing typed is lost on a refusal.
 */
import { Button, Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import { ApiError, type FieldFault } from '../../../api/failures';
import type { DirectionsView, MedicationView, Usage } from '../../../api/generated/schema';
import { useOptions } from '../../../api/queries';
import { isBlank } from '../../../ui/forms/blank';
import { ErrorSummary, FieldError } from '../../../ui/forms/faults';
import type { ChosenDrug, Reviewer } from './commands';
import { DirectionsCheck } from './DirectionsCheck';
import { DrugName } from './DrugName';
import { currentUsage, drugLabel, typedTotal, voidsTotal } from './lines';
import styles from './review.module.css';
import { useDirections } from './useDirections';

export type LineEdit = {
  usage: Usage;
  toDispense: string | null;
  drug: ChosenDrug | null;
  /** Why it may cover more than twelve months; null leaves it as it is. */
  supplyReason: string | null;
};

/** The page supplies the drug search, which belongs to another feature. */
export type DrugPickerSlot = (props: {
  onChoose: (drug: ChosenDrug) => void;
  onCancel: () => void;
}) => ReactNode;

type Props = {
  line: MedicationView;
  reviewer: Reviewer;
  drugPicker: DrugPickerSlot;
  busy: boolean;
  onCancel: () => void;
  /** Names the line as it was when the editing began; rejects when the server names fields. */
  onSave: (edit: LineEdit, begunOn: MedicationView) => Promise<void>;
};

const emptyUsage: Usage = {
  quantity: '',
  quantityOther: null,
  frequency: '',
  frequencyOther: null,
  asNeeded: false,
  duration: '',
  durationOther: null,
  repeat: 0,
  textLine: null,
};

const OTHER_LIMIT = 200;
/** Said at once; the server's own words follow where it knows what was typed. */
const REMOVED = 'The typed quantity was removed because the directions or the drug changed.';
const DOCTORS_ONLY = 'Only a doctor may type the quantity to dispense.';

export function LineEditor({ line: newest, reviewer, drugPicker, busy, onCancel, onSave }: Props) {
  // What a colleague saves meanwhile comes in live: the edit is still one of what was seen here.
  const [line] = useState(newest);
  const options = useOptions().data;
  const [usage, setUsage] = useState<Usage>(currentUsage(line) ?? emptyUsage);
  const [drug, setDrug] = useState<ChosenDrug | null>(null);
  const [picking, setPicking] = useState(false);
  // Null while nobody typed: a total of before stands as long as what it was typed for.
  const [typed, setTyped] = useState<string | null>(null);
  // A total typed here that the directions took away; one of before is `isVoid`.
  const [lost, setLost] = useState(false);
  const reasonBefore = line.changes.at(-1)?.supplyReason ?? '';
  const [reason, setReason] = useState(reasonBefore);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const isVoid = voidsTotal(
    currentUsage(line) ?? emptyUsage,
    usage,
    drug !== null && drug.drugId !== line.drugId,
  );
  const total = typed ?? (isVoid ? '' : typedTotal(line));
  const wasTyped = typedTotal(line) !== '';
  const isLost = typed === null && total === '' && (lost || wasTyped);
  const answer = useDirections(line, { drug: drug ?? line, usage, total, supplyReason: reason });
  const name = drugLabel(line);
  const id = (field: string) => `${field}-${line._id}`;
  // What was typed a moment ago was typed for the line as it stood then.
  const forget = () => {
    if (typed !== null && !isBlank(typed)) setLost(true);
    setTyped(null);
  };
  const set = (change: Partial<Usage>) => {
    const next = { ...usage, ...change };
    setUsage(next);
    if (voidsTotal(usage, next, false)) forget();
    const touched = Object.keys(change);
    setFaults(faults.filter((fault) => !touched.includes(fieldOf(fault))));
  };
  const fault = (field: string): ReactNode => {
    const found = faults.find((one) => fieldOf(one) === field);
    return found ? <FieldError message={found.message} /> : undefined;
  };

  // Listened for on the element: keys of a dialog opened from here stay with the dialog.
  const form = useRef<HTMLFormElement>(null);
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    element?.addEventListener('keydown', listen);
    return () => {
      element?.removeEventListener('keydown', listen);
    };
  }, []);

  const save = async () => {
    setFaults([]);
    try {
      // Said again with every edit: the server keeps a reason for nothing but what it was given for.
      const supplyReason = isBlank(reason) ? (reasonBefore === '' ? null : '') : reason.trim();
      await onSave({ usage, toDispense: sentTotal(line, typed, isVoid), drug, supplyReason }, line);
    } catch (error) {
      if (error instanceof ApiError) {
        setFaults(error.errors.length > 0 ? error.errors : [{ field: 'quantity', message: error.message }]);
      }
    }
  };

  return (
    <form
      className={styles.editor}
      ref={form}
      aria-label={`Edit ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ErrorSummary
        title="Please correct errors below"
        faults={faults.map((one) => ({ field: id(fieldOf(one)), message: one.message }))}
      />
      <div className={styles.editorDrug}>
        <div>
          <DrugName drug={drug ?? line} />
        </div>
        {reviewer === 'doctor' && !picking && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setPicking(true);
            }}
          >
            Change drug
          </button>
        )}
        {drug && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setDrug(null);
              forget();
            }}
          >
            Back to {name}
          </button>
        )}
      </div>
      {picking &&
        drugPicker({
          onChoose: (chosen) => {
            setDrug(chosen);
            forget();
            setPicking(false);
          },
          onCancel: () => {
            setPicking(false);
          },
        })}
      <div className={styles.editorGrid}>
        <Choice
          id={id('quantity')}
          idOther={id('quantityOther')}
          label="Quantity"
          list={options?.quantities ?? []}
          value={usage.quantity}
          other={usage.quantityOther}
          error={fault('quantity')}
          errorOther={fault('quantityOther')}
          autoFocus
          onChange={(quantity, quantityOther) => {
            set({ quantity, quantityOther });
          }}
        />
        <Choice
          id={id('frequency')}
          idOther={id('frequencyOther')}
          label="Frequency"
          list={options?.frequencies ?? []}
          value={usage.frequency}
          other={usage.frequencyOther}
          error={fault('frequency')}
          errorOther={fault('frequencyOther')}
          onChange={(frequency, frequencyOther) => {
            set({ frequency, frequencyOther });
          }}
        />
        <Choice
          id={id('duration')}
          idOther={id('durationOther')}
          label="Duration"
          list={options?.durations ?? []}
          value={usage.duration}
          other={usage.durationOther}
          error={fault('duration')}
          errorOther={fault('durationOther')}
          onChange={(duration, durationOther) => {
            set({ duration, durationOther });
          }}
        />
        <NumberInput
          id={id('repeat')}
          label="Repeat"
          value={usage.repeat}
          error={fault('repeat')}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(value) => {
            set({ repeat: typeof value === 'number' ? value : 0 });
          }}
        />
        <div>
          <TextInput
            id={id('toDispense')}
            label="Quantity to dispense"
            description={reviewer === 'doctor' ? dispenseHint(answer) : DOCTORS_ONLY}
            required={answer?.computed.needsTyping ?? false}
            readOnly={reviewer !== 'doctor'}
            value={total}
            error={fault('toDispense')}
            inputMode="decimal"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setLost(false);
              setFaults(faults.filter((one) => fieldOf(one) !== 'toDispense'));
            }}
          />
          {/* Always there, so that readers are told of what comes to stand in it. */}
          <p className={styles.missing} role="status">
            {isLost ? (answer?.totalRemoved ?? REMOVED) : ''}
          </p>
        </div>
        <Checkbox
          className={styles.asNeeded ?? ''}
          label="As needed"
          checked={usage.asNeeded}
          onChange={(event) => {
            set({ asNeeded: event.currentTarget.checked });
          }}
        />
      </div>
      <Textarea
        id={id('textLine')}
        label="Note on the label"
        rows={2}
        maxLength={OTHER_LIMIT}
        value={usage.textLine ?? ''}
        error={fault('textLine')}
        onChange={(event) => {
          set({ textLine: event.currentTarget.value === '' ? null : event.currentTarget.value });
        }}
      />
      {reviewer === 'doctor' && (answer?.asksForReason != null || reason !== '') && (
        <TextInput
          id={id('supplyReason')}
          mt="sm"
          label="Reason for more than 12 months"
          description={answer?.asksForReason ?? undefined}
          maxLength={OTHER_LIMIT}
          value={reason}
          error={fault('supplyReason')}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setFaults(faults.filter((one) => fieldOf(one) !== 'supplyReason'));
          }}
        />
      )}
      <DirectionsCheck answer={answer} />
      <Group gap="sm" mt="md">
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Faults name the field by its whole path; its last part is the control. */
function fieldOf(fault: FieldFault): string {
  return fault.field.split('.').at(-1) ?? fault.field;
}

/** What is sent: null leaves the total to the server, empty text takes a typed one back. */
function sentTotal(line: MedicationView, typed: string | null, isVoid: boolean): string | null {
  if (typed === null) return null;
  const text = typed.trim();
  return text === '' && (isVoid || !line.toDispense.typed) ? null : text;
}

/** What the total would be for what is being edited; nothing while it is worked out. */
function dispenseHint(answer: DirectionsView | null): string {
  if (answer === null) return 'Calculating …';
  const { computed, needsTyping, note, unit } = answer.computed;
  if (needsTyping) return note ?? `Can’t be calculated. Enter it in ${unit}.`;
  return computed === null ? `In ${unit}.` : `Calculated: ${computed} ${unit}. Leave empty to keep it.`;
}

type ChoiceProps = {
  id: string;
  idOther: string;
  label: string;
  list: readonly string[];
  value: string;
  other: string | null;
  error: ReactNode;
  errorOther: ReactNode;
  autoFocus?: boolean;
  onChange: (value: string, other: string | null) => void;
};

/** A list with Other, and the words for Other when it is chosen. */
function Choice({
  id,
  idOther,
  label,
  list,
  value,
  other,
  error,
  errorOther,
  autoFocus,
  onChange,
}: ChoiceProps) {
  const data = [...new Set(['', ...(value === '' ? [] : [value]), ...list, 'Other'])];
  const order = ['', ...list, ...data.filter((one) => one !== '' && !list.includes(one))];
  return (
    <div>
      <NativeSelect
        id={id}
        label={label}
        value={value}
        data={order.map((one) => ({ value: one, label: one === '' ? 'Choose' : one }))}
        error={error}
        data-autofocus={autoFocus}
        ref={(element) => {
          if (autoFocus && element && !element.dataset['seen']) {
            element.dataset['seen'] = 'yes';
            element.focus();
          }
        }}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange(chosen, chosen === 'Other' ? other : null);
        }}
      />
      {value === 'Other' && (
        <TextInput
          id={idOther}
          mt="xs"
          label={`Other ${label.toLowerCase()}`}
          maxLength={OTHER_LIMIT}
          value={other ?? ''}
          error={errorOther}
          onChange={(event) => {
            onChange('Other', event.currentTarget.value);
          }}
        />
      )}
    </div>
  );
}
