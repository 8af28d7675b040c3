import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { type PackageEntry, packagesQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { Pager } from '../templates/Pager.tsx';
import { PackagePill } from './PackagePill.tsx';
import { ALL_STATUSES, STATUSES } from './search.ts';
import table from '../../ui/Table.module.css';
import classes from './Packages.module.css';

const route = getRouteApi('/frame/packages');

const Name = ({ entry: { id, title, document_count: count, owner } }: { entry: PackageEntry }) => (
  <div>
    <TextLink to="/packages/$id" params={{ id }} className={classes['name']}>
      {title}
    </TextLink>
    <Text fz="xs" c="dimmed">
      {count === 1 ? '1 document' : `${count} documents`} · by {owner.name}
    </Text>
  </div>
);

function PackageTable({ packages }: { packages: readonly PackageEntry[] }) {
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Completed</th>
          <th scope="col">State</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {packages.map((one) => (
          <tr key={one.id}>
            <td>
              <Name entry={one} />
            </td>
            <td data-label="Completed" className="tabular">
              {one.completed_count} of {one.document_count}
            </td>
            <td data-label="State">
              <PackagePill status={one.status} />
            </td>
            <td data-label="Changed">
              <Time iso={one.updated_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Several documents, signed in one visit. */
export function PackagesPage() {
  usePageTitle('Packages');
  const { status, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(packagesQuery(page, status));
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const none = data?.packages.length === 0;
  const make = (
    <ButtonLink to="/documents" search={{ status: 'draft' }} leftSection={<IconPlus size={16} />}>
      Choose drafts
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Packages"
        lead="Several documents that people sign in one visit, with one mail."
        actions={make}
      />
      {!(none && status === undefined) && (
        <Select
          aria-label="State"
          placeholder="Every state"
          clearable
          className={classes['filter'] ?? ''}
          data={ALL_STATUSES.map((value) => ({ value, label: STATUSES[value] }))}
          value={status ?? null}
          onChange={(value) => void navigate({ search: value === null ? {} : { status: value } })}
        />
      )}
      <Panel flush label="Packages">
        {data === undefined && (
          <Stack p="xl" role="status" aria-label="Loading packages">
            <Skeleton height={16} width="60%" />
            <Skeleton height={16} width="45%" />
          </Stack>
        )}
        {none && status === undefined && (
          <EmptyState
            title="No packages yet"
            text="Tick several drafts in the list of documents and choose “Make a package”: whoever signs gets one mail and goes from one document to the next."
          >
            {make}
          </EmptyState>
        )}
        {none && status !== undefined && (
          <EmptyState title="Nothing found" text={`No package is in the state “${STATUSES[status]}”.`}>
            <ButtonLink to="/packages" search={{}} variant="default">
              Show all
            </ButtonLink>
          </EmptyState>
        )}
        {data !== undefined && !none && <PackageTable packages={data.packages} />}
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
