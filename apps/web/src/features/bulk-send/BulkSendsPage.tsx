import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkSend, bulkSendsQuery } from './queries.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { Pager } from '../templates/Pager.tsx';
import { BulkPill } from './BulkPill.tsx';

function Title({ bulkSend: { id, title, template_name: template, created_by: by } }: { bulkSend: BulkSend }) {
  return (
    <div>
      <TextLink to="/bulk-sends/$id" params={{ id }}>
        {title ?? template}
      </TextLink>
      <Text fz="xs" c="dimmed">
        <bdi>{template}</bdi> · by <bdi>{by.name}</bdi>
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<BulkSend>[] = [
  { head: 'Title', cell: (one) => <Title bulkSend={one} /> },
  { head: 'State', cell: ({ status }) => <BulkPill status={status} /> },
  {
    head: 'Sent',
    className: 'tabular',
    cell: ({ sent, total }) => `${sent.toLocaleString()} of ${total.toLocaleString()}`,
  },
  { head: 'Failed', className: 'tabular', cell: ({ failed }) => failed.toLocaleString() },
  { head: 'Begun', cell: ({ created_at: createdAt }) => <Time iso={createdAt} /> },
];

export function BulkSendsPage() {
  usePageTitle('Bulk sends');
  const [page, setPage] = useState(1);
  const query = useQuery(bulkSendsQuery(page));
  const { data } = query;
  const templates = (
    <ButtonLink to="/templates" search={{}} variant="default">
      Go to templates
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Bulk sends" lead="One document for each row of a list." actions={templates} />
      <Panel flush label="Bulk sends">
        <ListTable
          caption="Bulk sends"
          from={query}
          items={data?.bulkSends}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState
              title="No bulk sends yet"
              text="Choose a template and a CSV file with one row for each document."
            >
              {templates}
            </EmptyState>
          }
        />
      </Panel>
      {data !== undefined && <Pager pagination={data.pagination} show={setPage} />}
    </>
  );
}
