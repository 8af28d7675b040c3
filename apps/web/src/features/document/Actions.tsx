import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  IconBan,
  IconChevronDown,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconSend,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { toastError } from '../../ui/toast.ts';
import { VoidDialog } from './VoidDialog.tsx';

type FileKind = 'signed' | 'original' | 'current';

/** Asks for a link good for 15 minutes and follows it; the server sends the file as an attachment. */
function useDownload(id: string) {
  return useMutation({
    mutationFn: (type: FileKind) => call('downloadDocument', { params: { id }, query: { type } }),
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
  const finished = document.status === 'completed';
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant={finished ? 'filled' : 'default'}
          loading={download.isPending}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {finished && (
          <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={() => download.mutate('signed')}>
            Signed PDF
          </Menu.Item>
        )}
        {!finished && document.sent_at !== null && (
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => download.mutate('current')}>
            As it stands now
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => download.mutate('original')}>
          Original, as uploaded
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with the document in its present state; the likeliest comes last and filled. */
export function Actions({ document, verify }: { document: Document; verify: () => void }) {
  const [voiding, setVoiding] = useState(false);
  return (
    <>
      {document.status === 'in-progress' && (
        <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => setVoiding(true)}>
          Void
        </Button>
      )}
      {document.status !== 'draft' && (
        <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verify}>
          Verify
        </Button>
      )}
      <DownloadMenu document={document} />
      {document.status === 'draft' && (
        <ButtonLink to="/documents/$id/send" params={{ id: document.id }} leftSection={<IconSend size={16} />}>
          Send
        </ButtonLink>
      )}
      <VoidDialog document={document} opened={voiding} close={() => setVoiding(false)} />
    </>
  );
}
