import type { WarningCode } from '@countersign/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, type RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { organizationQuery } from '../../api/queries.ts';
import type { Package } from './queries.ts';
import { ConfirmWarnings, warningsRefused } from '../../ui/ConfirmWarnings.tsx';
import { toastDone } from '../../ui/toast.ts';
import { type Draft, type Faults, freshDraft, judgeDraft, placeServerFaults, toRequest } from '../send/draft.ts';
import { MessageForm } from '../send/MessageForm.tsx';
import { RecipientsForm } from '../send/RecipientsForm.tsx';
import { UndoButtons } from '../send/UndoButtons.tsx';
import { useHistory } from '../send/use-history.ts';
import { AssignmentGrid } from './AssignmentGrid.tsx';
import {
  type AssignmentFaults,
  documentIdsOf,
  isChoice,
  judgeAssignment,
  placeDocumentFaults,
  type Unticked,
} from './assignment.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Packages.module.css';

/** Each document keeps the fields that were planned for it. A document without planned fields gets a signature page. */
function packageRequest(draft: Draft, all: Package, unticked: Unticked): NonNullable<RequestOf<'sendPackage'>['body']> {
  const { signers = [], ...rest } = toRequest({ ...draft, where: 'page' }, []);
  const { signingOrder, expirationDays, emailSubject, emailMessage, reminders } = rest;
  return {
    signers: signers.map((signer, index) => {
      const key = draft.recipients[index]?.key ?? '';
      const documentIds = documentIdsOf(unticked, key, all.documents);
      return { ...signer, ...(documentIds && { documentIds }) };
    }),
    ...(signingOrder && { signingOrder }),
    ...(expirationDays && { expirationDays }),
    ...(emailSubject && { emailSubject }),
    ...(emailMessage && { emailMessage }),
    ...(reminders !== undefined && { reminders }),
  };
}

function failureText(error: Error): string {
  if (error instanceof ApiError && error.isOutcomeUnknown) return m.sendForm.mayBeSent;
  const isWarned = warningsRefused(error).length > 0;
  return m.sendForm.nothingSent(isWarned ? m.sendForm.confirmWarningAboutDocumentsFirst : explain(error).detail);
}

/** Sends a package. Each recipient signs every document, or only the documents that remain selected. */
export function SendForm({ all, changed }: { all: Package; changed: (now: Package) => void }) {
  const { data: organization } = useSuspenseQuery(organizationQuery);
  const { history, draft, change } = useHistory(() => freshDraft(organization.settings));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const [refusedAt, setRefusedAt] = useState<AssignmentFaults>({});
  const [toAccept, setToAccept] = useState<WarningCode[]>([]);
  const [accepted, setAccepted] = useState<WarningCode[]>([]);
  // If there is only one person or one document, everyone signs all documents.
  const hasChoice = isChoice(draft.recipients, all.documents);
  const unticked: Unticked = new Set(hasChoice ? draft.unticked : []);
  const sending = useMutation({
    mutationFn: () =>
      call(api.sendPackage, {
        params: { id: all.id },
        body: { ...packageRequest(draft, all, unticked), acceptWarnings: accepted },
      }),
    onSuccess: (answer) => {
      changed(answer.package);
      toastDone(labels.sentForSigning, m.sendForm.eachRecipientGetsOneE);
    },
    onError: (error) => {
      const faults = error instanceof ApiError ? error.faults : [];
      setToAccept((known) => [...new Set([...known, ...warningsRefused(error)])]);
      setRefused(placeServerFaults(faults, draft));
      setRefusedAt(placeDocumentFaults(faults, all.documents));
    },
  });
  const isWhole = draft.recipients.every(({ key }) => documentIdsOf(unticked, key, all.documents) === undefined);
  const assignment = judgeAssignment(unticked, draft.recipients, all.documents);
  const faults = tried ? { ...refused, ...judgeDraft(draft) } : {};
  return (
    <form
      noValidate
      className={classes['send']}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setRefused({});
        setRefusedAt({});
        if (Object.keys({ ...judgeDraft(draft), ...assignment }).length === 0) sending.mutate();
      }}
    >
      <RecipientsForm draft={draft} change={change} faults={faults} />
      {hasChoice && (
        <AssignmentGrid
          documents={all.documents}
          recipients={draft.recipients}
          unticked={unticked}
          change={(next) => change({ type: 'assign', unticked: [...next] })}
          faults={tried ? { ...refusedAt, ...assignment } : {}}
        />
      )}
      <MessageForm draft={draft} change={change} faults={faults} document={all} />
      <ConfirmWarnings codes={toAccept} accepted={accepted} change={setAccepted} />
      {sending.error !== null && (
        <Alert color="red" variant="light" role="alert" title={explain(sending.error).title}>
          {failureText(sending.error)}
        </Alert>
      )}
      <div className={classes['foot']}>
        {all.document_count > 1 && (
          <Text fz="sm" c="dimmed">
            {(isWhole ? m.sendForm.signAll : m.sendForm.signChecked)(all.document_count)}
          </Text>
        )}
        <Group gap="sm" wrap="nowrap">
          <UndoButtons history={history} change={change} />
          <Button type="submit" leftSection={<IconSend size={16} />} loading={sending.isPending}>
            {m.sendForm.sendDocuments(all.document_count)}
          </Button>
        </Group>
      </div>
    </form>
  );
}
