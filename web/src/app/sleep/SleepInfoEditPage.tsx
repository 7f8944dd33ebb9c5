// SPDX-License-Identifier: AGPL-3.0-or-later

// The sleep questionnaire. Each save makes a new version; what was typed stays when it fails.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SleepInfo, SleepQuestion } from '../../api/generated/schema';
import { useOptions } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { saveSleepInfo } from '../../features/sleep-studies/commands';
import { faultsOf, formOf, inputOf, nameOfField } from '../../features/sleep-studies/form';
import { Questionnaire } from '../../features/sleep-studies/Questionnaire';
import { sleepInfos } from '../../features/sleep-studies/queries';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { clockInput } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import css from './sleep.module.css';

const EDIT = 'Edit Sleep Info';

export function SleepInfoEditPage() {
  const me = useMe();
  const options = useOptions();
  const infos = useQuery(sleepInfos(me.Person._id));
  if (infos.isError || options.isError) {
    return (
      <Page title={EDIT} narrow>
        <ErrorState
          error={infos.error ?? options.error}
          onRetry={() => {
            void infos.refetch();
            void options.refetch();
          }}
        />
      </Page>
    );
  }
  if (!infos.data || !options.data) {
    return (
      <Page title={EDIT} narrow>
        <Loading text="Please wait, loading the sleep info..." rows={6} />
      </Page>
    );
  }
  return <EditSleepInfo before={infos.data[0]} questions={options.data.sleepQuestions} />;
}

interface EditSleepInfoProps {
  readonly before: SleepInfo | undefined;
  readonly questions: readonly SleepQuestion[];
}

function EditSleepInfo({ before, questions }: EditSleepInfoProps) {
  const queries = useQueryClient();
  const go = useGo();
  const names = questions.map((one) => one.key);
  const [stored] = useState(() => formOf(before, names));
  const [form, setForm] = useState(stored);
  const faults = useFaults({ typed: form, stored, keep: { name: 'sleep', restore: setForm } });
  // A live event may bring the version that is being saved here; the title keeps to what was begun.
  const [title] = useState(before ? EDIT : 'Add Sleep Info');
  const { busy, run } = useCommand();
  const save = () =>
    run(
      async (key) => {
        await saveSleepInfo(inputOf(form), key);
        await refresh(queries, 'sleep');
        go(paths.sleepClinics(), { saved: true });
      },
      faults.fromError,
      form,
    );

  function submit() {
    const found = faultsOf(form, names, clockInput(new Date()));
    faults.set(found);
    if (found.length === 0) void save();
  }

  return (
    <Page
      title={title}
      lead="Answer all the following questions in order to send a Level III sleep apnea test request to your preferred sleep clinic"
      narrow
    >
      <form
        noValidate
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ErrorSummary
          title="please correct errors below"
          faults={faults.faults}
          round={faults.round}
          nameOf={(field) => nameOfField(field, questions)}
        />
        <HereAgain of={faults.leave} />{' '}
        <Questionnaire
          form={form}
          questions={questions}
          now={clockInput(new Date())}
          errorOf={faults.error}
          onChange={(next, ...fields) => {
            setForm(next);
            for (const field of fields) faults.clear(field);
          }}
        />
        <div className={css['buttons']}>
          <CancelButton onCancel={() => go(paths.sleepInfo())} />
          <Button type="submit" loading={busy}>
            Save and continue
          </Button>
        </div>
      </form>
    </Page>
  );
}
