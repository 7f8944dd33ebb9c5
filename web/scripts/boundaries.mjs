// SPDX-License-Identifier: AGPL-3.0-or-later

// Who may import whom (style, section A2): ui and api know nothing above them and not each other, a
// feature knows ui and api, app puts features together. Also: no barrel files, no folder outside the map,
// and no address written by hand: links come from the path builder.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const ROOT = new URL('../src/', import.meta.url).pathname;
const FEATURES = [
  'accounts',
  'audit',
  'billing',
  'drugs',
  'fax',
  'insight',
  'lab-tests',
  'links',
  'manage-data',
  'medical-info',
  'messages',
  'notes',
  'operations',
  'payments',
  'people',
  'pharmacies',
  'pharmanet',
  'prescriptions',
  'presence',
  'public-pages',
  'reference-data',
  'sleep-studies',
  'suggestions',
];
/** Which areas an area may import, besides itself and libraries. */
const MAY = {
  ui: [],
  api: [],
  features: ['ui', 'api'],
  app: ['ui', 'api', 'features'],
  testing: ['ui', 'api', 'app'],
};

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

const areaOf = (file) => {
  const [area = '', feature = ''] = relative(ROOT, file).split('/');
  return { area, feature };
};

const faults = [];
for (const file of files(ROOT)) {
  const here = relative(ROOT, file);
  const { area, feature } = areaOf(file);
  if (!here.includes('/')) continue; // main.tsx, the test setup: they may use everything.
  if (!(area in MAY)) faults.push(`${here}: src/${area} is not on the map`);
  if (area === 'features' && !FEATURES.includes(feature)) faults.push(`${here}: ${feature} is no feature`);
  if (/\/index\.tsx?$/.test(here)) faults.push(`${here}: no barrel files`);
  const text = readFileSync(file, 'utf8');
  const byHand = here.includes('.test.')
    ? null
    : /(?:\bhref(?:=\{?|: ?)|\bgo\(|\bnavigate\()['"`]\/[^'"`]*/.exec(text);
  if (byHand) faults.push(`${here}: an address by hand (${byHand[0]}), use ui/links/paths.ts`);
  if (here.includes('.test.') && text.includes('vi.waitFor('))
    faults.push(`${here}: waits a second at most, use testing/until.ts`);
  const drawn = /\b(?:Modal|Drawer)\b(?=[^;]*\} from '@mantine\/core')/.exec(text);
  if (drawn && !here.startsWith('ui/dialogs/'))
    faults.push(`${here}: ${drawn[0]} takes an Escape that is meant for another, use ui/dialogs`);
  // The public pages are documents of their own, which a browser loads again by itself.
  const stays =
    !here.includes('.test.') && !here.startsWith('features/public-pages/') && here !== 'app/pages.tsx';
  const bare = stays
    ? /(?<!loadChunk\(\s*\(\) => |(?:loadChunk|lazyPart)\(\s*async \(\) => \(\s*await )\bimport\((?!\))/.exec(
        text,
      )
    : null;
  if (bare) faults.push(`${here}: a file that does not arrive loses the press, use ui/chunks.ts`);
  for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
    const target = areaOf(normalize(join(dirname(file), from)));
    const test = here.includes('.test.');
    // A table of cases that both sides of the wire are held to.
    if (test && from.endsWith('_cases.json')) continue;
    if (target.area === area && (area !== 'features' || target.feature === feature)) continue;
    if (test && target.area === 'testing') continue;
    if (target.area === area) faults.push(`${here}: feature ${feature} imports feature ${target.feature}`);
    else if (!MAY[area]?.includes(target.area))
      faults.push(`${here}: ${area} imports ${target.area} (${from})`);
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log('imports keep to the map');
