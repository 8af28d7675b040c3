import { Button, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { OutsideService, SubProcessorList } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Entry = SubProcessorList['sub_processors'][number];
type Values = { entries: Entry[]; day: string };
const EMPTY: Entry = { name: '', service: '', data: '', location: '' };
const FIELDS = [
  { key: 'name', label: labels.name },
  { key: 'service', label: m.publishForm.service },
  { key: 'data', label: m.publishForm.data },
  { key: 'location', label: m.publishForm.locationAndSafeguardsOutsideEu },
] as const;

type Props = { newest: SubProcessorList | undefined; inUse: readonly OutsideService[]; close: () => void };

/**
 * Returns the initial entries of the form. A new version starts with the newest list, and the first version starts with
 * the services in the settings.
 */
function entriesOf({ newest, inUse }: Props): Entry[] {
  if (newest !== undefined) return newest.sub_processors;
  return inUse.map(({ host, service, data }) => ({ name: host, service, data, location: '' }));
}

export function PublishForm(props: Props) {
  const { newest, close } = props;
  const queryClient = useQueryClient();
  const missing = (value: string) => (value.trim() === '' ? m.publishForm.fill : null);
  const form = useForm<Values>({
    initialValues: { entries: entriesOf(props), day: '' },
    validate: { entries: { name: missing, service: missing, data: missing, location: missing } },
  });
  const publish = useMutation({
    mutationFn: ({ entries, day }: Values) =>
      call(api.publishSubProcessors, {
        body: {
          subProcessors: entries,
          version: newest?.version ?? 0,
          ...(day !== '' && { effectiveAt: `${day}T00:00:00.000Z` }),
        },
      }),
    onSuccess: () => {
      toastDone(m.publishForm.listPublished, m.publishForm.administratorsOfEveryOrganization);
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['register', 'sub-processors'] }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => publish.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={publish.error} />
        {form.values.entries.length === 0 && <Text c="dimmed">{m.publishForm.noEntries}</Text>}
        {form.values.entries.map((_, index) => (
          <Fieldset key={form.key(`entries.${index}`)} legend={m.publishForm.entry(index + 1)}>
            <Stack gap="xs">
              {FIELDS.map(({ key, label }) => (
                <TextInput
                  key={key}
                  label={label}
                  maxLength={key === 'name' ? 200 : 500}
                  {...form.getInputProps(`entries.${index}.${key}`)}
                />
              ))}
              <div>
                <Button variant="subtle" size="compact-sm" onClick={() => form.removeListItem('entries', index)}>
                  {m.publishForm.removeEntry(index + 1)}
                </Button>
              </div>
            </Stack>
          </Fieldset>
        ))}
        <div>
          <Button variant="default" onClick={() => form.insertListItem('entries', EMPTY)}>
            {m.publishForm.addEntry}
          </Button>
        </div>
        <TextInput
          type="date"
          label={m.publishForm.inForceFrom}
          description={newest === undefined ? m.publishForm.leaveEmptyForNow : m.publishForm.leaveEmptyForThirtyDays}
          {...form.getInputProps('day')}
        />
        <DialogActions close={close} isPending={publish.isPending}>
          {m.publishForm.publishAndNotifyAdministrators}
        </DialogActions>
      </Stack>
    </form>
  );
}
