// SPDX-License-Identifier: AGPL-3.0-or-later

// Something to begin with, where nothing was searched for yet.
import css from './TryWords.module.css';

interface TryWordsProps {
  readonly words: readonly string[];
  readonly onTry: (word: string) => void;
}

export function TryWords({ words, onTry }: TryWordsProps) {
  return (
    <p className={css['words']}>
      For example:
      {words.map((word) => (
        <button key={word} type="button" className="s-link" onClick={() => onTry(word)}>
          {word}
        </button>
      ))}
    </p>
  );
}
