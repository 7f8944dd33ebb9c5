/**
 * What stands at the address of messages: one message when the address names
 * it, otherwise the patient's lists or the inbox of the staff.
 */
import type { ComponentType } from 'react';

import { useMe } from '../../api/session';
import { useQueryParam } from '../../ui/links/AppLink';
import { MessagePage } from './MessagePage';
import { PatientMessages } from './PatientMessages';
import { StaffInbox } from './StaffInbox';

/** Draws a PDF; another feature's, handed over by the app. */
export type PdfDrawing = ComponentType<{ file: Blob | undefined; name: string; firstPage: number }>;

export function InboxPage({ Pdf }: { readonly Pdf: PdfDrawing }) {
  const me = useMe();
  const message = useQueryParam('message');
  if (message !== undefined) return <MessagePage key={message} id={message} Pdf={Pdf} />;
  return me.Role === 'ROLE_PATIENT' ? <PatientMessages /> : <StaffInbox />;
}
