// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Editing one line: the drug itself (doctors only, through the picker the page
 * hands in), its directions and the quantity to dispense. The server validates
 * and its faults stand beside the fields; nothing typed is lost on a refusal.
 */
import { Button, Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import type { DirectionsView, MedicationView } from '../../../api/generated/schema';
import { useOptions } from '../../../api/queries';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { choicesOrNone } from '../../../ui/forms/choose';
import { ErrorSummary } from '../../../ui/forms/faults';
import { type AsSent, useAsSent } from '../../../ui/forms/asSent';
import { HereAgain } from '../../../ui/forms/HereAgain';
import type { ChosenDrug, Reviewer } from './commands';
import { siteQuestion } from '../sites';
import { DirectionsCheck } from './DirectionsCheck';
import { DrugName } from './DrugName';
import { drugLabel } from './lines';
import styles from './review.module.css';
import { useDirections } from './useDirections';
import { type LineEdit, useLineEdit } from './useLineEdit';

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
  onSave: (edit: LineEdit, begunOn: MedicationView, asSent: AsSent) => Promise<void>;
};

const OTHER_LIMIT = 200;
/** Said at once; the server's own words follow where it knows what was typed. */
const REMOVED = 'The typed quantity was removed because the directions or the drug changed.';
const DOCTORS_ONLY = 'Only a doctor may type the quantity to dispense.';

export function LineEditor({ line: newest, reviewer, drugPicker, busy, onCancel, onSave }: Props) {
  // What a colleague saves meanwhile comes in live: the edit is still one of what was seen here.
  const [line] = useState(newest);
  const options = useOptions().data;
  const { usage, drug, supplyReason, total, faults, ...editing } = useLineEdit(line);
  const [picking, setPicking] = useState(false);
  const answer = useDirections(line, { drug: drug ?? line, usage, total, supplyReason });
  const { leave } = faults;
  const asSent = useAsSent(editing.edit());
  const question = siteQuestion(drug ?? line);
  const name = drugLabel(line);
  const id = (field: string) => `${field}-${line._id}`;

  // Listened for on the element: keys of a dialog opened from here stay with the dialog.
  const form = useRef<HTMLFormElement>(null);
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave(cancel);
    };
    element?.addEventListener('keydown', listen);
    return () => {
      element?.removeEventListener('keydown', listen);
    };
  }, [leave]);

  const save = async () => {
    faults.clear();
    try {
      await onSave(editing.edit(), line, asSent);
    } catch (failure) {
      editing.refuse(failure);
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
      <HereAgain of={faults.leave} />{' '}
      <ErrorSummary
        title="Please correct errors below"
        faults={faults.faults.map(({ field, message }) => ({ field: id(field), message }))}
        round={faults.round}
      />
      <div className={styles.editorDrug}>
        {drug && (
          <div>
            <DrugName drug={drug} />
          </div>
        )}
        {reviewer === 'doctor' && (
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
              editing.setDrug(null);
            }}
          >
            Back to {name}
          </button>
        )}
      </div>
      {picking &&
        drugPicker({
          onChoose: (chosen) => {
            editing.setDrug(chosen);
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
          error={faults.error('quantity')}
          errorOther={faults.error('quantityOther')}
          autoFocus
          onChange={(quantity, quantityOther) => {
            editing.setUsage({ quantity, quantityOther });
          }}
        />
        <Choice
          id={id('frequency')}
          idOther={id('frequencyOther')}
          label="Frequency"
          list={options?.frequencies ?? []}
          value={usage.frequency}
          other={usage.frequencyOther}
          error={faults.error('frequency')}
          errorOther={faults.error('frequencyOther')}
          onChange={(frequency, frequencyOther) => {
            editing.setUsage({ frequency, frequencyOther });
          }}
        />
        <Choice
          id={id('duration')}
          idOther={id('durationOther')}
          label="Duration"
          list={options?.durations ?? []}
          value={usage.duration}
          other={usage.durationOther}
          error={faults.error('duration')}
          errorOther={faults.error('durationOther')}
          onChange={(duration, durationOther) => {
            editing.setUsage({ duration, durationOther });
          }}
        />
        {question !== null && (
          <NativeSelect
            id={id('site')}
            label={question.label}
            value={usage.site ?? ''}
            data={choicesOrNone(question.sites)}
            error={faults.error('site')}
            onChange={(event) => {
              editing.setUsage({ site: event.currentTarget.value || null });
            }}
          />
        )}
        <NumberInput
          id={id('repeat')}
          label="Repeat"
          value={usage.repeat}
          error={faults.error('repeat')}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(value) => {
            editing.setUsage({ repeat: typeof value === 'number' ? value : 0 });
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
            error={faults.error('toDispense')}
            inputMode="decimal"
            onChange={(event) => {
              editing.setTotal(event.currentTarget.value);
            }}
          />
          {/* Always there, so that readers are told of what comes to stand in it. */}
          <p className={styles.missing} role="status">
            {editing.isTotalLost ? (answer?.totalRemoved ?? REMOVED) : ''}
          </p>
        </div>
        <Checkbox
          className={styles.asNeeded ?? ''}
          label="As needed"
          checked={usage.asNeeded}
          onChange={(event) => {
            editing.setUsage({ asNeeded: event.currentTarget.checked });
          }}
        />
      </div>
      <Textarea
        id={id('textLine')}
        label="Note on the label"
        rows={2}
        maxLength={OTHER_LIMIT}
        value={usage.textLine ?? ''}
        error={faults.error('textLine')}
        onChange={(event) => {
          editing.setUsage({ textLine: event.currentTarget.value === '' ? null : event.currentTarget.value });
        }}
      />
      {reviewer === 'doctor' && (answer?.asksForReason != null || supplyReason !== '') && (
        <TextInput
          id={id('supplyReason')}
          mt="sm"
          label="Reason for more than 12 months"
          description={answer?.asksForReason ?? undefined}
          maxLength={OTHER_LIMIT}
          value={supplyReason}
          error={faults.error('supplyReason')}
          onChange={(event) => {
            editing.setReason(event.currentTarget.value);
          }}
        />
      )}
      <DirectionsCheck answer={answer} />
      <Group gap="sm" mt="md">
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <CancelButton leave={leave} variant="subtle" onCancel={onCancel} />
      </Group>
    </form>
  );
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
