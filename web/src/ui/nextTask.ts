// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Resolves in a task of its own: what is drawn by one long task keeps a press waiting for as long as it takes, and what
 * is drawn by two lets it in between.
 */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
