// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, Health Document, patients only: the card that decides the fee. A new document replaces the
// old one and waits for its check (decision 33).
import { useState } from 'react';
import type { HealthDocument, HealthDocumentView, UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { DocumentStep } from '../../features/accounts/DocumentStep';
import {
  type DocumentParts,
  documentFaults,
  documentFields,
  NO_DOCUMENT,
} from '../../features/accounts/documents';
import { saveHealthDocument } from '../../features/people/commands';
import { StoredImage } from '../../features/people/StoredImage';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { faultsOf, useFaults } from '../../ui/forms/faults';
import type { ProfileStatus } from '../../ui/forms/SaveStatus';
import { formatHealthNumber } from '../../ui/format';
import { Facts } from '../../ui/page/Card';
import { EditCard } from '../../ui/page/EditCard';
import classes from './profile.module.css';

interface HealthDocumentCardProps {
  readonly me: UserView;
  readonly editing: boolean;
  readonly blocked: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The call's names of the pictures, and the form's. */
const PICTURES = { file: 'healthDocument', back: 'healthDocumentBack', files: 'healthDocument' } as const;

const placeOf = (field: string): string =>
  field === 'file' || field === 'back' || field === 'files' ? PICTURES[field] : field;

function requestOf(form: DocumentParts, personId: string): HealthDocument {
  return {
    personId,
    ...documentFields(form),
    file: (!form.isPrivatePay && form.healthDocument) || undefined,
    back: (!form.isPrivatePay && form.healthDocumentBack) || undefined,
  };
}

export function HealthDocumentCard({ me, editing, blocked, onEdit, onClose }: HealthDocumentCardProps) {
  const settings = useSettings();
  const person = me.Person;
  const empty: DocumentParts = { ...NO_DOCUMENT, isPrivatePay: person.isPrivatePay };
  const [form, setForm] = useState(empty);
  const [status, setStatus] = useState<ProfileStatus | null>(null);
  const faults = useFaults(
    editing
      ? { typed: form, stored: empty, keep: { name: 'health document', restore: (typed) => set(typed) } }
      : null,
  );
  const set = (change: Partial<DocumentParts>) => {
    setForm((before) => ({ ...before, ...change }));
    setStatus('changed');
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const start = () => {
    setForm(empty);
    setStatus(null);
    faults.clear();
    onEdit();
  };
  const cancel = () => {
    setStatus(null);
    faults.clear();
    onClose();
  };
  const save = async () => {
    const found = documentFaults(form, settings);
    faults.set(found);
    if (found.length > 0 || status === 'updating') return;
    setStatus('updating');
    try {
      const saved = await saveHealthDocument(person._id, requestOf(form, person._id));
      session.setUser({ ...me, Person: saved });
      setStatus('saved');
      toast.success('Update health document successful');
      onClose();
    } catch (failure) {
      setStatus('changed');
      void session.changeFailed(failure);
      faults.set(faultsOf(failure).map((fault) => ({ ...fault, field: placeOf(fault.field) })));
    }
  };
  return (
    <EditCard
      title="Health Document"
      summary={summaryOf(person)}
      editing={editing}
      blocked={blocked}
      onEdit={start}
      onCancel={cancel}
      onSave={() => void save()}
      status={status}
      faults={faults}
      shown={<Shown me={me} />}
      form={
        <>
          <p className={classes['hint']}>
            A new document replaces the one on file. We verify it before your next request.
          </p>
          <DocumentStep form={form} set={set} faults={faults} pictures />
        </>
      }
    />
  );
}

/** "BC Services Card, Verified" */
function summaryOf({ isPrivatePay, HealthDocuments: [first] }: UserView['Person']): string {
  if (first) return `${first.Type}, ${CHECKED[first.status] ?? first.status}`;
  return isPrivatePay ? 'Private pay' : 'None yet';
}

function Shown({ me }: { readonly me: UserView }) {
  const { isPrivatePay, HealthDocuments } = me.Person;
  return (
    <>
      {isPrivatePay && <Notice kind="plain" title="Private pay: no provincial health card is used." />}
      {HealthDocuments.length === 0 && !isPrivatePay && (
        <p className={classes['hint']}>No health document yet.</p>
      )}
      {HealthDocuments.map((document) => (
        <OneDocument key={document._id} document={document} />
      ))}
    </>
  );
}

const CHECKED: Record<string, string> = {
  valid: 'Verified',
  invalid: 'Not valid',
  pending: 'Verification pending',
};

function OneDocument({ document }: { readonly document: HealthDocumentView }) {
  const files = document.files ?? [];
  return (
    <div className={classes['document']}>
      <Facts
        items={[
          [
            document.Type,
            <span key="number" className="s-number">
              {formatHealthNumber(document.DocumentNumber)}
            </span>,
          ],
          ['Province or country', document.Province],
          [
            'Status',
            [CHECKED[document.status] ?? document.status, document.other ?? ''].filter(Boolean).join(' · '),
          ],
        ]}
      />
      {files.length > 0 && (
        <ul className={classes['pictures']} aria-label={`Pictures of ${document.Type}`}>
          {files.map((file, at) => (
            <li key={file._id}>
              <StoredImage file={file} name={`${document.Type}, ${at === 0 ? 'front' : 'back'}`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
