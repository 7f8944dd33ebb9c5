/**
 * The inbox of staff and the messages of a patient: newest first, unread ones
 * marked, each leading to the prescription it is about. Sent, archive and
 * compose belong to messaging proper and are not here.
 */
import { NativeSelect } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import type { InboxEntry } from '../../api/types';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { patientInbox, patientOf, staffInbox } from './calls';
import { MessageRow } from './MessageRow';
import { Pager } from './Pager';
import styles from './messages.module.css';

/** Page sizes of messages (2-back-office §9; patient side §9). */
const PAGE_SIZES = [5, 10, 15, 20, 25, 30];

export function InboxPage() {
  const me = useMe();
  const isPatient = me.Role === 'ROLE_PATIENT';
  const [limit, setLimit] = useState(10);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1) ?? null;
  const personId = me.Person._id;
  const inbox = useQuery({
    ...(isPatient ? patientInbox : staffInbox)(personId, limit, cursor),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li a');
  const { product } = useSettings();
  const now = new Date();
  const items = inbox.data?.items ?? [];

  return (
    <Page title={isPatient ? 'Messages' : 'Inbox'}>
      <section className={styles.card} aria-label={isPatient ? 'Messages' : 'Inbox'}>
        {inbox.isPending ? (
          <Loading text="Loading..." rows={5} />
        ) : inbox.isError ? (
          <ErrorState text="Server side Error!" onRetry={() => void inbox.refetch()} />
        ) : items.length === 0 ? (
          <EmptyState
            icon={IconInbox}
            text="No messages sent to this user"
            hint="New messages appear here by themselves."
          />
        ) : (
          <>
            <ul className={styles.list} ref={list}>
              {items.map((entry) => (
                <MessageRow
                  key={entry._id}
                  entry={entry}
                  href={hrefOf(entry, isPatient)}
                  who={whoOf(entry, isPatient, product)}
                  now={now}
                />
              ))}
            </ul>
            <footer className={styles.foot}>
              <span className={styles.sizes}>
                <label htmlFor="inbox-rows">Rows per page</label>
                <NativeSelect
                  id="inbox-rows"
                  w={84}
                  value={String(limit)}
                  data={PAGE_SIZES.map(String)}
                  onChange={(event) => {
                    setLimit(Number(event.currentTarget.value));
                    setCursors([]);
                  }}
                />
              </span>
              <Pager
                first={cursors.length * limit + 1}
                shown={items.length}
                total={inbox.data.total}
                onPrevious={
                  cursors.length === 0
                    ? null
                    : () => {
                        setCursors(cursors.slice(0, -1));
                      }
                }
                onNext={nextOf(inbox.data.nextCursor, (next) => {
                  setCursors([...cursors, next]);
                })}
              />
            </footer>
          </>
        )}
      </section>
    </Page>
  );
}

function nextOf(cursor: string | null, go: (cursor: string) => void): (() => void) | null {
  return cursor === null
    ? null
    : () => {
        go(cursor);
      };
}

/** Staff go to the patient with the prescription in view, a patient to the own request. */
export function hrefOf(entry: InboxEntry, isPatient: boolean): string {
  if (isPatient) return entry.prescription ? paths.prescription(entry.prescription) : paths.prescriptions();
  const patient = patientOf(entry);
  if (!patient) return paths.patients();
  return paths.patient(patient._id, entry.prescription ? { prescription: entry.prescription } : {});
}

/** Staff read the patient's name, a patient the sender's; what the product sends carries its own. */
export function whoOf(entry: InboxEntry, isPatient: boolean, product: string): string {
  const person = isPatient ? entry.from : patientOf(entry);
  return person ? `${person.FirstName} ${person.LastName}` : product;
}
