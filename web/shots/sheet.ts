// SPDX-License-Identifier: AGPL-3.0-or-later

// One page with all pictures: a row for each screen, its drawings first.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import cleanUp from '../e2e/support/cleanUp';
import { DRAWINGS, SHOTS, TARGETS, THEMES, WIDTHS } from './pictures';

const STYLE = `
body { font: 15px/1.4 system-ui; margin: 24px; background: #f2f1ec; color: #1f1e1a }
h2 { position: sticky; top: 0; margin: 0; padding: 12px 0; background: #f2f1ec }
section { display: flex; gap: 16px; overflow-x: auto; align-items: start; padding-bottom: 32px }
figure { margin: 0; flex: none }
img { height: 620px; width: auto; object-fit: contain; object-position: top; border: 1px solid #d3d2ca; background: #fff }
figure.narrow img { max-width: 300px }
`;

function figure(address: string, words: string, narrow: boolean): string {
  return `<figure${narrow ? ' class="narrow"' : ''}><a href="${address}"><img src="${address}" alt="${words}" loading="lazy"></a><figcaption>${words}</figcaption></figure>`;
}

// The test runner takes only this form.
/** Writes index.html beside the pictures, and takes away what the run had made. */
// oxlint-disable-next-line import/no-default-export
export default function sheet(): void {
  const taken = new Set(
    existsSync(SHOTS)
      ? readdirSync(SHOTS).filter((name) => /^\w+\.[\w-]+\.\d+\.(light|dark)\.png$/.test(name))
      : [],
  );
  const screens = [...new Set([...taken].map((name) => name.split('.').slice(0, 2).join(' ')))].toSorted();
  const rows = screens.map((screen) => {
    const drawings = (TARGETS === undefined ? [] : (DRAWINGS[screen] ?? [])).map((name) => {
      const file = join(resolve(TARGETS ?? ''), `${name}.png`);
      return figure(`file://${file}`, `drawing ${name}`, name.endsWith('390') || name.includes('mobile'));
    });
    const pictures = THEMES.flatMap((theme) =>
      WIDTHS.map((width) => [`${screen.replace(' ', '.')}.${width}.${theme}.png`, width, theme] as const),
    )
      .filter(([name]) => taken.has(name))
      .map(([name, width, theme]) => figure(name, `${width} ${theme}`, width < 500));
    return `<h2>${screen}</h2><section>${[...drawings, ...pictures].join('')}</section>`;
  });
  mkdirSync(SHOTS, { recursive: true });
  writeFileSync(
    join(SHOTS, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Salal, every page</title><style>${STYLE}</style>${rows.join('\n')}\n`,
  );
  process.stdout.write(
    `\n${taken.size} pictures of ${screens.length} screens: ${join(SHOTS, 'index.html')}\n`,
  );
  cleanUp();
}
