// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a browser does with a PDF of ours: save it under a name, or print it from
 * a hidden frame. The bytes are the server's and are not changed.
 */

/** Long enough for the print dialog to have taken the document. */
const KEEP_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

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
