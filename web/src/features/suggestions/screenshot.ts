// SPDX-License-Identifier: AGPL-3.0-or-later

// Taking the picture of the page, and blanking parts of it. The library that draws the page is fetched
// only when somebody wants a picture.
import { loadChunk } from '../../ui/chunks';
import type { Blank } from './blanks';

/** A page longer than this is cut off: what is far below was not on the screen. */
const MAX_PAGE_HEIGHT = 5000;
/** The server takes pictures of 5 MB; in a data URL they are a third longer. */
const MAX_DATA_URL_LENGTH = 6_500_000;

/** Dialogs are not in the picture. */
function belongs(node: Node): boolean {
  return !(node instanceof Element) || !node.matches('[data-portal], script, noscript');
}

/** The page as it is now, from its top. */
export async function takePicture(): Promise<HTMLCanvasElement> {
  const { domToCanvas } = await loadChunk(() => import('modern-screenshot'));
  const page = document.body;
  return domToCanvas(page, {
    width: document.documentElement.clientWidth,
    height: Math.min(document.documentElement.scrollHeight, MAX_PAGE_HEIGHT),
    scale: 1,
    backgroundColor: getComputedStyle(page).backgroundColor,
    // The page's own margin is none; a drawn copy would get the browser's.
    style: { margin: '0' },
    filter: belongs,
    timeout: 5000,
  });
}

/** The picture with its parts painted over: what is under them does not leave this page. */
export function withBlanks(picture: HTMLCanvasElement, blanks: readonly Blank[]): string {
  const copy = document.createElement('canvas');
  copy.width = picture.width;
  copy.height = picture.height;
  const paint = copy.getContext('2d');
  if (!paint) throw new Error('this browser cannot draw');
  paint.drawImage(picture, 0, 0);
  paint.fillStyle = '#000000';
  for (const { x, y, width, height } of blanks) {
    paint.fillRect(x * copy.width, y * copy.height, width * copy.width, height * copy.height);
  }
  const png = copy.toDataURL('image/png');
  return png.length <= MAX_DATA_URL_LENGTH ? png : copy.toDataURL('image/jpeg', 0.8);
}
