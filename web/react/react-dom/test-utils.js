// SPDX-License-Identifier: AGPL-3.0-or-later

// For tests alone: React's `act` goes on until nothing waits, Preact's draws once.
import { options } from 'preact';
import { act as once } from 'preact/test-utils';

export * from 'preact/test-utils';

const ROUNDS = 5;
const STEPS = 10;

/** The effects of what was drawn outside of `act`: nobody looks at a frame here. */
const effects = [];
const { setTimeout: wait } = globalThis;

function runEffects() {
  for (const run of effects.splice(0)) run();
}

options.requestAnimationFrame = (run) => {
  effects.push(run);
  wait(runEffects, 0);
};

/** Until what was promised has been drawn. */
async function settle() {
  for (let round = 0; round < ROUNDS; round += 1)
    await once(async () => {
      runEffects();
      for (let step = 0; step < STEPS; step += 1) await Promise.resolve();
    });
}

export function act(callback) {
  let isAsync = false;
  const done = once(() => {
    runEffects();
    const answer = callback();
    isAsync = typeof answer?.then === 'function';
    return answer;
  });
  return isAsync ? done.then(settle) : done;
}
