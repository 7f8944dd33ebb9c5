// SPDX-License-Identifier: AGPL-3.0-or-later

// Messages, with what draws a PDF (the fax feature's, loaded when a PDF is opened) and what finds a
// patient (loaded when staff write to one).
import { lazy } from 'react';
import { InboxPage } from '../../features/messages/InboxPage';

const PdfPages = lazy(async () => ({
  default: (await import('../../features/fax/PdfPages')).PdfPages,
}));
const PatientPicker = lazy(async () => ({ default: (await import('./PatientPicker')).PatientPicker }));

export function MessagingPage() {
  return <InboxPage Pdf={PdfPages} PatientPicker={PatientPicker} />;
}
