import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  IconCertificate,
  IconChevronDown,
  IconDeviceTablet,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconSend,
  IconShieldCheck,
} from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { toastError } from '../../ui/toast.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type FileKind = 'signed' | 'original' | 'current' | 'audit' | 'bundle';

/** Requests a link valid for 15 minutes and follows it; the server sends the file as an attachment. */
function useDownload(id: string) {
  return useMutation({
    mutationFn: (type: FileKind) => call(api.downloadDocument, { params: { id }, query: { type } }),
    onSuccess: ({ downloadUrl, filename }) => {
      const link = window.document.createElement('a');
      link.href = downloadUrl;
      link.download = filename;
      link.click();
    },
    onError: toastError,
  });
}

function DownloadMenu({ document }: { document: Document }) {
  const download = useDownload(document.id);
  // A completed document keeps its files, even when archived.
  const finished = document.completed_at !== null;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant={finished ? 'filled' : 'default'}
          loading={download.isPending}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {labels.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {finished && (
          <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={() => download.mutate('signed')}>
            {m.actions.signedPdf}
          </Menu.Item>
        )}
        {finished && (
          <Menu.Item leftSection={<IconCertificate size={16} />} onClick={() => download.mutate('audit')}>
            {m.actions.certificateOfCompletion}
          </Menu.Item>
        )}
        {finished && (
          <Menu.Item leftSection={<IconFileZip size={16} />} onClick={() => download.mutate('bundle')}>
            {m.actions.everythingWithAuditTrail}
          </Menu.Item>
        )}
        {!finished && document.sent_at !== null && (
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => download.mutate('current')}>
            {m.actions.currentFile}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => download.mutate('original')}>
          {m.actions.originalFile}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The available actions in the document's current state; the most likely one is last and filled. */
export function Actions({ document, verify }: { document: Document; verify: () => void }) {
  return (
    <>
      {document.sent_at !== null && (
        <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verify}>
          {m.actions.verify}
        </Button>
      )}
      {document.status === 'in-progress' && (
        <ButtonLink
          to="/in-person"
          search={{ document: document.id }}
          variant="default"
          leftSection={<IconDeviceTablet size={16} />}
        >
          {m.actions.signInPerson}
        </ButtonLink>
      )}
      <DownloadMenu document={document} />
      {document.status === 'draft' && document.scheduled_for === null && (
        <ButtonLink to="/documents/$id/send" params={{ id: document.id }} leftSection={<IconSend size={16} />}>
          {m.actions.send}
        </ButtonLink>
      )}
      <MoreMenu document={document} />
    </>
  );
}
