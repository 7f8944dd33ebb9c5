// SPDX-License-Identifier: AGPL-3.0-or-later

/** Why a file was not taken. */
import { FieldError } from '../../ui/forms/faults';
import styles from './messages.module.css';

export function FileFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className={styles.fault} role="alert">
      <FieldError message={text} />
    </div>
  );
}
