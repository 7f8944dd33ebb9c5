// SPDX-License-Identifier: AGPL-3.0-or-later

// What a document's first paint needs of the styles, so that it can be in the document and the sheets need not be
// waited for. A rule is needed when its selector finds something in the document as it is sent, in either scheme.
// What shows only under a pointer, with the focus or on paper comes with the sheets, which have every rule once more
// in their own order; so nothing changes its looks when they arrive.
import { JSDOM } from 'jsdom';
import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss';

/** What scripts/first.js says at the root; without scripts there is no word. */
const SCHEME = 'data-mantine-color-scheme';
const SCHEMES = [null, 'light', 'dark'] as const;

/** Parts of an element, which no query finds. */
const PARTS = /::[\w-]+(?:\([^()]*\))?|:(?:before|after)\b/g;
/** In brackets may be what the element is not. */
const IN_BRACKETS = /\((?:[^()]|\([^()]*\))*\)/g;
const CLASSES = /\.([\w-]+)/g;

/** Tells whether a selector finds anything. */
function finder(html: string): (selector: string) => boolean {
  const { document } = new JSDOM(html).window;
  const classes = new Set([...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]));
  const known = new Map<string, boolean>();
  const find = (selector: string): boolean => {
    const plain = selector.replaceAll(PARTS, '').trim() || '*';
    const names = plain.replaceAll(IN_BRACKETS, '').matchAll(CLASSES);
    if ([...names].some(([, name = '']) => !classes.has(name))) return false;
    // `> ::before` and the like: of any child.
    const whole = /[\s>+~]$/.test(plain) ? `${plain}*` : plain;
    if (!whole.includes(SCHEME)) return document.querySelector(whole) !== null;
    return SCHEMES.some((scheme) => {
      if (scheme === null) document.documentElement.removeAttribute(SCHEME);
      else document.documentElement.setAttribute(SCHEME, scheme);
      return document.querySelector(whole) !== null;
    });
  };
  return (selector) => {
    const before = known.get(selector);
    if (before !== undefined) return before;
    const found = find(selector);
    known.set(selector, found);
    return found;
  };
}

const isRule = (node: ChildNode): node is Rule => node.type === 'rule';
const isAtRule = (node: ChildNode): node is AtRule => node.type === 'atrule';

function keep(
  sheet: Container,
  finds: (selector: string) => boolean,
  isKept: (rule: AtRule) => boolean,
): void {
  sheet.each((node) => {
    if (isRule(node)) {
      const found = node.selectors.filter((selector) => finds(selector));
      if (found.length === 0) node.remove();
      else node.selectors = found;
    } else if (isAtRule(node) && /^(?:media|supports|container|layer)$/.test(node.name)) {
      if (node.name === 'media' && /^print\b/.test(node.params)) node.remove();
      else if (node.nodes) {
        keep(node, finds, isKept);
        if (node.nodes.length === 0) node.remove();
      }
    } else if (isAtRule(node) && !isKept(node)) node.remove();
    else if (node.type === 'comment') node.remove();
  });
}

/**
 * The rules of these sheets, one after another, that the document shows before anything of it is touched.
 *
 * @param font The file of the letters that are preloaded; others wait for the sheets, but for those of the machine.
 */
export function firstPaint(html: string, sheets: readonly string[], font: string): string {
  const all = parse(sheets.join('\n'));
  keep(
    all,
    finder(html),
    (rule) => rule.name !== 'font-face' || [font, 'local('].some((one) => rule.toString().includes(one)),
  );
  const words = all.toString();
  all.walkAtRules('keyframes', (frames) => {
    if (words.split(frames.params).length <= 2) frames.remove();
  });
  // `{#` would begin a remark of the server's template.
  return all.toString().replaceAll('{#', '{ #');
}
