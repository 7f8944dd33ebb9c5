// SPDX-License-Identifier: AGPL-3.0-or-later

// A card of a page that has many. On a phone it is a row with one line of what is in it, and opens to the rest; its
// parts are there all along, so that each keeps what was done in it, and is printed.
import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { PHONE_WIDTH } from '../widths';
import { Card } from './Card';
import classes from './FoldingCard.module.css';

interface FoldingCardProps {
  readonly title: string;
  /** What is in it, in a few words. */
  readonly summary?: string | undefined;
  readonly action?: ReactNode;
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

export function FoldingCard({ title, summary, action, startsOpen = false, children }: FoldingCardProps) {
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(startsOpen);
  const body = useId();
  const Arrow = isOpen ? IconChevronUp : IconChevronDown;
  const row = (
    <div className={classes['head']}>
      <Title order={2}>
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setIsOpen(!isOpen)}>
          {title}
        </button>
      </Title>
      {!isOpen && summary !== undefined && <p data-no-print>{summary}</p>}
      <Arrow size={20} aria-hidden="true" data-no-print />
    </div>
  );
  return (
    <Card {...(isPhone ? { head: row, folded: !isOpen } : { title, action })}>
      <div id={body}>
        {children}
        {isPhone && action ? <div className={classes['action']}>{action}</div> : null}
      </div>
    </Card>
  );
}
