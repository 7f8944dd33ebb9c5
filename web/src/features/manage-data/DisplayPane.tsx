// SPDX-License-Identifier: AGPL-3.0-or-later

// A look at what a resource holds: its rows as a tree of JSON, page by page.
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { Card } from '../../ui/page/Card';
import { JsonTree } from './JsonTree';
import classes from './manageData.module.css';
import { formatCount } from './progress';
import { dataPage } from './queries';

export function DisplayPane({ resources }: { readonly resources: readonly string[] }) {
  const [chosen, setChosen] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const [from, setFrom] = useState(0);
  const [warned, setWarned] = useState(false);
  const display = () => {
    setWarned(chosen === '');
    setFrom(0);
    setShown(chosen === '' ? null : chosen);
  };
  return (
    <Card
      title="Display a resource"
      flush
      action={
        <form
          className={classes['choose']}
          onSubmit={(event) => {
            event.preventDefault();
            display();
          }}
        >
          <NativeSelect
            aria-label="Resource to display"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[{ value: '', label: 'Choose a resource' }, ...resources]}
          />
          <Button type="submit" variant="default">
            Display
          </Button>
        </form>
      }
    >
      <div className={classes['display']}>
        {warned && (
          <Notice kind="warning" live>
            Please select a resource to display!
          </Notice>
        )}
        {shown !== null && <Rows resource={shown} from={from} onFrom={setFrom} />}
        {shown === null && !warned && <p className={classes['hint']}>Rows are shown as stored, in JSON.</p>}
      </div>
    </Card>
  );
}

function Rows({
  resource,
  from,
  onFrom,
}: {
  readonly resource: string;
  readonly from: number;
  readonly onFrom: (from: number) => void;
}) {
  const page = useQuery(dataPage(resource, from));
  if (page.isPending) return <Loading rows={6} />;
  if (page.isError) return <ErrorState onRetry={() => void page.refetch()} />;
  const { items, total } = page.data;
  if (total === 0) return <EmptyState text={`${resource} is empty`} />;
  const last = page.data.from + items.length;
  return (
    <>
      <JsonTree key={`${resource} ${page.data.from}`} label={resource} items={items} from={page.data.from} />
      <nav className={classes['pager']} aria-label="Rows">
        <span>
          {formatCount(page.data.from + 1)}–{formatCount(last)} of {formatCount(total)}
        </span>
        <ActionIcon
          variant="default"
          aria-label="Previous rows"
          disabled={from === 0}
          onClick={() => onFrom(Math.max(0, from - 25))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next rows"
          disabled={last >= total}
          onClick={() => onFrom(last)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </nav>
    </>
  );
}
