import { ActionIcon, CopyButton, Title, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Document } from '../../api/queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import { daysUntil, deadline, exactTime } from '../../ui/time.ts';
import classes from './Document.module.css';

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
          <Tooltip label={copied ? 'Copied' : 'Copy the full value'}>
            <ActionIcon
              size="sm"
              ml={4}
              onClick={copy}
              aria-label="Copy the SHA-256 of the original file"
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
  const open = document.status === 'in-progress' && document.expiration !== null;
  return (
    <Panel label="Details">
      <Title order={2} fz="md" mb={10}>
        Details
      </Title>
      <dl className={classes['facts']}>
        <Fact name="File">{document.filename}</Fact>
        {open && (
          <Fact name="Open until">{`${deadline(document.expiration ?? '')} (${daysUntil(document.expiration ?? '', new Date())})`}</Fact>
        )}
        {document.sent_at !== null && <Fact name="Sent">{exactTime(document.sent_at)}</Fact>}
        {document.completed_at !== null && <Fact name="Completed">{exactTime(document.completed_at)}</Fact>}
        {document.sent_at === null && <Fact name="Uploaded">{exactTime(document.created_at)}</Fact>}
        {document.tags.length > 0 && <Fact name="Tags">{document.tags.join(', ')}</Fact>}
        {document.description !== null && <Fact name="Description">{document.description}</Fact>}
        <Fact name="SHA-256 of the original">
          <Hash value={document.sha256} />
        </Fact>
      </dl>
    </Panel>
  );
}
