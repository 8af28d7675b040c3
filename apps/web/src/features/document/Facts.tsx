import { ActionIcon, CopyButton, Title, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Document } from '../../api/queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Document.module.css';
import { common } from '../../ui/common.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Hash({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <span className={classes['digest']}>
          <span className={classes['hash']} title={value}>
            {value.slice(0, 8)}…{value.slice(-8)}
          </span>
          <Tooltip label={copied ? labels.copied : m.facts.copyFullValue}>
            <ActionIcon
              size="sm"
              ml={4}
              onClick={copy}
              aria-label={m.facts.copyShaOfOriginalFile}
              style={{ verticalAlign: 'middle' }}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        </span>
      )}
    </CopyButton>
  );
}

export function Facts({ document }: { document: Document }) {
  return (
    <Panel label={m.facts.details}>
      <Title order={2} fz="md" mb={10}>
        {m.facts.details}
      </Title>
      <dl className={classes['facts']}>
        <Fact name={labels.file}>{document.filename}</Fact>
        {document.sent_at !== null && <Fact name={labels.sent}>{exactTime(document.sent_at)}</Fact>}
        {document.completed_at !== null && <Fact name={common.completed}>{exactTime(document.completed_at)}</Fact>}
        {document.sent_at === null && <Fact name={m.facts.uploaded}>{exactTime(document.created_at)}</Fact>}
        {document.tags.length > 0 && <Fact name={m.facts.tags}>{document.tags.join(', ')}</Fact>}
        {document.description !== null && <Fact name={labels.description}>{document.description}</Fact>}
        <Fact name={m.facts.sha256}>
          <Hash value={document.sha256} />
        </Fact>
      </dl>
    </Panel>
  );
}
