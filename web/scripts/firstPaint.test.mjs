// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { firstPaint } from './firstPaint.ts';

const page = `<html><body><header class="top"><a href="/">Salal</a></header>
  <ul><li class="one">1</li><li class="two">2</li></ul></body></html>`;

const kept = (...sheets) => firstPaint(page, sheets, 'latin-wght').replaceAll('\n', '');

test('what shows in either scheme is kept, in the order of the sheets', () => {
  expect(
    kept(
      '.top{color:red}[data-mantine-color-scheme=dark] .top{color:blue}.gone{color:red}',
      '.top,.gone{margin:0}li:not(:last-child)::after{content:""}',
    ),
  ).toBe(
    '.top{color:red}[data-mantine-color-scheme=dark] .top{color:blue}.top{margin:0}li:not(:last-child)::after{content:""}',
  );
});

test('what shows under a pointer, with the focus or on paper comes with the sheets', () => {
  expect(kept('a:hover{color:red}a:focus-visible{color:red}@media print{a{color:red}}')).toBe('');
});

test('a condition stays around what it is of', () => {
  expect(
    kept('@media (max-width:30em){.one{margin:0}.gone{margin:0}}@media (max-width:9em){.gone{margin:0}}'),
  ).toBe('@media (max-width:30em){.one{margin:0}}');
});

test('of letters those that are preloaded, and the machine’s', () => {
  expect(
    kept(
      '@font-face{font-family:A;src:url(/latin-wght.woff2)}@font-face{font-family:A;src:url(/greek.woff2)}@font-face{font-family:B;src:local("Arial")}',
    ),
  ).toBe('@font-face{font-family:A;src:url(/latin-wght.woff2)}@font-face{font-family:B;src:local("Arial")}');
});

test('a movement that nothing has is left out; a name is no remark of the server’s template', () => {
  expect(
    kept(
      '@keyframes in{to{opacity:1}}@keyframes out{to{opacity:0}}.one{animation:in 1s}@media all{#root,.two{top:0}}',
    ),
  ).toBe('@keyframes in{to{opacity:1}}.one{animation:in 1s}@media all{.two{top:0}}');
});
