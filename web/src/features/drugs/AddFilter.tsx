// SPDX-License-Identifier: AGPL-3.0-or-later

// A new rule: a class and a status first, then what it would touch, with the ingredients to except.
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { MedicationFilterView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { isUnanswered } from '../../ui/feedback/failureText';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { useSeenDone } from '../../ui/forms/asSent';
import { ChoiceCards } from '../../ui/forms/ChoiceCards';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { Card } from '../../ui/page/Card';
import { addFilter, type NewFilter } from './commands';
import { effectText } from './effect';
import classes from './filters.module.css';
import { classPreview, medicationFilters } from './queries';

type Status = MedicationFilterView['status'];

const STATUSES = [
  { value: 'CROSS_OUT', label: <Choice word="CROSS_OUT" hint="Shown struck through, cannot be chosen" /> },
  { value: 'DO_NOT_SHOW_UP', label: <Choice word="DO_NOT_SHOW_UP" hint="Left out of the search" /> },
];

/** 28, 28:08, 28:08.08, or an ATC code such as N02BF: as the server reads it. */
const CLASS = /^(?:\d\d(?::\d\d(?:\.\d\d){0,3})?|[A-Z](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?)$/;
const ATC = /^[A-Z](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?$/;

/** Words parted by commas or semicolons. */
function words(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Whether a rule is what was sent; in which order and in which letters does not matter. */
function says(rule: MedicationFilterView, sent: NewFilter): boolean {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    plain(one).join('\n') === plain(other).join('\n');
  return (
    rule.tc_ahfs_number === sent.tc_ahfs_number &&
    rule.status === sent.status &&
    isSame(rule.activeIngredients, sent.activeList) &&
    (sent.atcList === undefined || isSame(rule.atcNumbers, sent.atcList)) &&
    isSame(rule.matchedIngredients, sent.matchedIngredients) &&
    isSame(rule.schedules, sent.schedules)
  );
}

function plain(list: readonly string[]): readonly string[] {
  return [...new Set(list.map((one) => one.toUpperCase()))].toSorted();
}

interface Values {
  readonly tc_ahfs_number: string;
  readonly status: Status | '';
  /** The ingredients that patients may still request. */
  readonly activeList: readonly string[];
  /** Null until somebody types: the codes of the class stand there. */
  readonly atcList: string | null;
  readonly matchedIngredients: string;
  readonly schedules: string;
}

const EMPTY: Values = {
  tc_ahfs_number: '',
  status: '',
  activeList: [],
  atcList: null,
  matchedIngredients: '',
  schedules: '',
};

export function AddFilter() {
  const client = useQueryClient();
  const { busy, run, changed } = useCommand();
  const { values, setValues, field, faults } = useFaultedForm('filter', EMPTY, { onChange: changed });
  const rules = useQuery({ ...medicationFilters(), enabled: false }).data;
  const seen = useSeenDone({
    typed: values,
    newest: rules,
    onDone: () => added(values.tc_ahfs_number.trim()),
  });
  const { status, activeList, atcList } = values;
  const number = values.tc_ahfs_number.trim();
  const complete = CLASS.test(number) && status !== '';
  const found = useQuery({ ...classPreview(number), enabled: complete });
  const codes = atcList ?? found.data?.atcNumbers.join(', ') ?? '';
  const clear = () => {
    setValues(EMPTY);
    faults.set([]);
  };
  const added = (to: string) => {
    toast.success(`The filter on ${to} is now active.`);
    clear();
  };
  const confirm = () => {
    const missing = [];
    if (!CLASS.test(number))
      missing.push({
        field: 'tc_ahfs_number',
        message:
          number === ''
            ? 'tc_ahfs_number is required.'
            : 'Please enter a class number, such as 28:08.08, or an ATC code, such as N02BF.',
      });
    const odd = words(codes).find((code) => !ATC.test(code));
    if (odd !== undefined)
      missing.push({ field: 'atcList', message: `${odd} is not an ATC code, such as N02A or J01CA04.` });
    if (status === '') missing.push({ field: 'status', message: 'Status is required.' });
    faults.set(missing);
    if (missing.length > 0 || status === '') return;
    const filter = {
      tc_ahfs_number: number,
      status,
      activeList,
      // Before the class was looked at, the server takes what the catalogue shows of it.
      ...(found.data === undefined && atcList === null ? {} : { atcList: words(codes) }),
      matchedIngredients: words(values.matchedIngredients),
      schedules: words(values.schedules),
    };
    const before = new Set(rules?.map(({ _id }) => _id));
    seen.sends(
      (newest) =>
        rules !== undefined && newest?.some((rule) => !before.has(rule._id) && says(rule, filter)) === true,
    );
    void run(
      async (key) => {
        await addFilter(filter, key);
        added(number);
        await refresh(client, 'data');
      },
      async (failure) => {
        seen.failed(failure);
        faults.fromError(failure);
        if (isUnanswered(failure)) await refresh(client, 'data');
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Add a filter"
      data-no-print
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Card title="Add a filter">
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        <div className={classes['form']}>
          <TextInput
            {...field('tc_ahfs_number')}
            label="tc_ahfs_number"
            description="The class of the medications: its AHFS number, or an ATC code"
            placeholder="28:08.08"
            autoComplete="off"
            onChange={(event) => {
              field('tc_ahfs_number').onChange(event);
              // They were of the class that stood here before.
              setValues({ activeList: [], atcList: null });
            }}
          />
          <ChoiceCards
            {...field('status')}
            label="Status"
            choices={STATUSES}
            onChange={(value) =>
              field('status').onChange(value === 'CROSS_OUT' ? 'CROSS_OUT' : 'DO_NOT_SHOW_UP')
            }
          />
          {complete && found.isPending && <Loading text="Loading..." rows={2} />}
          {complete && found.isError && (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          )}
          {complete && found.data && (
            <fieldset className={classes['exceptions']}>
              <legend>
                Exceptions
                <span>{` · ${found.data.activeIngredients.length} active ingredients found`}</span>
              </legend>
              {found.data.className !== null && <p>{found.data.className}</p>}
              <p role="status">
                <strong>
                  {effectText(found.data, status === 'CROSS_OUT' ? 'crosses out' : 'hides', activeList)}
                </strong>
                {found.data.drugs > 0 && ' Tick the ones patients may still request.'}
              </p>
              <div className={classes['list']} hidden={found.data.activeIngredients.length === 0}>
                {found.data.activeIngredients.map((name) => (
                  <Checkbox
                    key={name}
                    label={name}
                    checked={activeList.includes(name)}
                    onChange={(event) => {
                      const others = activeList.filter((one) => one !== name);
                      setValues({ activeList: event.currentTarget.checked ? [...others, name] : others });
                    }}
                  />
                ))}
              </div>
            </fieldset>
          )}
          {complete && found.data && (
            <>
              <TextInput
                {...field('atcList')}
                label="ATC codes"
                description="Drugs that come without an AHFS number are found by these"
                placeholder="J01C, A02BD"
                autoComplete="off"
                value={codes}
              />
              <TextInput
                {...field('matchedIngredients')}
                label="Ingredients (optional)"
                description="Whole words; every drug with one of them is matched"
                placeholder="CODEINE, TRAMADOL"
                autoComplete="off"
              />
              <TextInput
                {...field('schedules')}
                label="Schedules (optional)"
                placeholder="Schedule D"
                autoComplete="off"
              />
            </>
          )}
          <div className={classes['buttons']}>
            <Button type="submit" loading={busy} leftSection={<IconCheck size={16} aria-hidden="true" />}>
              Confirm
            </Button>
            <Button variant="subtle" onClick={clear}>
              Clear
            </Button>
          </div>
        </div>
      </Card>
    </form>
  );
}

function Choice({ word, hint }: { readonly word: string; readonly hint: string }) {
  return (
    <>
      <strong>{word}</strong>
      <span className={classes['choice']}>{hint}</span>
    </>
  );
}
