// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Where nothing can arrive at the pharmacy of a request, the patient names
 * another one. Nothing is sent by this: a doctor signs for it.
 */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PharmacyView, PrescriptionView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { unansweredText } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { FieldError, faultsOf } from '../../ui/forms/faults';
import { Card } from '../../ui/page/Card';
import { cacheOwnPrescription, namePharmacy } from './commands';
import css from './detail.module.css';
import { pharmacyOf } from './timeline';

/** The search for a pharmacy, which belongs to another feature. */
export type PharmacySlot = (props: { onChoose: (pharmacy: PharmacyView) => void }) => ReactNode;

interface NamePharmacyProps {
  readonly prescription: PrescriptionView;
  readonly pharmacySearch: PharmacySlot;
}

export function NamePharmacy({ prescription, pharmacySearch }: NamePharmacyProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<PharmacyView | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, run } = useCommand();
  const send = (pharmacy: PharmacyView) => {
    setRefusal(null);
    return run(
      async (key) => {
        cacheOwnPrescription(client, await namePharmacy(prescription, pharmacy._id, key));
        setChosen(null);
        toast.success('Your pharmacy was saved. A doctor will confirm it.');
      },
      (failure) => {
        setRefusal(unansweredText(failure) ?? faultsOf(failure)[0]?.message ?? null);
        void refresh(client, 'prescription');
      },
      [prescription.version, pharmacy._id],
    );
  };
  if (!prescription.canNamePharmacy) return null;
  const asked = prescription.askedPharmacy;
  return (
    <Card title="Choose another pharmacy">
      <div className={css['naming']}>
        {prescription.pharmacyRefused === null ? (
          // The page says above that the fax did not go through.
          <p>If you like, choose another pharmacy than {pharmacyOf(prescription).name}.</p>
        ) : (
          <Notice kind="warning">{prescription.pharmacyRefused}</Notice>
        )}
        {asked ? (
          <p>{`You chose ${placeOf(asked)}. A doctor confirms it before anything is sent there.`}</p>
        ) : null}
        {pharmacySearch({
          onChoose: (pharmacy) => {
            setRefusal(null);
            setChosen(pharmacy);
          },
        })}
        {chosen ? (
          <>
            <p role="status">
              <strong>{placeOf(chosen)}</strong>
            </p>
            <p>A doctor confirms it before anything is sent there.</p>
            {refusal === null ? null : (
              <p className="s-field-error" role="alert">
                <FieldError message={refusal} />
              </p>
            )}
            <Button loading={busy} onClick={() => void send(chosen)}>
              Choose this pharmacy
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  );
}

function placeOf({ name, address, city }: PharmacyView): string {
  return [name, address, city].filter((part) => part !== '').join(', ');
}
