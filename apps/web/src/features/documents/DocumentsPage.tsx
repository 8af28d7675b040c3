import { Button, Kbd, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '@countersign/client';
import { documentsQuery, type ListEntry } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { BulkBar, OutcomeBar } from './BulkBar.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { type ListState, pagerLabels, parseListState, TABS, toListQuery, withTab } from './list-state.ts';
import { move, type Task } from './bulk-actions.ts';
import { SearchBox } from './SearchBox.tsx';
import { useBulk } from './use-bulk.ts';
import classes from './Documents.module.css';

const MakePackageDialog = deferred(async () => (await import('../packages/MakePackageDialog.tsx')).MakePackageDialog);
const TagsDialog = deferred(async () => (await import('./TagsDialog.tsx')).TagsDialog);
const TagFilter = deferred(async () => (await import('./TagFilter.tsx')).TagFilter);

const route = getRouteApi('/frame/documents');

function NothingThere({ state, clear, begin }: { state: ListState; clear: () => void; begin: () => void }) {
  if (state.cursor !== undefined) {
    return (
      <EmptyState title="Nothing left on this page" text="The documents on this page moved or changed their order.">
        <Button variant="default" onClick={begin}>
          To the first page
        </Button>
      </EmptyState>
    );
  }
  if (state.status === 'trash' && state.q === undefined && state.tag === undefined) {
    return (
      <EmptyState
        title="The trash is empty"
        text="Deleted documents stay here for 30 days. Completed documents are kept until their retention period ends."
      >
        <Button variant="default" onClick={clear}>
          Show all documents
        </Button>
      </EmptyState>
    );
  }
  if (Object.keys(state).some((name) => name === 'q' || name === 'status' || name === 'tag')) {
    const label = TABS.find(({ value }) => value === state.status)?.label.toLowerCase();
    const where = `${label === undefined ? '' : ` under “${label}”`}${state.tag === undefined ? '' : ` tagged “${state.tag}”`}`;
    return (
      <EmptyState
        title="Nothing found"
        text={
          state.q === undefined
            ? `No document${where} at present.`
            : `No document${where} has a title or a recipient with “${state.q}”.${state.status === undefined ? ' Archived documents were not searched.' : ''}`
        }
      >
        <Button variant="default" onClick={clear}>
          Show all documents
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Send your first document"
      text="Drop a PDF anywhere in this window, or choose one. Add recipients, and we handle the rest. You can verify every signature."
    >
      <ButtonLink to="/documents/new" leftSection={<IconPlus size={16} />}>
        New document
      </ButtonLink>
    </EmptyState>
  );
}

const Waiting = () => (
  <div className={classes['skeletons']} aria-label="Loading documents" role="status">
    {[72, 54, 63, 48, 66, 58].map((width) => (
      <Skeleton key={width} height={16} width={`${width}%`} />
    ))}
  </div>
);

type Pagination = AnswerOf<'listDocuments'>['pagination'];

function Pager({ state, pagination, go }: { state: ListState; pagination: Pagination; go: (cursor: string) => void }) {
  const { prevCursor, nextCursor, total, totalIsExact } = pagination;
  const labels = pagerLabels(state);
  return (
    <nav className={classes['pager']} aria-label="Pages of the list">
      <Text c="dimmed" className="tabular">
        {totalIsExact ? total.toLocaleString() : `more than ${total.toLocaleString()}`}{' '}
        {total === 1 ? 'document' : 'documents'}
      </Text>
      {(prevCursor !== null || nextCursor !== null) && (
        <Button.Group>
          <Button
            variant="default"
            size="xs"
            disabled={prevCursor === null}
            onClick={() => go(prevCursor ?? '')}
            leftSection={<IconChevronLeft size={14} />}
          >
            {labels.back}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={nextCursor === null}
            onClick={() => go(nextCursor ?? '')}
            rightSection={<IconChevronRight size={14} />}
          >
            {labels.on}
          </Button>
        </Button.Group>
      )}
    </nav>
  );
}

type ToolsProps = { state: ListState; known: readonly string[]; show: (next: ListState, replace?: boolean) => void };

/** All state is in the address, so that it can be saved, shared and navigated. */
function Tools({ state, known, show }: ToolsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone, the current tab may be outside the visible part of the row.
  useEffect(() => {
    const at = tabs.current?.querySelector<HTMLElement>('[data-active]');
    if (at) tabs.current?.querySelector('[role="tablist"]')?.scrollTo({ left: at.offsetLeft - 80 });
  }, [state.status]);
  return (
    <div className={classes['tools']}>
      <Tabs
        ref={tabs}
        value={state.status ?? 'all'}
        onChange={(tab) => show(withTab(state, tab ?? 'all'))}
        className={classes['tabs']}
        classNames={{ list: classes['tabList'] ?? '', tab: classes['tab'] ?? '' }}
      >
        <Tabs.List aria-label="Status">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls="document-list">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={classes['find']}>
        <SearchBox state={state} show={show} />
        <TagFilter state={state} known={known} show={show} meanwhile={<span className={classes['toolSpace']} />} />
      </div>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

type ListProps = { list: AnswerOf<'listDocuments'>; state: ListState; show: (next: ListState) => void };

/** The rows of this page, their selection, and actions on them. */
function List({ list: { documents, pagination }, state, show }: ListProps) {
  const [ticked, setTicked] = useState(NONE);
  const [tagging, setTagging] = useState(false);
  const [packing, setPacking] = useState(false);
  const { run, isPending, outcome, dismiss } = useBulk();
  const selected = documents.filter(({ id }) => ticked.has(id));
  const inTrash = state.status === 'trash';
  const begin = (task: Task) => {
    setTicked(NONE);
    dismiss();
    run(task);
  };
  return (
    <>
      {outcome !== null && selected.length === 0 && (
        <OutcomeBar
          outcome={outcome}
          busy={isPending}
          undo={() => outcome.undo !== null && run(outcome.undo)}
          close={dismiss}
        />
      )}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          total={documents.length}
          inTrash={inTrash}
          busy={isPending}
          act={(action) => begin(move(action, selected, inTrash ? 'trash' : 'archive'))}
          tag={() => setTagging(true)}
          pack={() => setPacking(true)}
          selectAll={() => setTicked(new Set(documents.map(({ id }) => id)))}
          clear={() => setTicked(NONE)}
        />
      )}
      {documents.length === 0 ? (
        <NothingThere
          state={state}
          clear={() => show({})}
          begin={() => show(parseListState({ ...state, cursor: undefined }))}
        />
      ) : (
        <>
          <DocumentTable documents={documents} state={state} show={show} selected={ticked} select={setTicked} />
          <Pager state={state} pagination={pagination} go={(cursor) => show({ ...state, cursor })} />
        </>
      )}
      <MakePackageDialog documents={packing ? selected : null} close={() => setPacking(false)} />
      <TagsDialog
        opened={tagging}
        documents={selected}
        known={tagsOf(documents)}
        run={begin}
        close={() => setTagging(false)}
      />
    </>
  );
}

const tagsOf = (documents: readonly Pick<ListEntry, 'tags'>[]): string[] =>
  [...new Set(documents.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));

export function DocumentsPage() {
  usePageTitle('Documents');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPlaceholderData, refetch } = useQuery(documentsQuery(toListQuery(state)));
  const show = (next: ListState, replace = false) => void navigate({ search: next, replace });

  return (
    <>
      <PageHeader
        title="Documents"
        actions={
          <ButtonLink
            to="/documents/new"
            leftSection={<IconPlus size={16} />}
            rightSection={<Kbd className={classes['kbd']}>N</Kbd>}
          >
            New document
          </ButtonLink>
        }
      />
      <Panel flush label="Documents">
        <Tools state={state} known={tagsOf(data?.documents ?? [])} show={show} />
        <div
          id="document-list"
          role="tabpanel"
          aria-label="Documents of this status"
          aria-busy={isPlaceholderData}
          className={classes['list']}
        >
          {error !== null && data === undefined && (
            <ErrorView isPart order={2} error={error} retry={() => void refetch()} />
          )}
          {error === null && data === undefined && <Waiting />}
          {/* A different view starts without a selection. */}
          {data !== undefined && <List key={JSON.stringify(state)} list={data} state={state} show={show} />}
        </div>
      </Panel>
    </>
  );
}
