// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What stands at the address of messages: one message when the address names
 * it, otherwise the patient's lists; for the staff lists and message together.
 */
import { Suspense } from 'react';

import { useMe } from '../../api/session';
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
  return message === undefined ? <PatientMessages /> : <MessagePage key={message} id={message} Pdf={Pdf} />;
}
