// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The entry list behind "Other": type, pick a suggestion above 3 characters or
 * add one's own words, and take items out again. Doubles are refused in words.
 */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isBlank } from '../../ui/forms/blank';
import css from './MedicalForm.module.css';

interface OtherItemsProps {
  id: string;
  label: string;
  items: string[];
  suggestions: readonly string[];
  isKnown: (name: string) => boolean;
  duplicateText: string;
  notFoundText?: string;
  error?: ReactNode;
  onChange: (items: string[]) => void;
}

/** Search begins only above 3 characters (patient side section 5). */
const SEARCH_ABOVE_CHARACTERS = 3;
const ITEM_MAX_CHARACTERS = 200;

export function OtherItems(props: OtherItemsProps) {
  const { id, label, items, suggestions, isKnown, duplicateText, notFoundText, error, onChange } = props;
  const [text, setText] = useState('');
  const [warning, setWarning] = useState<string | null>(null);
  const typed = text.trim();
  const searching = typed.length > SEARCH_ABOVE_CHARACTERS;
  const hits = searching
    ? suggestions.filter((one) => one.toLowerCase().includes(typed.toLowerCase())).slice(0, 6)
    : [];

  function add(name: string) {
    if (isBlank(name)) return;
    if (isKnown(name)) {
      setWarning(duplicateText);
      return;
    }
    onChange([...items, name]);
    setText('');
    setWarning(null);
  }

  return (
    <div className={css.other}>
      {items.length > 0 ? (
        <ul className={css.chips}>
          {items.map((item) => (
            <li key={item} className={css.chip}>
              {item}
              <ActionIcon
                size={28}
                aria-label={`Remove ${item}`}
                onClick={() => onChange(items.filter((one) => one !== item))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={css.entry}>
        <TextInput
          id={id}
          label={label}
          value={text}
          maxLength={ITEM_MAX_CHARACTERS}
          error={warning ?? error}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWarning(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(typed);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-label={`Add ${label.toLowerCase()}`}
          onClick={() => add(typed)}
        >
          Add
        </Button>
      </div>
      {hits.length > 0 ? (
        <ul className={css.chips} aria-label="Suggestions">
          {hits.map((hit) => (
            <li key={hit}>
              <Button variant="light" onClick={() => add(hit)}>
                {hit}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {searching && hits.length === 0 && notFoundText !== undefined ? (
        <p className={css.hint} role="status">
          {notFoundText}. You can add it in your own words.
        </p>
      ) : null}
    </div>
  );
}
