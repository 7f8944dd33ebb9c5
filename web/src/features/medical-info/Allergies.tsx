// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Somebody's allergies, wherever they are shown: red when there are some,
 * neutral when there are none, amber when nobody answered. The word says it
 * too; colour alone never does.
 */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';

import { type AllergyAnswer, allergyText } from './allergies';
import css from './Allergies.module.css';

/** The answer, or why there is none to show yet. */
export type AllergyState = AllergyAnswer | 'loading' | 'failed';

const ICONS = { some: IconAlertCircle, none: IconCircleCheck, unrecorded: IconAlertTriangle };

/** The look of a state: what could not be read is as open as what was not answered. */
export function allergyKind(state: AllergyState): AllergyAnswer['kind'] {
  if (state === 'failed') return 'unrecorded';
  return state === 'loading' ? 'none' : state.kind;
}

export function Allergies({ state }: { state: AllergyState }) {
  const kind = allergyKind(state);
  const Icon = ICONS[kind];
  return (
    <span className={css.allergies} data-allergies={kind}>
      {state === 'loading' ? null : <Icon size={16} aria-hidden="true" />}
      {state === 'loading' ? 'Loading...' : state === 'failed' ? 'Couldn’t be loaded' : allergyText(state)}
    </span>
  );
}
