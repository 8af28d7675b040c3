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
import { numberText } from '../../ui/numbers.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

function Title({ bulkSend: { id, title, template_name: template, created_by: by } }: { bulkSend: BulkSend }) {
  return (
    <div>
      <TextLink to="/bulk-sends/$id" params={{ id }}>
        {title ?? template}
      </TextLink>
      <Text fz="xs" c="dimmed">
        {phrase(m.bulkSendsPage.by(<bdi>{template}</bdi>, <bdi>{by.name}</bdi>))}
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<BulkSend>[] = [
  { head: common.title, cell: (one) => <Title bulkSend={one} /> },
  { head: labels.state, cell: ({ status }) => <BulkPill status={status} /> },
  {
    head: labels.sent,
    className: 'tabular',
    cell: ({ sent, total }) => m.bulkSendsPage.of(sent, total),
  },
  { head: labels.failed, className: 'tabular', cell: ({ failed }) => numberText(failed) },
  { head: m.bulkSendsPage.begun, cell: ({ created_at: createdAt }) => <Time iso={createdAt} /> },
];

export function BulkSendsPage() {
  usePageTitle(labels.bulkSends);
  const [page, setPage] = useState(1);
  const query = useQuery(bulkSendsQuery(page));
  const { data } = query;
  const templates = (
    <ButtonLink to="/templates" search={{}} variant="default">
      {m.bulkSendsPage.goToTemplates}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={labels.bulkSends} lead={m.bulkSendsPage.oneDocumentForEachRow} actions={templates} />
      <Panel flush label={labels.bulkSends}>
        <ListTable
          caption={labels.bulkSends}
          from={query}
          items={data?.bulkSends}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState title={m.bulkSendsPage.noBulkSendsYet} text={m.bulkSendsPage.chooseTemplateAndCsvFile}>
              {templates}
            </EmptyState>
          }
        />
      </Panel>
      {data !== undefined && <Pager pagination={data.pagination} show={setPage} />}
    </>
  );
}
