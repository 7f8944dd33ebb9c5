// SPDX-License-Identifier: AGPL-3.0-or-later

// One medication of the earlier prescription: taken again or left out, its usage as it would be asked
// for now with what differs marked, and the form to change it.
import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Options, Renewable, RequestedMedication, Usage } from '../../api/generated/schema';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { medicationText } from '../../features/prescriptions/medicationText';
import { NeededAgain } from '../../features/prescriptions/NeededAgain';
import { dueText } from '../../features/prescriptions/renewals';
import { siteFault } from '../../features/prescriptions/sites';
import { UsageChange } from '../../features/prescriptions/UsageChange';
import { UsageEditor } from '../../features/prescriptions/UsageEditor';
import { lastUsage } from '../../features/prescriptions/usage';
import { clinicDay, formatDate } from '../../ui/format';
import css from './request.module.css';

interface RenewLineProps {
  readonly id: string;
  readonly before: RequestedMedication;
  /** As it is asked for now; undefined when it is left out. */
  readonly now: RequestedMedication | undefined;
  /** What the last attempt to send it was refused for. */
  readonly fault: ReactNode;
  /** Why it cannot be renewed here, if so. */
  readonly refusal: string | null;
  readonly options: Options;
  /** How long it lasts; undefined when no pharmacy had it. */
  readonly supply: Renewable | undefined;
  /** What stands against it when it is asked for now. */
  readonly why: string | undefined;
  readonly onWords: (words: string) => void;
  readonly onInclude: (isIncluded: boolean) => void;
  readonly onChange: (usage: Usage) => void;
}

export function RenewLine(props: RenewLineProps) {
  const { id, before, now, fault, refusal, options, supply, why, onWords, onInclude, onChange } = props;
  const [isEditing, setEditing] = useState(false);
  const was = lastUsage(before.usages);
  const usage = lastUsage((now ?? before).usages);
  // An earlier request may not say which eye, ear or nostril; Change asks it.
  const asked = (now && usage && siteFault(usage, before)) ?? fault;
  const name = medicationText(before);
  const isChanging = isEditing && now !== undefined;
  return (
    <li id={id} tabIndex={-1}>
      <div className={css['renewHead']}>
        <div className={css['renewWords']}>
          <Checkbox
            label={<MedicationTitle medication={before} />}
            checked={now !== undefined}
            disabled={refusal !== null}
            description={refusal ?? dueText(supply, clinicDay(new Date()), formatDate) ?? undefined}
            onChange={(event) => onInclude(event.currentTarget.checked)}
          />
          {!isChanging && was && usage ? (
            <p className={css['renewUsage']}>
              <UsageChange before={was} after={usage} />
            </p>
          ) : null}
        </div>
        {now !== undefined && !isEditing ? (
          <Button variant="default" aria-label={`Change ${name}`} onClick={() => setEditing(true)}>
            Change
          </Button>
        ) : null}
      </div>
      {isChanging ? (
        <UsageEditor
          idPrefix={id}
          action="Save"
          start={usage}
          options={options}
          formulation={before.formulations[0]}
          drug={before}
          onDone={(changed) => {
            onChange(changed);
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : null}
      {asked && !isEditing ? <p className="s-field-error">{asked}</p> : null}
      {now !== undefined && (why !== undefined || now.neededAgain) ? (
        <NeededAgain
          id={`${id}-again`}
          name={name}
          why={why}
          value={now.neededAgain ?? ''}
          onChange={onWords}
        />
      ) : null}
    </li>
  );
}
