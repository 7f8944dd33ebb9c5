// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The search for a medication as one types: a combobox driven by the keyboard,
 * names grouped, what cannot be refilled struck through and not to be chosen,
 * "did you mean" offered as links and never taken silently. What follows a
 * choice is the caller's business.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBan,
  IconChevronRight,
  IconInfoCircle,
  IconPill,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DrugName, DrugNameList } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { Dose } from '../../ui/Dose';
import { Combobox, Dropdown, Option, Options, useCombobox } from '../../ui/choices/Combobox';
import { drugName } from '../../ui/drugName';
import { unreadText } from '../../ui/feedback/failureText';
import { drugSearch, isSearchable } from './queries';
import { withStrengthOf } from './choices';
import { DidYouMean } from './DidYouMean';
import css from './MedicationSearch.module.css';
import { crossedOutText, NOT_FOUND, SEARCHING } from './labels';

interface MedicationSearchProps {
  id: string;
  label: string;
  hint: string;
  /** Called with the chosen name and the entry that fits the strength that was typed; the box empties itself. */
  onChoose: (name: string, preselected: string | null) => void;
  autoFocus?: boolean;
  /**
   * For keeping a record of what is taken: everything may be chosen, also what
   * cannot be refilled, and one's own words when the list does not know them.
   */
  forRecord?: { onOwnWords: (text: string) => void };
}

/** The value of the option that takes the typed words as they are. */
const OWN_WORDS = '\u0000own';

/** Waits for the fingers before asking the server. */
const TYPING_PAUSE_MS = 150;

export function MedicationSearch(props: MedicationSearchProps) {
  const { id, label, hint, onChoose, autoFocus, forRecord } = props;
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const search = useQuery(drugSearch(asked));
  const searchable = isSearchable(text);
  const combobox = useCombobox({ isEmpty: !searchable });
  const waiting = searchable && (asked !== text.trim() || search.isFetching);

  function retype(next: string) {
    setText(next);
    combobox.reset();
    if (isSearchable(next)) combobox.open();
    else combobox.close();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(name) => {
        const typed = text.trim();
        setText('');
        combobox.close();
        if (name === OWN_WORDS) forRecord?.onOwnWords(typed);
        else onChoose(name, preselectedOf(search.data, name));
      }}
    >
      <TextInput
        {...combobox.box}
        id={id}
        label={label}
        description={hint}
        value={text}
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        leftSection={<IconSearch size={20} aria-hidden />}
        onChange={(event) => retype(event.currentTarget.value)}
        onFocus={() => searchable && combobox.open()}
        onClick={() => searchable && combobox.open()}
        onBlur={() => combobox.close()}
      />
      <Dropdown className={css.dropdown}>
        <p className={css.head} role="status">
          {waiting ? SEARCHING : headline(search.data, asked)}
        </p>
        {search.isError ? <p className={css.head}>{unreadText(search.error)}</p> : null}
        {!waiting && search.data?.note ? <p className={css.head}>{search.data.note}</p> : null}
        <Results
          // Never the names of an earlier word: Enter must not choose what was not searched for.
          list={waiting ? undefined : search.data}
          typed={text}
          onRetype={retype}
          busy={waiting}
          ownWords={forRecord ? text.trim() : null}
        />
      </Dropdown>
    </Combobox>
  );
}

function preselectedOf(list: DrugNameList | undefined, name: string): string | null {
  return list?.items.find((item) => item.name === name)?.preselected ?? null;
}

function headline(list: DrugNameList | undefined, text: string): string {
  if (!list) return '';
  if (list.items.length === 0) return NOT_FOUND;
  const count = list.total === 1 ? '1 medication matches' : `${list.total} medications match`;
  const shown = list.total > list.items.length ? `, the first ${list.items.length} are shown` : '';
  return `${count} “${text}”${shown}`;
}

interface ResultsProps {
  list: DrugNameList | undefined;
  typed: string;
  onRetype: (text: string) => void;
  busy: boolean;
  /** The typed words when they may be taken as they are. */
  ownWords: string | null;
}

function Results({ list, typed, onRetype, busy, ownWords }: ResultsProps) {
  const settings = useSettings();
  const records = ownWords !== null;
  const hasCrossedOut = !records && list !== undefined && list.items.some((item) => !item.selectable);
  return (
    <>
      <Options className={css.options} aria-label="Medications" aria-busy={busy}>
        {list?.items.map((item) => (
          <DrugOption key={item.name} item={item} anyMayBeChosen={records} />
        ))}
        {ownWords === null || list === undefined ? null : (
          <Option value={OWN_WORDS} className={css.option}>
            <IconPlus size={20} className={css.pill} aria-hidden />
            <span className={css.words}>Not in the list: add “{ownWords}” as written</span>
          </Option>
        )}
      </Options>
      <DidYouMean names={list?.didYouMean ?? []} onChoose={(name) => onRetype(withStrengthOf(typed, name))} />
      {hasCrossedOut ? (
        <p className={css.footer}>
          <IconInfoCircle size={18} aria-hidden />
          <span>{crossedOutText(settings.product, settings.partnerClinic.name)}</span>
        </p>
      ) : null}
    </>
  );
}

function DrugOption({ item, anyMayBeChosen }: { item: DrugName; anyMayBeChosen: boolean }) {
  if (!item.selectable && !anyMayBeChosen)
    return (
      <div className={css.option} role="option" aria-disabled="true" aria-selected="false">
        <IconBan size={20} className={css.banned} aria-hidden />
        <span className={css.words}>
          <s className={css.name}>{drugName(item.name)}</s>
          <span className={css.facts}>{item.filter[0]?.reason}</span>
        </span>
        <span className={css.aside}>Cannot be refilled</span>
      </div>
    );
  return (
    <Option value={item.name} className={css.option}>
      <IconPill size={20} className={css.pill} aria-hidden />
      <span className={css.words}>
        <span className={css.name}>{drugName(item.name)}</span>
        <span className={css.facts}>
          <DrugFacts item={item} />
        </span>
      </span>
      <IconChevronRight size={18} aria-hidden className={css.arrow} />
    </Option>
  );
}

/** Forms and strengths of one name: "Tablet · 10 mg, 20 mg". */
export function DrugFacts({ item }: { item: DrugName }) {
  const shown = item.strengths.slice(0, 6);
  return (
    <>
      {item.forms.slice(0, 3).map(sentence).join(', ')}
      {shown.map((strength, index) => (
        <span key={strength}>
          {index === 0 ? ' · ' : ' '}
          <Dose>
            {strength}
            {index + 1 < shown.length && ','}
          </Dose>
        </span>
      ))}
      {item.strengths.length > shown.length
        ? ` and ${item.strengths.length - shown.length} more strengths`
        : null}
    </>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
