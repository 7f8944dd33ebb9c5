// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Manage Drugs: the whole catalogue, offered to patients or not. A drug is found, looked at and edited, or
 * added; what is edited by hand survives the next import and is marked.
 */
import { Button, Checkbox, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPill, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogueDrug } from '../../api/generated/schema';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { Page } from '../../ui/page/Page';
import { catalogueSearch, isSearchable } from './queries';
import { DrugCard } from './DrugCard';
import { DrugDialog } from './DrugDialog';
import css from './manage.module.css';
import { TryWords } from './TryWords';
import { formatCount } from '../../ui/table/count';

/** Waits for the fingers before asking the server. */
const TYPING_PAUSE_MS = 200;

/** Names that every catalogue has. */
const EXAMPLES = ['Metformin', 'Ramipril', 'Levothyroxine'];

const BY_HAND = JSON.stringify(catalogueSearch('', true).queryKey);

const isByHand = (key: unknown) => JSON.stringify(key) === BY_HAND;

export function ManageDrugsPage() {
  const [text, setText] = useState('');
  const [edited, setEdited] = useState(false);
  const [open, setOpen] = useState<CatalogueDrug | 'new' | null>(null);
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  // Before anything is searched for, what was edited by hand stands there.
  const isIdle = text.trim() === '';
  const list = useInfiniteQuery({
    ...catalogueSearch(asked, edited || asked === ''),
    // What was edited by hand is no answer to what is typed.
    placeholderData: (before, query) => (isByHand(query?.queryKey) ? undefined : before),
  });
  const wanted = isSearchable(text) || isIdle;
  const waiting = wanted && (asked !== text.trim() || list.isFetching);
  const drugs =
    wanted && (isIdle || asked !== '') ? (list.data?.pages ?? []).flatMap((page) => page.items) : [];
  const total = list.data?.pages[0]?.total ?? 0;
  const isCut = list.data?.pages[0]?.atLeast ?? false;
  useShortcuts('Manage Drugs', [{ keys: ['+'], does: 'add a drug', run: () => setOpen('new') }]);
  return (
    <Page
      title="Manage Drugs"
      lead="The full catalogue, including drugs not offered to patients. Manual edits are kept when you import again."
      actions={<Button onClick={() => setOpen('new')}>+ Add</Button>}
    >
      <div className={css['search']}>
        <TextInput
          id="drug-search"
          type="search"
          label="Search a drug"
          description="Name, ingredient, DIN or drug code; 3 characters or more."
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={waiting ? <Loader size={14} /> : null}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox
          label="Edited by hand only"
          checked={edited}
          onChange={(event) => setEdited(event.currentTarget.checked)}
        />
      </div>
      {isIdle && <TryWords words={EXAMPLES} onTry={setText} />}
      <p className={css['count']} role="status">
        {wanted && !waiting && drugs.length > 0
          ? `${total === 1 ? '1 drug' : `${formatCount(total, isCut)} drugs`}${isIdle && !edited ? ' edited by hand' : ''}`
          : ''}
      </p>
      {list.isError && wanted ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : wanted && list.isPending ? (
        <Loading rows={4} />
      ) : wanted && drugs.length === 0 && !waiting ? (
        <EmptyState
          icon={IconPill}
          text={edited || isIdle ? 'Nothing was edited by hand' : 'No drug was found'}
          hint={
            edited || isIdle
              ? 'All drugs match Health Canada’s data.'
              : 'Please check the name, or add the drug.'
          }
        />
      ) : (
        <Cards drugs={drugs} waiting={waiting} onEdit={setOpen} />
      )}
      {wanted && list.hasNextPage && (
        <div className={css['more']}>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {open !== null && (
        <DrugDialog drug={open === 'new' ? null : open} listed={drugs} onClose={(saved) => close(saved)} />
      )}
    </Page>
  );

  function close(saved?: CatalogueDrug) {
    // A new drug is shown.
    if (saved && open === 'new') {
      setEdited(false);
      setText(saved.name);
    }
    setOpen(null);
  }
}

function Cards(props: {
  readonly drugs: readonly CatalogueDrug[];
  readonly waiting: boolean;
  readonly onEdit: (drug: CatalogueDrug) => void;
}) {
  if (props.drugs.length === 0) return null;
  return (
    <ul className={css['cards']} aria-label="Drugs" data-waiting={props.waiting || undefined}>
      {props.drugs.map((drug) => (
        <DrugCard key={drug.id} drug={drug} onEdit={() => props.onEdit(drug)} />
      ))}
    </ul>
  );
}
