// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Why a medication is needed again, asked beside its line before the request is sent. The doctor reads
 * the words.
 */
import { Textarea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { AGAIN_MAX } from './repeatReason';
import css from './Basket.module.css';

interface NeededAgainProps {
  readonly id: string;
  /** The medication, for readers. */
  readonly name: string;
  /** What stands against it; undefined when only the words are left of an earlier visit. */
  readonly why: string | undefined;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

export function NeededAgain({ id, name, why, value, onChange }: NeededAgainProps) {
  return (
    <div className={css['again']}>
      {why === undefined ? null : (
        <p id={`${id}-why`}>
          <IconHistory size={18} aria-hidden />
          <span>{why}</span>
        </p>
      )}
      <Textarea
        id={id}
        label={
          <>
            I need it again because<span className="s-visually-hidden"> ({name})</span>
          </>
        }
        description="Your doctor will read this."
        aria-describedby={why === undefined ? undefined : `${id}-why`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={AGAIN_MAX}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
