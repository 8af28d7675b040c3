import { Alert, FileInput, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { refuseFile, refusalOf, titleOf } from '../../api/upload.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { opened: boolean; close: () => void };

async function upload({ file, name }: { file: File; name: string }) {
  const form = new FormData();
  form.append('name', name);
  form.append('file', file);
  return call(api.createTemplate, { body: form });
}

function NewTemplateForm({ close }: Pick<Props, 'close'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const making = useMutation({
    mutationFn: upload,
    onSuccess: async ({ template }) => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] });
      close();
      await navigate({ to: '/templates/$id', params: { id: template.id } });
    },
  });
  const choose = async (next: File | null) => {
    making.reset();
    setFile(next);
    if (next === null) return setFault(null);
    if (name.trim() === '') setName(titleOf(next.name));
    setFault(refuseFile(next, await next.slice(0, 1024).text())?.detail ?? null);
  };
  const refusal = making.error && (refusalOf(making.error)?.detail ?? explain(making.error).detail);
  return (
    <DialogForm
      submit={() => {
        if (file === null) setFault(m.newTemplateDialog.choosePdfOfTemplate);
        else if (fault === null) making.mutate({ file, name: name.trim() === '' ? titleOf(file.name) : name.trim() });
      }}
    >
      <Stack gap="md">
        <FileInput
          label={m.newTemplateDialog.pdf}
          description={m.newTemplateDialog.atMostMb}
          placeholder={labels.choosePdf}
          accept="application/pdf,.pdf"
          leftSection={<IconFileTypePdf size={18} />}
          clearable
          clearButtonProps={{ 'aria-label': labels.removeFile }}
          value={file}
          error={fault}
          onChange={(next) => void choose(next)}
        />
        <TextInput
          label={labels.name}
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <Text fz="xs" c="dimmed">
          {m.newTemplateDialog.addRolesAndFieldsNext}
        </Text>
        <DialogActions close={close} isPending={making.isPending}>
          {m.newTemplateDialog.createTemplate}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function NewTemplateDialog({ opened, close }: Props) {
  return (
    <Modal opened={opened} onClose={close} title={m.newTemplateDialog.newTemplate} size={480}>
      <NewTemplateForm close={close} />
    </Modal>
  );
}
