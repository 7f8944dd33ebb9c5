// SPDX-License-Identifier: AGPL-3.0-or-later

/** A patient's messages: inbox, sent and archive, and writing to Customer Service. */
import { Button } from '@mantine/core';
import { IconArchive, IconInbox, IconPencilPlus, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { isKept } from '../../ui/forms/keeping';
import { AppLink, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { patientList, unreadCount } from './queries';
import { ComposeDialog } from './ComposeDialog';
import { MessageTable } from './MessageTable';
import { Paging, type Place } from './Paging';
import { PAGE_SIZE, screenStatus, type Tab, TABS, tabOf } from './rules';
import styles from './messages.module.css';

const ICONS = { inbox: IconInbox, sent: IconSend, archive: IconArchive };

interface PatientMessagesProps {
  /** The message that one came back from. */
  readonly cameFrom: string | undefined;
}

export function PatientMessages({ cameFrom }: PatientMessagesProps) {
  const me = useMe();
  const tab = tabOf(useQueryParam('tab'));
  const [composing, setComposing] = useState(() => isKept('new message'));
  const unread = useQuery(unreadCount(me.Person._id)).data?.count ?? 0;
  return (
    <Page
      title="Messages"
      actions={
        <Button
          leftSection={<IconPencilPlus size={18} aria-hidden="true" />}
          onClick={() => setComposing(true)}
        >
          Compose
        </Button>
      }
    >
      <section className={styles.card} aria-label="Messages" data-status={screenStatus(tab, composing)}>
        <nav className={styles.tabs} aria-label="Lists of messages">
          {TABS.map((one) => (
            <AppLink
              key={one.tab}
              className={styles.tab ?? ''}
              href={paths.messaging({ tab: one.tab === 'inbox' ? undefined : one.tab })}
              aria-current={one.tab === tab ? 'page' : undefined}
            >
              {one.label}
              {one.tab === 'inbox' && unread > 0 && (
                <span className={styles.count}>
                  {unread}
                  <span className="s-visually-hidden"> unread</span>
                </span>
              )}
            </AppLink>
          ))}
        </nav>
        <List key={tab} tab={tab} cameFrom={cameFrom} onCompose={() => setComposing(true)} />
      </section>
      <ComposeDialog opened={composing} onClose={() => setComposing(false)} />
    </Page>
  );
}

type ListProps = PatientMessagesProps & { tab: Tab; onCompose: () => void };

function List({ tab, cameFrom, onCompose }: ListProps) {
  const me = useMe();
  const { product } = useSettings();
  const selected = useQueryParam('selected');
  const [place, setPlace] = useState<Place>({ limit: PAGE_SIZE, cursors: [] });
  const [oldestFirst, setOldestFirst] = useState(false);
  const personId = me.Person._id;
  const list = useQuery({
    ...patientList(tab, personId, { limit: place.limit, cursor: place.cursors.at(-1) ?? null, oldestFirst }),
    placeholderData: keepPreviousData,
  });
  const { label, empty } = TABS.find((one) => one.tab === tab) ?? TABS[0];
  if (list.isPending || list.isError) {
    return (
      <div className={styles.state}>
        {list.isPending ? (
          <Loading text="Loading..." rows={5} />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
      </div>
    );
  }
  const { items, total, isMore, nextCursor } = list.data;
  if (items.length === 0 && place.cursors.length === 0 && nextCursor === null) {
    return (
      <div className={styles.state}>
        <EmptyState
          icon={ICONS[tab]}
          text={empty}
          {...(tab === 'archive'
            ? { hint: 'Archived messages appear here.' }
            : {
                action: (
                  <Button variant="default" onClick={onCompose}>
                    Write to Customer Service
                  </Button>
                ),
              })}
        />
      </div>
    );
  }
  return (
    <>
      <MessageTable
        label={label}
        tab={tab}
        rows={items}
        me={personId}
        product={product}
        selected={selected ?? cameFrom}
        cameFrom={cameFrom}
        oldestFirst={oldestFirst}
        onTurn={() => {
          setOldestFirst(!oldestFirst);
          setPlace({ ...place, cursors: [] });
        }}
      />
      <Paging
        place={place}
        onPlace={setPlace}
        shown={items.length}
        total={total}
        isMore={isMore}
        nextCursor={nextCursor}
      />
    </>
  );
}
