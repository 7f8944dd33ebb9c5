// SPDX-License-Identifier: AGPL-3.0-or-later

// The rows of the drug form: plus adds one and goes there, minus takes one away.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Faults } from '../../ui/forms/faults';
import { type IngredientRow, LISTS, type ListName, NO_INGREDIENT } from './drugForm';
import css from './manage.module.css';

/** After a row was added, its first field has the focus; after one was taken away, the plus button. */
function useRowFocus(count: number) {
  const box = useRef<HTMLFieldSetElement>(null);
  const before = useRef(count);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && count !== before.current) {
      const inputs = box.current?.querySelectorAll<HTMLElement>('[data-first]');
      const plus = box.current?.querySelector<HTMLElement>('[data-plus]');
      (count > before.current ? inputs?.[inputs.length - 1] : plus)?.focus();
    }
    asked.current = false;
    before.current = count;
  }, [count]);
  return { box, ask: () => (asked.current = true) };
}

interface ListProps {
  readonly name: ListName;
  readonly rows: readonly string[];
  readonly faults: Faults;
  readonly onChange: (rows: readonly string[]) => void;
}

export function ListRows({ name, rows, faults, onChange }: ListProps) {
  const { box, ask } = useRowFocus(rows.length);
  const { title, row } = LISTS[name];
  return (
    <fieldset ref={box} className={css['rows']} id={name}>
      <legend>{title}</legend>
      {faults.error(name) && <p className={css['fault']}>{faults.error(name)}</p>}
      {rows.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place
        <div key={at} className={css['row']}>
          <TextInput
            id={`${name}.${at}`}
            data-first
            aria-label={`${row} ${at + 1}`}
            autoComplete="off"
            value={text}
            error={faults.error(`${name}.${at}`)}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              faults.clear(`${name}.${at}`);
              onChange(rows.map((one, place) => (place === at ? typed : one)));
            }}
          />
          <Minus
            words={`${row} ${at + 1}`}
            onClick={() => {
              ask();
              onChange(rows.filter((_, place) => place !== at));
            }}
          />
        </div>
      ))}
      <Plus
        words={row}
        onClick={() => {
          ask();
          onChange([...rows, '']);
        }}
      />
    </fieldset>
  );
}

const CELLS = [
  { field: 'ingredient_name', words: 'name', title: 'Name' },
  { field: 'strength', words: 'strength', title: 'Strength' },
  { field: 'strength_unit', words: 'strength unit', title: 'Strength unit' },
] as const;

interface IngredientsProps {
  readonly rows: readonly IngredientRow[];
  readonly faults: Faults;
  readonly onChange: (rows: readonly IngredientRow[]) => void;
}

export function IngredientRows({ rows, faults, onChange }: IngredientsProps) {
  const { box, ask } = useRowFocus(rows.length);
  return (
    <fieldset ref={box} className={css['rows']} id="ingredients">
      <legend>Ingredients</legend>
      <p className={css['hint']}>Each row needs a name, strength and unit.</p>
      {faults.error('ingredients') && <p className={css['fault']}>{faults.error('ingredients')}</p>}
      <div className={css['heads']} aria-hidden="true">
        {CELLS.map(({ title }) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place
        <div key={at} className={css['row']}>
          <div className={css['cells']}>
            {CELLS.map(({ field, words }) => (
              <TextInput
                key={field}
                id={`ingredients.${at}.${field}`}
                data-first={field === 'ingredient_name' || undefined}
                aria-label={`ingredient ${at + 1}, ${words}`}
                placeholder={words}
                autoComplete="off"
                value={row[field]}
                error={faults.error(`ingredients.${at}.${field}`)}
                onChange={(event) => {
                  const typed = event.currentTarget.value;
                  faults.clear(`ingredients.${at}.${field}`);
                  onChange(rows.map((one, place) => (place === at ? { ...one, [field]: typed } : one)));
                }}
              />
            ))}
            {row.dosage_unit !== '' && (
              <span className={css['per']}>{`per ${row.dosage_value} ${row.dosage_unit}`}</span>
            )}
          </div>
          <Minus
            words={`ingredient ${at + 1}`}
            onClick={() => {
              ask();
              onChange(rows.filter((_, place) => place !== at));
            }}
          />
        </div>
      ))}
      <Plus
        words="ingredient"
        onClick={() => {
          ask();
          onChange([...rows, NO_INGREDIENT]);
        }}
      />
    </fieldset>
  );
}

function Minus({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={34} aria-label={`Remove ${words}`} onClick={onClick}>
      <IconMinus size={16} aria-hidden="true" />
    </ActionIcon>
  );
}

function Plus({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  return (
    <Button
      data-plus
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={onClick}
    >
      {`Add ${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`}
    </Button>
  );
}
