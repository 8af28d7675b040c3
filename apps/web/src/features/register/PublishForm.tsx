import { Button, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { OutsideService, SubProcessorList } from './queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';

type Entry = SubProcessorList['sub_processors'][number];
type Values = { entries: Entry[]; day: string };
const EMPTY: Entry = { name: '', service: '', data: '', location: '' };
const FIELDS = [
  { key: 'name', label: 'Name' },
  { key: 'service', label: 'Service' },
  { key: 'data', label: 'Data' },
  { key: 'location', label: 'Location, and safeguards outside the EU' },
] as const;

type Props = { newest: SubProcessorList | undefined; inUse: readonly OutsideService[]; close: () => void };

/** Starts with the newest list, or for the first list with the services in the settings. */
function entriesOf({ newest, inUse }: Props): Entry[] {
  if (newest !== undefined) return newest.sub_processors;
  return inUse.map(({ host, service, data }) => ({ name: host, service, data, location: '' }));
}

export function PublishForm(props: Props) {
  const { newest, close } = props;
  const queryClient = useQueryClient();
  const missing = (value: string) => (value.trim() === '' ? 'Fill this in.' : null);
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
      toastDone('List published', 'Administrators of every organization get an e-mail.');
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['register', 'sub-processors'] }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => publish.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={publish.error} />
        {form.values.entries.length === 0 && <Text c="dimmed">No entries. Nobody else processes data.</Text>}
        {form.values.entries.map((_, index) => (
          <Fieldset key={form.key(`entries.${index}`)} legend={`Entry ${index + 1}`}>
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
                  Remove entry {index + 1}
                </Button>
              </div>
            </Stack>
          </Fieldset>
        ))}
        <div>
          <Button variant="default" onClick={() => form.insertListItem('entries', EMPTY)}>
            Add an entry
          </Button>
        </div>
        <TextInput
          type="date"
          label="In force from"
          description={
            newest === undefined
              ? 'Leave empty for now.'
              : 'Leave empty for 30 days from now, so that organizations can object.'
          }
          {...form.getInputProps('day')}
        />
        <DialogActions close={close} isPending={publish.isPending}>
          Publish and notify administrators
        </DialogActions>
      </Stack>
    </form>
  );
}
