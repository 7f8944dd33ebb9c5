// SPDX-License-Identifier: AGPL-3.0-or-later

/** The patient's newest sleep questionnaire as the staff read it. */
import { useQuery } from '@tanstack/react-query';

import { useOptions } from '../../../api/queries';
import { EmptyState, ErrorState, Loading } from '../../../ui/feedback/states';
import { formatDate } from '../../../ui/format';
import { SleepInfoView } from '../SleepInfoView';
import { newestSleepInfo } from './queries';
import css from './staff.module.css';

export function SleepInformation({ personId }: { personId: string }) {
  const info = useQuery(newestSleepInfo(personId));
  const options = useOptions();
  const failed = info.error ?? options.error;
  if (failed) {
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void info.refetch();
          void options.refetch();
        }}
      />
    );
  }
  if (info.isPending || !options.data) {
    return <Loading text="Please wait, loading the sleep info..." rows={4} />;
  }
  if (!info.data) return <EmptyState text="This patient has not entered sleep information yet." />;
  return (
    <div className={css.information}>
      <p className={css.note}>Saved {formatDate(info.data.createdAt)}</p>
      <SleepInfoView info={info.data} questions={options.data.sleepQuestions} />
    </div>
  );
}
