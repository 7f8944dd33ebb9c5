// SPDX-License-Identifier: AGPL-3.0-or-later

/** The fields of a new message, whoever writes it: subject, text and files. */
import { Textarea, TextInput } from '@mantine/core';

import { AttachButton, AttachedFiles } from '../../ui/files/AttachFiles';
import { FileFault } from './FileFault';
import { lengthOf, MAX_MESSAGE_CHARACTERS } from './rules';
import type { NewMessage } from './useNewMessage';
import styles from './messages.module.css';

/** How many characters before the limit they are counted. */
const COUNTED_FROM = MAX_MESSAGE_CHARACTERS - 1000;

type Props = {
  form: NewMessage;
  /** Lines of the text, when it is empty and at most. */
  rows: { min: number; max: number };
  /** The style of what is said beside the fields. */
  hint: string | undefined;
  /** What Ctrl+Enter does in the text. */
  onSend?: () => void;
};

export function MessageFields({ form, rows, hint, onSend }: Props) {
  const { values, faults, busy, set } = form;
  const { subject, message, files } = values;
  return (
    <>
      <TextInput
        id="subject"
        label="Subject"
        required
        value={subject}
        // In a dialog the focus begins where there is something to write, also when it is back from a question.
        data-autofocus={subject === '' || undefined}
        error={faults.error('subject')}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <Textarea
        id="message"
        label="Message"
        required
        autosize
        minRows={rows.min}
        maxRows={rows.max}
        value={message}
        data-autofocus={subject !== '' || undefined}
        error={faults.error('message')}
        onChange={(event) => set({ message: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.();
        }}
      />
      {lengthOf(message) > COUNTED_FROM && (
        <p className={hint}>{`${lengthOf(message)} of ${MAX_MESSAGE_CHARACTERS}`}</p>
      )}
      <AttachedFiles files={files} onChange={(left) => set({ files: left })} />
      <div className={styles.attach}>
        <AttachButton
          files={files}
          disabled={busy}
          onChange={(more) => set({ files: more })}
          onRefuse={(text) => faults.add({ field: 'files', message: text })}
        />
        <span className={hint}>PDF or image</span>
      </div>
      <FileFault text={faults.faults.find((fault) => fault.field === 'files')?.message} />
    </>
  );
}
