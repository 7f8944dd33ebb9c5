// SPDX-License-Identifier: AGPL-3.0-or-later

// A selector that looks into an element (`:has`) and then at anything at all beside or under it makes the browser find
// the styles of the whole page anew at every change of it: at the doctor's desk that was half the time of a key.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'postcss';
import { expect, test } from 'vitest';

const SRC = join(process.cwd(), 'src');
const SHEETS = readdirSync(SRC, { recursive: true }).filter((name) => name.endsWith('.css'));

/** What a selector finds after its last `:has(…)`: the combinator and all that follows. */
function afterHas(selector) {
  const begin = selector.lastIndexOf(':has(');
  if (begin < 0) return '';
  let depth = 0;
  for (let at = begin; at < selector.length; at += 1) {
    if (selector[at] === '(') depth += 1;
    if (selector[at] === ')') depth -= 1;
    if (depth === 0 && selector[at] === ')') return selector.slice(at + 1);
  }
  return '';
}

/** Whether the last element of it may be any: without a class, an id, an attribute or the name of an element. */
const isAny = (rest) => /[\s>+~](?:\*|:(?!is|where|global)[\w-]+(?:\([^)]*\))?)\s*$/.test(rest);

function* selectors() {
  for (const name of SHEETS) {
    const found = [];
    parse(readFileSync(join(SRC, name), 'utf8')).walkRules((rule) => {
      // On paper nothing changes.
      const isPrinted = rule.parent?.type === 'atrule' && rule.parent.params === 'print';
      if (!isPrinted) found.push(...rule.selectors);
    });
    for (const selector of found) yield { name, selector };
  }
}

test('no rule looks into an element to find anything at all beside it', () => {
  const found = [...selectors()].filter(({ selector }) => isAny(afterHas(selector)));
  expect(SHEETS.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
  expect(isAny(afterHas('.a:has(> b) > *'))).toBe(true);
  expect(isAny(afterHas('.a:has(.b) > :first-child'))).toBe(true);
  expect(isAny(afterHas('.a:has(:is(.b, .c)) ~ *'))).toBe(true);
  expect(isAny(afterHas('.a:has(.b) > .c'))).toBe(false);
  expect(isAny(afterHas('.a:has(.b)'))).toBe(false);
});
