/** Replaces the PDF of a draft. Input is kept, and fields that do not fit are listed before they are removed. */
import { Alert, FileInput, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Document } from '../../api/queries.ts';
import { refusalOf, refuseFile } from '../../api/upload.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const countOf = (fields: number): string => m.replaceFileDialog.fields(fields);

export function ReplaceFileDialog({ document: { id, filename }, close }: { document: Document; close: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const changed = useDocumentChanged(id);
  const replacing = useMutation({
    mutationFn: ({ chosen, removeUnfitting }: { chosen: File; removeUnfitting: boolean }) => {
      const form = new FormData();
      form.append('removeUnfitting', String(removeUnfitting));
      form.append('file', chosen);
      return call(api.replaceDocumentFile, { params: { id }, body: form });
    },
    onSuccess: async ({ document: now, removed }) => {
      await changed(now);
      close();
      const gone = removed.length === 0 ? '' : ` ${m.replaceFileDialog.didNotFitAndRemoved(countOf(removed.length))}`;
      toastDone(m.replaceFileDialog.fileReplaced, m.replaceFileDialog.draftKeepsRecipientsAndSettings(gone));
    },
  });
  const { error } = replacing;
  const faults = error instanceof ApiError ? error.faults : [];
  const unfitting = faults.length > 0 && faults.every(({ code }) => code === 'unfitting_field') ? faults : null;
  const refusal = error === null || unfitting !== null ? null : (refusalOf(error)?.detail ?? explain(error).detail);
  const choose = async (next: File | null) => {
    replacing.reset();
    setFile(next);
    setFault(next === null ? null : (refuseFile(next, await next.slice(0, 1024).text())?.detail ?? null));
  };
  return (
    <Modal opened onClose={close} title={m.replaceFileDialog.replaceFile} size={520}>
      <DialogForm
        submit={() => {
          if (file === null) setFault(m.replaceFileDialog.chooseNewPdf);
          else if (fault === null) replacing.mutate({ chosen: file, removeUnfitting: unfitting !== null });
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{m.replaceFileDialog.newFileReplaces(filename)}</Text>
          <FileInput
            label={m.replaceFileDialog.newPdf}
            description={m.replaceFileDialog.atMostMb}
            placeholder={labels.choosePdf}
            accept="application/pdf,.pdf"
            leftSection={<IconFileTypePdf size={18} />}
            clearable
            clearButtonProps={{ 'aria-label': labels.removeFile }}
            value={file}
            error={fault}
            onChange={(next) => void choose(next)}
          />
          {unfitting !== null && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              title={m.replaceFileDialog.willBeRemoved(countOf(unfitting.length))}
            >
              <Text fz="sm" mb="xs">
                {m.replaceFileDialog.nothingReplacedYet}
              </Text>
              <List size="sm">
                {unfitting.map(({ field, message }) => (
                  <List.Item key={field}>{m.replaceFileDialog.field(placeOf(field), message)}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {refusal !== null && (
            <Alert color="red" variant="light" role="alert">
              {refusal}
            </Alert>
          )}
          <DialogActions
            close={close}
            keep={m.replaceFileDialog.keepFile}
            isHeld
            isPending={replacing.isPending}
            isFinal={unfitting !== null}
          >
            {unfitting === null
              ? m.replaceFileDialog.replace
              : m.replaceFileDialog.replaceAndRemove(countOf(unfitting.length))}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}

/** Returns the field's number in the list, starting at 1. */
const placeOf = (field: string): number => Number(/\[(\d+)\]/.exec(field)?.[1] ?? 0) + 1;
