// SPDX-License-Identifier: AGPL-3.0-or-later

// A fingerprint: 64 figures that nobody reads. One line, its ends in sight, the whole of it one press away.
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Fingerprint.module.css';

/** As many figures of each end as tell two apart at a glance. */
const SHOWN = 8;

interface FingerprintProps {
  /** What it is of, for the button's name. */
  readonly of: string;
  readonly value: string;
}

export function Fingerprint({ of, value }: FingerprintProps) {
  const [copied, setCopied] = useState(false);
  const isLong = value.length > 2 * SHOWN + 1;
  return (
    <span className={classes['fingerprint']}>
      <code title={value}>{isLong ? `${value.slice(0, SHOWN)}…${value.slice(-SHOWN)}` : value}</code>
      <ActionIcon
        variant="subtle"
        aria-label={copied ? `Copied: ${of}` : `Copy ${of}`}
        onClick={() => {
          void navigator.clipboard.writeText(value).then(() => setCopied(true));
        }}
        onBlur={() => setCopied(false)}
      >
        {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
      </ActionIcon>
    </span>
  );
}
