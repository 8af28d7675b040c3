import { ActionIcon, Button, Code, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain, faultsByField } from '../../api/errors.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type Domain, domainsQuery } from './queries.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Section } from '../../ui/Section.tsx';
import { useUnsaved } from '../../ui/UnsavedSections.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './SingleSignOn.module.css';

/** A value that people need to enter elsewhere, with a button that copies it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes['copyable']}>
      <dt>{label}</dt>
      <dd>
        <Code className={classes['code']}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon size="lg" color="ink" onClick={copy} aria-label={m.domains.copy(label)}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          )}
        </CopyButton>
      </dd>
    </div>
  );
}

function useDomainsChanged() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey });
}

function DomainRow({ domain }: { domain: Domain }) {
  const changed = useDomainsChanged();
  const verify = useMutation({
    mutationFn: () => call(api.verifyDomain, { params: { domainId: domain.id } }),
    onSuccess: () => toastDone(m.domains.isVerified(domain.domain)),
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: () => call(api.removeDomain, { params: { domainId: domain.id } }),
    onSuccess: () => toastDone(m.domains.removed(domain.domain)),
    onError: toastError,
    onSettled: changed,
  });
  const [asked, setAsked] = useState(false);
  const isVerified = domain.verified_at !== null;
  return (
    <li className={classes['domain']}>
      <Group gap={10}>
        <Text fw={580}>{domain.domain}</Text>
        {domain.verified_at === null ? (
          <Pill label={m.domains.notVerified} tone="wait" />
        ) : (
          <Pill label={m.domains.proved(dayOf(domain.verified_at))} tone="done" />
        )}
        <Group gap={6} ml={{ base: 0, sm: 'auto' }}>
          {domain.verified_at === null && (
            <Button
              size="xs"
              loading={verify.isPending}
              onClick={() => verify.mutate()}
              aria-label={m.domains.checkAriaLabel(domain.domain)}
            >
              {m.domains.check}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            onClick={() => (isVerified ? setAsked(true) : remove.mutate())}
            aria-label={m.domains.remove(domain.domain)}
          >
            {isVerified ? labels.removeDialog : labels.remove}
          </Button>
        </Group>
      </Group>
      <Modal opened={asked} onClose={() => setAsked(false)} title={m.domains.removeTitle(domain.domain)}>
        <Stack gap="md">
          <Text>{m.domains.removeText}</Text>
          <DialogActions
            close={() => setAsked(false)}
            keep={labels.keepIt}
            isPending={remove.isPending}
            act={() => remove.mutate()}
            isFinal
          >
            {labels.remove}
          </DialogActions>
        </Stack>
      </Modal>
      {domain.verified_at === null && (
        <>
          <Text c="dimmed" mt="sm" mb={6}>
            {m.domains.addRecordToDns}
          </Text>
          <dl className={classes['copyables']}>
            <Copyable label={m.domains.txtRecordName} value={domain.record.name} />
            <Copyable label={m.domains.value} value={domain.record.value} />
          </dl>
          <FormError error={verify.error} />
        </>
      )}
    </li>
  );
}

function AddForm() {
  const changed = useDomainsChanged();
  const form = useForm({
    initialValues: { domain: '' },
    validate: {
      domain: (value) => (/^[^\s@/]+\.[^\s@/.]{2,}$/.test(value.trim()) ? null : m.domains.enterDomainAsExampleCom),
    },
  });
  useUnsaved(m.domains.addDomain, form.isDirty());
  const add = useMutation({
    mutationFn: ({ domain }: typeof form.values) =>
      call(api.addDomain, { body: { domain: domain.trim().toLowerCase() } }),
    onSuccess: () => {
      form.reset();
      changed();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['domain'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack gap="sm">
        <FormError error={add.error} atFields />
        <Group align="flex-start" gap={8}>
          <TextInput
            aria-label={m.domains.domain}
            placeholder="example.com"
            className={classes['domainInput']}
            {...form.getInputProps('domain')}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {m.domains.addDomain}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function DomainsSection() {
  const { data: domains, error } = useQuery(domainsQuery);
  return (
    <Section title={labels.domains} text={m.domains.afterVerifyDomainEveryone}>
      {error !== null && domains === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && domains === undefined && (
        <Skeleton height={36} role="status" aria-label={m.domains.loadingDomains} />
      )}
      {domains !== undefined && (
        <Stack gap="md">
          {domains.length > 0 && (
            <ul className={classes['domains']}>
              {domains.map((domain) => (
                <DomainRow key={domain.id} domain={domain} />
              ))}
            </ul>
          )}
          <AddForm />
        </Stack>
      )}
    </Section>
  );
}
