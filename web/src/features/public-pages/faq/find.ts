// SPDX-License-Identifier: AGPL-3.0-or-later

// Which questions hold all the words typed. Accents and capitals do not matter.
import type { Site } from '../site';
import type { Topic } from './questions';

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase();

export function foundIn(topics: readonly Topic[], typed: string, site: Site): readonly Topic[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return topics;
  return topics
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter((one) => {
        const text = fold([topic.title, one.question, ...one.answer(site)].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((topic) => topic.questions.length > 0);
}
