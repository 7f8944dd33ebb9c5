// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a patient is told in plain words about a medication of the request: the
 * server's sentences, none of which stands in the way of sending.
 */
import { IconInfoCircle } from '@tabler/icons-react';
import type { PlainMark } from '../../api/generated/schema';
import css from './RequestMarks.module.css';

export function RequestMarks({ marks, name }: { marks: readonly PlainMark[]; name: string }) {
  if (marks.length === 0) return null;
  return (
    <ul className={css.marks} aria-label={`To look at for ${name}`}>
      {marks.slice(0, 3).map((mark) => (
        <li key={mark.key} data-level={mark.level}>
          <IconInfoCircle size={16} aria-hidden />
          <span>{mark.text}</span>
        </li>
      ))}
      <li className={css.footer}>
        <span>The doctor will also see this and decide.</span>
      </li>
    </ul>
  );
}
