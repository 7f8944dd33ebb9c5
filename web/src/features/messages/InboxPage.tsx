// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What stands at the address of messages: one message when the address names
 * it, otherwise the patient's lists; for the staff lists and message together.
 */
import { Suspense, useLayoutEffect, useState } from 'react';

import { useMe } from '../../api/session';
import { isFocusFree } from '../../ui/keyboard/focusFree';
import { useQueryParam } from '../../ui/links/AppLink';
import { MessagePage } from './MessagePage';
import { PatientMessages } from './PatientMessages';
import type { PatientPicker, PdfDrawing } from './slots';
import { lazyPart } from '../../ui/chunks';

const StaffMessages = lazyPart(async () => (await import('./staff/StaffMessages')).StaffMessages);

type Props = { readonly Pdf: PdfDrawing; readonly PatientPicker: PatientPicker };

export function InboxPage({ Pdf, PatientPicker }: Props) {
  const me = useMe();
  const message = useQueryParam('message');
  if (me.Role !== 'ROLE_PATIENT') {
    return (
      <Suspense>
        <StaffMessages Pdf={Pdf} PatientPicker={PatientPicker} />
      </Suspense>
    );
  }
  return <OwnMessages message={message} Pdf={Pdf} />;
}

/**
 * A patient's list or one message of it. Both stand at the same path, so the focus is placed here: at the content of
 * the message, and back in the list at the row that one came from, however one went back.
 */
function OwnMessages({ message, Pdf }: { readonly message: string | undefined; readonly Pdf: PdfDrawing }) {
  const [way, setWay] = useState<{ readonly at: string | undefined; readonly from?: string | undefined }>({
    at: message,
  });
  if (way.at !== message) setWay({ at: message, from: way.at });
  useLayoutEffect(() => {
    if ('from' in way && isFocusFree()) document.getElementById('main')?.focus({ preventScroll: true });
  }, [way]);
  return message === undefined ? (
    <PatientMessages cameFrom={way.from} />
  ) : (
    <MessagePage key={message} id={message} Pdf={Pdf} />
  );
}
