// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One collapsible section of the patient page: a heading that opens and closes
 * it, a count, a one-line summary while closed, an action at the right. On paper
 * each is open.
 */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { unsavedNow } from '../../ui/forms/unsaved';
import { usePrinting } from '../../ui/page/usePrinting';

import styles from './patient.module.css';

/** What the page decides of a section. */
export type SectionFrame = { id: string; title: string; opened: boolean; onToggle: () => void };

type Props = SectionFrame & {
  count?: number | undefined;
  /** Why the title is struck through, in words for readers; null when it is not. */
  struck?: string | null;
  summary?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

export function Section({ id, title, count, struck, summary, action, opened, onToggle, children }: Props) {
  const isPrinting = usePrinting();
  // What is typed in it is still there when it is opened again.
  const [stays, setStays] = useState(false);
  const Arrow = opened ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`} id={id}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>
          <button
            type="button"
            id={`${id}-title`}
            className={styles.toggle}
            aria-expanded={opened}
            aria-controls={`${id}-body`}
            onClick={() => {
              setStays(opened && unsavedNow().size > 0);
              onToggle();
            }}
          >
            <Arrow size={18} aria-hidden="true" />
            {struck ? <s>{title}</s> : title}
            {struck ? <span className="s-visually-hidden">, {struck}</span> : null}
            {count !== undefined && <span className={styles.sectionCount}>{count}</span>}
          </button>
        </h2>
        {!opened && summary !== undefined && (
          <span className={styles.summary} data-no-print>
            {summary}
          </span>
        )}
        {action !== undefined && <span className={styles.sectionAction}>{action}</span>}
      </div>
      <div id={`${id}-body`} hidden={!opened} data-prints>
        {(opened || isPrinting || stays) && children}
      </div>
    </section>
  );
}
