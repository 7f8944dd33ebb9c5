// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The search for a diagnosis as one types, by words or by code. What is chosen
 * stands in the box with its words; typing again takes it back.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DiagnosisView } from '../../api/generated/schema';
import { Combobox, Dropdown, Option, Options, useCombobox } from '../../ui/choices/Combobox';
import css from './billing.module.css';
import { DIAGNOSIS_MIN, diagnosisSearch } from './queries';

/** Waits for the fingers before asking the server. */
const TYPING_PAUSE_MS = 150;

interface DiagnosisSearchProps {
  readonly id: string;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly value: DiagnosisView | null;
  readonly onChange: (value: DiagnosisView | null) => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
}

/** A code with its words, as the box shows it. */
export function diagnosisText({ code, description }: DiagnosisView): string {
  return description === '' ? code : `${code} ${description}`;
}

export function DiagnosisSearch(props: DiagnosisSearchProps) {
  const { id, label = 'Diagnosis', hint, value, onChange, error, required, autoFocus } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value ? diagnosisText(value) : '');
  const [asked] = useDebouncedValue((typed ?? '').trim(), TYPING_PAUSE_MS);
  const search = useQuery(diagnosisSearch(asked));
  const searchable = typed !== null && typed.trim().length >= DIAGNOSIS_MIN;
  const combobox = useCombobox({ isEmpty: !searchable });
  const waiting = searchable && (asked !== typed.trim() || search.isFetching);
  const found = waiting ? [] : (search.data ?? []);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(at) => {
        const chosen = found[Number(at)];
        if (!chosen) return;
        onChange(chosen);
        setTyped(null);
        combobox.close();
      }}
    >
      <TextInput
        {...combobox.box}
        id={id}
        label={label}
        description={hint}
        value={text}
        required={required ?? false}
        spellCheck={false}
        error={error}
        data-autofocus={autoFocus || undefined}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          if (value) onChange(null);
          combobox.reset();
          if (next.trim().length >= DIAGNOSIS_MIN) combobox.open();
          else combobox.close();
        }}
        onFocus={() => searchable && combobox.open()}
        onClick={() => searchable && combobox.open()}
        onBlur={() => {
          combobox.close();
          // A whole code that was typed is that code.
          const exact = found.find((one) => one.code === typed?.trim().toUpperCase().replace('.', ''));
          if (exact) {
            onChange(exact);
            setTyped(null);
          }
        }}
      />
      <Dropdown className={css['dropdown'] ?? ''}>
        <p className={css['found']} role="status">
          {headline(waiting, search.isError, found.length)}
        </p>
        <Options className={css['options'] ?? ''} aria-label="Diagnoses" aria-busy={waiting}>
          {found.map((one, at) => (
            <Option key={`${one.code} ${one.description}`} value={String(at)} className={css['option'] ?? ''}>
              <span className={css['code']}>{one.code}</span>
              <span className={css['words']}>{one.description}</span>
            </Option>
          ))}
        </Options>
      </Dropdown>
    </Combobox>
  );
}

function headline(waiting: boolean, failed: boolean, count: number): string {
  if (waiting) return 'Searching...';
  if (failed) return 'Server side Error!';
  if (count === 0) return 'No diagnosis was found';
  return count === 1 ? '1 diagnosis' : `${count} diagnoses`;
}
