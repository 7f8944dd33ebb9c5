// SPDX-License-Identifier: AGPL-3.0-or-later

// Another device saved the draft later. Nothing is overwritten: the patient says which one counts.
import { Button } from '@mantine/core';
import type { RequestedMedication } from '../../api/generated/schema';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import type { RequestDraftState } from '../../features/prescriptions/useRequestDraft';
import { Dialog } from '../../ui/dialogs/Dialog';
import css from './request.module.css';

export function ConflictDialog({ draft }: { readonly draft: RequestDraftState }) {
  const { conflict } = draft;
  if (conflict === null) return null;
  return (
    <Dialog
      opened
      closable={false}
      onClose={draft.takeTheirs}
      size={640}
      title="Your request was changed on another device"
      footer={
        <>
          <Button variant="default" onClick={draft.takeTheirs}>
            Use the other version
          </Button>
          <Button data-autofocus onClick={draft.keepMine}>
            Keep this version
          </Button>
        </>
      }
    >
      <div className={css['versions']}>
        <Version title="This device" medications={draft.draft.medications} />
        <Version title="Other device" medications={conflict.content?.medications ?? []} />
      </div>
    </Dialog>
  );
}

function Version({
  title,
  medications,
}: {
  readonly title: string;
  readonly medications: RequestedMedication[];
}) {
  return (
    <section>
      <h3 className={css['versionTitle']}>{title}</h3>
      {medications.length === 0 ? (
        <p>No medication</p>
      ) : (
        <ul>
          {medications.map((line) => (
            <li key={`${line.drugId ?? ''}${line.name}`}>
              <MedicationTitle medication={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
