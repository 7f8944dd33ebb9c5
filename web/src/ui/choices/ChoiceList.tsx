// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A text box with the list of what it finds: type, walk with the arrow keys,
 * take with Enter. The focus stays in the box; readers are told which entry is
 * active (the combobox pattern). What is found is the caller's business.
 */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { Kbd } from '../Kbd';
import { isChord } from '../keyboard/chord';
import styles from './choices.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  /** The key that does the same without this list. */
  readonly keys?: readonly string[];
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

type Props = {
  /** What the box is for, for readers. */
  label: string;
  placeholder?: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly ChoiceGroup[];
  onChoose: (id: string) => void;
  /** Said when nothing is found. */
  empty: string;
  busy?: boolean;
  /** Of the box itself, for a fault's link. */
  id?: string;
  error?: ReactNode;
  onFocus?: (box: HTMLElement) => void;
};

/** The entries in the order in which they are drawn. */
function flat(groups: readonly ChoiceGroup[]): readonly Choice[] {
  return groups.flatMap((group) => group.choices);
}

export function ChoiceList({
  label,
  placeholder,
  text,
  onText,
  groups,
  onChoose,
  empty,
  busy = false,
  id,
  error,
  onFocus,
}: Props) {
  const made = useId();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const all = flat(groups);
  const byId = (wantedId: string | null | undefined) => all.find((choice) => choice.id === wantedId);
  // What was first for this text stays active: what is found later must not change what Enter takes.
  const [first, setFirst] = useState({ text, id: all[0]?.id });
  const stands = first.text === text && byId(first.id) !== undefined;
  if (!stands && (first.text !== text || first.id !== all[0]?.id)) setFirst({ text, id: all[0]?.id });
  const active = byId(wanted) ?? byId(first.id) ?? all[0];
  const idOf = (choice: Choice) => `${made}-${choice.id}`;
  const move = (choice: Choice | undefined) => {
    if (!choice) return;
    setWanted(choice.id);
    document.getElementById(idOf(choice))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (isChord(event)) return;
    const at = active ? all.indexOf(active) : -1;
    if (event.key === 'ArrowDown') move(all[at + 1] ?? all[0]);
    else if (event.key === 'ArrowUp') move(all[at - 1] ?? all.at(-1));
    else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) onChoose(active.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.whole}>
      <TextInput
        {...(id === undefined ? {} : { id })}
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded={all.length > 0}
        aria-controls={`${made}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(active)}
        placeholder={placeholder ?? ''}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setWanted(null);
          onText(event.currentTarget.value);
        }}
        onKeyDown={press}
        onFocus={(event) => onFocus?.(event.currentTarget)}
      />
      <div id={`${made}-list`} role="listbox" aria-label={label} className={styles.list} ref={list}>
        {groups.map(
          (group) =>
            group.choices.length > 0 && (
              <div key={group.title} role="group" aria-labelledby={`${made}-${group.title}`}>
                <div id={`${made}-${group.title}`} className={styles.title} role="presentation">
                  {group.title}
                </div>
                {group.choices.map((choice) => (
                  // The keys are the box's: the focus never leaves it.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={choice.id}
                    id={idOf(choice)}
                    role="option"
                    aria-selected={choice === active}
                    className={styles.choice}
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => setWanted(choice.id)}
                    onClick={() => onChoose(choice.id)}
                  >
                    {choice.icon}
                    <span className={styles.words}>
                      <span>{choice.label}</span>
                      {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
                    </span>
                    {choice.keys && (
                      <span className={styles.keys} aria-hidden="true">
                        {choice.keys.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    )}
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      <p className={styles.none} role="status">
        {all.length === 0 ? (busy ? 'Loading...' : empty) : ''}
      </p>
    </div>
  );
}
