// SPDX-License-Identifier: AGPL-3.0-or-later

/** The months that sums are shown for: how many, and which is the last. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { monthText } from './csv';

export interface Period {
  readonly months: number;
  /** "2020-12"; the present month when undefined. */
  readonly last: string | undefined;
}

const LENGTHS = [12, 24, 60];

/** "2025-11" of "2026-11" and -12. */
export function monthsFrom(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

export function usePeriod() {
  return useState<Period>({ months: 12, last: undefined });
}

interface PeriodBarProps {
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  /** The months that are shown, oldest first; empty until they are known. */
  readonly shown: readonly string[];
}

export function PeriodBar({ period, onPeriod, shown }: PeriodBarProps) {
  const id = useId();
  const [first, last] = [shown[0], shown.at(-1)];
  const go = (by: number) => {
    if (last) onPeriod({ ...period, last: monthsFrom(last, by) });
  };
  return (
    <Group gap="sm" align="center">
      <label htmlFor={id}>Show</label>
      <NativeSelect
        id={id}
        w={130}
        value={String(period.months)}
        data={LENGTHS.map((months) => ({ value: String(months), label: `${months} months` }))}
        onChange={(event) => onPeriod({ ...period, months: Number(event.currentTarget.value) })}
      />
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
        disabled={!last}
        onClick={() => go(-period.months)}
      >
        Earlier
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
        disabled={period.last === undefined}
        onClick={() => go(period.months)}
      >
        Later
      </Button>
      {period.last !== undefined && (
        <Button variant="subtle" onClick={() => onPeriod({ ...period, last: undefined })}>
          Today
        </Button>
      )}
      <span role="status">{first && last ? `${monthText(first)} to ${monthText(last)}` : ''}</span>
    </Group>
  );
}
