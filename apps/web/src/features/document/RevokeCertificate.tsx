/** Owners and administrators can revoke the certificate of a signature if another person signed. */
import { Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Certificate, certificatesQuery } from './queries.ts';
import { type Document, sessionQuery } from '../../api/queries.ts';
import { exactTime } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';

type Signer = Document['signers'][number];
type Reason = NonNullable<Certificate['revocation']>['reason'];

const REASONS: readonly { value: Reason; label: string }[] = [
  { value: 'key_compromise', label: 'Someone else signed in this name' },
  { value: 'privilege_withdrawn', label: 'This person was not entitled to sign' },
  { value: 'affiliation_changed', label: 'This person left the organization' },
  { value: 'superseded', label: 'Replaced by another signature' },
  { value: 'cessation', label: 'No longer needed' },
  { value: 'unspecified', label: 'Another reason' },
];

type FormProps = { document: Document; signer: Signer; close: () => void };

function RevokeForm({ document, signer, close }: FormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: 'key_compromise', note: '', sure: false },
    validate: { sure: (value) => (value ? null : 'Check this first. You cannot undo this.') },
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
      toastDone('Certificate revoked', 'It is now in the published revocation list.');
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => revoke.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>
          Revoking publishes that the certificate for the signature of <b>{signer.name}</b> ({signer.email}) is no
          longer valid. It affects only this signature. Everyone who verifies the document sees it.
        </Text>
        <FormError error={revoke.error} />
        <Select label="Reason" data={[...REASONS]} allowDeselect={false} {...form.getInputProps('reason')} />
        <Text c="dimmed" fz="sm">
          The certificate is revoked from now on. The signature stays valid: its time-stamp proves that it was made
          before. The signer is notified by e-mail.
        </Text>
        <Textarea
          label="Note"
          description="Stored in the audit trail."
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('note')}
        />
        <Checkbox
          label="I understand that this cannot be undone"
          {...form.getInputProps('sure', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            Revoke certificate
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Only for owners and administrators, and only once. */
export function useMayRevoke(certificate: Certificate | undefined): boolean {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return certificate !== undefined && certificate.revocation === null && session.role !== 'member';
}

export function RevokeDialog(props: FormProps) {
  return (
    <Modal opened onClose={props.close} title="Revoke this certificate?">
      <RevokeForm {...props} />
    </Modal>
  );
}

/** Shown with a signature that can no longer be relied on. */
export function RevokedMark({ certificate }: { certificate: Certificate | undefined }) {
  if (certificate === undefined || certificate.revocation === null) return null;
  return (
    <Text fz="xs" c="var(--cs-no)" title={exactTime(certificate.revocation.revoked_at)}>
      Certificate revoked
    </Text>
  );
}
