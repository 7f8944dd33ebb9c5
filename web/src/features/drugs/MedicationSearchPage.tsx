// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Medication Search: look up whether a medication is known and may be refilled.
 * Nothing can be chosen here and no usage is shown.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBan, IconInfoCircle, IconPill, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DrugNameList } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { drugName } from '../../ui/drugName';
import { EmptyState, ErrorState } from '../../ui/feedback/states';
import { Page } from '../../ui/page/Page';
import { drugSearch, isSearchable } from './queries';
import { withStrengthOf } from './choices';
import { DidYouMean } from './DidYouMean';
import css from './MedicationSearch.module.css';
import { DrugFacts } from './MedicationSearch';
import { crossedOutText, NOT_FOUND, SEARCHING } from './labels';
import { TryWords } from './TryWords';

/** Names that many labels bear. */
const EXAMPLES = ['Metformin', 'Ramipril', 'Atorvastatin'];

export function MedicationSearchPage() {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const search = useQuery({ ...drugSearch(asked), placeholderData: keepPreviousData });
  const searchable = isSearchable(text);
  const waiting = searchable && (asked !== text.trim() || search.isFetching);
  const list = searchable ? search.data : undefined;
  return (
    <Page title="Medication Search" narrow>
      <TextInput
        id="medication-search"
        type="search"
        label="Name of the medication"
        description="Type 3 or more letters of the name on your label, or the 8 digits of the DIN."
        leftSection={<IconSearch size={20} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' && <TryWords words={EXAMPLES} onTry={setText} />}
      <p className={css.head} role="status">
        {waiting ? SEARCHING : list && list.items.length > 0 ? countText(list) : ''}
      </p>
      {search.isError && searchable ? (
        <ErrorState error={search.error} onRetry={() => void search.refetch()} />
      ) : null}
      {list && !waiting && list.items.length === 0 ? <EmptyState text={NOT_FOUND} /> : null}
      {list ? (
        <DidYouMean names={list.didYouMean} onChoose={(name) => setText(withStrengthOf(text, name))} />
      ) : null}
      {list?.note && !waiting ? <p className={css.head}>{list.note}</p> : null}
      {list && list.items.length > 0 ? <Rows list={list} /> : null}
    </Page>
  );
}

function countText(list: DrugNameList): string {
  return list.total === 1 ? '1 medication' : `${list.total} medications`;
}

function Rows({ list }: { list: DrugNameList }) {
  const settings = useSettings();
  return (
    <>
      <ul className={css.rows}>
        {list.items.map((item) => (
          <li key={item.name} className={css.option} data-crossed-out={!item.selectable || undefined}>
            {item.selectable ? (
              <IconPill size={20} className={css.pill} aria-hidden />
            ) : (
              <IconBan size={20} className={css.banned} aria-hidden />
            )}
            <span className={css.words}>
              {item.selectable ? (
                <span className={css.name}>{drugName(item.name)}</span>
              ) : (
                <s className={css.name}>{drugName(item.name)}</s>
              )}
              <span className={css.facts}>
                <DrugFacts item={item} />
              </span>
            </span>
            {item.selectable ? null : <span className={css.aside}>Cannot be refilled</span>}
          </li>
        ))}
      </ul>
      {list.items.some((item) => !item.selectable) ? (
        <p className={css.footer}>
          <IconInfoCircle size={18} aria-hidden />
          <span>{crossedOutText(settings.product, settings.partnerClinic.name)}</span>
        </p>
      ) : null}
    </>
  );
}
