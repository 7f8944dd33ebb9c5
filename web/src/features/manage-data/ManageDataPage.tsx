// SPDX-License-Identifier: AGPL-3.0-or-later

// Manage Data: files of reference data in, the one at work, the history with its undo, the build of the
// drugs, and a look at what each resource holds. Imports run on the server; leaving the page stops none.
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { Page } from '../../ui/page/Page';
import { ActiveImport } from './ActiveImport';
import { DisplayPane } from './DisplayPane';
import { History } from './History';
import { ImportPane } from './ImportPane';
import classes from './manageData.module.css';
import { importList } from './queries';

export function ManageDataPage() {
  const list = useQuery(importList());
  return (
    <Page
      title="Manage Data"
      lead="Reference data for the medication search. Imports run on the server; you can leave this page."
    >
      {list.isPending ? (
        <Loading rows={6} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className={classes['panes']}>
          <ImportPane
            resources={list.data.importResources.map((one) => one.name)}
            busy={list.data.active !== null}
          />
          <ActiveImport imports={list.data} at={list.dataUpdatedAt} />
          <History imports={list.data} />
          <DisplayPane resources={list.data.displayResources.map((one) => one.name)} />
        </div>
      )}
    </Page>
  );
}
