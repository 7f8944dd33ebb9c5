// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The staff's messages: lists at the left, the opened message at the right. On
 * narrower screens the list, then the message. j and k walk, Enter opens.
 */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencilPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';

import { useSettings } from '../../../api/queries';
import { useMe } from '../../../api/session';
import { isKept } from '../../../ui/forms/keeping';
import { Kbd } from '../../../ui/Kbd';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { AppLink, useGo, useQueryParam } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { useTabTitle } from '../../../ui/page/tabTitle';
import { TWO_COLUMNS_WIDTH } from '../../../ui/widths';
import { messageQuery, staffList, unreadCount } from '../queries';
import type { PatientPicker, PdfDrawing } from '../slots';
import type { Place } from '../Paging';
import { PAGE_SIZE, screenStatus, staffTabs, TABS, whoForStaff } from '../rules';
import { NothingOpen } from './NothingOpen';
import { ReadingPane } from './ReadingPane';
import { StaffCompose } from './StaffCompose';
import { StaffList } from './StaffList';
import { TemplatesDialog } from './TemplatesDialog';
import styles from './staff.module.css';

type Props = { Pdf: PdfDrawing; PatientPicker: PatientPicker };

/** Office and administrators keep the clinic's templates. */
const TEMPLATE_EDITOR_ROLES: readonly string[] = ['ROLE_OFFICE', 'ROLE_ADMIN'];

export function StaffMessages({ Pdf, PatientPicker }: Props) {
  const me = useMe();
  const go = useGo();
  const tabs = staffTabs(me.Role);
  const named = useQueryParam('tab');
  const { tab, empty } = tabs.find((one) => one.tab === (named ?? 'inbox')) ?? TABS[0];
  const opened = useQueryParam('message');
  const beside = useMediaQuery(TWO_COLUMNS_WIDTH, true, { getInitialValueInEffect: false });
  const [place, setPlace] = useState<Place>({ limit: PAGE_SIZE, cursors: [] });
  const [dialog, setDialog] = useState<'compose' | 'templates' | null>(() =>
    isKept('new message') ? 'compose' : null,
  );
  const list = useRef<HTMLUListElement>(null);
  useTabTitle('Inbox');
  const personId = me.Person._id;
  const wanted = { limit: place.limit, cursor: place.cursors.at(-1) ?? null };
  const message = useQuery({ ...messageQuery(opened ?? ''), enabled: opened !== undefined }).data;
  const { product } = useSettings();
  const page = useQuery({ ...staffList(tab, personId, wanted), placeholderData: keepPreviousData });
  const count = useQuery(unreadCount(personId)).data?.count;
  const unread = count ?? 0;
  const items = page.data?.items ?? [];
  const firstUnread = items.find((item) => item.unread);
  const hrefOf = (id: string) => paths.messaging({ message: id, tab: tab === 'inbox' ? undefined : tab });

  /** The opened row, the one in focus, or none. */
  const here = () => {
    const rows = links();
    const focused = rows.findIndex((row) => row === document.activeElement);
    return focused >= 0 ? focused : items.findIndex((item) => item._id === opened);
  };
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const walk = (by: number) => {
    const rows = links();
    const at = here();
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
    rows[next]?.focus();
    const item = items[next];
    // Beside the list, walking on reads on; nothing is marked before it is opened.
    if (beside && opened !== undefined && item) go(hrefOf(item._id));
  };
  const openedNow = useRef(opened);
  useLayoutEffect(() => {
    openedNow.current = opened;
  });
  /** What comes after a message that is put away, unless one has opened another by then. */
  const leave = (id: string) => {
    const at = items.findIndex((item) => item._id === id);
    const next = items[at + 1] ?? items[at - 1];
    const to =
      beside && next ? hrefOf(next._id) : paths.messaging({ tab: tab === 'inbox' ? undefined : tab });
    return () => {
      if (openedNow.current === id) go(to);
    };
  };
  useShortcuts('Inbox', [
    { keys: ['j'], does: 'next message', run: () => walk(1), inPalette: false },
    { keys: ['k'], does: 'previous message', run: () => walk(-1), inPalette: false },
    { keys: ['Enter'], does: 'open the message' },
    { keys: ['c'], does: 'compose a message', run: () => setDialog('compose') },
  ]);
  return (
    <div
      className={styles.page}
      data-beside={beside || undefined}
      data-status={screenStatus(tab, dialog === 'compose')}
    >
      {opened !== undefined && message && (
        <div className="s-print-head" aria-hidden="true">
          <span>{`${whoForStaff(message, product)}, Message`}</span>
        </div>
      )}
      {(beside || opened === undefined) && (
        // On paper nobody else’s messages stand beside the one that is open.
        <section
          className={styles.lists}
          aria-label="Lists of messages"
          data-no-print={opened !== undefined || undefined}
        >
          <header className={styles.head}>
            <h1>Inbox</h1>
            {TEMPLATE_EDITOR_ROLES.includes(me.Role) && (
              <Button variant="default" onClick={() => setDialog('templates')}>
                Templates
              </Button>
            )}
            <Button
              leftSection={<IconPencilPlus size={18} aria-hidden="true" />}
              rightSection={<Kbd>c</Kbd>}
              onClick={() => setDialog('compose')}
            >
              Compose
            </Button>
          </header>
          <nav className={styles.tabs} aria-label="Lists">
            {tabs.map((one) => (
              <AppLink
                key={one.tab}
                className={styles.tab ?? ''}
                href={paths.messaging({ tab: one.tab === 'inbox' ? undefined : one.tab })}
                aria-current={one.tab === tab ? 'page' : undefined}
                onClick={() => setPlace({ ...place, cursors: [] })}
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
          <StaffList
            tab={tab}
            page={page}
            empty={empty}
            opened={opened}
            hrefOf={hrefOf}
            place={place}
            onPlace={setPlace}
            onLeave={leave}
            list={list}
          />
        </section>
      )}
      {(beside || opened !== undefined) && (
        <section className={styles.reading} aria-label="Message">
          {opened === undefined ? (
            <NothingOpen unread={count} firstUnread={firstUnread ? hrefOf(firstUnread._id) : null} />
          ) : (
            <ReadingPane
              key={opened}
              id={opened}
              tab={tab}
              beside={beside}
              Pdf={Pdf}
              onLeave={leave}
              onTemplates={TEMPLATE_EDITOR_ROLES.includes(me.Role) ? () => setDialog('templates') : undefined}
            />
          )}
        </section>
      )}
      {dialog === 'compose' && <StaffCompose PatientPicker={PatientPicker} onClose={() => setDialog(null)} />}
      {dialog === 'templates' && <TemplatesDialog onClose={() => setDialog(null)} />}
    </div>
  );
}
