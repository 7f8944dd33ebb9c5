// SPDX-License-Identifier: AGPL-3.0-or-later

/** Which commands of the palette answer to what was typed: every word must begin a word of theirs. */
import type { ChoiceGroup } from '../../ui/choices/ChoiceList';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Other words that it answers to. */
  readonly words?: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

function folded(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}?/]+/u)
    .filter((word) => word !== '');
}

export function matchCommands(commands: readonly Command[], text: string): readonly ChoiceGroup[] {
  const wanted = folded(text);
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const words = folded(`${command.label} ${command.words ?? ''}`);
    if (!wanted.every((start) => words.some((word) => word.startsWith(start)))) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  return [...groups].map(([title, found]) => ({
    title,
    choices: found.map(({ id, label, keys }) => ({ id, label, ...(keys ? { keys } : {}) })),
  }));
}
