// SPDX-License-Identifier: AGPL-3.0-or-later

/** A pharmacy in three lines: name, where it is, where its fax arrives. */
import { IconBuildingStore } from '@tabler/icons-react';
import type { PharmacyView } from '../../api/generated/schema';
import { PhoneNumber } from '../../ui/PhoneNumber';
import css from './PharmacyPicker.module.css';

export function PharmacyAddress({ pharmacy }: { pharmacy: PharmacyView }) {
  return (
    <div className={css.address}>
      <IconBuildingStore size={20} aria-hidden />
      <div>
        <div className={css.name}>{pharmacy.name}</div>
        <div className={css.line}>{[pharmacy.address, pharmacy.city].filter(Boolean).join(', ')}</div>
        <div className={css.line}>
          Fax <PhoneNumber number={pharmacy.fax} />
        </div>
      </div>
    </div>
  );
}
