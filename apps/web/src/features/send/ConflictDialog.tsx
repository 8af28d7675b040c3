/** Asks what to do if two people edit the same draft, before either version is lost. */
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Dispatch, useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type Document, documentQuery } from '../../api/queries.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { relativeTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { contentOf, draftOfContent } from './draft-request.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { HistoryChange } from './history.ts';
import { plannedDraft } from './planned.ts';
import { m } from './texts.ts';

type Props = {
  document: Document;
  draft: Draft;
  saver: DraftSaver;
  by: string | null;
  at: string | null;
  change: Dispatch<HistoryChange>;
};

function useTheirs({ document: { id }, saver, change }: Props) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { draft } = await call(api.getDraft, { params: { id } });
      const { document } = await call(api.getDocument, { params: { id } });
      return { draft, document };
    },
    onSuccess: ({ draft, document }) => {
      queryClient.setQueryData(documentQuery(id).queryKey, document);
      const theirs = draft.content === null ? (plannedDraft(document) ?? emptyDraft) : draftOfContent(draft.content);
      saver.adopt(draft.revision, theirs);
      change({ type: 'load', draft: theirs });
      toastDone(m.conflictDialog.loaded, m.conflictDialog.useUndoToRestoreOwn);
    },
  });
}

function useCopy({ document: { id }, draft, saver }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { document } = await call(api.duplicateDocument, { params: { id } });
      // Access codes stay with the document for which they were set.
      const recipients = draft.recipients.map(({ hasAccessCode: _, ...recipient }) => recipient);
      await call(api.saveDraft, {
        params: { id: document.id },
        body: {
          revision: 0,
          save: { editor: crypto.randomUUID(), number: 1 },
          content: contentOf({ ...draft, recipients }, new Map()),
        },
      });
      return document.id;
    },
    onSuccess: async (copy) => {
      saver.end();
      void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
      await navigate({ to: '/documents/$id/send', params: { id: copy } });
      const codes = draft.recipients.some(({ hasAccessCode }) => hasAccessCode === true);
      toastDone(
        m.conflictDialog.copy,
        codes ? m.conflictDialog.enterAccessCodesAgain : m.conflictDialog.otherDraftNotAffected,
      );
    },
  });
}

export function ConflictDialog(props: Props) {
  const { by, at } = props;
  const [opened, setOpened] = useState(true);
  const theirs = useTheirs(props);
  const copy = useCopy(props);
  const busy = theirs.isPending || copy.isPending;
  const error = theirs.error ?? copy.error;
  return (
    <>
      <Button size="compact-xs" variant="light" onClick={() => setOpened(true)}>
        {m.conflictDialog.decideDialog}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={m.conflictDialog.someoneElseChangedDraft}
        size={520}
      >
        <Stack gap="md">
          <Text>
            {m.conflictDialog.savedAnotherVersion(
              by ?? m.conflictDialog.someoneElse,
              at === null ? null : relativeTime(at, new Date()),
            )}
          </Text>
          {error !== null && (
            <Alert color="red" variant="light" role="alert">
              {explain(error).detail}
            </Alert>
          )}
          <DialogFooter>
            <Button variant="default" loading={copy.isPending} disabled={busy} onClick={() => copy.mutate()}>
              {m.conflictDialog.saveMineAsCopy}
            </Button>
            <Button loading={theirs.isPending} disabled={busy} onClick={() => theirs.mutate()} data-autofocus>
              {m.conflictDialog.loadVersion}
            </Button>
          </DialogFooter>
          <Text fz="xs" c="dimmed">
            {m.conflictDialog.afterLoadingVersionUndoRestores}
          </Text>
        </Stack>
      </Modal>
    </>
  );
}
