// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Names close to what was typed, as links that change the typing. Nothing is
 * substituted without a choice.
 */
import { drugName } from '../../ui/drugName';
import css from './MedicationSearch.module.css';

export function DidYouMean(props: { names: string[]; onChoose: (name: string) => void }) {
  if (props.names.length === 0) return null;
  return (
    <p className={css.head}>
      Did you mean{' '}
      {props.names.map((name, index) => (
        <span key={name}>
          {index === 0 ? '' : ', '}
          <button
            type="button"
            className={css.suggestion}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onChoose(name)}
          >
            {drugName(name)}
          </button>
        </span>
      ))}
      ?
    </p>
  );
}
