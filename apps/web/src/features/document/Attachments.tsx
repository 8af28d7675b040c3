import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPaperclip } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import { attachmentsQuery } from './queries.ts';
import type { Document } from '../../api/queries.ts';
import { numberFormat } from '../../ui/numbers.ts';
import { Panel } from '../../ui/Panel.tsx';
import { m } from './texts.ts';
import classes from './Document.module.css';

const kilobytes = numberFormat({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });
const megabytes = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const sizeOf = (bytes: number): string => (bytes < 1e6 ? kilobytes(bytes / 1e3) : megabytes(bytes / 1e6));

/** Files attached by signers, which are available once the signers have signed. */
export function Attachments({ document }: { document: Document }) {
  const signed = document.signers.filter(({ status }) => status === 'signed').length;
  const isAsked = document.fields.some(({ kind }) => kind === 'attachment');
  const { data: attachments = [] } = useQuery({ ...attachmentsQuery(document.id, signed), enabled: isAsked });
  if (!isAsked) return null;
  return (
    <Panel label={m.attachments.attachments}>
      <Title order={2} fz="md" mb={10}>
        {m.attachments.attachments}
      </Title>
      {attachments.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {m.attachments.filesSignersAttachAppear}
        </Text>
      ) : (
        <ul className={classes['attachments']}>
          {attachments.map(({ id, filename, size_bytes: size, signer_id: signer }) => (
            <li key={id}>
              <IconPaperclip size={15} aria-hidden="true" />
              <span>
                <Anchor
                  href={urlOf(api.getAttachment, { params: { id: document.id, attachmentId: id } })}
                  download
                  underline="always"
                >
                  {filename}
                </Anchor>
                <Text span display="block" fz="xs" c="dimmed">
                  {document.signers.find((one) => one.id === signer)?.name} · {sizeOf(size)}
                </Text>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
