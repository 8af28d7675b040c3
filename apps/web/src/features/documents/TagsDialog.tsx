import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TagsField } from '../../ui/TagsField.tsx';
import { changeOf } from '../../ui/tag-change.ts';
import { changeTags, commonTags } from './bulk-actions.ts';
import type { Listed, Task } from './bulk-run.ts';
import { m } from './tag-texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { documents: readonly Listed[]; known: readonly string[]; run: (task: Task) => void; close: () => void };

function TagsForm({ documents, known, run, close }: Props) {
  const [before] = useState(() => commonTags(documents));
  const [tags, setTags] = useState(before);
  const own = documents.some((document) => document.tags.length > before.length);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
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
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {labels.cancel}
          </Button>
          <Button type="submit">{m.tagsDialog.saveTags}</Button>
        </Group>
      </Stack>
    </form>
  );
}

export function TagsDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.close} title={m.tagsDialog.tagsOf(props.documents.length)}>
      <TagsForm {...props} />
    </Modal>
  );
}
