import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type PackageEntry, packagesQuery } from './queries.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { Pager } from '../templates/Pager.tsx';
import { PackagePill } from './PackagePill.tsx';
import { ALL_STATUSES, STATUSES } from './search.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Packages.module.css';

const route = getRouteApi('/frame/packages');

const Name = ({ entry: { id, title, document_count: count, owner } }: { entry: PackageEntry }) => (
  <div>
    <TextLink to="/packages/$id" params={{ id }} className={classes['name']}>
      {title}
    </TextLink>
    <Text fz="xs" c="dimmed">
      {phrase(m.packagesPage.documentsByBy(count, <bdi>{owner.name}</bdi>))}
    </Text>
  </div>
);

const COLUMNS: readonly Column<PackageEntry>[] = [
  { head: common.title, cell: (one) => <Name entry={one} /> },
  {
    head: common.completed,
    className: 'tabular',
    cell: ({ completed_count: done, document_count: all }) => m.packagesPage.of(done, all),
  },
  { head: labels.state, cell: ({ status }) => <PackagePill status={status} /> },
  { head: m.packagesPage.changed, cell: ({ updated_at: changedAt }) => <Time iso={changedAt} /> },
];

function Nothing({ status, children }: { status: PackageEntry['status'] | undefined; children: ReactNode }) {
  if (status !== undefined)
    return (
      <EmptyState title={common.nothingFound} text={m.packagesPage.noPackageHasStatus(STATUSES[status])}>
        <ButtonLink to="/packages" search={{}} variant="default">
          {labels.showAll}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={m.packagesPage.noPackagesYet} text={m.packagesPage.selectSeveralDraftsInList}>
      {children}
    </EmptyState>
  );
}

/** Lists packages, which are several documents signed in one visit. */
export function PackagesPage() {
  usePageTitle(common.packages);
  const { status, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(packagesQuery(page, status));
  const { data } = query;
  const none = data?.packages.length === 0;
  const make = (
    <ButtonLink to="/documents" search={{ status: 'draft' }} leftSection={<IconPlus size={16} />}>
      {m.packagesPage.chooseDrafts}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={common.packages} lead={m.packagesPage.severalDocumentsRecipientsSign} actions={make} />
      {!(none && status === undefined) && (
        <Select
          aria-label={labels.state}
          placeholder={m.packagesPage.allStatuses}
          clearable
          className={classes['filter'] ?? ''}
          data={ALL_STATUSES.map((value) => ({ value, label: STATUSES[value] }))}
          value={status ?? null}
          onChange={(value) => void navigate({ search: value === null ? {} : { status: value } })}
        />
      )}
      <Panel flush label={common.packages}>
        <ListTable
          caption={common.packages}
          from={query}
          items={data?.packages}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={<Nothing status={status}>{make}</Nothing>}
        />
      </Panel>
      {data !== undefined && (
        <Pager
          pagination={data.pagination}
          show={(next) => void navigate({ search: { ...(status && { status }), page: next } })}
        />
      )}
    </>
  );
}
