// SPDX-License-Identifier: AGPL-3.0-or-later

// The words that people read (docs/voice.md): one word for a thing, contractions, typographic apostrophes. Read are
// the strings and the JSX text of the web app, the strings of the Rust crates, and the templates; comments,
// identifiers and tests are not. Fails with the place and the better word. The spelling is checked by cspell.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

// cspell:ignore bauthoris authoriz

const ROOT = new URL('../../', import.meta.url).pathname;

/** What is not written, and what is written in its place. */
const WORDS = [
  [/\be-mail/i, 'email'],
  [/\b(?:[Ss]ome|[Aa]ny)body\b/, 'someone, anyone'],
  [/\bnobody\b/i, 'no one'],
  [/\bcould not\b/i, 'couldn’t'],
  [/\bauthoris/i, 'authoriz…'],
  [/\b(?:stands?|stood)\b/i, 'is, is shown, is listed'],
  [/\btake again\b|\btaken again\b/i, 'record again, start again'],
  [/\bit is here\b/i, 'the thing’s name, and where it is'],
  [/\breckon/i, 'should last, count'],
  [/\b(?:are|is) told\b/i, 'is notified, we tell'],
  [/\bby (?:it|them)(?:self|selves)\b/i, 'automatically, separately'],
  [/\bbecame of\b/i, 'what happened to, the status of'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(?:doctors?|office|staff|administrators?) alone\b/i, 'only doctors'],
  [/\blook(?:s|ed|ing)? after\b/i, 'work on, handle'],
  [/\bnot ours\b/i, 'not for this clinic'],
];
const STRAIGHT = [/\p{L}'(?=\p{L})/u, 'a typographic apostrophe (’)'];

/** Texts that are specified word for word, and names. */
const SPECIFIED = [
  'An Office Invite could not be sent.',
  'Nobody Answers Pharmacy',
  "Don't show this for the next 24 hours",
  "Don't Cancel Prescription",
  " doesn't match ",
];

/** Files that keep the straight apostrophe, each with its reason. */
const STRAIGHT_IN = [
  [
    'crates/documents/src/sms.rs',
    'a letter outside the alphabet of text messages makes each of them cost more',
  ],
  ['crates/platform/src/api/openapi/', 'descriptions for programmers'],
  ['crates/sandbox/', 'what the services themselves answer'],
  ['crates/bench/', 'the terminal'],
  ['crates/db/', 'the terminal and the log'],
  ['crates/demo/src/lib.rs', 'the terminal'],
  ['crates/features/office/src/manage_data/', 'the terminal shows it as well'],
  ['crates/formats/', 'the terminal shows it as well, and lists of the plan'],
  ['crates/platform/src/machine_clock.rs', 'the terminal'],
  ['crates/platform/src/settings', 'the terminal'],
  ['crates/server/src/bin/', 'the terminal'],
];

/** Files that hold other people's words, each with its reason. */
const OTHERS = [
  ['crates/tidy/', 'it lists words to look for'],
  ['crates/harness/', 'tests'],
];

const FOLDERS = ['web/src', 'crates'];
const SKIPPED = new Set([
  'generated',
  'tests',
  'testing',
  'e2e',
  'fonts',
  'snapshots',
  'target',
  'node_modules',
]);

function* files(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* files(path);
    } else if (
      /\.(?:html|js|rs|tsx?|typ)$/.test(path) &&
      !/\.test\.|\/tests\.rs$|test-setup|\/testing\.rs$/.test(path)
    )
      yield path;
  }
}

/** A string that is no identifier, address or code: it has a space, or begins like a sentence. */
const isText = (text) => /\s/.test(text.trim()) || /^\p{Lu}\p{Ll}/u.test(text);

function scriptTexts(path, text) {
  const kind = path.endsWith('x')
    ? ts.ScriptKind.TSX
    : path.endsWith('js')
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const walk = (node) => {
    if (ts.isImportDeclaration(node)) return;
    // A message for programmers: no screen shows it.
    if (ts.isThrowStatement(node) && /^throw new Error\('[\p{Ll}<]/u.test(node.getText(source))) return;
    const inJsx = ts.isJsxText(node) || (node.parent && ts.isJsxAttribute(node.parent));
    if (
      ts.isJsxText(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const start = node.getStart(source);
      if (inJsx || isText(node.text)) found.push({ at: start, text: text.slice(start, node.end) });
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

/** The strings of a Rust file up to its tests, without those of attributes. */
function rustTexts(text) {
  const tests = text.search(/^#\[cfg\(test\)\]\s*mod /m);
  const product = tests < 0 ? text : text.slice(0, tests);
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\breason = "(?:[^"\\]|\\[\s\S])*"|\bb?r(#*)"[\s\S]*?"\1|"((?:[^"\\]|\\[\s\S])*)"|'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\])'/g;
  const found = [];
  for (const match of product.matchAll(token)) {
    const [whole, , inside] = match;
    if (inside !== undefined && isText(inside)) found.push({ at: match.index, text: whole });
  }
  return found;
}

const markupTexts = (text) =>
  [...text.matchAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>|<!--[\s\S]*?-->|<[^>]*>|([^<]+)/g)]
    .filter(([, words]) => words !== undefined)
    .map((match) => ({ at: match.index, text: match[1] }));

const typstTexts = (text) =>
  [...text.matchAll(/\/\/[^\n]*|([^\n]+)/g)]
    .filter(([, words]) => words !== undefined)
    .map((match) => ({ at: match.index, text: match[1] }));

function textsOf(path, text) {
  if (path.endsWith('.rs')) return rustTexts(text);
  if (path.endsWith('.html')) return markupTexts(text);
  if (path.endsWith('.typ')) return typstTexts(text);
  return scriptTexts(path, text);
}

/** Rust has texts for people, which begin with a capital letter, beside those of the log and of the API's document. */
function wantsTypography(path, text) {
  if (/\.(?:html|js|typ)$/.test(path)) return false;
  if (!path.endsWith('.rs')) return true;
  return (
    /^"(?:\p{Lu}|\{)/u.test(text) &&
    !path.endsWith('/routes.rs') &&
    !STRAIGHT_IN.some(([place]) => path.startsWith(place))
  );
}

/** The faults of one file, as "path:line: …". */
export function faultsOf(path, text) {
  const faults = [];
  for (const found of textsOf(path, text)) {
    // One word may be wrapped from the next, in Rust with a backslash.
    let plain = found.text.replaceAll(/\\\n|\s/g, (gap) => ' '.repeat(gap.length));
    for (const specified of SPECIFIED) plain = plain.replaceAll(specified, ' '.repeat(specified.length));
    const rules = wantsTypography(path, found.text) ? [...WORDS, STRAIGHT] : WORDS;
    for (const [bad, better] of rules) {
      const match = new RegExp(bad.source.replaceAll(' ', ' +'), bad.flags).exec(plain);
      if (match === null) continue;
      const line = text.slice(0, found.at + match.index).split('\n').length;
      faults.push(`${path}:${line}: "${match[0].replaceAll(/ +/g, ' ')}", better: ${better}`);
    }
  }
  return faults;
}

function main() {
  const all = FOLDERS.flatMap((folder) => [...files(folder)]);
  const read = all.filter((path) => !OTHERS.some(([place]) => path.startsWith(place)));
  const faults = read.flatMap((path) => faultsOf(path, readFileSync(join(ROOT, path), 'utf8')));
  for (const [place] of [...STRAIGHT_IN, ...OTHERS])
    if (!all.some((path) => path.startsWith(place)))
      faults.push(`${place}: is no place any more, take it off the list`);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log(`words keep to docs/voice.md (${read.length} files)`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
