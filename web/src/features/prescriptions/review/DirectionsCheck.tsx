// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Under the fields of a line that is edited: the label as it would be printed, and every sentence that keeps
 * it from being signed. The words are the server's.
 */
import { IconAlertCircle, IconQuote } from '@tabler/icons-react';

import type { DirectionsView } from '../../../api/generated/schema';
import styles from './review.module.css';

export function DirectionsCheck({ answer }: { answer: DirectionsView | null }) {
  return (
    <div className={styles.directionsCheck} role="status" aria-label="As it would be printed">
      {answer !== null && (
        <>
          <p>
            <IconQuote size={16} aria-hidden="true" /> {answer.sentence} <strong>{answer.refills}.</strong>
          </p>
          {answer.cannotSign.length > 0 && (
            <div className={styles.missing}>
              <p>
                <IconAlertCircle size={14} aria-hidden="true" /> Can’t be signed as it is
              </p>
              <ul>
                {answer.cannotSign.map((fault) => (
                  <li key={`${fault.field} ${fault.message}`}>{fault.message}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </div>
  );
}
