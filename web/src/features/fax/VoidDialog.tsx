// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Voiding a copy: which copy, why, how the old pharmacy learns of
 * it, and where it is issued again; at the right the page that the old pharmacy
 * receives and what happens then. The safe button has the focus; the red one
 * says everything that it does; what is missing stands beside it.
 */
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState, type ReactNode } from 'react';

import type { CopyView, PharmacyView, PrescriptionView, VoidWay } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Loading } from '../../ui/feedback/states';
import { formatDateTime, formatPhone } from '../../ui/format';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { isBlank } from '../../ui/forms/blank';
import { CancelButton } from '../../ui/forms/CancelButton';
import { useAsSent } from '../../ui/forms/asSent';
import { useUnsaved } from '../../ui/forms/unsaved';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { voidCopy } from './commands';
import {
  copyBadge,
  copyTitle,
  ELSEWHERE,
  isInDoubt,
  MAX_CHARACTERS,
  localNow,
  momentOf,
  reasonsFor,
  wentTo,
} from './copies';
import styles from './copies.module.css';
import { IN_DOUBT } from './labels';
import { cancellationPage } from './queries';
import { useCopyAction } from './useCopyAction';
import { lazyPart } from '../../ui/chunks';
import { HereAgain } from '../../ui/forms/HereAgain';

const PdfPages = lazyPart(async () => (await import('./PdfPages')).PdfPages);

/** The search for a pharmacy, which belongs to another feature. */
export type PharmacySlot = (props: { onChoose: (pharmacy: PharmacyView) => void }) => ReactNode;

const VOID_METHODS: Record<VoidWay, { label: string; about: string }> = {
  at_once: { label: 'No one to notify', about: 'This copy was not delivered.' },
  paper_kept: {
    label: 'The paper was not handed over',
    about: 'The paper is here and has been destroyed.',
  },
  fax: {
    label: 'Send a cancellation fax',
    about: 'The copy will be void once their machine confirms it. You will be notified.',
  },
  phone: { label: 'I called them', about: 'Asks for the name of the person and the time.' },
};

interface Draft {
  readonly reason: string;
  readonly words: string;
  readonly how: VoidWay;
  readonly toldName: string;
  readonly toldAt: string;
  readonly pharmacy: PharmacyView | null;
}

type Props = {
  prescription: PrescriptionView;
  copy: CopyView;
  pharmacySearch: PharmacySlot;
  onChanged: (newest: PrescriptionView) => void;
  onClose: () => void;
};

export function VoidDialog({ prescription, copy, pharmacySearch, onChanged, onClose }: Props) {
  const ways = copy.voidWays;
  const reasons = reasonsFor(copy);
  const [begun] = useState<Draft>(() => ({
    reason: copy.state === 'failed' ? 'fax_failed' : copy.way === 'paper' ? 'paper_kept' : '',
    words: '',
    how: ways[0] ?? 'phone',
    toldName: '',
    toldAt: localNow(new Date()),
    // What the patient named stands first; the doctor may choose otherwise.
    pharmacy: prescription.askedPharmacy,
  }));
  const { values, setValues, setFieldValue, getInputProps } = useForm({
    mode: 'controlled',
    initialValues: begun,
  });
  const { reason, words, toldName, toldAt, pharmacy } = values;
  const form = useUnsaved(words !== '' || toldName !== '', {
    name: `void ${copy._id}`,
    typed: values,
    // Now is another moment by then: what stood there is when it was told.
    stored: { ...begun, toldAt: '' },
    restore: setValues,
  });
  const asSent = useAsSent(values);
  // What is open may change under the dialog: a delivery notice came in.
  const how = ways.includes(values.how) ? values.how : (ways[0] ?? 'phone');
  const { busy, refusal, act } = useCopyAction({ prescription, form, asSent, onChanged, onClose });
  const id = useId();
  const isOneWay = ways.length === 1 && ways[0] === 'at_once';
  const tells = how === 'fax' || how === 'phone';
  const gone = copy.voidWays.length === 0;
  const chosen = reasons.find((one) => one.value === reason);
  const forPatient = chosen?.forPatient;
  const current = prescription.drPharmacy ?? prescription.pharmacy;
  // Where it could not be filled it is not issued again unasked; it may be chosen later too.
  const isElsewhere =
    prescription.pharmacyRefused !== null || (ELSEWHERE.includes(reason) && wentTo(copy, current));
  const target = pharmacy ?? (isElsewhere ? null : current);
  const missing = gone
    ? 'This copy was voided in the meantime.'
    : [
        chosen === undefined ? 'a reason' : null,
        tells && isBlank(words) ? 'your words for the record' : null,
        how === 'phone' && isBlank(toldName) ? 'whom you spoke to' : null,
        how === 'phone' && momentOf(toldAt) === null ? 'when' : null,
      ]
        .filter((one) => one !== null)
        .join(', ');
  const why = missing === '' ? null : gone ? missing : `Missing: ${missing}.`;

  const send = () => {
    if (chosen === undefined) return;
    const sent = { reason: chosen.value, how, words: words.trim() };
    void act(
      (key) =>
        voidCopy(
          prescription._id,
          {
            copyId: copy._id,
            reason: chosen.value,
            words: words.trim(),
            how,
            ...(how === 'phone' ? { toldName: toldName.trim(), toldAt: momentOf(toldAt) } : {}),
            ...(pharmacy ? { pharmacy: { _id: pharmacy._id } } : {}),
          },
          key,
        ),
      ({ copies }, me) =>
        copies.some((one) => one._id === copy._id && one.void?.by._id === me && isVoidedAs(one, sent)),
    );
  };

  const count = prescription.medications.filter((line) => line.status === 'Approved').length;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={1060}
      title={`Void ${prescription.label} and issue it again`}
      footer={
        <div className={styles.footer}>
          <p className={styles.footerText}>
            {refusal === null ? (
              beforeSigning(copy, how, target)
            ) : (
              <span role="alert" className={styles.fault}>
                {refusal}
              </span>
            )}
          </p>
          <CancelButton onCancel={onClose} disabled={busy} data-autofocus>
            Keep copy {copy.number}
          </CancelButton>
          <ReasonedButton className="s-danger" reason={why} loading={busy} onClick={send}>
            {how === 'fax'
              ? `Void copy ${copy.number} and send the cancellation`
              : `Void copy ${copy.number}`}
          </ReasonedButton>
        </div>
      }
    >
      <p className={styles.hint}>
        {`${prescription.person.FirstName} ${prescription.person.LastName}, ${count} ${count === 1 ? 'medication' : 'medications'}. No second fee.`}
      </p>
      <HereAgain of={form} />{' '}
      <div className={styles.dialog}>
        <ol className={styles.steps}>
          <Step number={1} title="Copy that becomes void">
            <div className={styles.chosen}>
              <div>
                <p>
                  <strong>{copyTitle(copy)}</strong>
                </p>
                <p
                  className={styles.hint}
                >{`${formatPhone(copy.pharmacyFax)}, ${formatDateTime(copy.issuedAt)}`}</p>
              </div>
              <StatusBadge {...(isInDoubt(copy, prescription) ? IN_DOUBT : copyBadge(copy))} />
            </div>
          </Step>
          <Step number={2} title="Reason">
            <div className={styles.cards} role="radiogroup" aria-label="Reason">
              {reasons.map((one) => (
                <label key={one.value} className={styles.card}>
                  <input
                    type="radio"
                    name={`${id}-reason`}
                    value={one.value}
                    checked={reason === one.value}
                    onChange={() => setFieldValue('reason', one.value)}
                  />
                  <span>{one.label}</span>
                </label>
              ))}
            </div>
            <Textarea
              aria-label="Your words for the record"
              placeholder={tells ? 'Your words for the record' : 'Your words for the record, if you like'}
              aria-describedby={`${id}-words`}
              autosize
              minRows={1}
              maxLength={MAX_CHARACTERS}
              {...getInputProps('words')}
            />
            <p id={`${id}-words`} className={styles.hint}>
              {forPatient
                ? `For the record. The patient reads “${forPatient}”, never this text.`
                : 'For the record. The patient never reads this text.'}
            </p>
          </Step>
          {!isOneWay && (
            <Step number={3} title="How will you tell the previous pharmacy?">
              <div
                className={styles.ways}
                role="radiogroup"
                aria-label="How will you tell the previous pharmacy?"
              >
                {ways.map((way) => (
                  <label key={way} className={styles.card}>
                    <input
                      type="radio"
                      aria-label={VOID_METHODS[way].label}
                      name={`${id}-how`}
                      value={way}
                      checked={how === way}
                      onChange={() => setFieldValue('how', way)}
                    />
                    <span>
                      <strong>{VOID_METHODS[way].label}</strong>
                      <span className={styles.hint}>{VOID_METHODS[way].about}</span>
                    </span>
                  </label>
                ))}
              </div>
              {how === 'phone' && (
                <div className={styles.informed}>
                  <TextInput label="Who answered" maxLength={200} {...getInputProps('toldName')} />
                  <TextInput type="datetime-local" label="When" {...getInputProps('toldAt')} />
                </div>
              )}
            </Step>
          )}
          <Step number={isOneWay ? 3 : 4} title="New pharmacy">
            {target ? (
              <p>
                <strong>{target.name}</strong>
                {[target.address, target.city]
                  .filter(Boolean)
                  .map((part) => `, ${part}`)
                  .join('')}
                . Fax {formatPhone(target.fax)}
              </p>
            ) : (
              <p>
                <strong>Which pharmacy gets the new copy?</strong>{' '}
                {`Choose it here, or later, before you sign. Until then the prescription shows ${current.name}.`}
              </p>
            )}
            {pharmacy === null && prescription.pharmacyRefused !== null && (
              <p>{prescription.pharmacyRefused}</p>
            )}
            {prescription.askedPharmacy !== null && pharmacy?._id === prescription.askedPharmacy._id && (
              <p className={styles.hint}>The patient named this pharmacy.</p>
            )}
            {pharmacySearch({ onChoose: (chosen) => setFieldValue('pharmacy', chosen) })}
          </Step>
        </ol>
        <aside className={styles.sidebar} aria-label="What follows">
          {how === 'fax' && <Preview copy={copy} />}
          <h3>Then</h3>
          <ul>
            <li>
              {how === 'fax'
                ? `Copy ${copy.number} will be void once they confirm it, also in the history`
                : `Copy ${copy.number} will be marked void, also in the history`}
            </li>
            <li>{`${prescription.label} will be Approved again, and you will sign it again`}</li>
            <li>{`${prescription.person.FirstName} will be notified, without the pharmacy’s name`}</li>
          </ul>
        </aside>
      </div>
    </Dialog>
  );
}

/** Whether it is void as it was sent. */
function isVoidedAs({ void: voided }: CopyView, sent: Pick<Draft, 'reason' | 'how' | 'words'>): boolean {
  return (
    voided !== null &&
    voided.reason === sent.reason &&
    voided.how === sent.how &&
    (voided.words ?? '') === sent.words
  );
}

/** What leaves now and what only once it is signed, by the way that is chosen. */
function beforeSigning(copy: CopyView, how: VoidWay, target: PharmacyView | null): string {
  const again = `Nothing will be sent to ${target?.name ?? 'the new pharmacy'} before you sign.`;
  if (how !== 'fax') return again;
  const when = copy.state === 'live' ? 'once their fax has ended' : 'at once';
  return `The cancellation will go to ${copy.pharmacyName} ${when}. The new copy will be sent only after you sign.`;
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <h3>{title}</h3>
      <div className={styles.body}>{children}</div>
    </li>
  );
}

function Preview({ copy }: { copy: CopyView }) {
  const page = useQuery(cancellationPage(copy));
  return (
    <>
      <h3>{`What ${copy.pharmacyName} receives`}</h3>
      <Suspense fallback={<Loading text="Loading..." rows={6} />}>
        <PdfPages
          file={page.data}
          name="Cancellation"
          firstPage={1}
          failure={page.error}
          onRetry={() => void page.refetch()}
        />
      </Suspense>
    </>
  );
}
