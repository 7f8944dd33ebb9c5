// The browser tests' own `test`: every worker opens a house and its tests find it as their base
// address. A file that needs other settings says so at its top: `test.use({ settings: { … } })`.
import { test as base } from '@playwright/test';
import { enter, type House, openHouse, type Settings } from './house';

export { expect } from '@playwright/test';

/** On a busy machine the demo data take a while. */
const OPENING_MS = 240_000;

export const test = base.extend<{ baseURL: string }, { settings: Settings; house: House }>({
  settings: [{}, { option: true, scope: 'worker' }],
  house: [
    async ({ settings }, lend) => {
      const house = await openHouse(settings);
      enter(house);
      await lend(house);
      enter(undefined);
      await house.close();
    },
    { scope: 'worker', auto: true, timeout: OPENING_MS },
  ],
  baseURL: async ({ house }, lend) => {
    await lend(house.url);
  },
});
