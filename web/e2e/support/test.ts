// The browser tests' own `test`: every file has a house of its own, and its tests find it as their base
// address. A file that needs other settings says so at its top: `test.use({ settings: { … } })`.
import { test as base } from '@playwright/test';
import { enter, type House, openHouse, type Settings } from './house';

export { expect } from '@playwright/test';

/** On a busy machine the demo data take a while. */
const OPENING_MS = 240_000;

/** The running app instance of this worker, and its key. */
class Street {
  #open: { readonly key: string; readonly house: House } | undefined;

  /** The same house for the same key, so that the tests of a file go on from one another. */
  async houseOf(key: string, settings: Settings): Promise<House> {
    if (this.#open?.key !== key) {
      await this.leave();
      this.#open = { key, house: await openHouse(settings) };
    }
    return this.#open.house;
  }

  async leave(): Promise<void> {
    const left = this.#open;
    this.#open = undefined;
    await left?.house.close();
  }
}

interface ForTest {
  baseURL: string;
  settings: Settings;
  house: House;
}

export const test = base.extend<ForTest, { street: Street }>({
  street: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
    async ({}, lend) => {
      const street = new Street();
      await lend(street);
      await street.leave();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  house: [
    async ({ settings, street }, lend, { project, file }) => {
      const house = await street.houseOf(`${project.name} ${file} ${JSON.stringify(settings)}`, settings);
      enter(house);
      await lend(house);
      enter(undefined);
    },
    { auto: true, timeout: OPENING_MS },
  ],
  baseURL: async ({ house }, lend) => {
    await lend(house.url);
  },
});
