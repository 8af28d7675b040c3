import { Alert, Button, FileInput, Group, List, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Template } from '@countersign/contract';
import { templateQuery } from '../../api/queries.ts';
import { refusalOf, refuseFile } from '../../api/upload.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastDone } from '../../ui/toast.ts';
import { type Unfitting, unfittingOf } from './unfitting.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Chosen = { file: File; removeUnfitting: boolean };

function useReplace(template: Template, done: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, removeUnfitting }: Chosen) => {
      const form = new FormData();
      form.append('version', String(template.version));
      form.append('removeUnfitting', String(removeUnfitting));
      form.append('file', file);
      return call(api.replaceTemplateFile, { params: { id: template.id }, body: form });
    },
    onSuccess: ({ template: now, removed }) => {
      done();
      queryClient.setQueryData(templateQuery(template.id).queryKey, now);
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] });
      const gone = removed.length === 0 ? '' : ` ${m.fileForm.wereRemoved(countOf(removed.length))}`;
      toastDone(m.fileForm.pdfReplaced, m.fileForm.version(now.version, gone));
    },
  });
}

const countOf = (fields: number): string => m.fileForm.fields(fields);

function Lost({ unfitting }: { unfitting: readonly Unfitting[] }) {
  return (
    <Alert color="red" variant="light" role="alert" title={m.fileForm.wouldBeRemoved(countOf(unfitting.length))}>
      <Text fz="sm" mb="xs">
        {m.fileForm.nothingReplacedYet}
      </Text>
      <List size="sm">
        {unfitting.map(({ field, why }) => (
          <List.Item key={field + why}>
            {field}: {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function ReplaceForm({ template, close }: { template: Template; close: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const replacing = useReplace(template, close);
  const { error } = replacing;
  const unfitting = error instanceof ApiError ? unfittingOf(error.faults, template.fields) : null;
  const choose = async (next: File | null) => {
    replacing.reset();
    setFile(next);
    setFault(next === null ? null : (refuseFile(next, await next.slice(0, 1024).text())?.detail ?? null));
  };
  const refusal =
    error === null || unfitting !== null
      ? null
      : isCode(error, 'TEMPLATE_CHANGED')
        ? m.fileForm.someoneElseChangedTemplate
        : (refusalOf(error)?.detail ?? explain(error).detail);
  return (
    <DialogForm
      submit={() => {
        if (file === null) setFault(m.fileForm.chooseNewPdf);
        else if (fault === null) replacing.mutate({ file, removeUnfitting: unfitting !== null });
      }}
    >
      <Stack gap="md">
        <Text fz="sm">{m.fileForm.createsVersion(template.version + 1)}</Text>
        <FileInput
          label={m.fileForm.newPdf}
          description={m.fileForm.atMostMb}
          placeholder={labels.choosePdf}
          accept="application/pdf,.pdf"
          leftSection={<IconFileTypePdf size={18} />}
          clearable
          clearButtonProps={{ 'aria-label': labels.removeFile }}
          value={file}
          error={fault}
          onChange={(next) => void choose(next)}
        />
        {unfitting !== null && <Lost unfitting={unfitting} />}
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <DialogActions
          close={close}
          keep={m.fileForm.keepOldPdf}
          isPending={replacing.isPending}
          isFinal={unfitting !== null}
        >
          {unfitting === null ? m.fileForm.replace : m.fileForm.replaceAndRemove(countOf(unfitting.length))}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

/** Replaces the PDF, starting from the saved version. Unsaved changes would be lost. */
export function FileForm({ template, unsaved }: { template: Template; unsaved: boolean }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const { filename, page_count: pages } = template;
  return (
    <Panel label={m.fileForm.thePdf}>
      <Title order={2} fz="md" mb="xs">
        {m.fileForm.thePdf}
      </Title>
      <Group justify="space-between" gap="xs">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {m.fileForm.pages(pages, filename)}
        </Text>
        <Button size="xs" variant="default" disabled={unsaved} onClick={() => setOpened(true)}>
          {m.fileForm.replaceDialog}
        </Button>
      </Group>
      {template.variables.length > 0 && (
        <Text fz="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {m.fileForm.variablesInText(template.variables.join(', '))}
        </Text>
      )}
      {unsaved && (
        <Text fz="xs" c="dimmed" mt={4}>
          {m.fileForm.toReplaceSaveChangesFirst}
        </Text>
      )}
      <Modal opened={opened} onClose={close} title={m.fileForm.replacePdf} size={520}>
        <ReplaceForm template={template} close={close} />
      </Modal>
    </Panel>
  );
}
