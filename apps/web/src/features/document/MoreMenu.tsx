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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type Doing = 'recipients' | 'remind' | 'extend' | 'void' | 'details' | 'file' | null;

/** Archives, unarchives, copies, deletes. */
function useMoves({ id, title }: Document) {
  const changed = useDocumentChanged(id);
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => call(api.restoreDocument, { params: { id } }),
    onSuccess: async ({ document: now }) => {
      await changed(now);
      toastDone(m.moreMenu.restored, m.moreMenu.backInPlace);
    },
    onError: toastError,
  });
  const archive = useMutation({
    mutationFn: async () => {
      // Only the bulk operation can archive.
      const { results } = await call(api.bulkDocuments, { body: { action: 'archive', documentIds: [id] } });
      const [result] = results;
      if (result?.success === true) return;
      const { error: code = 'INVALID_STATE', message = m.moreMenu.couldNotBeArchived } = result ?? {};
      throw new ApiError({ status: 409, code, message });
    },
    onSuccess: async () => {
      await changed();
      toastUndo(common.archived, m.moreMenu.doesNotChangeAnd, () => restore.mutateAsync());
    },
    onError: toastError,
  });
  const duplicate = useMutation({
    mutationFn: () => call(api.duplicateDocument, { params: { id } }),
    onSuccess: async ({ document: copy }) => {
      await changed();
      await navigate({ to: '/documents/$id', params: { id: copy.id } });
      toastDone(labels.copied, m.moreMenu.copyNewDraftWithSame);
    },
    onError: toastError,
  });
  const toTemplate = useMutation({
    mutationFn: () => call(api.createTemplate, { body: { name: title, documentId: id } }),
    onSuccess: async ({ template }) => {
      await navigate({ to: '/templates/$id', params: { id: template.id } });
      toastDone(m.moreMenu.templateCreated, m.moreMenu.nameRoles);
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: () => call(api.deleteDocument, { params: { id } }),
    onSuccess: async () => {
      // Navigates first: this page would request a document that is only available in the trash.
      await navigate({ to: '/documents', search: {} });
      await changed();
      toastUndo(m.moreMenu.movedToTrash, title, async () => {
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
          {m.moreMenu.remindDialog}
        </Menu.Item>
      )}
      {open && document.package_id === null && document.signers.every(({ status }) => status !== 'signed') && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => act('recipients')}>
          {m.moreMenu.changeRecipientsDialog}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconClockPlus size={16} />} onClick={() => act('extend')}>
        {m.moreMenu.extendExpiryDialog}
      </Menu.Item>
      {open && (
        <Menu.Item leftSection={<IconBan size={16} />} onClick={() => act('void')}>
          {m.moreMenu.voidDialog}
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
          <ActionIcon size={36} variant="default" aria-label={m.moreMenu.moreAboutDocument}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WhileOut document={document} act={setDoing} />
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('details')}>
            {m.moreMenu.titleAndTagsDialog}
          </Menu.Item>
          {document.status === 'draft' && document.scheduled_for === null && (
            <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setDoing('file')}>
              {m.moreMenu.replaceFileDialog}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate()}>
            {m.moreMenu.duplicate}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => toTemplate.mutate()}>
            {m.moreMenu.createTemplate}
          </Menu.Item>
          {!open && !archived && (
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => archive.mutate()}>
              {m.moreMenu.archive}
            </Menu.Item>
          )}
          {archived && (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => restore.mutate()}>
              {m.moreMenu.restoreFromArchive}
            </Menu.Item>
          )}
          {!open && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => remove.mutate()}>
              {m.moreMenu.moveToTrash}
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
