// SPDX-License-Identifier: AGPL-3.0-or-later

/** Prints a PDF of ours from a hidden frame. The bytes are the server's and are not changed. */

/** Long enough for the print dialog to have taken the document. */
const KEEP_MS = 60_000;

export function printPdf(file: Blob): void {
  const address = URL.createObjectURL(file);
  const frame = document.createElement('iframe');
  frame.title = 'Print';
  frame.style.display = 'none';
  frame.src = address;
  frame.addEventListener('load', () => {
    frame.contentWindow?.print();
    setTimeout(() => {
      frame.remove();
      URL.revokeObjectURL(address);
    }, KEEP_MS);
  });
  document.body.append(frame);
}
