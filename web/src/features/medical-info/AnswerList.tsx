// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One list of answers with No first and Other last: No clears and disables the
 * rest, Other opens the entry list.
 */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './MedicalForm.module.css';
import { OtherItems } from './OtherItems';
import { answerNo, isKnown, type ListAnswer, toggleItem, toggleOther } from './record';

interface AnswerListProps {
  /** The field's name in the record; the error summary links to it. */
  field: string;
  otherField: string;
  legend: string;
  items: readonly string[];
  answer: ListAnswer;
  onChange: (answer: ListAnswer) => void;
  errorOf: (field: string) => ReactNode;
  otherLabel: string;
  duplicateText: string;
  notFoundText?: string;
}

export function AnswerList(props: AnswerListProps) {
  const { field, otherField, legend, items, answer, onChange, errorOf } = props;
  const error = errorOf(field);
  return (
    <fieldset className={css.list} data-error={error !== undefined || undefined}>
      <legend className="s-visually-hidden">{legend}</legend>
      {error === undefined ? null : (
        <div className="s-field-error" id={`${field}-error`}>
          {error}
        </div>
      )}
      <Checkbox
        id={field}
        label="No"
        checked={answer.no}
        aria-describedby={error === undefined ? undefined : `${field}-error`}
        onChange={(event) => onChange(answerNo(event.currentTarget.checked))}
      />
      <div className={css.items}>
        {items.map((item) => (
          <Checkbox
            key={item}
            label={item}
            disabled={answer.no}
            checked={answer.chosen.includes(item)}
            onChange={() => onChange(toggleItem(answer, item))}
          />
        ))}
      </div>
      <Checkbox
        label="Other"
        disabled={answer.no}
        checked={answer.other !== null}
        onChange={() => onChange(toggleOther(answer))}
      />
      {answer.other === null ? null : (
        <OtherItems
          id={otherField}
          label={props.otherLabel}
          items={answer.other}
          suggestions={items}
          isKnown={(name) => isKnown(answer, name)}
          duplicateText={props.duplicateText}
          notFoundText={props.notFoundText}
          error={errorOf(otherField)}
          onChange={(other) => onChange({ ...answer, other })}
        />
      )}
    </fieldset>
  );
}
