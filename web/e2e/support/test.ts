// SPDX-License-Identifier: AGPL-3.0-or-later

// The browser tests' own `test`: every file has an app instance of its own, and its tests find it as their base
// address. A file that needs other settings says so at its top: `test.use({ settings: { … } })`.
import { type Browser, test as base } from '@playwright/test';
import { setCurrentInstance, type AppInstance, startInstance, type Settings } from './instance';

export { expect } from '@playwright/test';

/** On a busy machine the demo data takes a while. */
const OPENING_MS = 240_000;

/** The running app instance of this worker, and its key. */
class InstancePool {
  #open: { readonly key: string; readonly instance: AppInstance } | undefined;

  /** The same instance for the same key, so that the tests of a file go on from one another. */
  async instanceFor(key: string, settings: Settings): Promise<AppInstance> {
    if (this.#open?.key !== key) {
      await this.closeInstance();
      this.#open = { key, instance: await startInstance(settings) };
    }
    return this.#open.instance;
  }

  async closeInstance(): Promise<void> {
    const left = this.#open;
    this.#open = undefined;
    await left?.instance.close();
  }
}

/**
 * Contexts that ask to save data: a story opens a few pages again and again, and the app would fetch all pages of
 * the role ahead each time. The phone's stories have them fetched.
 */
function saveData(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    return context;
  };
}

interface TestFixtures {
  baseURL: string;
  settings: Settings;
  instance: AppInstance;
}

export const test = base.extend<TestFixtures, { instancePool: InstancePool }>({
  browser: [
    async ({ browser }, provide, { project }) => {
      if (project.name !== 'phone') saveData(browser);
      await provide(browser);
    },
    { scope: 'worker' },
  ],
  instancePool: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
    async ({}, provide) => {
      const instancePool = new InstancePool();
      await provide(instancePool);
      await instancePool.closeInstance();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  instance: [
    async ({ settings, instancePool }, provide, { project, file }) => {
      const instance = await instancePool.instanceFor(
        `${project.name} ${file} ${JSON.stringify(settings)}`,
        settings,
      );
      setCurrentInstance(instance);
      await provide(instance);
      setCurrentInstance(undefined);
    },
    { auto: true, timeout: OPENING_MS },
  ],
  baseURL: async ({ instance }, provide) => {
    await provide(instance.url);
  },
});
