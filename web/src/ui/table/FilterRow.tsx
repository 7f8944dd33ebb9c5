// SPDX-License-Identifier: AGPL-3.0-or-later

// The filters of a list as a row of switches of which one is on, each with how much it would show.
import { UnstyledButton } from '@mantine/core';
import classes from './FilterRow.module.css';

interface Filter<Key extends string> {
  readonly key: Key;
  readonly title: string;
  readonly count?: number | undefined;
  /** The count asks for somebody. */
  readonly urgent?: boolean;
}

interface FilterRowProps<Key extends string> {
  readonly label: string;
  readonly filters: readonly Filter<Key>[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
}

export function FilterRow<Key extends string>({ label, filters, value, onChange }: FilterRowProps<Key>) {
  return (
    <div className={classes['row']} role="group" aria-label={label}>
      {filters.map(({ key, title, count, urgent = false }) => (
        <UnstyledButton
          key={key}
          className={classes['filter'] ?? ''}
          aria-pressed={key === value}
          onClick={() => onChange(key)}
        >
          {title}
          {count !== undefined && (
            <span className={classes['count']} data-urgent={(urgent && count > 0) || undefined}>
              {count}
            </span>
          )}
        </UnstyledButton>
      ))}
    </div>
  );
}
