// SPDX-License-Identifier: AGPL-3.0-or-later

/** A new message while it is written: its subject, its text, its files, and its sending. */
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { useSendMessage } from './useSendMessage';

interface Written {
  readonly subject: string;
  readonly message: string;
  readonly files: readonly File[];
}

const NOTHING: Written = { subject: '', message: '', files: [] };

export type NewMessage = ReturnType<typeof useNewMessage>;

export function useNewMessage() {
  const { values, setValues, faults } = useFaultedForm('new message', NOTHING);
  const { busy, press, changed, drop } = useSendMessage(faults);
  const { subject, message, files } = values;
  return {
    values,
    isEmpty: subject === '' && message === '' && files.length === 0,
    faults,
    busy,
    press,
    changed,
    set(change: Partial<Written>) {
      setValues(change);
      for (const field of Object.keys(change)) changed(field);
    },
    clear() {
      setValues(NOTHING);
      drop();
    },
  };
}
