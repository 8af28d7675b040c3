import { Button, Kbd, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '@countersign/client';
import { documentsQuery, type ListEntry, type ListQuery } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { keysAreOn } from '../../ui/keys.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { pagerLabels, TAB_LABELS } from './list-labels.ts';
import { isFiltered, type ListState, parseListState, TABS, toListQuery, withTab } from './list-state.ts';
import { SearchBox } from './SearchBox.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Documents.module.css';

const ListLinks = deferred(async () => (await import('./ListLinks.tsx')).ListLinks);
const BulkBar = deferred(async () => (await import('./BulkBar.tsx')).BulkBar);
const ListFilters = deferred(async () => (await import('./ListFilters.tsx')).ListFilters);

const route = getRouteApi('/frame/documents');

function NothingThere({ state, clear, begin }: { state: ListState; clear: () => void; begin: () => void }) {
  if (state.cursor !== undefined) {
    return (
      <EmptyState title={m.documentsPage.nothingLeftOnPage} text={m.documentsPage.documentsOnPageMoved}>
        <Button variant="default" onClick={begin}>
          {m.documentsPage.goToFirstPage}
        </Button>
      </EmptyState>
    );
  }
  if (state.status === 'trash' && !isFiltered(state)) {
    return (
      <EmptyState title={m.documentsPage.trashEmpty} text={m.documentsPage.deletedDocumentsStayForThirty}>
        <Button variant="default" onClick={clear}>
          {m.documentsPage.showAllDocuments}
        </Button>
      </EmptyState>
    );
  }
  if (state.status !== undefined || isFiltered(state)) {
    return (
      <EmptyState
        title={common.nothingFound}
        text={m.documentsPage.nothingMatches({
          search: state.q,
          status: state.status && TAB_LABELS[state.status],
          tag: state.tag,
          isLimited: [state.created, state.owner, state.recipient, state.template, state.folder].some(
            (one) => one !== undefined,
          ),
        })}
      >
        <Button variant="default" onClick={clear}>
          {m.documentsPage.showAllDocuments}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={m.documentsPage.sendFirstDocument} text={m.documentsPage.dropPdfAnywhereInWindow}>
      <ButtonLink to="/documents/new" leftSection={<IconPlus size={16} />}>
        {common.newDocument}
      </ButtonLink>
    </EmptyState>
  );
}

const Waiting = () => (
  <div className={classes['skeletons']} aria-label={m.documentsPage.loadingDocuments} role="status">
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
    <nav className={classes['pager']} aria-label={m.documentsPage.pagesOfList}>
      <Text c="dimmed" className="tabular">
        {totalIsExact ? m.documentsPage.documents(total) : m.documentsPage.moreDocuments(total)}
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

type Counts = AnswerOf<'listDocuments'>['counts'];

/** Returns the current counts. While another tab of the list is loading, returns the previous counts. */
function useCounts(now: Counts): Counts {
  const [counts, setCounts] = useState(now);
  if (now !== undefined && now !== counts) setCounts(now);
  return now ?? counts;
}

type ToolsProps = {
  state: ListState;
  counts: Counts;
  known: readonly string[];
  show: (next: ListState, replace?: boolean) => void;
};

/** All state is stored in the URL, so that people can bookmark and share the list and use the back button. */
function Tools({ state, counts, known, show }: ToolsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  // The current tab is scrolled into view. On a phone, it may be outside the visible part of the tab row.
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
        <Tabs.List aria-label={common.status}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value} aria-controls="document-list">
              {TAB_LABELS[value]}
              {counts !== undefined && counts[value].total > 0 && (
                <span className={classes['count']}> {m.documentsPage.count(counts[value])}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={classes['find']}>
        <SearchBox state={state} show={show} />
        <ListFilters state={state} known={known} show={show} meanwhile={<span className={classes['toolSpace']} />} />
      </div>
    </div>
  );
}

type ListProps = {
  list: AnswerOf<'listDocuments'>;
  state: ListState;
  show: (next: ListState) => void;
  bulk: Bulk;
};

/** The rows of this page, their selection, and actions on them. */
function List({ list: { documents, pagination }, state, show, bulk }: ListProps) {
  // If all documents in the list are selected, this includes documents on other pages.
  const [picked, setPicked] = useState<readonly ListEntry[]>([]);
  return (
    <>
      <BulkBar
        selected={picked}
        shown={documents}
        total={pagination.total}
        query={() => wholeQuery(state)}
        inTrash={state.status === 'trash'}
        folder={state.folder}
        select={setPicked}
        bulk={bulk}
      />
      {documents.length === 0 ? (
        <NothingThere
          state={state}
          clear={() => show({})}
          begin={() => show(parseListState({ ...state, cursor: undefined }))}
        />
      ) : (
        <>
          <DocumentTable documents={documents} state={state} show={show} picked={picked} pick={setPicked} />
          <Pager state={state} pagination={pagination} go={(cursor) => show({ ...state, cursor })} />
        </>
      )}
    </>
  );
}

const tagsOf = (documents: readonly Pick<ListEntry, 'tags'>[]): string[] =>
  [...new Set(documents.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));

const datesOf = ({ created }: ListState) =>
  created && {
    name: created,
    load: async () => (await import('./period.ts')).createdWithin(created, new Date()),
  };

async function wholeQuery(state: ListState): Promise<ListQuery> {
  const query = toListQuery(parseListState({ ...state, cursor: undefined }));
  return { ...query, withCounts: 'false', ...(await datesOf(state)?.load()) };
}

export function DocumentsPage() {
  usePageTitle(common.documents);
  const state = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPlaceholderData, refetch } = useQuery(documentsQuery(toListQuery(state), datesOf(state)));
  const counts = useCounts(data?.counts);
  const bulk = useBulk();
  const show = (next: ListState, replace = false) => void navigate({ search: next, replace });

  return (
    <>
      <PageHeader
        title={common.documents}
        actions={
          <ButtonLink
            to="/documents/new"
            leftSection={<IconPlus size={16} />}
            rightSection={keysAreOn() && <Kbd className={classes['kbd']}>N</Kbd>}
          >
            {common.newDocument}
          </ButtonLink>
        }
      />
      <div className={classes['columns']}>
        <ListLinks state={state} meanwhile={<div className={classes['linksSpace']} />} />
        <Panel flush label={common.documents}>
          <Tools
            state={state}
            counts={isFiltered(state) ? undefined : counts}
            known={tagsOf(data?.documents ?? [])}
            show={show}
          />
          <div
            id="document-list"
            role="tabpanel"
            aria-label={m.documentsPage.documentsOfStatus}
            aria-busy={isPlaceholderData}
            className={classes['list']}
          >
            {error !== null && data === undefined && (
              <ErrorView isPart order={2} error={error} retry={() => void refetch()} />
            )}
            {error === null && data === undefined && <Waiting />}
            {/* Opening another view clears the selection. */}
            {data !== undefined && (
              <List key={JSON.stringify(state)} list={data} state={state} show={show} bulk={bulk} />
            )}
          </div>
        </Panel>
      </div>
    </>
  );
}
