// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A patient's list of messages as a table; under 768 px each row is laid out
 * as a short letter. The row leads to the message, its last cell puts it away.
 */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';

import type { MessageRow as Row } from '../../api/generated/schema';
import { formatDateTime } from '../../ui/format';
import { isFocusFree } from '../../ui/keyboard/focusFree';
import { AppLink, useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { EligibilityTag } from '../../ui/status/EligibilityTag';
import { Words } from '../../ui/table/Words';
import { ArchiveButton } from './archive';
import { otherSide, signOf, type Tab, whenShort } from './rules';
import styles from './table.module.css';

type Props = {
  label: string;
  tab: Tab;
  rows: readonly Row[];
  /** The viewer. */
  me: string;
  product: string;
  /** The message that was open last. */
  selected: string | undefined;
  /** The message that one came back from: its row takes the focus, unless something else has it. */
  cameFrom: string | undefined;
  oldestFirst: boolean;
  onTurn: () => void;
};

export function MessageTable(props: Props) {
  const { label, tab, rows, me, product, selected, cameFrom, oldestFirst, onTurn } = props;
  const Arrow = oldestFirst ? IconArrowUp : IconArrowDown;
  const now = new Date();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{tab === 'sent' ? 'To' : 'From'}</th>
          <th scope="col">Message</th>
          <th scope="col" aria-sort={oldestFirst ? 'ascending' : 'descending'}>
            <button type="button" className={styles.turn} onClick={onTurn}>
              Updated
              <Arrow size={14} aria-hidden="true" />
            </button>
          </th>
          {tab !== 'sent' && (
            <th scope="col">
              <span className="s-visually-hidden">Action</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line
            key={row._id}
            row={row}
            tab={tab}
            who={otherSide(row, me, product)}
            selected={row._id === selected}
            landing={row._id === cameFrom}
            now={now}
          />
        ))}
      </tbody>
    </table>
  );
}

type LineProps = { row: Row; tab: Tab; who: string; selected: boolean; landing: boolean; now: Date };

function Line({ row, tab, who, selected, landing, now }: LineProps) {
  const go = useGo();
  const link = useRef<HTMLAnchorElement>(null);
  const lands = useRef(landing);
  useLayoutEffect(() => {
    if (lands.current && isFocusFree()) link.current?.focus({ preventScroll: true });
    lands.current = false;
  }, []);
  const href = paths.messaging({ message: row._id, tab: tab === 'inbox' ? undefined : tab });
  const follow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('a,button')) return;
    if ((window.getSelection()?.toString() ?? '') !== '') return;
    go(href);
  };
  const unread = row.unread && tab !== 'sent';
  return (
    // The link in the first cell is the keyboard's way; the row's click is a convenience for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr data-unread={unread || undefined} data-selected={selected || undefined} onClick={follow}>
      <td className={styles.who} data-kind="person">
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.sign} aria-hidden="true">
          {signOf(who)}
        </span>
        <span className={styles.name}>
          <AppLink
            ref={link}
            href={href}
            className={styles.link ?? ''}
            aria-current={selected ? 'true' : undefined}
          >
            {unread && <span className="s-visually-hidden">Unread: </span>}
            <Words>{who}</Words>
            <span className="s-visually-hidden">, {row.subject}</span>
          </AppLink>
          {row.replyCount > 0 && (
            <span className={styles.count}>
              {`(${row.replyCount})`}
              <span className="s-visually-hidden">{row.replyCount === 1 ? ' reply' : ' replies'}</span>
            </span>
          )}
          {row.tags.map((tag) => (
            <EligibilityTag key={tag} label={tag} />
          ))}
        </span>
      </td>
      <td className={styles.words} data-kind="text">
        {row.struck ? (
          <s className={styles.subject} dir="auto">
            {row.subject}
            <span className="s-visually-hidden">, struck through because of the eligibility</span>
          </s>
        ) : (
          <span className={styles.subject} dir="auto">
            {row.subject}
          </span>
        )}{' '}
        <span className={styles.preview} dir="auto">
          {row.preview}
        </span>
      </td>
      <td className={styles.when} data-kind="time">
        <time dateTime={row.updatedAt} title={formatDateTime(row.updatedAt)}>
          {whenShort(row.updatedAt, now)}
        </time>
      </td>
      {tab !== 'sent' && (
        <td className={styles.act} data-kind="action">
          <ArchiveButton row={row} away={tab === 'inbox'} sizes={[44, 20]} />
        </td>
      )}
    </tr>
  );
}
