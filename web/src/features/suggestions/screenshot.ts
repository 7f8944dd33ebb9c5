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

function fontFaces(rules: Iterable<CSSRule>): CSSFontFaceRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [rule];
    return rule instanceof CSSGroupingRule ? fontFaces(rule.cssRules) : [];
  });
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('the letters cannot be read')));
    reader.readAsDataURL(file);
  });
}

/**
 * The letters that the page uses, in one text: a picture has nothing beside it. The library would look for them through
 * a `<base>`, which our policy refuses, and also for those that no word here is written in.
 */
async function lettersInUse(): Promise<string> {
  const used = new Set(
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ unicodeRange }) => unicodeRange),
  );
  const faces = [...document.styleSheets].flatMap((sheet) =>
    fontFaces(sheet.cssRules).map((face) => ({ face, from: sheet.href ?? location.href })),
  );
  const texts = faces.map(async ({ face, from }) => {
    const file = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1];
    if (file === undefined || !used.has(face.style.getPropertyValue('unicode-range'))) return '';
    const answer = await fetch(new URL(file, from));
    return face.cssText.replace(file, await dataUrlOf(await answer.blob()));
  });
  return (await Promise.all(texts)).join('\n');
}

/** The page as it is now, from its top. */
export async function takePicture(): Promise<HTMLCanvasElement> {
  const { domToCanvas } = await loadChunk(() => import('modern-screenshot'));
  const page = document.body;
  const letters = await lettersInUse();
  return domToCanvas(page, {
    width: document.documentElement.clientWidth,
    height: Math.min(document.documentElement.scrollHeight, MAX_PAGE_HEIGHT),
    scale: 1,
    backgroundColor: getComputedStyle(page).backgroundColor,
    // The page's own margin is none; a drawn copy would get the browser's.
    style: { margin: '0' },
    filter: belongs,
    // An empty text would make the library look for them itself.
    font: letters === '' ? false : { cssText: letters },
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
