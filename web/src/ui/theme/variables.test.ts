// SPDX-License-Identifier: AGPL-3.0-or-later

// The sheet of variables is what the library makes of our theme. To write it anew:
// npx vitest run src/ui/theme -u
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { patientTheme, roles } from './theme';

test('the sheet has the variables of the theme', async () => {
  const { variables, light, dark } = defaultCssVariablesResolver(
    mergeMantineTheme(DEFAULT_THEME, patientTheme),
  );
  const sheet = convertCssVariables(
    {
      variables,
      light: { ...light, '--mantine-color-scheme': 'light', ...roles },
      dark: { ...dark, '--mantine-color-scheme': 'dark', ...roles },
    },
    ':root',
  );
  const lines = sheet.replace(/[{;]/g, '$&\n').replace(/\n{2,}/g, '\n');
  await expect(`/* Written by ../variables.test.ts. */\n${lines}\n`).toMatchFileSnapshot(
    'generated/variables.css',
  );
});
