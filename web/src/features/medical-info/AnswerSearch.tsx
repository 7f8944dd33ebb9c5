// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The box that adds to a list of answers: what is typed is looked for in the list, however it is accented, and
 * can be added in one's own words. Arrow keys walk, Enter takes; the focus stays in the box.
 */
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useUnsaved } from '../../ui/forms/unsaved';
import { isChord } from '../../ui/keyboard/chord';
import css from './AnswerList.module.css';
import { findItems, hasWord, isSameName } from './answers';

interface AnswerSearchProps {
  label: string;
  /** What may still be chosen. */
  items: readonly string[];
  isOff: boolean;
  isKnown: (name: string) => boolean;
  duplicateText: string;
  notFoundText?: string | undefined;
  error?: ReactNode;
  onTyping: (isTyping: boolean) => void;
  onAdd: (name: string) => void;
}

/** Above so many characters it is said that nothing was found (patient side section 5). */
const SEARCH_ABOVE_CHARACTERS = 3;
const ITEM_MAX_CHARACTERS = 200;

export function AnswerSearch(props: AnswerSearchProps) {
  const { label, items, isOff, isKnown, duplicateText, notFoundText, error, onTyping, onAdd } = props;
  const id = useId();
  const [text, setText] = useState('');
  const form = useUnsaved(text.trim() !== '', {
    name: `answer ${label}`,
    typed: text,
    stored: '',
    restore: (typed) => {
      setText(typed);
      onTyping(!isBlank(typed));
    },
  });
  /** Where the arrow keys or the pointer went; null while they did not. */
  const [walked, setWalked] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [warning, setWarning] = useState<string | null>(null);
  const typed = text.trim();
  const hits = isBlank(typed) ? [] : findItems(items, typed);
  const isOwn = !isBlank(typed) && !hits.some((hit) => isSameName(hit, typed));
  const choices = isOwn ? [...hits, typed] : hits;
  const isShown = isOpen && choices.length > 0;
  const last = choices.length - 1;
  // Enter takes what was meant: letters in the middle of a word, or the name of what is already in the list,
  // choose nothing else.
  const isMeant = hits[0] !== undefined && hasWord(hits[0], typed) && !isKnown(typed);
  const at = Math.min(walked ?? (isMeant ? 0 : last), last);
  const optionId = (index: number) => `${id}-${index}`;

  function type(next: string) {
    setText(next);
    setWalked(null);
    setOpen(true);
    setWarning(null);
    onTyping(!isBlank(next));
  }

  function add(name: string | undefined) {
    if (isOff || name === undefined || isBlank(name)) return;
    if (isKnown(name)) return setWarning(duplicateText);
    setText('');
    setWalked(null);
    setOpen(false);
    setWarning(null);
    onAdd(name);
  }

  function press(event: KeyboardEvent) {
    if (isChord(event)) return;
    if (event.key === 'ArrowDown') setWalked(!isShown || at === last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setWalked(!isShown || at === 0 ? last : at - 1);
    else if (event.key === 'Escape' && isShown) return setOpen(false);
    else if (event.key === 'Enter') {
      // Never the form's own: what is typed is not saved by it.
      event.preventDefault();
      if (!event.nativeEvent.isComposing) add(isShown ? choices[at] : typed);
      return;
    } else return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <div className={css.search}>
      <HereAgain of={form} />
      <TextInput
        label={label}
        value={text}
        disabled={isOff}
        maxLength={ITEM_MAX_CHARACTERS}
        error={warning ?? error}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={20} aria-hidden />}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? optionId(at) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setWalked(null);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={css.found} hidden={!isShown}>
        {choices.map((choice, index) => (
          // The keys are the box's: the focus never leaves it.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={choice}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setWalked(index)}
            onClick={() => add(choice)}
          >
            {isOwn && index === choices.length - 1 ? `Add “${choice}” in your own words` : choice}
          </div>
        ))}
      </div>
      {isBlank(typed) ? null : (
        // Its place is kept under the open list: the press that closes the list moves nothing.
        <p className={css.pending} style={{ visibility: isOpen ? 'hidden' : undefined }}>
          “{typed}” is not added yet.
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => add(hits.find((hit) => isSameName(hit, typed)) ?? typed)}
          >
            Add
          </Button>
        </p>
      )}
      <p className={css.hint} role="status">
        {typed.length > SEARCH_ABOVE_CHARACTERS && hits.length === 0 && notFoundText !== undefined
          ? `${notFoundText}. You can add it in your own words.`
          : ''}
      </p>
    </div>
  );
}
