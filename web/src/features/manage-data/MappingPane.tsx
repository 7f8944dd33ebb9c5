// SPDX-License-Identifier: AGPL-3.0-or-later

// Which column of a list's file is which field: proposed by the server, confirmed or changed here.
import { NativeSelect } from '@mantine/core';
import type { ColumnsView } from '../../api/generated/schema';
import classes from './manageData.module.css';
import type { Chosen } from './mapping';

interface Props {
  readonly found: ColumnsView;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** Field names as people read them. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  address: 'Address',
  city: 'City',
  fax: 'Fax',
  province: 'Province',
  postal_code: 'Postal code',
  phone: 'Telephone',
};

export function MappingPane({ found, chosen, onChange }: Props) {
  const none = { value: '', label: 'No column' };
  return (
    <fieldset className={classes['mapping']}>
      <legend>Columns</legend>
      <p className={classes['hint']}>
        This file uses different column names. Check which column is which before it is imported.
      </p>
      <div className={classes['mapped']}>
        {found.fields.map((field) => (
          <NativeSelect
            key={field.name}
            label={LABELS[field.name] ?? field.name}
            withAsterisk={field.isNeeded}
            value={chosen[field.name] ?? ''}
            data={[none, ...found.columns]}
            onChange={(event) => onChange({ ...chosen, [field.name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
