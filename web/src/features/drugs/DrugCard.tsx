// SPDX-License-Identifier: AGPL-3.0-or-later

// A drug of the catalogue: name, first administration and formulation, ingredients, and what was edited
// by hand with the way back to Health Canada's data.
import { Button } from '@mantine/core';
import { IconBan, IconHandStop, IconPencil, IconStethoscope } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogueDrug } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { strengthsText } from '../../ui/strength';
import { revertDrug } from './commands';
import { textOf } from './drugForm';
import css from './manage.module.css';

interface Props {
  readonly drug: CatalogueDrug;
  readonly onEdit: () => void;
}

export function DrugCard({ drug, onEdit }: Props) {
  const [crossed] = drug.filter;
  const about = [drug.administrations[0], drug.formulations[0], drug.company_name]
    .filter(Boolean)
    .join(' · ');
  const numbers = [
    drug.drug_identification_number === '' ? '' : `DIN ${drug.drug_identification_number}`,
    `Drug code ${drug.drug_code}`,
    drug.status,
    drug.class_name === 'Human' ? '' : drug.class_name,
    drug.tc_ahfs_numbers.join(', '),
  ];
  return (
    <li className={css['card']}>
      <div className={css['words']}>
        <h2>{drug.name}</h2>
        {about !== '' && <p>{about}</p>}
        <ul className={css['ingredients']} aria-label="Ingredients">
          {drug.ingredients.map((row) => (
            <li key={`${row.ingredient_name} ${row.strength} ${row.strength_unit}`}>
              {`${row.ingredient_name} `}
              <span className="s-nowrap">{strengthsText([row])}</span>
            </li>
          ))}
        </ul>
        <p className={css['numbers']}>{numbers.filter(Boolean).join(' · ')}</p>
        {crossed && (
          <p className={css['mark']} data-kind="crossed">
            <IconBan size={16} aria-hidden="true" />
            <span>
              {`${crossed.status === 'CROSS_OUT' ? 'Crossed out' : 'Not shown to patients'}: ${crossed.reason}`}
            </span>
          </p>
        )}
        {drug.needsDoctor && (
          <p className={css['mark']}>
            <IconStethoscope size={16} aria-hidden="true" />
            <span>Class and schedule unknown. A doctor will decide.</span>
          </p>
        )}
        {drug.hand && <ManualEdits drug={drug} hand={drug.hand} />}
      </div>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        aria-label={`Edit ${drug.name}, ${drug.drug_identification_number || drug.drug_code}`}
        onClick={onEdit}
      >
        Edit
      </Button>
    </li>
  );
}

function ManualEdits({
  drug,
  hand,
}: {
  readonly drug: CatalogueDrug;
  readonly hand: NonNullable<CatalogueDrug['hand']>;
}) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useCommand();
  const own = hand.register === null;
  const back = async () => {
    await run(
      async (key) => {
        await revertDrug(drug, key);
        toast.success(own ? `${drug.name} was removed.` : `${drug.name} was reset to Health Canada’s data.`);
      },
      (failure) => toastFailure(failure, undefined, 'Error!'),
    );
    setAsking(false);
    await refresh(client, 'data');
  };
  const what = own ? '' : `: ${hand.fields.map(textOf).join(', ')}`;
  return (
    <div className={css['mark']} data-kind="hand">
      <IconHandStop size={16} aria-hidden="true" />
      <div>
        <strong>{own ? 'Added by hand' : 'Edited by hand'}</strong>
        {`${what} · ${hand.by.FirstName} ${hand.by.LastName}, `}
        <span className="s-nowrap">{formatDateTime(hand.at)}</span>{' '}
        <Button
          className="s-inline"
          size="compact-sm"
          variant="subtle"
          aria-label={own ? `Remove ${drug.name}` : `Reset to Health Canada data, ${drug.name}`}
          onClick={() => setAsking(true)}
        >
          {own ? 'Remove' : 'Reset to Health Canada data'}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={own ? `Remove ${drug.name}` : 'Reset to Health Canada data'}
        question={
          <p>
            {own
              ? 'The drug will be removed from the catalogue. Existing prescriptions are not affected.'
              : `Manual edits will be lost (${hand.fields.map(textOf).join(', ')}). The next imports will change these fields again.`}
          </p>
        }
        safeLabel="Cancel"
        dangerLabel={own ? 'Remove' : 'Reset'}
        busy={busy}
        onConfirm={() => void back()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
