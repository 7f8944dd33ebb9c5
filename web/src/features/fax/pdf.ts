// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Draws PDF pages to canvases with pdf.js, in a worker of its own file so that
 * the strict Content-Security-Policy holds: no eval, no inline code. The module
 * is large and is only ever imported by the prescription dialog's chunk.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
// The address of the worker's own file; Vite makes it out of the question mark.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** An opened PDF; `close` frees the worker. */
export type OpenPdf = { pages: number; draw: DrawPage; close: () => void };
type DrawPage = (page: number, canvas: HTMLCanvasElement, pixelWidth: number) => Promise<void>;

export async function openPdf(file: Blob): Promise<OpenPdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  const loading = getDocument({ data, isEvalSupported: false, useWasm: false });
  const document = await loading.promise;
  return {
    pages: document.numPages,
    draw: (page, canvas, pixelWidth) => drawPage(document, page, canvas, pixelWidth),
    close: () => {
      void loading.destroy();
    },
  };
}

async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  pixelWidth: number,
): Promise<void> {
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: pixelWidth / natural.width });
  // Drawn beside the page: a canvas that pdf.js draws on is black until it begins.
  const sheet = canvas.ownerDocument.createElement('canvas');
  sheet.width = Math.round(viewport.width);
  sheet.height = Math.round(viewport.height);
  await page.render({ canvas: sheet, viewport }).promise;
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  canvas.getContext('2d')?.drawImage(sheet, 0, 0);
  // Its memory is free at once.
  sheet.width = 0;
}

/** The text of a page, for readers who cannot see the drawing. */
export async function pdfText(file: Blob): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(await file.arrayBuffer()), isEvalSupported: false });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    texts.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return texts.join('\n');
}
