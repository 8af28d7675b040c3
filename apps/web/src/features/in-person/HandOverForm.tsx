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
import { common } from '../../ui/common.ts';
import { ConfirmWarnings } from '../../ui/ConfirmWarnings.tsx';
import { ContactInput } from '../../ui/ContactInput.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Started } from './InPersonPage.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

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
    <Panel label={m.handOverForm.handOver}>
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

const WORDS = { draft: common.draft, 'in-progress': common.waiting } as const;

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
      label={labels.document}
      description={m.handOverForm.documentWaitsForSignature}
      placeholder={m.handOverForm.typePartOfTitle}
      searchable
      clearable
      data={[...options.values()]}
      value={document?.id ?? null}
      onChange={choose}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={m.handOverForm.noMatchingDocumentCan}
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
        {phrase(
          m.handOverForm.draftHasRecipientsAlready((text) => (
            <TextLink to="/documents/$id/send" params={{ id: document.id }}>
              {text}
            </TextLink>
          )),
        )}
      </Text>
    );
  if (!isDraft && waiting.length === 0) return <Text>{m.handOverForm.nobodyAskedToSignDocument}</Text>;
  return <SignerForm document={document} isDraft={isDraft} onStarted={onStarted} />;
}

const IDENTITY_CHECKS = [
  { value: 'none', label: m.handOverForm.notChecked },
  { value: 'known', label: m.handOverForm.iKnowSignerInPerson },
  {
    group: m.handOverForm.identityDocument,
    items: [
      { value: 'passport', label: m.handOverForm.passport },
      { value: 'identity-card', label: m.handOverForm.identityCard },
      { value: 'driving-license', label: m.handOverForm.drivingLicense },
      { value: 'residence-permit', label: m.handOverForm.residencePermit },
      { value: 'other', label: m.handOverForm.otherDocument },
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
            : m.handOverForm.enterEMailAddress
          : value === ''
            ? m.handOverForm.chooseWhoSigns
            : null,
      signerName: (value) => (isDraft && value.trim() === '' ? m.handOverForm.enterName : null),
      accessCode: (value) =>
        value.trim() === '' || /^[\x20-\x7e]{4,64}$/.test(value.trim())
          ? null
          : m.handOverForm.atLeastFourLettersDigits,
    },
  });
  const pick = ({ name, email }: { name: string; email: string }) =>
    form.setValues({ signerName: name, signerEmail: email });
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
              {m.handOverForm.draftSentToPerson}
            </Text>
            <ContactInput label={labels.name} maxLength={120} {...form.getInputProps('signerName')} pick={pick} />
            <ContactInput
              label={m.handOverForm.eMail}
              type="email"
              maxLength={254}
              {...form.getInputProps('signerEmail')}
              pick={pick}
            />
          </>
        ) : (
          <Select
            label={m.handOverForm.signer}
            data={waiting.map(({ email, name }) => ({ value: email, label: `${name} (${email})` }))}
            allowDeselect={false}
            {...form.getInputProps('signerEmail')}
          />
        )}
        {hasOwnCode && form.values.signerEmail !== '' ? (
          <Text fz="sm" c="dimmed">
            {m.handOverForm.signerMustEnterAccessCode}
          </Text>
        ) : (
          <TextInput
            label={m.handOverForm.accessCodeOptional}
            description={m.handOverForm.requiredOnDeviceBeforeDocument}
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps('accessCode')}
          />
        )}
        <Select
          label={m.handOverForm.howDidCheckSignersIdentity}
          description={m.handOverForm.printedOnCertificateOfCompletion}
          placeholder={m.handOverForm.doNotRecord}
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
            {m.handOverForm.handOver}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
