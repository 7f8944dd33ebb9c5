// SPDX-License-Identifier: AGPL-3.0-or-later

// The style sheets of the library are a list (src/ui/theme/mantine.css): those of the components that are used, and
// of what these use. This test finds both from the imports, so that no component is drawn without its styles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const LIBRARY = resolve('node_modules/@mantine/core');
/** What belongs to no component, in the library's order; its variables are those of our theme. */
const FOR_ALL = ['baseline', 'global'];

const textOf = (path) => readFileSync(path, 'utf8');

/** The names that our files take from the library. */
function usedNames() {
  const names = new Set();
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    for (const [, list] of textOf(join('src', path)).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of list.split(','))
        names.add(
          name
            .replace(/^\s*type /, '')
            .trim()
            .split(' as ')[0],
        );
  }
  return names;
}

/** The files that a file of the library imports. */
const importsOf = (path) =>
  [...textOf(path).matchAll(/from "(\.[^"]+)"/g)].map(([, to]) => resolve(dirname(path), to));

/** The style sheets that these files of the library need, with all that they import. */
function sheetsOf(files) {
  const seen = new Set(files);
  for (const path of seen)
    if (!path.endsWith('.module.mjs')) for (const next of importsOf(path)) seen.add(next);
  return [...seen].flatMap((path) => /([^/]+)\.module\.mjs$/.exec(path)?.[1] ?? []);
}

/** What a sheet begins with, as it stands in the sheet of all. */
const beginningOf = (name) =>
  textOf(join(LIBRARY, `styles/${name}.layer.css`))
    .trim()
    .replace('@layer mantine {', '')
    .slice(0, 150);

test('the style sheets are those of the components that are used', () => {
  const index = textOf(join(LIBRARY, 'esm/index.mjs'));
  const used = usedNames();
  const files = [...index.matchAll(/import \{ ([^}]*) \} from "(\.[^"]+)"/g)]
    .filter(([, names]) => names.split(', ').some((name) => used.has(name.split(' as ')[0])))
    .map(([, , path]) => resolve(LIBRARY, 'esm', path));
  const needed = sheetsOf(files).filter((name) => existsSync(join(LIBRARY, `styles/${name}.layer.css`)));
  const listed = [
    ...textOf('src/ui/theme/mantine.css').matchAll(/@import "@mantine\/core\/styles\/(.+)\.layer\.css";/g),
  ].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...FOR_ALL, ...new Set(needed)].toSorted());
  // In the library's order, by which one overrules another.
  const whole = textOf(join(LIBRARY, 'styles.layer.css'));
  const places = listed.map((name) => whole.indexOf(beginningOf(name)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
