import { ActionIcon, Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconDots, IconFolder, IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { toastDone } from '../../ui/toast.ts';
import type { ListState } from './list-state.ts';
import type { Ask } from './ListLinks.tsx';
import { type Folder, treeOf, useChange, withFoldersIn } from './link-queries.ts';
import { m } from './link-texts.ts';
import classes from './Links.module.css';

type Props = { folders: readonly Folder[]; state: ListState; ask: Ask; leave: () => void };

export function FolderLinks({ folders, state, ask, leave }: Props) {
  const { mutateAsync: change } = useChange();
  const create = (parent: Folder | null) =>
    ask.name({
      title: m.dialog.newFolder,
      name: '',
      sharing: parent === null ? m.dialog.shareFolder : undefined,
      save: (name, shared) =>
        change(() => call(api.createFolder, { body: { name, parentId: parent?.id ?? null, shared } })),
    });
  return (
    <section>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{m.places.folders}</h2>
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} />} onClick={() => create(null)}>
          {m.places.newFolder}
        </Button>
      </div>
      <ul className={classes['list']}>
        {treeOf(folders).map(({ folder, level, path }) => (
          <li key={folder.id} className={classes['item']} style={{ paddingInlineStart: level * 14 }}>
            <Link
              to="/documents"
              search={{ folder: folder.id }}
              className={classes['link']}
              activeOptions={{ exact: true }}
              aria-current={state.folder === folder.id ? 'page' : undefined}
              title={path}
              onClick={leave}
            >
              <IconFolder size={16} aria-hidden="true" />
              <bdi className={classes['name']}>{folder.name}</bdi>
              {folder.shared && <IconUsers size={14} aria-label={m.places.shared} />}
            </Link>
            <FolderMenu folder={folder} folders={folders} state={state} ask={ask} create={create} />
          </li>
        ))}
      </ul>
      {folders.length === 0 && <p className={classes['hint']}>{m.places.noFolders}</p>}
    </section>
  );
}

type MenuProps = {
  folder: Folder;
  folders: readonly Folder[];
  state: ListState;
  ask: Ask;
  create: (parent: Folder) => void;
};

function FolderMenu({ folder, folders, state, ask, create }: MenuProps) {
  const { mutateAsync: change, mutate, isPending, error, reset } = useChange();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { id, name, shared, can_change: canChange, parent_id: parentId } = folder;
  const update = (body: NonNullable<Parameters<typeof call<'updateFolder'>>[1]['body']>) =>
    call(api.updateFolder, { params: { folderId: id }, body });
  const remove = async () => {
    await change(() => call(api.deleteFolder, { params: { folderId: id } }));
    setDeleting(false);
    toastDone(m.done.folderDeleted, name);
    // The list of the deleted folder no longer exists, so all documents are listed.
    if (state.folder === id) await navigate({ to: '/documents', search: {} });
  };
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size={30} variant="subtle" color="gray" aria-label={m.places.actionsFor(name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => create(folder)}>{m.menu.newInside}</Menu.Item>
          {canChange && (
            <>
              <Menu.Item
                onClick={() =>
                  ask.name({
                    title: m.dialog.renameFolder,
                    name,
                    save: (changed) => change(() => update({ name: changed })),
                  })
                }
              >
                {m.menu.rename}
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  ask.pick({
                    title: m.picker.moveFolder(name),
                    action: m.picker.move,
                    without: withFoldersIn(folders, id),
                    withTop: parentId !== null,
                    pick: (into) => change(() => update({ parentId: into?.id ?? null })),
                  })
                }
              >
                {m.menu.moveFolder}
              </Menu.Item>
              {parentId === null && (
                <Menu.Item onClick={() => mutate(() => update({ shared: !shared }))}>
                  {shared ? m.menu.stopSharing : m.menu.share}
                </Menu.Item>
              )}
              <Menu.Item
                onClick={() => {
                  reset();
                  setDeleting(true);
                }}
              >
                {labels.deleteDialog}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={deleting} onClose={() => setDeleting(false)} title={m.dialog.deleteFolder(name)}>
        <DialogForm
          submit={() => {
            void remove().catch(() => undefined);
          }}
        >
          <Stack gap="md">
            <FormError error={error} />
            <Text>{m.dialog.documentsStay}</Text>
            <DialogActions close={() => setDeleting(false)} isPending={isPending} isFinal>
              {m.dialog.deleteFolderButton}
            </DialogActions>
          </Stack>
        </DialogForm>
      </Modal>
    </>
  );
}
