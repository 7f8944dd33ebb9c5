// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * "Which one is on your label?": the entries of one name as radio cards by
 * strength, form and route. Entries that read the same are one card; the first
 * that may be refilled stands for them, and the pharmacy picks the maker.
 */
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DrugView } from '../../api/generated/schema';
import { Dose } from '../../ui/Dose';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { drugEntries } from './queries';
import { choiceOf, choicesOf, strengthOf } from './choices';
import css from './StrengthChoice.module.css';
import { SEARCHING } from './labels';

interface StrengthChoiceProps {
  name: string;
  value: DrugView | null;
  onChange: (drug: DrugView) => void;
  /** The entry that fits what was typed: chosen from the start, and to be seen. */
  preselected?: string | null;
  /** For keeping a record: entries that cannot be refilled may be chosen too. */
  forRecord?: boolean;
}

export function StrengthChoice(props: StrengthChoiceProps) {
  const { name, value, onChange, preselected = null, forRecord = false } = props;
  const entries = useQuery(drugEntries(name));
  const choices = choicesOf(name, entries.data ?? []);
  const only = choices.length === 1 ? choices[0] : choiceOf(choices, entries.data ?? [], preselected);
  useEffect(() => {
    if (only && value === null && (forRecord || only.filter.length === 0)) onChange(only);
  }, [only, value, onChange, forRecord]);

  if (entries.isPending) return <Loading text={SEARCHING} rows={2} />;
  if (entries.isError) return <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />;
  return (
    <Radio.Group
      label="Which one is on your label?"
      value={value?._id ?? ''}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice._id === id);
        if (chosen) onChange(chosen);
      }}
    >
      <div className={css.cards}>
        {choices.map((choice) => (
          <Card key={choice._id} drug={choice} crossedOut={!forRecord && choice.filter.length > 0} />
        ))}
      </div>
    </Radio.Group>
  );
}

function Card({ drug, crossedOut }: { drug: DrugView; crossedOut: boolean }) {
  // A pen, a cartridge and a vial of one strength differ in nothing else.
  const facts = [
    ...drug.formulations.map(sentence),
    ...(drug.container ? [drug.container] : []),
    ...drug.administrations.map(sentence),
  ].join(' · ');
  return (
    <Radio.Card value={drug._id} className={css.card} disabled={crossedOut}>
      <Radio.Indicator aria-hidden disabled={crossedOut} />
      <span className={css.words}>
        <span className={css.strength}>
          {crossedOut ? <s>{strengthOf(drug)}</s> : <Dose>{strengthOf(drug)}</Dose>}
        </span>
        <span className={css.facts}>{facts}</span>
        {crossedOut ? <span className={css.facts}>Cannot be refilled</span> : null}
        {drug.needsDoctor && !crossedOut ? <span className={css.facts}>A doctor decides.</span> : null}
      </span>
    </Radio.Card>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
