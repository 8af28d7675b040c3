import { Button, Kbd, Skeleton, Tabs, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { AnswerOf } from '../../api/client.ts';
import { documentsQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Sheet } from '../../ui/Sheet.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { type ListState, pagerLabels, TABS, toListQuery, withTab } from './list-state.ts';
import { SearchBox } from './SearchBox.tsx';
import classes from './Documents.module.css';

const route = getRouteApi('/frame/documents');

function NothingThere({ state, clear }: { state: ListState; clear: () => void }) {
  if (state.q !== undefined || state.status !== undefined) {
    const label = TABS.find(({ value }) => value === state.status)?.label.toLowerCase();
    const where = label === undefined ? '' : ` under “${label}”`;
    return (
      <EmptyState
        title="Nothing found"
        text={state.q === undefined ? `No document is${where} at present.` : `No title${where} contains “${state.q}”.`}
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
      text="Drop a PDF anywhere in this window, or choose one. You say who signs; we do the rest, and you can check every signature."
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

export function DocumentsPage() {
  usePageTitle('Documents');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...documentsQuery(toListQuery(state)),
    placeholderData: keepPreviousData,
  });
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
      <Sheet flush label="Documents">
        <div className={classes['tools']}>
          <Tabs
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
          <SearchBox state={state} show={show} />
        </div>
        <div
          id="document-list"
          role="tabpanel"
          aria-label="Documents of this status"
          aria-busy={isPlaceholderData}
          className={classes['list']}
        >
          {error !== null && data === undefined && <ErrorView order={2} error={error} retry={() => void refetch()} />}
          {error === null && data === undefined && <Waiting />}
          {data !== undefined && data.documents.length === 0 && <NothingThere state={state} clear={() => show({})} />}
          {data !== undefined && data.documents.length > 0 && (
            <>
              <DocumentTable documents={data.documents} state={state} show={show} />
              <Pager state={state} pagination={data.pagination} go={(cursor) => show({ ...state, cursor })} />
            </>
          )}
        </div>
      </Sheet>
    </>
  );
}
