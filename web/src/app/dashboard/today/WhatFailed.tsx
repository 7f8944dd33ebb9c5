// SPDX-License-Identifier: AGPL-3.0-or-later

/** What waits for a person or has no confirmed end, each with why, what happens by itself, and where to go on. */
import {
  IconChevronRight,
  IconCircleCheck,
  IconCloudQuestion,
  IconHistory,
  IconPrinterOff,
} from '@tabler/icons-react';
import type { TodayView } from '../../../api/generated/schema';
import { AppLink, ButtonLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import css from './today.module.css';
import { failedActions, failedShort, failedText, failedTitle, restoredText } from './words';

interface Props {
  /** None while it is on its way. */
  readonly failed: TodayView['failed'] | undefined;
  /** The installation was restored, and holds what would be sent. */
  readonly restored: TodayView['restored'] | undefined;
  readonly isDoctor: boolean;
  readonly now: Date;
}

export function WhatFailed({ failed, restored, isDoctor, now }: Props) {
  return (
    <section className={css['card']} aria-labelledby="what-failed">
      <header className={css['cardHead']}>
        <h2 id="what-failed">What failed</h2>
        {failed !== undefined && failed.total > 0 && (
          <>
            <span className={css['count']}>{failed.total}</span>
            <span className={css['hint']}>
              {failed.total === 1 ? 'It is waiting for you' : 'Each one is waiting for you'}
            </span>
          </>
        )}
        <AppLink href={paths.faxDesk({ state: 'trouble' })}>
          Fax desk
          {failed !== undefined && failed.faxes > 0 && (
            <span className="s-visually-hidden">{`, ${failed.faxes} need attention`}</span>
          )}
        </AppLink>
      </header>
      {restored && (
        <p className={css['quietRow']}>
          <IconHistory size={18} aria-hidden="true" />
          {restoredText(restored)}
        </p>
      )}
      {failed === undefined ? (
        <div className={css['quietRow']} aria-busy="true" />
      ) : failed.items.length === 0 ? (
        !restored && (
          <p className={css['quietRow']}>
            <IconCircleCheck size={18} aria-hidden="true" />
            Nothing failed.
          </p>
        )
      ) : (
        <ul className={css['failed']}>
          {failed.items.map((item) => (
            <li key={`${item.kind} ${item._id}`}>
              <Item item={item} isDoctor={isDoctor} now={now} />
            </li>
          ))}
        </ul>
      )}
      {failed !== undefined && failed.total > failed.items.length && (
        <p className={css['quietRow']}>
          <AppLink href={paths.faxDesk({ state: 'trouble' })}>{`All ${failed.faxes} faxes`}</AppLink>
        </p>
      )}
    </section>
  );
}

type Failed = TodayView['failed']['items'][number];

function Item({ item, isDoctor, now }: { readonly item: Failed } & Pick<Props, 'isDoctor' | 'now'>) {
  const isFailed = item.fax?.state === 'failed';
  const ItemIcon = isFailed ? IconPrinterOff : IconCloudQuestion;
  const actions = failedActions(item, isDoctor);
  const name = `${item.person.FirstName} ${item.person.LastName}`;
  const of = [item.fax?.label, name].filter(Boolean).join(', ');
  const title = failedTitle(item);
  return (
    <>
      <span className={css['failedIcon']} data-failed={isFailed || undefined}>
        <ItemIcon size={20} aria-hidden="true" />
      </span>
      <span className={css['failedWords']}>
        <span>
          <strong>{title}</strong>{' '}
          <span className={css['label']}>
            {item.fax && <span className="s-nowrap">{item.fax.label}</span>}
            {item.fax && name && ', '}
            {name}
          </span>
        </span>
        <span className={css['second']}>{failedText(item, now)}</span>
        <span className={css['short']}>{failedShort(item, now)}</span>
      </span>
      <span className={css['actions']}>
        {actions.map(({ label, href }) => (
          <ButtonLink key={label} variant="default" href={href} aria-label={`${label}: ${title}, ${of}`}>
            {label}
            <IconChevronRight size={16} aria-hidden="true" className={css['onPhone'] ?? ''} />
          </ButtonLink>
        ))}
      </span>
    </>
  );
}
