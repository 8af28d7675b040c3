import type { WarningCode } from '@countersign/contract';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconSend } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { ApiError, isCode, networkError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain, faultText } from '../../api/errors.ts';
import { type Document, documentQuery, sessionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ConfirmWarnings } from '../../ui/ConfirmWarnings.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { recipientColor } from '../../ui/people.ts';
import { deadline } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { type Draft, type Faults, howRequest, isSigner, placeServerFaults } from './draft.ts';
import { EditorHostContext } from './editor-host.ts';
import type { DraftSaver } from './draft-saver.ts';
import { ROLES } from './proofs.ts';
import { reviewLines, usualSubject } from './review.ts';
import { SendLater, sendAtOf, tomorrow } from './SendLater.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Send.module.css';

type Props = {
  document: Document;
  draft: Draft;
  saver: DraftSaver;
  opened: boolean;
  close: () => void;
  refuse: (places: Faults) => void;
};

/** Sends the saved state of the draft. The request itself contains only the sending options. */
async function sendSaved({ document, draft, saver }: Props, acceptWarnings: WarningCode[], sendAt: string | null) {
  const isSaved = await saver.flush();
  const [first] = saver.refused;
  if (first !== undefined)
    throw new ApiError({ status: 422, code: 'validation_error', message: first.message, faults: saver.refused });
  if (!isSaved) throw networkError();
  const when = sendAt === null ? {} : { sendAt };
  const body = { ...howRequest(draft), draftRevision: saver.revision, acceptWarnings, ...when };
  return call(api.sendForSigning, { params: { id: document.id }, body });
}

/** Sends the draft, and looks up the document if the response was lost. */
async function sendAndSee(...sending: Parameters<typeof sendSaved>) {
  try {
    return await sendSaved(...sending);
  } catch (error) {
    if (!isLost(error)) throw error;
    const [{ document }] = sending;
    const found = await call(api.getDocument, { params: { id: document.id } }).catch(() => {
      throw error;
    });
    if (found.document.status === 'draft' && found.document.scheduled_for === null) throw networkError();
    return found;
  }
}

const isLost = (error: unknown): boolean => error instanceof ApiError && error.isOutcomeUnknown;

function useSend(props: Props, acceptWarnings: WarningCode[], sendAt: string | null) {
  const { document, draft, saver, refuse } = props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const host = useContext(EditorHostContext);
  return useMutation({
    mutationFn: () => sendAndSee(props, acceptWarnings, sendAt),
    onSuccess: async ({ document: sent }) => {
      saver.end();
      queryClient.setQueryData(documentQuery(document.id).queryKey, sent);
      void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
      if (host !== null)
        return host.sent(
          sent,
          draft.recipients.some(({ notify }) => notify !== false),
        );
      if (sent.scheduled_for === null) toastDone(labels.sentForSigning, m.reviewDialog.pageShowsWhoHasViewed);
      else toastDone(m.reviewDialog.scheduled, m.reviewDialog.willBeSent(deadline(sent.scheduled_for)));
      await navigate({ to: '/documents/$id', params: { id: document.id }, replace: true });
    },
    onError: (error) => {
      const places = error instanceof ApiError ? placeServerFaults(error.faults, draft) : {};
      if (Object.keys(places).length > 0) refuse(places);
      if (isCode(error, 'DRAFT_CHANGED')) saver.conflict(null, null);
    },
  });
}

/** The final review, with the Send button. */
export function ReviewDialog(props: Props) {
  const { document, draft, opened, close } = props;
  const [accepted, setAccepted] = useState<WarningCode[]>([]);
  const toAccept = document.warnings_to_accept;
  const [later, setLater] = useState(() => tomorrow(new Date()));
  const sendAt = sendAtOf(later);
  const send = useSend(props, accepted, sendAt);
  const refusal =
    send.error instanceof ApiError ? send.error.faults.find(({ field }) => field === 'sendAt') : undefined;
  const timeFault = refusal && faultText(refusal);
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={m.reviewDialog.sendForSigning}
      size={560}
      closeOnClickOutside={!send.isPending}
    >
      <Stack gap="md">
        <div className={classes['envelope']}>
          <Text fw={600}>{document.title}</Text>
          <Text fz="xs" c="dimmed">
            {m.reviewDialog.pages(
              document.page_count,
              draft.subject.trim() || usualSubject(session.user, document.title),
            )}
          </Text>
          <ul className={classes['reviewPeople']}>
            {draft.recipients.map((recipient, index) => (
              <li key={recipient.key}>
                <Initials person={recipient} color={recipientColor(index)} size={28} />
                <span className={classes['reviewPerson']}>
                  <Text fw={560} dir="auto" truncate>
                    {draft.sequential && `${index + 1}. `}
                    {recipient.name}
                  </Text>
                  <Text fz="xs" c="dimmed" dir="auto" truncate>
                    {recipient.email}
                    {isSigner(recipient)
                      ? ''
                      : ` · ${ROLES.find(({ value }) => value === recipient.role)?.label ?? ''}`}
                  </Text>
                </span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <Text fw={600} mb={6}>
            {later.on ? m.reviewDialog.whatHappensAtTime : m.reviewDialog.whatHappensNow}
          </Text>
          <ol className={classes['reviewLines']}>
            {reviewLines(draft, sendAt === null ? new Date() : new Date(sendAt)).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
        <SendLater later={later} change={setLater} fault={timeFault ?? null} />
        <ConfirmWarnings codes={toAccept} accepted={accepted} change={setAccepted} />
        {send.error !== null && timeFault === undefined && (
          <Alert color="red" variant="light" role="alert" title={explain(send.error).title}>
            {isLost(send.error) ? m.reviewDialog.mayBeSent : m.reviewDialog.nothingSent(explain(send.error).detail)}
          </Alert>
        )}
        <DialogActions
          close={close}
          keep={m.reviewDialog.back}
          isPending={send.isPending}
          isHeld
          isDisabled={!toAccept.every((code) => accepted.includes(code)) || (later.on && sendAt === null)}
          icon={<IconSend size={16} />}
          act={() => send.mutate()}
        >
          {later.on ? m.reviewDialog.schedule : m.reviewDialog.sendForSigning}
        </DialogActions>
      </Stack>
    </Modal>
  );
}
