// SPDX-License-Identifier: AGPL-3.0-or-later

// Who reads the requests: the doctors whom the operator names, each with a drawn portrait. Nobody is named
// where the operator names nobody.
import { EachDoctor, When } from '../site';
import classes from './hero.module.css';

export function Doctors() {
  return (
    <When setting="doctors">
      <div className={classes['doctors']}>
        <strong id="doctors">Your request is read by a doctor</strong>
        <ul aria-labelledby="doctors">
          <EachDoctor>
            {(doctor) => (
              <li key={doctor.name}>
                <Portrait initials={doctor.initials} />
                {doctor.name}
              </li>
            )}
          </EachDoctor>
        </ul>
      </div>
    </When>
  );
}

/** Head and shoulders as one shape, with a leaf at the collar; the letters say whose. */
function Portrait({ initials }: { readonly initials: string }) {
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" className={classes['portrait']}>
      <circle cx="24" cy="24" r="24" />
      <path d="M24 9a8 8 0 0 1 8 8c0 5-3.600 9-8 9s-8-4-8-9a8 8 0 0 1 8-8ZM8 42c1-9 7.500-13 16-13s15 4 16 13a24 24 0 0 1-32 0Z" />
      <path d="M33 40c4-1 7-4 7-8-4 0-7 3-7 8Z" data-leaf />
      <text x="24" y="42" textAnchor="middle">
        {initials}
      </text>
    </svg>
  );
}
