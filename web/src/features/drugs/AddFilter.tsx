// SPDX-License-Identifier: AGPL-3.0-or-later

// A new rule: a class and a status first, then what it would touch, with the ingredients to except.
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import type { MedicationFilterView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { ChoiceCards } from '../../ui/forms/ChoiceCards';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { Card } from '../../ui/page/Card';
import { addFilter } from './commands';
import { effectText } from './effect';
import classes from './filters.module.css';
import { classPreview } from './queries';

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

export function AddFilter() {
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const [status, setStatus] = useState<Status | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [atc, setAtc] = useState<string | null>(null);
  const [matched, setMatched] = useState('');
  const [schedules, setSchedules] = useState('');
  const [busy, setBusy] = useState(false);
  const faults = useFaults();
  const key = useRef<string | null>(null);
  const complete = CLASS.test(number.trim()) && status !== null;
  const found = useQuery({ ...classPreview(number.trim()), enabled: complete });
  const codes = atc ?? found.data?.atcNumbers.join(', ') ?? '';
  const change = () => {
    key.current = null;
  };
  const clear = () => {
    setNumber('');
    setStatus(null);
    setTicked([]);
    setAtc(null);
    setMatched('');
    setSchedules('');
    faults.set([]);
    change();
  };
  const confirm = async () => {
    const missing = [];
    if (!CLASS.test(number.trim()))
      missing.push({
        field: 'tc_ahfs_number',
        message:
          number.trim() === ''
            ? 'tc_ahfs_number is required.'
            : 'Please enter a class number, such as 28:08.08, or an ATC code, such as N02BF.',
      });
    const odd = words(codes).find((code) => !ATC.test(code));
    if (odd !== undefined)
      missing.push({ field: 'atcList', message: `${odd} is not an ATC code, such as N02A or J01CA04.` });
    if (status === null) missing.push({ field: 'status', message: 'Status is required.' });
    faults.set(missing);
    if (missing.length > 0 || status === null || busy) return;
    setBusy(true);
    key.current ??= newIdempotencyKey();
    try {
      const filter = {
        tc_ahfs_number: number.trim(),
        status,
        activeList: ticked,
        // Before the class was looked at, the server takes what the catalogue shows of it.
        ...(found.data === undefined && atc === null ? {} : { atcList: words(codes) }),
        matchedIngredients: words(matched),
        schedules: words(schedules),
      };
      await addFilter(filter, key.current);
      toast.success(`The filter on ${number.trim()} is now active.`);
      clear();
      await refresh(client, 'data');
    } catch (failure) {
      faults.fromError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      aria-label="Add a filter"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Card title="Add a filter">
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <div className={classes['form']}>
          <TextInput
            id="tc_ahfs_number"
            label="tc_ahfs_number"
            placeholder="28:08.08"
            autoComplete="off"
            value={number}
            error={faults.error('tc_ahfs_number')}
            onChange={(event) => {
              setNumber(event.currentTarget.value);
              setTicked([]);
              setAtc(null);
              faults.clear('tc_ahfs_number');
              change();
            }}
          />
          <ChoiceCards
            id="status"
            label="Status"
            value={status ?? ''}
            error={faults.error('status')}
            choices={STATUSES}
            onChange={(value) => {
              setStatus(value === 'CROSS_OUT' ? 'CROSS_OUT' : 'DO_NOT_SHOW_UP');
              faults.clear('status');
              change();
            }}
          />
          {complete && found.isPending && <Loading text="Loading..." rows={2} />}
          {complete && found.isError && (
            <ErrorState text="Server side Error!" onRetry={() => void found.refetch()} />
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
                  {effectText(found.data, status === 'CROSS_OUT' ? 'crosses out' : 'hides', ticked)}
                </strong>
                {found.data.drugs > 0 && ' Tick the ones patients may still request.'}
              </p>
              <div className={classes['list']} hidden={found.data.activeIngredients.length === 0}>
                {found.data.activeIngredients.map((name) => (
                  <Checkbox
                    key={name}
                    label={name}
                    checked={ticked.includes(name)}
                    onChange={(event) => {
                      const on = event.currentTarget.checked;
                      setTicked((before) => (on ? [...before, name] : before.filter((one) => one !== name)));
                      change();
                    }}
                  />
                ))}
              </div>
            </fieldset>
          )}
          {complete && found.data && (
            <>
              <TextInput
                id="atcList"
                label="ATC codes"
                description="Drugs that come without an AHFS number are found by these"
                placeholder="J01C, A02BD"
                autoComplete="off"
                value={codes}
                error={faults.error('atcList')}
                onChange={(event) => {
                  setAtc(event.currentTarget.value);
                  faults.clear('atcList');
                  change();
                }}
              />
              <TextInput
                id="matchedIngredients"
                label="Ingredients (optional)"
                description="Whole words; every drug with one of them is matched"
                placeholder="CODEINE, TRAMADOL"
                autoComplete="off"
                value={matched}
                error={faults.error('matchedIngredients')}
                onChange={(event) => {
                  setMatched(event.currentTarget.value);
                  faults.clear('matchedIngredients');
                  change();
                }}
              />
              <TextInput
                id="schedules"
                label="Schedules (optional)"
                placeholder="Schedule D"
                autoComplete="off"
                value={schedules}
                onChange={(event) => {
                  setSchedules(event.currentTarget.value);
                  change();
                }}
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
