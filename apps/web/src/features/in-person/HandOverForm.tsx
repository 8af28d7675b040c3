import type { IdentityCheck, WarningCode } from '@countersign/contract';
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type Document, documentQuery, documentsQuery } from '../../api/queries.ts';
import { ConfirmWarnings } from '../../ui/ConfirmWarnings.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Started } from './InPersonPage.tsx';

type Props = {
  documentId: string | undefined;
  choose: (id: string | null) => void;
  onStarted: (started: Started) => void;
};

export function HandOverForm({ documentId, choose, onStarted }: Props) {
  const { data: document, error } = useQuery({
    ...documentQuery(documentId ?? ''),
    enabled: documentId !== undefined,
  });
  return (
    <Panel label="Hand over">
      <Stack gap="md" maw={560}>
        <DocumentSelect document={documentId === undefined ? undefined : document} choose={choose} />
        {error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(error).detail}
          </Alert>
        )}
        {document !== undefined && documentId !== undefined && (
          <SignerPart key={document.id} document={document} onStarted={onStarted} />
        )}
      </Stack>
    </Panel>
  );
}

const WORDS = { draft: 'draft', 'in-progress': 'waiting' } as const;

function DocumentSelect({ document, choose }: { document: Document | undefined; choose: Props['choose'] }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const isChosen = asked === document?.title;
  const { data } = useQuery(documentsQuery({ pageSize: '50', ...(asked === '' || isChosen ? {} : { search: asked }) }));
  const entries = [...(document === undefined ? [] : [document]), ...(data?.documents ?? [])];
  const options = new Map(
    entries.flatMap(({ id, title, status }) =>
      status === 'draft' || status === 'in-progress' ? [[id, { value: id, label: title, status }] as const] : [],
    ),
  );
  return (
    <Select
      label="Document"
      description="A document that waits for a signature, or a draft without recipients"
      placeholder="Type part of the title"
      searchable
      clearable
      data={[...options.values()]}
      value={document?.id ?? null}
      onChange={choose}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage="No matching document can be signed"
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" wrap="nowrap">
          <Text truncate>{option.label}</Text>
          <Text fz="xs" c="dimmed">
            {WORDS[options.get(option.value)?.status ?? 'draft']}
          </Text>
        </Group>
      )}
    />
  );
}

function SignerPart({ document, onStarted }: { document: Document; onStarted: (started: Started) => void }) {
  const isDraft = document.status === 'draft';
  const waiting = document.signers.filter(({ status }) => status === 'pending-signature');
  if (isDraft && (document.planned?.signers.length ?? 0) > 0)
    return (
      <Text>
        This draft has its recipients already.{' '}
        <TextLink to="/documents/$id/send" params={{ id: document.id }}>
          Send it
        </TextLink>{' '}
        first, then hand the device to one of them.
      </Text>
    );
  if (!isDraft && waiting.length === 0) return <Text>Nobody is asked to sign this document at the moment.</Text>;
  return <SignerForm document={document} isDraft={isDraft} onStarted={onStarted} />;
}

const IDENTITY_CHECKS = [
  { value: 'none', label: 'Not checked' },
  { value: 'known', label: 'I know the signer in person' },
  {
    group: 'Identity document',
    items: [
      { value: 'passport', label: 'Passport' },
      { value: 'identity-card', label: 'Identity card' },
      { value: 'driving-license', label: 'Driving license' },
      { value: 'residence-permit', label: 'Residence permit' },
      { value: 'other', label: 'Other document' },
    ],
  },
];

function identityCheckOf(choice: string): IdentityCheck {
  if (choice === 'none' || choice === 'known') return { method: choice };
  return { method: 'document', kind: choice as IdentityCheck['kind'] };
}

function SignerForm({
  document,
  isDraft,
  onStarted,
}: {
  document: Document;
  isDraft: boolean;
  onStarted: (started: Started) => void;
}) {
  const waiting = document.signers.filter(({ status }) => status === 'pending-signature');
  const form = useForm({
    initialValues: {
      signerEmail: waiting.length === 1 ? (waiting[0]?.email ?? '') : '',
      signerName: '',
      accessCode: '',
      identityCheck: null as string | null,
    },
    validate: {
      signerEmail: (value) =>
        isDraft
          ? /^\S+@\S+\.\S+$/.test(value.trim())
            ? null
            : 'Enter an e-mail address for the completed document.'
          : value === ''
            ? 'Choose who signs.'
            : null,
      signerName: (value) => (isDraft && value.trim() === '' ? 'Enter the name.' : null),
      accessCode: (value) =>
        value.trim() === '' || /^[\x20-\x7e]{4,64}$/.test(value.trim())
          ? null
          : 'At least 4 letters, digits or symbols without accents.',
    },
  });
  const [accepted, setAccepted] = useState<WarningCode[]>([]);
  const toAccept = isDraft ? document.warnings_to_accept : [];
  const hasOwnCode = waiting.find(({ email }) => email === form.values.signerEmail)?.access_code !== 'none' && !isDraft;
  const start = useMutation({
    mutationFn: ({ signerEmail, signerName, accessCode, identityCheck }: typeof form.values) =>
      call(api.startInPersonSession, {
        body: {
          documentId: document.id,
          signerEmail: signerEmail.trim(),
          ...(isDraft && { signerName: signerName.trim(), acceptWarnings: accepted }),
          ...(accessCode.trim() !== '' && !hasOwnCode && { accessCode: accessCode.trim() }),
          ...(identityCheck !== null && { identityCheck: identityCheckOf(identityCheck) }),
        },
      }),
    onSuccess: onStarted,
  });
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))} noValidate>
      <Stack gap="md">
        {isDraft ? (
          <>
            <Text fz="sm" c="dimmed">
              The draft is sent to this person at once, without an invitation by e-mail.
            </Text>
            <TextInput label="Name" autoComplete="off" maxLength={120} {...form.getInputProps('signerName')} />
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="off"
              maxLength={254}
              {...form.getInputProps('signerEmail')}
            />
          </>
        ) : (
          <Select
            label="Signer"
            data={waiting.map(({ email, name }) => ({ value: email, label: `${name} (${email})` }))}
            allowDeselect={false}
            {...form.getInputProps('signerEmail')}
          />
        )}
        {hasOwnCode && form.values.signerEmail !== '' ? (
          <Text fz="sm" c="dimmed">
            The signer must enter the access code of this document on the device.
          </Text>
        ) : (
          <TextInput
            label="Access code (optional)"
            description="Required on the device before the document is shown"
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps('accessCode')}
          />
        )}
        <Select
          label="How did you check the signer’s identity?"
          description="Printed on the certificate of completion"
          placeholder="Do not record"
          data={IDENTITY_CHECKS}
          clearable
          {...form.getInputProps('identityCheck')}
        />
        <ConfirmWarnings codes={toAccept} accepted={accepted} change={setAccepted} />
        {start.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(start.error).detail}
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={!toAccept.every((code) => accepted.includes(code))}
            leftSection={<IconDeviceTablet size={16} />}
          >
            Hand over
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
