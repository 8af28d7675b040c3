import { Alert, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useReducer, useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { ApiError, explain } from '../../api/errors.ts';
import type { Package } from '../../api/queries.ts';
import { toastDone } from '../../ui/toast.ts';
import {
  changeDraft,
  type Draft,
  emptyDraft,
  type Faults,
  judgeDraft,
  placeServerFaults,
  toRequest,
} from '../send/draft.ts';
import { MessageForm } from '../send/MessageForm.tsx';
import { RecipientsForm } from '../send/RecipientsForm.tsx';
import classes from './Packages.module.css';

/** Places stay with each document: what was planned there counts, else a signature page. */
function packageRequest(draft: Draft): NonNullable<RequestOf<'sendPackage'>['body']> {
  const { signers = [], ...rest } = toRequest({ ...draft, where: 'page' }, []);
  const { signingOrder, expirationDays, emailSubject, emailMessage } = rest;
  return {
    signers,
    ...(signingOrder && { signingOrder }),
    ...(expirationDays && { expirationDays }),
    ...(emailSubject && { emailSubject }),
    ...(emailMessage && { emailMessage }),
  };
}

/** Everybody named here signs every document of the package. */
export function SendForm({ all, changed }: { all: Package; changed: (now: Package) => void }) {
  const [draft, change] = useReducer(changeDraft, emptyDraft);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const sending = useMutation({
    mutationFn: () => call('sendPackage', { params: { id: all.id }, body: packageRequest(draft) }),
    onSuccess: (answer) => {
      changed(answer.package);
      toastDone('Sent for signing', 'Each gets one mail for all documents.');
    },
    onError: (error) => setRefused(error instanceof ApiError ? placeServerFaults(error.faults, draft) : {}),
  });
  const faults = tried ? { ...refused, ...judgeDraft(draft) } : {};
  return (
    <form
      noValidate
      className={classes['send']}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setRefused({});
        if (Object.keys(judgeDraft(draft)).length === 0) sending.mutate();
      }}
    >
      <RecipientsForm draft={draft} change={change} faults={faults} />
      <MessageForm draft={draft} change={change} faults={faults} document={all} />
      {sending.error !== null && (
        <Alert color="red" variant="light" role="alert" title={explain(sending.error).title}>
          {explain(sending.error).detail} Nothing was sent.
        </Alert>
      )}
      <div className={classes['foot']}>
        <Text fz="sm" c="dimmed">
          All {all.document_count} documents go out together, or none. Each person signs all of them.
        </Text>
        <Button type="submit" leftSection={<IconSend size={16} />} loading={sending.isPending}>
          Send {all.document_count} documents
        </Button>
      </div>
    </form>
  );
}
