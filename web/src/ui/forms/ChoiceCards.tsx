// SPDX-License-Identifier: AGPL-3.0-or-later

// A question with a few answers as cards, one of which may be chosen: a radio group with big targets.
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ChoiceCards.module.css';
import { describedBy, Field } from './Field';

interface ChoiceCardsProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly { readonly value: string; readonly label: ReactNode }[];
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

export function ChoiceCards({ id, label, value, onChange, choices, hint, error }: ChoiceCardsProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={classes['cards']} data-three={choices.length === 3 || undefined}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            name={id}
            value={choice.value}
            label={choice.label}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            aria-describedby={describedBy(id, hint, error)}
            classNames={{
              root: classes['card'] ?? '',
              body: classes['body'] ?? '',
              labelWrapper: classes['label'] ?? '',
            }}
          />
        ))}
      </div>
    </Field>
  );
}
