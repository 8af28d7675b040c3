import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { TagsField } from '../../ui/TagsField.tsx';
import { changeOf } from '../../ui/tag-change.ts';
import { changeTags, commonTags } from './bulk-actions.ts';
import type { Listed, Task } from './bulk-run.ts';
import { m } from './tag-texts.ts';

type Props = { documents: readonly Listed[]; known: readonly string[]; run: (task: Task) => void; close: () => void };

function TagsForm({ documents, known, run, close }: Props) {
  const [before] = useState(() => commonTags(documents));
  const [tags, setTags] = useState(before);
  const own = documents.some((document) => document.tags.length > before.length);
  return (
    <DialogForm
      submit={() => {
        const change = changeOf(before, tags);
        if (change.add.length > 0 || change.remove.length > 0) run(changeTags(documents, change));
        close();
      }}
    >
      <Stack gap="md">
        <TagsField
          label={m.tagsDialog.tagsOfAll(documents.length)}
          data={[...known]}
          value={tags}
          onChange={setTags}
          data-autofocus
        />
        {own && <Text c="dimmed">{m.tagsDialog.otherTags}</Text>}
        <DialogActions close={close} isPending={false}>
          {m.tagsDialog.saveTags}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function TagsDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.close} title={m.tagsDialog.tagsOf(props.documents.length)}>
      <TagsForm {...props} />
    </Modal>
  );
}
