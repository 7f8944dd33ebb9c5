// SPDX-License-Identifier: AGPL-3.0-or-later

// Lengths follow the text size that a reader has set in the browser. The sheets say px, as the drawings do, at the
// usual 16 px; what is served says rem, and em where a width decides about the layout. So large text gets the room
// of a smaller window and the layout made for it, instead of being cut. Hairlines stay what they are.
import type { Plugin } from 'postcss';

/** CSS px of one rem for which the sheets are written. */
const USUAL_PX = 16;
/** Borders, outlines and small offsets up to here are drawn, not read. */
const HAIRLINE_PX = 3;

const PX = /url\([^)]*\)|"[^"]*"|'[^']*'|(?<![\w#.-])(-?(?:\d+\.)?\d+)px\b/g;

/** The text with its lengths in the other unit. */
export function inUnit(text: string, unit: 'em' | 'rem'): string {
  return text.replace(PX, (found: string, px: string | undefined) =>
    px === undefined || Math.abs(Number(px)) <= HAIRLINE_PX ? found : `${Number(px) / USUAL_PX}${unit}`,
  );
}

export function textSize(): Plugin {
  return {
    postcssPlugin: 'text-size',
    Once(sheet) {
      sheet.walkDecls((line) => {
        const { parent } = line;
        // Paper has its own measures.
        if (parent?.type === 'atrule' && 'name' in parent && parent.name === 'page') return;
        line.value = inUnit(line.value, 'rem');
      });
      sheet.walkAtRules(/^(media|container)$/, (rule) => {
        rule.params = inUnit(rule.params, 'em');
      });
    },
  };
}
