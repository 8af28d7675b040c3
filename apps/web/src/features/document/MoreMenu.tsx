/** Further actions on a document; unavailable ones are hidden. */
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconClockPlus,
  IconCopy,
  IconDots,
  IconFileUpload,
  IconPencil,
  IconTemplate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { ChangeRecipientsDialog } from './ChangeRecipientsDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { ReplaceFileDialog } from './ReplaceFileDialog.tsx';
import { ExtendDialog, RemindDialog, useDocumentChanged } from './SendersDialogs.tsx';
import { VoidDialog } from './VoidDialog.tsx';

type Doing = 'recipients' | 'remind' | 'extend' | 'void' | 'details' | 'file' | null;

/** Archives, unarchives, copies, deletes. */
function useMoves({ id, title }: Document) {
  const changed = useDocumentChanged(id);
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => call(api.restoreDocument, { params: { id } }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone('Restored', 'It is back in its place.');
    },
    onError: toastError,
  });
  const archive = useMutation({
    mutationFn: async () => {
      // Only the bulk operation can archive.
      const { results } = await call(api.bulkDocuments, { body: { action: 'archive', documentIds: [id] } });
      const [result] = results;
      if (result?.success === true) return;
      const { error: code = 'INVALID_STATE', message = 'It could not be archived.' } = result ?? {};
      throw new ApiError({ status: 409, code, message });
    },
    onSuccess: async () => {
      await changed();
      toastUndo('Archived', 'It does not change, and you can restore it at any time.', () => restore.mutateAsync());
    },
    onError: toastError,
  });
  const duplicate = useMutation({
    mutationFn: () => call(api.duplicateDocument, { params: { id } }),
    onSuccess: async ({ document: copy }) => {
      await changed();
      await navigate({ to: '/documents/$id', params: { id: copy.id } });
      toastDone('Copied', 'This is the copy, a new draft with the same file.');
    },
    onError: toastError,
  });
  const toTemplate = useMutation({
    mutationFn: () => call(api.createTemplate, { body: { name: title, documentId: id } }),
    onSuccess: async ({ template }) => {
      await navigate({ to: '/templates/$id', params: { id: template.id } });
      toastDone('Template created', 'Name its roles. The recipients of the document were not copied.');
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: () => call(api.deleteDocument, { params: { id } }),
    onSuccess: async () => {
      // Navigates first: this page would request a document that is only available in the trash.
      await navigate({ to: '/documents', search: {} });
      await changed();
      toastUndo('Moved to the trash', title, async () => {
        await call(api.restoreDocument, { params: { id } });
        await navigate({ to: '/documents/$id', params: { id } });
      });
    },
    onError: toastError,
  });
  return { archive, restore, duplicate, toTemplate, remove };
}

function WhileOut({ document, act }: { document: Document; act: (doing: Doing) => void }) {
  const open = document.status === 'in-progress';
  if (!open && document.status !== 'expired') return null;
  return (
    <>
      {open && document.signers.some(({ status }) => status === 'pending-signature') && (
        <Menu.Item leftSection={<IconBell size={16} />} onClick={() => act('remind')}>
          Remind …
        </Menu.Item>
      )}
      {open && document.package_id === null && document.signers.every(({ status }) => status !== 'signed') && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => act('recipients')}>
          Change recipients …
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconClockPlus size={16} />} onClick={() => act('extend')}>
        Extend expiry …
      </Menu.Item>
      {open && (
        <Menu.Item leftSection={<IconBan size={16} />} onClick={() => act('void')}>
          Void …
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}

export function MoreMenu({ document }: { document: Document }) {
  const [doing, setDoing] = useState<Doing>(null);
  const { archive, restore, duplicate, toTemplate, remove } = useMoves(document);
  const close = () => setDoing(null);
  const open = document.status === 'in-progress';
  const archived = document.status === 'archived';
  return (
    <>
      <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label="More about this document">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WhileOut document={document} act={setDoing} />
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('details')}>
            Title and tags …
          </Menu.Item>
          {document.status === 'draft' && document.scheduled_for === null && (
            <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setDoing('file')}>
              Replace the file …
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate()}>
            Duplicate
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => toTemplate.mutate()}>
            Create a template from it
          </Menu.Item>
          {!open && !archived && (
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => archive.mutate()}>
              Archive
            </Menu.Item>
          )}
          {archived && (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => restore.mutate()}>
              Restore from the archive
            </Menu.Item>
          )}
          {!open && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => remove.mutate()}>
              Move to the trash
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {doing === 'remind' && <RemindDialog document={document} close={close} />}
      {doing === 'recipients' && <ChangeRecipientsDialog document={document} close={close} />}
      {doing === 'extend' && <ExtendDialog document={document} close={close} />}
      {doing === 'file' && <ReplaceFileDialog document={document} close={close} />}
      {doing === 'details' && <DetailsDialog document={document} close={close} />}
      <VoidDialog document={document} opened={doing === 'void'} close={close} />
    </>
  );
}
