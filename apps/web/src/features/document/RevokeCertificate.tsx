/** Lets owners and administrators revoke the certificate of a signature if another person signed. */
import { Checkbox, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { type Certificate, certificatesQuery } from './queries.ts';
import { type Document, sessionQuery } from '../../api/queries.ts';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import { choicesOf } from '../../ui/choices.ts';

type Signer = Document['signers'][number];
type Reason = NonNullable<Certificate['revocation']>['reason'];

const REASONS = choicesOf<Reason>({
  key_compromise: m.revokeCertificate.someoneElseSignedInName,
  privilege_withdrawn: m.revokeCertificate.personNotEntitledToSign,
  affiliation_changed: m.revokeCertificate.personLeftOrganization,
  superseded: m.revokeCertificate.replacedByAnotherSignature,
  cessation: m.revokeCertificate.noLongerNeeded,
  unspecified: m.revokeCertificate.anotherReason,
});

type FormProps = { document: Document; signer: Signer; close: () => void };

function RevokeForm({ document, signer, close }: FormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: 'key_compromise', note: '', sure: false },
    validate: { sure: (value) => (value ? null : m.revokeCertificate.checkFirst) },
  });
  const revoke = useMutation({
    mutationFn: ({ reason, note }: typeof form.values) =>
      call(api.revokeCertificate, {
        params: { id: document.id, signerId: signer.id },
        body: {
          reason: REASONS.find(({ value }) => value === reason)?.value ?? 'unspecified',
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
      }),
    onSuccess: ({ certificates }) => {
      queryClient.setQueryData(certificatesQuery(document.id, true).queryKey, certificates);
      void queryClient.invalidateQueries({ queryKey: ['documents', 'audit', document.id] });
      void queryClient.invalidateQueries({ queryKey: ['documents', 'verification', document.id] });
      toastDone(m.revokeCertificate.certificateRevoked, m.revokeCertificate.nowInPublishedRevocationList);
      close();
    },
  });
  return (
    <DialogForm submit={form.onSubmit((values) => revoke.mutate(values))}>
      <Stack gap="md">
        <Text>{phrase(m.revokeCertificate.revokingPublishesCertificate(<b>{signer.name}</b>, signer.email))}</Text>
        <FormError error={revoke.error} />
        <Select label={labels.reason} data={REASONS} allowDeselect={false} {...form.getInputProps('reason')} />
        <Text c="dimmed" fz="sm">
          {m.revokeCertificate.certificateRevokedFromNow}
        </Text>
        <Textarea
          label={m.revokeCertificate.note}
          description={m.revokeCertificate.storedInAuditTrail}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('note')}
        />
        <Checkbox
          label={m.revokeCertificate.iUnderstandCannotBeUndone}
          {...form.getInputProps('sure', { type: 'checkbox' })}
        />
        <DialogActions close={close} isPending={revoke.isPending} isFinal>
          {m.revokeCertificate.revokeCertificate}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

/** Only owners and administrators can revoke a certificate, and only once. */
export function useMayRevoke(certificate: Certificate | undefined): boolean {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return certificate !== undefined && certificate.revocation === null && session.role !== 'member';
}

export function RevokeDialog(props: FormProps) {
  return (
    <Modal opened onClose={props.close} title={m.revokeCertificate.revokeCertificateTitle}>
      <RevokeForm {...props} />
    </Modal>
  );
}

/** Shown next to a signature whose certificate was revoked. */
export function RevokedBadge({ certificate }: { certificate: Certificate | undefined }) {
  if (certificate === undefined || certificate.revocation === null) return null;
  return (
    <Text fz="xs" c="var(--cs-no)" title={exactTime(certificate.revocation.revoked_at)}>
      {m.revokeCertificate.certificateRevoked}
    </Text>
  );
}
