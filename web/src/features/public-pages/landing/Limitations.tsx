// SPDX-License-Identifier: AGPL-3.0-or-later

// What no doctor here renews (specification section 1).
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import classes from './landing.module.css';

const LIMITATIONS = [
  'Controlled substances',
  'Opiates',
  'Benzodiazepines',
  'Stimulants',
  'Infectious-disease medications',
] as const;

export function Limitations() {
  return (
    <section>
      <h2>What we cannot renew</h2>
      <p>Some medications require an in-person visit. They appear crossed out in the search.</p>
      <ul className={classes['cannot']}>
        {LIMITATIONS.map((text) => (
          <li key={text}>
            <IconX size={20} aria-hidden="true" /> {text}
          </li>
        ))}
        <li data-exception>
          <IconAlertTriangle size={20} aria-hidden="true" /> Antibiotics (rare exceptions only)
        </li>
      </ul>
    </section>
  );
}
