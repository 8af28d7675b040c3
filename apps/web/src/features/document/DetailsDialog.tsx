import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import type { Document } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { changeOf } from '../../ui/tag-change.ts';
import { TagsField } from '../../ui/TagsField.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

/** Edits the title and tags of a document, which only the organization sees. They can be changed in any state. */
export function DetailsDialog({ document, close }: { document: Document; close: () => void }) {
  const changed = useDocumentChanged(document.id);
  const form = useForm({
    initialValues: { title: document.title, description: document.description ?? '', tags: document.tags },
    validate: { title: (value) => (value.trim() === '' ? m.detailsDialog.enterTitle : null) },
  });
  const save = useMutation({
    mutationFn: ({ title, description, tags }: typeof form.values) => {
      const { add, remove } = changeOf(form.getInitialValues().tags, tags);
      return call(api.updateDocument, {
        params: { id: document.id },
        body: {
          title: title.trim(),
          description: description.trim() === '' ? null : description.trim(),
          ...(add.length > 0 && { addTags: add }),
          ...(remove.length > 0 && { removeTags: remove }),
        },
      });
    },
    onSuccess: async ({ document: now }) => {
      toastDone(m.detailsDialog.detailsSaved);
      await changed(now);
      close();
    },
    onError: (error) => {
      const { addTags, ...faults } = faultsByField(error, ['title', 'description', 'addTags']);
      form.setErrors({ ...faults, ...(addTags !== undefined && { tags: addTags }) });
    },
  });
  return (
    <Modal opened onClose={close} title={m.detailsDialog.details}>
      <DialogForm submit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <FormError error={save.error} atFields />
          <TextInput label={common.title} maxLength={255} data-autofocus {...form.getInputProps('title')} />
          <Textarea
            label={labels.description}
            description={m.detailsDialog.forOrganization}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <TagsField {...form.getInputProps('tags')} />
          <DialogActions close={close} isPending={save.isPending}>
            {labels.save}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
