/** A menu with further actions on a document. Unavailable actions are hidden. */
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
  IconFolder,
  IconPencil,
  IconTemplate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type PageCommand, usePageCommands } from '../../ui/page-commands.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { AddToFolder } from './AddToFolder.tsx';
import { ChangeRecipientsDialog } from './ChangeRecipientsDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { ReplaceFileDialog } from './ReplaceFileDialog.tsx';
import { ExtendDialog, RemindDialog, useDocumentChanged } from './SendersDialogs.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { VoidDialog } from './VoidDialog.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Doing = 'folder' | 'recipients' | 'remind' | 'extend' | 'void' | 'details' | 'file' | null;

/** Provides the actions that archive, unarchive, copy and delete a document. */
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
      // There is no operation to archive a single document, so the bulk operation is used.
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
  const duplicate = useDuplicate(id);
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
      // The page navigates away first. Otherwise, it would reload the document, which is now available only in the
      // trash.
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

type Item = PageCommand & { isLastOfGroup?: boolean };

/** Returns the menu items available in the document's current state. The command palette offers the same actions. */
function useItems(document: Document, act: (doing: Doing) => void): Item[] {
  const { archive, restore, duplicate, toTemplate, remove } = useMoves(document);
  const { status } = document;
  const open = status === 'in-progress';
  const isDraft = status === 'draft' && document.scheduled_for === null;
  const awaited = document.signers.some((signer) => signer.status === 'pending-signature');
  const unsigned = document.signers.every((signer) => signer.status !== 'signed');
  const all: (Item & { if: boolean })[] = [
    { if: open && awaited, label: m.moreMenu.remindDialog, Icon: IconBell, run: () => act('remind') },
    {
      if: open && document.package_id === null && unsigned,
      label: m.moreMenu.changeRecipientsDialog,
      Icon: IconUsers,
      run: () => act('recipients'),
    },
    {
      if: open || status === 'expired',
      label: m.moreMenu.extendExpiryDialog,
      Icon: IconClockPlus,
      run: () => act('extend'),
      isLastOfGroup: !open,
    },
    { if: open, label: m.moreMenu.voidDialog, Icon: IconBan, run: () => act('void'), isLastOfGroup: true },
    { if: true, label: m.moreMenu.titleAndTagsDialog, Icon: IconPencil, run: () => act('details') },
    { if: true, label: m.moreMenu.addToFolderDialog, Icon: IconFolder, run: () => act('folder') },
    { if: isDraft, label: m.moreMenu.replaceFileDialog, Icon: IconFileUpload, run: () => act('file') },
    { if: true, label: m.moreMenu.duplicate, Icon: IconCopy, run: () => duplicate.mutate() },
    { if: true, label: m.moreMenu.createTemplate, Icon: IconTemplate, run: () => toTemplate.mutate() },
    {
      if: !open && status !== 'archived',
      label: m.moreMenu.archive,
      Icon: IconArchive,
      run: () => archive.mutate(),
    },
    {
      if: status === 'archived',
      label: m.moreMenu.restoreFromArchive,
      Icon: IconArrowBackUp,
      run: () => restore.mutate(),
    },
    { if: !open, label: m.moreMenu.moveToTrash, Icon: IconTrash, run: () => remove.mutate() },
  ];
  return all.filter((item) => item.if);
}

/** `first` contains the commands that have no button of their own on this screen. */
export function MoreMenu({ document, first }: { document: Document; first: readonly PageCommand[] }) {
  const [doing, setDoing] = useState<Doing>(null);
  const items = useItems(document, setDoing);
  usePageCommands(items);
  const close = () => setDoing(null);
  return (
    <>
      <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={m.moreMenu.moreAboutDocument}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {first.map(({ label, Icon, run }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
          {first.length > 0 && <Menu.Divider />}
          {items.map(({ label, Icon, run, isLastOfGroup }) => (
            <Fragment key={label}>
              <Menu.Item leftSection={<Icon size={16} />} onClick={run}>
                {label}
              </Menu.Item>
              {isLastOfGroup === true && <Menu.Divider />}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
      {doing === 'remind' && <RemindDialog document={document} close={close} />}
      {doing === 'folder' && <AddToFolder document={document} close={close} />}
      {doing === 'recipients' && <ChangeRecipientsDialog document={document} close={close} />}
      {doing === 'extend' && <ExtendDialog document={document} close={close} />}
      {doing === 'file' && <ReplaceFileDialog document={document} close={close} />}
      {doing === 'details' && <DetailsDialog document={document} close={close} />}
      <VoidDialog document={document} opened={doing === 'void'} close={close} />
    </>
  );
}
