import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkSend, bulkSendsQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { Pager } from '../templates/Pager.tsx';
import { BulkPill } from './BulkPill.tsx';
import table from '../../ui/Table.module.css';

function Title({ bulkSend: { id, title, template_name: template, created_by: by } }: { bulkSend: BulkSend }) {
  return (
    <div>
      <TextLink to="/bulk-sends/$id" params={{ id }}>
        {title ?? template}
      </TextLink>
      <Text fz="xs" c="dimmed">
        {template} · by {by.name}
      </Text>
    </div>
  );
}

export function BulkSendsPage() {
  usePageTitle('Bulk sends');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(bulkSendsQuery(page));
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const templates = (
    <ButtonLink to="/templates" search={{}} variant="default">
      Go to templates
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Bulk sends" lead="One document for each row of a list." actions={templates} />
      <Panel flush label="Bulk sends">
        {data === undefined && (
          <Stack p="xl" role="status" aria-label="Loading bulk sends">
            <Skeleton height={16} width="60%" />
          </Stack>
        )}
        {data?.bulkSends.length === 0 && (
          <EmptyState title="No bulk sends yet" text="Choose a template, and a CSV file with a row for each person.">
            {templates}
          </EmptyState>
        )}
        {data !== undefined && data.bulkSends.length > 0 && (
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">Title</th>
                <th scope="col">State</th>
                <th scope="col">Sent</th>
                <th scope="col">Failed</th>
                <th scope="col">Begun</th>
              </tr>
            </thead>
            <tbody>
              {data.bulkSends.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Title bulkSend={one} />
                  </td>
                  <td data-label="State">
                    <BulkPill status={one.status} />
                  </td>
                  <td data-label="Sent" className="tabular">
                    {one.sent.toLocaleString()} of {one.total.toLocaleString()}
                  </td>
                  <td data-label="Failed" className="tabular">
                    {one.failed.toLocaleString()}
                  </td>
                  <td data-label="Begun">
                    <Time iso={one.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {data !== undefined && <Pager pagination={data.pagination} show={setPage} />}
    </>
  );
}
