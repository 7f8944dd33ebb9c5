// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One list of answers: what was chosen as rows to take out again, a box to add to them, the usual ones to take
 * at once, and None of these last, which clears and disables the rest.
 */
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { announce } from '../../ui/feedback/announce';
import css from './AnswerList.module.css';
import { AnswerSearch } from './AnswerSearch';
import { answerNo, isKnown, itemsOf, type ListAnswer, whileTyping, withItem, withoutItem } from './answers';

interface AnswerListProps {
  /** The field's name in the record; the error summary links to it. */
  field: string;
  otherField: string;
  legend: string;
  /** "Add a condition" */
  label: string;
  items: readonly string[];
  /** Those offered without a search. */
  usual: readonly string[];
  answer: ListAnswer;
  onChange: (answer: ListAnswer) => void;
  errorOf: (field: string) => ReactNode;
  duplicateText: string;
  notFoundText?: string;
}

export function AnswerList(props: AnswerListProps) {
  const { field, otherField, legend, label, items, usual, answer, onChange, errorOf } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const error = errorOf(field);
  const chosen = itemsOf(answer);
  const offered = usual.filter((item) => !isKnown(answer, item));

  function add(name: string, to: ListAnswer) {
    onChange(withItem(to, name, items));
    announce(`${name} added.`);
  }

  /** What was pressed is gone: the next of its kind has the focus, or the box. */
  function focusNext(kind: 'chosen' | 'offered', at: number) {
    requestAnimationFrame(() => {
      const all = group.current?.querySelectorAll<HTMLElement>(`[data-kind="${kind}"]`) ?? [];
      (all[Math.min(at, all.length - 1)] ?? group.current?.querySelector('input'))?.focus();
    });
  }

  return (
    <fieldset ref={group} id={field} className={css.list} data-error={error !== undefined || undefined}>
      <legend className="s-visually-hidden">{legend}</legend>
      {error === undefined ? null : (
        <div className="s-field-error" id={`${field}-error`}>
          {error}
        </div>
      )}
      {chosen.length === 0 ? null : (
        <ul className={css.chosen}>
          {chosen.map((item, at) => (
            <li key={item}>
              <span>{item}</span>
              <ActionIcon
                data-kind="chosen"
                size={32}
                color="gray"
                aria-label={`Remove ${item}`}
                onClick={() => {
                  onChange(withoutItem(answer, item));
                  announce(`${item} removed.`);
                  focusNext('chosen', at);
                }}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div id={otherField}>
        <AnswerSearch
          // None of these empties the box.
          key={String(answer.no)}
          label={label}
          items={items.filter((item) => !isKnown(answer, item))}
          isOff={answer.no}
          isKnown={(name) => isKnown(answer, name)}
          duplicateText={props.duplicateText}
          notFoundText={props.notFoundText}
          error={errorOf(otherField)}
          onTyping={(isTyping) => onChange(whileTyping(answer, isTyping))}
          onAdd={(name) => add(name, whileTyping(answer, false))}
        />
      </div>
      {answer.no || offered.length === 0 ? null : (
        <div className={css.usual}>
          {offered.map((item, at) => (
            <Button
              key={item}
              data-kind="offered"
              variant="default"
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => {
                add(item, answer);
                focusNext('offered', at);
              }}
            >
              {item}
            </Button>
          ))}
        </div>
      )}
      <Checkbox
        label="None of these"
        checked={answer.no}
        aria-describedby={error === undefined ? undefined : `${field}-error`}
        onChange={(event) => onChange(answerNo(event.currentTarget.checked))}
      />
    </fieldset>
  );
}
