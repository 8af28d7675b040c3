import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TagsField } from '../../ui/TagsField.tsx';
import { changeTags, commonTags, countOf, type Listed, type Task, withCommon } from './bulk-actions.ts';

type Props = { documents: readonly Listed[]; known: readonly string[]; run: (task: Task) => void; close: () => void };

function TagsForm({ documents, known, run, close }: Props) {
  const [before] = useState(() => commonTags(documents));
  const [tags, setTags] = useState(before);
  const own = documents.some((document) => document.tags.length > before.length);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.join('\n') !== before.join('\n'))
          run(changeTags(documents, (document) => withCommon(document.tags, before, tags)));
        close();
      }}
    >
      <Stack gap="md">
        <TagsField
          label={documents.length === 1 ? 'Tags' : 'Tags that all of them have'}
          data={[...known]}
          value={tags}
          onChange={setTags}
          data-autofocus
        />
        {own && <Text c="dimmed">Tags that only some of them have do not change.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Save tags</Button>
        </Group>
      </Stack>
    </form>
  );
}

export function TagsDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.close} title={`Tags of ${countOf(props.documents.length)}`}>
      <TagsForm {...props} />
    </Modal>
  );
}
