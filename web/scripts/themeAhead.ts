// SPDX-License-Identifier: AGPL-3.0-or-later

// The library works out the variables and classes of a theme in the browser. Ours are in a sheet
// (src/ui/theme/generated/variables.css), so what would work them out is no part of what is sent.
import type { Plugin } from 'vite';

const WORKED_OUT = /@mantine\/core\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/;

export function themeAhead(): Plugin {
  return {
    name: 'salal-theme-ahead',
    apply: 'build',
    load(id) {
      const name = WORKED_OUT.exec(id)?.[1];
      return name === undefined ? null : `export const ${name} = () => null;`;
    },
  };
}
