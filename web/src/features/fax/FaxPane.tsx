// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One fax with everything that is known of it: where it went, what was tried,
 * the proof, the other copies, and what was said with the pharmacy; and what
 * may be done about it now.
 */
import { Button, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconFileText,
  IconPhoneCheck,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { FaxDetail } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { formatDateTime, formatPhone } from '../../ui/format';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { isUnanswered } from '../../ui/feedback/loadFailure';
import { Fingerprint } from '../../ui/Fingerprint';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Facts } from '../../ui/page/Card';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { ClarificationThread } from './ClarificationThread';
import { ConfirmArrivalDialog, SendAgainDialog } from './FaxDialogs';
import { attemptWord, copiesText, faxBadge, faxReason, subjectText } from './labels';
import { FaxDocumentDialog } from './FaxDocumentDialog';
import { faxDetail } from './queries';
import styles from './faxList.module.css';

type Doing = 'again' | 'confirm' | 'paper' | null;

export function FaxPane({ id, state }: { readonly id: string; readonly state: string | undefined }) {
  const fax = useQuery(faxDetail(id));
  const back = paths.faxDesk({ state });
  return (
    <section className={styles.pane} aria-label="Open fax">
      <div className={styles.paneTop}>
        <ButtonLink
          href={back}
          variant="subtle"
          className={styles.narrowOnly ?? ''}
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          All faxes
        </ButtonLink>
        <ButtonLink
          href={back}
          variant="subtle"
          className={styles.wideOnly ?? ''}
          aria-label="Close this fax"
        >
          <IconX size={18} aria-hidden="true" />
        </ButtonLink>
      </div>
      {fax.isPending ? (
        <Loading text="Loading..." rows={5} />
      ) : fax.isError && !(fax.data && isUnanswered(fax.error)) ? (
        <ErrorState text="This fax can’t be displayed" error={fax.error} onRetry={() => void fax.refetch()} />
      ) : (
        <Open fax={fax.data} state={state} />
      )}
    </section>
  );
}

function Open({ fax, state }: { readonly fax: FaxDetail; readonly state: string | undefined }) {
  const me = useMe();
  const acts = me.Role === 'ROLE_DOCTOR' || me.Role === 'ROLE_OFFICE';
  const [doing, setDoing] = useState<Doing>(null);
  const badge = faxBadge(fax);
  const isVoid = fax.isVoid && badge.code !== 'VOID';
  const again = acts && fax.canSendAgain === null;
  const confirms = acts && fax.canConfirm === null;
  // Of a fax that is there already another sheet is not the first thing to do.
  const isThere = fax.state === 'delivered';
  const asksFirst = confirms && fax.state !== 'failed';
  const close = () => setDoing(null);
  useShortcuts('Open fax', [
    { keys: ['v'], does: 'show what was sent', run: () => setDoing('paper'), inPalette: false },
    ...(again
      ? [{ keys: ['f'], does: 'send a copy again', run: () => setDoing('again'), inPalette: false }]
      : []),
    ...(confirms
      ? [{ keys: ['t'], does: 'confirm by telephone', run: () => setDoing('confirm'), inPalette: false }]
      : []),
  ]);
  return (
    <>
      <header className={styles.paneHead}>
        <Title order={2}>{subjectText(fax)}</Title>
        <StatusBadge code={badge.code} text={badge.text} />
        {isVoid && <StatusBadge code="VOID" text={`Copy ${fax.copy} void`} />}
      </header>
      <p className={styles.who}>
        <AppLink href={patientHref(fax)}>
          {fax.person.FirstName} {fax.person.LastName}
        </AppLink>
        {' · '}
        {kindText(fax.subject.kind)}
      </p>
      {faxReason(fax) !== null && (
        <Notice kind={fax.trouble ? (fax.state === 'failed' ? 'error' : 'warning') : 'plain'}>
          {faxReason(fax)}
        </Notice>
      )}
      <div className={styles.acts}>
        {again && (
          <Button
            variant={asksFirst || isThere ? 'default' : 'filled'}
            leftSection={<IconSend size={16} aria-hidden="true" />}
            onClick={() => setDoing('again')}
          >
            Send again
          </Button>
        )}
        {confirms && (
          <Button
            variant={asksFirst ? 'filled' : 'default'}
            leftSection={<IconPhoneCheck size={16} aria-hidden="true" />}
            onClick={() => setDoing('confirm')}
          >
            Confirm by telephone
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden="true" />}
          onClick={() => setDoing('paper')}
        >
          Show what was sent
        </Button>
        {acts && fax.canSendAgain !== null && <p className={styles.quiet}>{fax.canSendAgain}</p>}
      </div>
      <Facts items={facts(fax)} />
      <Attempts fax={fax} />
      <Proof fax={fax} />
      <Copies fax={fax} state={state} />
      <ClarificationThread
        subjectKind={fax.subject.kind}
        subjectId={fax.subject._id}
        faxId={fax._id}
        entries={fax.clarificationList}
      />
      <SendAgainDialog
        key={`again-${fax.version}`}
        fax={fax}
        opened={doing === 'again'}
        onClose={close}
        state={state}
      />
      <ConfirmArrivalDialog fax={fax} opened={doing === 'confirm'} onClose={close} />
      {doing === 'paper' && <FaxDocumentDialog fax={fax} onClose={close} />}
    </>
  );
}

function kindText(kind: string): string {
  if (kind === 'prescription_void') return 'Cancellation of a prescription';
  return kind === 'prescription' ? 'Prescription' : 'Sleep study request';
}

/** Where the work on the subject is done. */
function patientHref(fax: FaxDetail): Address {
  // The cancellation of a copy is about that copy; the patient's prescriptions lead to it.
  if (fax.subject.kind === 'prescription_void')
    return paths.patient(fax.person._id, { section: 'prescriptions' });
  const section = fax.subject.kind === 'prescription' ? 'prescriptions' : 'sleep';
  return paths.patient(fax.person._id, { section, item: fax.subject._id });
}

function facts(fax: FaxDetail): (readonly [string, string | null])[] {
  const by = fax.by ? `${fax.by.FirstName} ${fax.by.LastName}` : fax.byLink ? 'the patient’s link' : 'itself';
  const confirmed = fax.confirmedBy ? `${fax.confirmedBy.FirstName} ${fax.confirmedBy.LastName}` : null;
  return [
    ['Recipient', fax.recipientName],
    ['Fax number', formatPhone(fax.toNumber)],
    ['Queued', `${formatDateTime(fax.queuedAt)}, by ${by}`],
    ['Sent', fax.sentAt === null ? null : formatDateTime(fax.sentAt)],
    [
      confirmed === null ? 'Delivered' : 'Confirmed by telephone',
      fax.deliveredAt === null
        ? null
        : `${formatDateTime(fax.deliveredAt)}${confirmed === null ? '' : `, ${confirmed}`}`,
    ],
    ['Pages', fax.pages === null ? null : String(fax.pages)],
    ['Copies', copiesText(fax)],
  ];
}

function Attempts({ fax }: { readonly fax: FaxDetail }) {
  return (
    <>
      <Title order={3}>Attempts</Title>
      {fax.attemptList.length === 0 ? (
        <p className={styles.quiet}>No attempts yet.</p>
      ) : (
        <ol className={styles.attempts}>
          {fax.attemptList.map((attempt) => (
            <li key={attempt.number}>
              <span className={styles.attemptHead}>
                <strong>{attemptWord(attempt.outcome)}</strong>
                <span className={styles.number}>{formatDateTime(attempt.endedAt ?? attempt.startedAt)}</span>
              </span>
              {attempt.reason !== null && <span className={styles.second}>{attempt.reason}</span>}
              {attempt.providerId !== null && (
                <span className={styles.second}>{`Fax service number ${attempt.providerId}`}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Proof({ fax }: { readonly fax: FaxDetail }) {
  const { proof } = fax;
  return (
    <>
      <Title order={3}>Proof</Title>
      <Facts
        items={[
          [
            'Receiving machine',
            proof.machine === null ? proof.remoteId : <Machine key="machine" proof={proof} />,
          ],
          ['Transmitted', proof.transmittedAt === null ? null : formatDateTime(proof.transmittedAt)],
        ]}
      />
      <details className={styles.prints}>
        <summary>Fingerprints</summary>
        <Facts
          items={[
            [
              'Of the pages',
              <Fingerprint key="pages" of="the fingerprint of the pages" value={proof.documentSha256} />,
            ],
            [
              'Of the complete fax',
              proof.sentSha256 === null ? null : (
                <Fingerprint key="all" of="the fingerprint of the complete fax" value={proof.sentSha256} />
              ),
            ],
          ]}
        />
      </details>
    </>
  );
}

const MACHINE_LABELS = {
  same_number: 'the number that was dialled',
  other_number: 'not the number that was dialled',
  no_number: 'no number to compare',
} as const;

/** What the machine that answered called itself, and what that is beside the number that was dialled. */
function Machine({ proof: { machine, remoteId } }: { readonly proof: FaxDetail['proof'] }) {
  if (machine === null) return null;
  const isOther = machine === 'other_number';
  return (
    <>
      {remoteId}
      <span className={isOther ? styles.otherNumber : styles.second}>
        {isOther && <IconAlertTriangle size={16} aria-hidden="true" />} {MACHINE_LABELS[machine]}
      </span>
    </>
  );
}

function Copies({ fax, state }: { readonly fax: FaxDetail; readonly state: string | undefined }) {
  if (fax.copyList.length < 2) return null;
  return (
    <>
      <Title order={3}>All copies</Title>
      <ul className={styles.copies}>
        {fax.copyList.map((copy) => {
          const words = `Copy ${copy.copy}${copy.byLink ? ', by the patient’s link' : ''}`;
          const badge = faxBadge({ state: copy.state, confirmedBy: null });
          return (
            <li key={copy._id}>
              {copy._id === fax._id ? (
                <strong>{words}</strong>
              ) : (
                <AppLink href={paths.faxDesk({ state, fax: copy._id })}>{words}</AppLink>
              )}
              <span className={styles.number}>{formatDateTime(copy.queuedAt)}</span>
              <StatusBadge code={badge.code} text={badge.text} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
