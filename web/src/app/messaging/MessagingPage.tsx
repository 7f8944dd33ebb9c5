// Messages, with what draws a PDF: drawing belongs to the fax feature and is loaded when a PDF is opened.
import { lazy } from 'react';
import { InboxPage } from '../../features/messages/InboxPage';

const PdfPages = lazy(async () => ({
  default: (await import('../../features/fax/PdfPages')).PdfPages,
}));

export function MessagingPage() {
  return <InboxPage Pdf={PdfPages} />;
}
