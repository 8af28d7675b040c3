import { Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import type { Picking } from './picking.ts';
import { foldersQuery, type Folder, treeOf } from './link-queries.ts';
import { m } from './link-texts.ts';
import classes from './Links.module.css';

const TOP = 'top';

function Form({ picking, close }: { picking: Picking; close: () => void }) {
  const loading = useQuery(foldersQuery);
  const folders = loading.data;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: async (folder: Folder | null) => picking.pick(folder),
    onSuccess: close,
  });
  const all = treeOf(folders ?? []).filter(({ folder }) => !picking.without.has(folder.id));
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ path }) => path.toLowerCase().includes(wanted));
  const folder = shown.find((placed) => placed.folder.id === chosen)?.folder ?? null;
  const isChosen = folder !== null || chosen === TOP;
  const none = folders?.length === 0 ? m.picker.noneYet : m.picker.noOther;
  return (
    <DialogForm
      submit={() => {
        if (isChosen) saving.mutate(folder);
      }}
    >
      <Stack gap="md">
        <FormError error={saving.error} />
        {all.length > 8 && (
          <TextInput
            label={m.picker.search}
            value={search}
            maxLength={100}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        {folders === undefined && <NotLoaded of={loading} failed={m.places.foldersFailed} />}
        {folders !== undefined && shown.length === 0 && (
          <Text c="dimmed">{all.length === 0 ? none : m.picker.nothingFound}</Text>
        )}
        {(picking.withTop === true || shown.length > 0) && (
          <Radio.Group label={m.picker.folder} value={chosen} onChange={setChosen} className={classes['choices']}>
            <Stack gap={10} mt={8}>
              {picking.withTop === true && <Radio value={TOP} label={m.picker.top} />}
              {shown.map(({ folder: { id, name, shared }, level, path }) => (
                <Radio
                  key={id}
                  value={id}
                  label={wanted === '' ? name : path}
                  description={shared ? m.places.shared : undefined}
                  style={{ marginInlineStart: wanted === '' ? level * 20 : 0 }}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <DialogActions close={close} isPending={saving.isPending} isDisabled={!isChosen}>
          {picking.action}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function FolderPicker({ picking, close }: { picking: Picking | null; close: () => void }) {
  return (
    <Modal opened={picking !== null} onClose={close} title={picking?.title}>
      {picking !== null && <Form picking={picking} close={close} />}
    </Modal>
  );
}
