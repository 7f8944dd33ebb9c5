// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How a medication is taken, as fields: quantity, frequency, as needed, duration,
 * repeat and the notes that belong to Other, with a plain reading of the label
 * underneath. It holds no state; who shows it decides when to check.
 */
import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import type { Options, Usage } from '../../api/generated/schema';
import { choicesFor, choicesOrNone } from '../../ui/forms/choose';
import { FieldError } from '../../ui/forms/faults';
import type { SiteQuestion } from './sites';
import { NOTES_MAX_CHARACTERS, OTHER, REPEAT_MAX, REPEAT_MIN } from './usage';
import { asksForNotes, labelPreview, type UsageFaults } from './usageEditing';
import css from './UsageForm.module.css';

interface UsageFormProps {
  idPrefix: string;
  usage: Usage;
  onChange: (usage: Usage) => void;
  faults: UsageFaults;
  options: Pick<Options, 'quantities' | 'frequencies' | 'durations'>;
  /** The form of the drug, for the reading of the label. */
  formulation?: string | undefined;
  /** Asked where the drug goes into one of two eyes, ears or nostrils. */
  question: SiteQuestion | null;
}

export function UsageForm(props: UsageFormProps) {
  const { idPrefix, usage, onChange, faults, options } = props;
  const change = (part: Partial<Usage>) => onChange({ ...usage, ...part });
  return (
    <div className={css.form}>
      <div className={css.pair}>
        <Choice
          id={`${idPrefix}-quantity`}
          label="Quantity"
          value={usage.quantity}
          other={usage.quantityOther}
          choices={options.quantities}
          error={faults.quantity}
          onChange={(quantity) => change({ quantity })}
          onOther={(quantityOther) => change({ quantityOther })}
        />
        <Choice
          id={`${idPrefix}-frequency`}
          label="Frequency"
          value={usage.frequency}
          other={usage.frequencyOther}
          choices={options.frequencies}
          error={faults.frequency}
          onChange={(frequency) => change({ frequency })}
          onOther={(frequencyOther) => change({ frequencyOther })}
        />
      </div>
      <div className={`${css.pair} ${css.short}`}>
        <Choice
          id={`${idPrefix}-duration`}
          label="Duration"
          value={usage.duration}
          other={usage.durationOther}
          choices={options.durations}
          error={faults.duration}
          onChange={(duration) => change({ duration })}
          onOther={(durationOther) => change({ durationOther })}
        />
        <NumberInput
          id={`${idPrefix}-repeat`}
          label="Repeat"
          min={REPEAT_MIN}
          max={REPEAT_MAX}
          clampBehavior="none"
          allowDecimal={false}
          value={usage.repeat}
          error={errorProps(faults.repeat)}
          onChange={(value) => change({ repeat: value === '' ? Number.NaN : Number(value) })}
        />
      </div>
      {props.question !== null ? (
        <NativeSelect
          id={`${idPrefix}-site`}
          label={props.question.label}
          value={usage.site ?? ''}
          error={errorProps(faults.site)}
          data={choicesOrNone(props.question.sites)}
          onChange={(event) => change({ site: event.currentTarget.value || null })}
        />
      ) : null}
      <Checkbox
        label="Take only as needed"
        checked={usage.asNeeded}
        onChange={(event) => change({ asNeeded: event.currentTarget.checked })}
      />
      {asksForNotes(usage) ? (
        <Textarea
          id={`${idPrefix}-notes`}
          label="Other notes"
          description={`At most ${NOTES_MAX_CHARACTERS} characters.`}
          maxLength={NOTES_MAX_CHARACTERS}
          rows={2}
          value={usage.textLine ?? ''}
          error={errorProps(faults.notes)}
          onChange={(event) => change({ textLine: event.currentTarget.value || null })}
        />
      ) : null}
      <LabelReading usage={usage} formulation={props.formulation} />
    </div>
  );
}

function errorProps(message: string | undefined) {
  return message === undefined ? undefined : <FieldError message={message} />;
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string;
  other: string | null;
  choices: readonly string[];
  error: string | undefined;
  onChange: (value: string) => void;
  onOther: (value: string | null) => void;
}

function Choice({ id, label, value, other, choices, error, onChange, onOther }: ChoiceProps) {
  const all = choices.includes(OTHER) ? choices : [...choices, OTHER];
  const saysOther = value === OTHER;
  return (
    <div className={css.choice}>
      <NativeSelect
        id={id}
        label={label}
        value={value}
        error={saysOther ? undefined : errorProps(error)}
        data={choicesFor(value, all)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {saysOther ? (
        <TextInput
          id={`${id}-other`}
          label={`Other ${label.toLowerCase()}`}
          value={other ?? ''}
          maxLength={NOTES_MAX_CHARACTERS}
          error={errorProps(error)}
          onChange={(event) => onOther(event.currentTarget.value || null)}
        />
      ) : null}
    </div>
  );
}

function LabelReading({ usage, formulation }: { usage: Usage; formulation: string | undefined }) {
  const preview = labelPreview(usage, formulation);
  if (preview === null) return null;
  return (
    <p className={css.preview}>
      <IconQuote size={18} aria-hidden />
      <span>
        Your label will read: <b>{preview.direction}</b> for{' '}
        {preview.duration === null ? '…' : <b>{preview.duration}</b>}
      </span>
    </p>
  );
}
