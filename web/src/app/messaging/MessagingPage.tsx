// SPDX-License-Identifier: AGPL-3.0-or-later

// Messages, with what draws a PDF (the fax feature's, loaded when a PDF is opened) and what finds a
// patient (loaded when staff write to one).
import { InboxPage } from '../../features/messages/InboxPage';
import { lazyPart } from '../../ui/chunks';

const PdfPages = lazyPart(async () => (await import('../../features/fax/PdfPages')).PdfPages);
const PatientPicker = lazyPart(async () => (await import('./PatientPicker')).PatientPicker);

export function MessagingPage() {
  return <InboxPage Pdf={PdfPages} PatientPicker={PatientPicker} />;
}
