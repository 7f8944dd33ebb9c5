// SPDX-License-Identifier: AGPL-3.0-or-later

// The patient's own medications, each one tap away from the request with its former usage. What cannot be
// asked for here is named; at the limit of the day each row says why.
import { Button } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CurrentMedication, RequestedMedication } from '../../api/generated/schema';
import { isSameDrug } from '../../features/prescriptions/basket';
import type { OwnMedication } from '../../features/prescriptions/currentMedications';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { medicationText } from '../../features/prescriptions/medicationText';
import { dueText } from '../../features/prescriptions/renewals';
import { lineKey } from '../../features/prescriptions/repeatReason';
import { lastUsage } from '../../features/prescriptions/usage';
import { formerUsage } from '../../features/prescriptions/usageSentence';
import { drugName } from '../../ui/drugName';
import { clinicDay, formatDate } from '../../ui/format';
import css from './OwnMedications.module.css';

interface OwnMedicationsProps {
  readonly own: readonly OwnMedication[];
  /** What is recorded and cannot be asked for with one tap. */
  readonly leftOut: readonly CurrentMedication[];
  readonly medications: readonly RequestedMedication[];
  /** Why nothing more can be added; null while something can. */
  readonly limit: string | null;
  readonly onAdd: (line: RequestedMedication) => Promise<unknown>;
  /** The box that adds them all. */
  readonly children: ReactNode;
}

export function OwnMedications({ own, leftOut, medications, limit, onAdd, children }: OwnMedicationsProps) {
  if (own.length === 0 && leftOut.length === 0) return null;
  return (
    <section className={css['card']} aria-labelledby="own-medications">
      <h2 id="own-medications">Your medications</h2>
      {limit === null ? null : (
        <p id="own-limit" className={css['quiet']}>
          {limit}
        </p>
      )}
      <ul>
        {own.map((one) => (
          <Row
            key={lineKey(one.line)}
            own={one}
            isAdded={medications.some((line) => isSameDrug(line, one.line))}
            isFull={limit !== null}
            onAdd={onAdd}
          />
        ))}
      </ul>
      <Named says="Cannot be refilled here" medications={leftOut.filter(({ drugId }) => drugId)} />
      <Named
        says="Recorded in your own words, please search for"
        medications={leftOut.filter(({ drugId }) => !drugId)}
      />
      {children}
    </section>
  );
}

interface NamedProps {
  readonly says: string;
  readonly medications: readonly CurrentMedication[];
}

function Named({ says, medications }: NamedProps) {
  if (medications.length === 0) return null;
  return (
    <p className={css['quiet']}>
      {says}: {medications.map(({ name }) => drugName(name)).join(', ')}.
    </p>
  );
}

interface RowProps {
  readonly own: OwnMedication;
  readonly isAdded: boolean;
  readonly isFull: boolean;
  readonly onAdd: (line: RequestedMedication) => Promise<unknown>;
}

function Row({ own: { line, supply }, isAdded, isFull, onAdd }: RowProps) {
  const [isBusy, setBusy] = useState(false);
  const usage = lastUsage(line.usages);
  const due = dueText(supply, clinicDay(new Date()), formatDate);
  // The button stays where it is, and the focus with it.
  const isOff = isAdded || isFull;
  async function add() {
    setBusy(true);
    await onAdd(line);
    setBusy(false);
  }
  return (
    <li>
      <div>
        <strong>
          <MedicationTitle medication={line} />
        </strong>
        {usage ? <span>{formerUsage(usage, line.formulations[0])}</span> : null}
        {due === null ? null : <span>{due}</span>}
      </div>
      <Button
        variant={isAdded ? 'subtle' : 'default'}
        leftSection={
          isAdded ? <IconCheck size={18} aria-hidden="true" /> : <IconRefresh size={18} aria-hidden="true" />
        }
        aria-disabled={isOff || isBusy || undefined}
        aria-describedby={!isAdded && isFull ? 'own-limit' : undefined}
        onClick={() => {
          // At the limit the form says that it is reached.
          if (!isAdded && !isBusy) void add();
        }}
      >
        {isAdded ? 'In your request' : 'Renew as before'}{' '}
        <span className="s-visually-hidden">{medicationText(line)}</span>
      </Button>
    </li>
  );
}
