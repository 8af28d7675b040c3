/** The sender's dialogs for a document in progress: send a reminder, extend the expiry, or correct a recipient. */
import { Checkbox, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { type Document, documentQuery } from '../../api/queries.ts';
import { ContactInput } from '../../ui/ContactInput.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { isEmailAddress } from '../../ui/people.ts';
import { dayOf } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { showReminded } from '../../ui/reminded.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Signer = Document['signers'][number];
type DialogProps = { document: Document; close: () => void };

/** Shows the changed document and reloads related data. */
export function useDocumentChanged(id: string) {
  const queryClient = useQueryClient();
  return async (now?: Document): Promise<void> => {
    if (now !== undefined) queryClient.setQueryData(documentQuery(id).queryKey, now);
    await queryClient.invalidateQueries({ queryKey: ['documents'] });
  };
}

export function RemindDialog({ document, close, only }: DialogProps & { only?: Signer | undefined }) {
  const changed = useDocumentChanged(document.id);
  const waiting = document.signers.filter(({ status }) => status === 'pending-signature');
  const form = useForm({
    initialValues: { emails: (only === undefined ? waiting : [only]).map(({ email }) => email), message: '' },
    validate: { emails: (value) => (value.length === 0 ? m.sendersDialogs.chooseAtLeastOne : null) },
  });
  const remind = useMutation({
    mutationFn: ({ emails, message }: typeof form.values) =>
      call(api.remindSigners, {
        params: { id: document.id },
        body: { signerEmails: emails, ...(message.trim() === '' ? {} : { message: message.trim() }) },
      }),
    onSuccess: async (answer) => {
      showReminded(answer);
      await changed();
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={m.sendersDialogs.sendReminder}>
      <DialogForm submit={form.onSubmit((values) => remind.mutate(values))}>
        <Stack gap="md">
          <FormError error={remind.error} />
          <Checkbox.Group label={m.sendersDialogs.to} {...form.getInputProps('emails')}>
            <Stack gap={10} mt={8}>
              {waiting.map(({ id, name, email }) => (
                <Checkbox key={id} value={email} label={<bdi>{name}</bdi>} description={<bdi>{email}</bdi>} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Textarea
            label={labels.message}
            description={m.sendersDialogs.optional}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('message')}
          />
          <DialogActions close={close} isPending={remind.isPending}>
            {m.sendersDialogs.sendReminderText}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}

const DAY_MS = 86_400_000;

export function ExtendDialog({ document, close }: DialogProps) {
  const changed = useDocumentChanged(document.id);
  const [now] = useState(() => Date.now());
  const until = (value: number | string) => new Date(now + Number(value) * DAY_MS);
  const isLater = (value: number | string) =>
    document.status === 'expired' || document.expiration === null || until(value) > new Date(document.expiration);
  const form = useForm<{ expirationDays: number | string }>({
    initialValues: { expirationDays: 30 },
    validate: {
      expirationDays: (value) => {
        if (!(Number(value) >= 1 && Number(value) <= 365)) return m.sendersDialogs.enterOneToDays;
        return isLater(value) ? null : m.sendersDialogs.alreadyOpen(dayOf(document.expiration ?? ''));
      },
    },
  });
  const extend = useMutation({
    mutationFn: (days: number) =>
      call(api.extendDocument, { params: { id: document.id }, body: { expirationDays: days } }),
    onSuccess: async ({ document: after }) => {
      toastDone(m.sendersDialogs.expiryExtended, m.sendersDialogs.open(dayOf(after.expiration ?? '')));
      await changed(after);
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['expirationDays'])),
  });
  const days = Number(form.values.expirationDays);
  return (
    <Modal opened onClose={close} title={m.sendersDialogs.extendExpiry}>
      <DialogForm submit={form.onSubmit(() => extend.mutate(days))}>
        <Stack gap="md">
          <Text>
            {document.status === 'expired'
              ? m.sendersDialogs.signingContinuesWhereStopped
              : m.sendersDialogs.countedFromToday}
          </Text>
          <FormError error={extend.error} atFields />
          <NumberInput
            label={labels.days}
            min={1}
            max={365}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('expirationDays')}
          />
          {days >= 1 && days <= 365 && isLater(days) && (
            <Text c="dimmed">{m.sendersDialogs.openUntil(dayOf(until(days)))}</Text>
          )}
          <DialogActions close={close} isPending={extend.isPending}>
            {m.sendersDialogs.extendExpiry}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}

export function CorrectDialog({ document, signer, close }: DialogProps & { signer: Signer }) {
  const changed = useDocumentChanged(document.id);
  const form = useForm({
    initialValues: { name: signer.name, email: signer.email, accessCode: '' },
    validate: {
      accessCode: (value) =>
        value === '' || value.trim().length >= 4 ? null : m.sendersDialogs.useAtLeastFourCharacters,
      name: (value) => (value.trim() === '' ? labels.enterName : null),
      email: (value) => (isEmailAddress(value) ? null : m.sendersDialogs.enterEMailAddress),
    },
  });
  const pick = ({ name, email }: { name: string; email: string }) => form.setValues({ name, email });
  const correct = useMutation({
    mutationFn: ({ name, email, accessCode }: typeof form.values) =>
      call(api.correctSigner, {
        params: { id: document.id, signerId: signer.id },
        body: {
          name: name.trim(),
          email: email.trim(),
          ...(accessCode.trim() === '' ? {} : { accessCode: accessCode.trim() }),
        },
      }),
    onSuccess: async ({ signer: now }, { accessCode }) => {
      const moved = (now.email !== signer.email || accessCode.trim() !== '') && now.status !== 'waiting';
      toastDone(
        m.sendersDialogs.recipientCorrected,
        moved ? m.sendersDialogs.oldLinkNoLongerWorks(now.email) : undefined,
      );
      await changed();
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['name', 'email', 'accessCode'])),
  });
  return (
    <Modal opened onClose={close} title={m.sendersDialogs.correctRecipient}>
      <DialogForm submit={form.onSubmit((values) => correct.mutate(values))}>
        <Stack gap="md">
          <Text>{m.sendersDialogs.ifChangeAddressOldLink}</Text>
          <FormError error={correct.error} atFields />
          <ContactInput label={labels.name} maxLength={120} {...form.getInputProps('name')} pick={pick} />
          <ContactInput
            label={m.sendersDialogs.eMail}
            type="email"
            maxLength={254}
            data-autofocus
            {...form.getInputProps('email')}
            pick={pick}
          />
          {signer.access_code !== 'none' && (
            <TextInput
              label={m.sendersDialogs.newAccessCode}
              description={m.sendersDialogs.leaveEmptyToKeepCode}
              autoComplete="off"
              maxLength={64}
              {...form.getInputProps('accessCode')}
            />
          )}
          <DialogActions close={close} isPending={correct.isPending}>
            {m.sendersDialogs.correct}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
