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
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [warned, setWarned] = useState(false);
  const display = () => {
    setWarned(chosen === '');
    setCursors([]);
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
        {shown !== null && <Rows resource={shown} cursors={cursors} onCursors={setCursors} />}
        {shown === null && !warned && <p className={classes['hint']}>Rows are shown as stored, in JSON.</p>}
      </div>
    </Card>
  );
}

function Rows({
  resource,
  cursors,
  onCursors,
}: {
  readonly resource: string;
  readonly cursors: readonly string[];
  readonly onCursors: (cursors: readonly string[]) => void;
}) {
  const page = useQuery(dataPage(resource, cursors.at(-1)));
  if (page.isPending) return <Loading rows={6} />;
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  const { from, items, nextCursor, total } = page.data;
  if (total === 0) return <EmptyState text={`${resource} is empty`} />;
  return (
    <>
      <JsonTree key={`${resource} ${from}`} label={resource} items={items} from={from} />
      <nav className={classes['pager']} aria-label="Rows">
        <span>
          {formatCount(from + 1)}–{formatCount(from + items.length)} of {formatCount(total)}
        </span>
        <ActionIcon
          variant="default"
          aria-label="Previous rows"
          disabled={cursors.length === 0}
          onClick={() => onCursors(cursors.slice(0, -1))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next rows"
          disabled={nextCursor === null || page.isPlaceholderData}
          onClick={() => nextCursor !== null && onCursors([...cursors, nextCursor])}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </nav>
    </>
  );
}
