// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Prints a PDF: its pages are drawn at the printer's resolution into an element
 * that only paper shows, and everything else on the page is hidden from paper.
 * A framed PDF viewer would need a hole in the security policy.
 */
import { openPdf } from './pdf';
import './print.css';

/** Letter at 300 dots per inch. */
const PAPER_PIXELS = 2550;

export async function printPdf(file: Blob): Promise<void> {
  const pdf = await openPdf(file);
  const sheets = document.createElement('div');
  sheets.className = 'salal-print';
  sheets.setAttribute('aria-hidden', 'true');
  try {
    for (let page = 1; page <= pdf.pages; page += 1) {
      const canvas = document.createElement('canvas');
      sheets.append(canvas);
      await pdf.draw(page, canvas, PAPER_PIXELS);
    }
  } finally {
    pdf.close();
  }
  document.body.append(sheets);
  // Some browsers return from print() before they have read the page.
  window.addEventListener(
    'afterprint',
    () => {
      sheets.remove();
    },
    { once: true },
  );
  window.print();
}
