import { NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Incident, incidentsQuery } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { SEVERITIES } from './words.ts';

type Values = {
  title: string;
  description: string;
  severity: Incident['severity'];
  affectedData: string;
  affectedPeople: number | '';
};

/** For every member: the facts known so far. */
export function ReportForm({ close }: { close: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { title: '', description: '', severity: 'medium', affectedData: '', affectedPeople: '' },
    validate: {
      title: (value) => (value.trim() === '' ? 'Enter a short title.' : null),
      description: (value) => (value.trim() === '' ? 'Describe what happened.' : null),
    },
  });
  const report = useMutation({
    mutationFn: ({ title, description, severity, affectedData, affectedPeople }: Values) =>
      call(api.reportIncident, {
        body: {
          title: title.trim(),
          description: description.trim(),
          severity,
          ...(affectedData.trim() !== '' && { affectedData: affectedData.trim() }),
          ...(affectedPeople !== '' && { affectedPeople }),
        },
      }),
    onSuccess: ({ incident }) => {
      toastDone('Incident reported', 'The administrators of your organization have been notified.');
      close();
      void queryClient.invalidateQueries({ queryKey: incidentsQuery.queryKey });
      if (session.role !== 'member') void navigate({ to: '/settings/incidents/$id', params: { id: incident.id } });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => report.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          Report at once, even if you do not know everything yet. Administrators are notified, and the 72 hours for a
          notice to the authority start.
        </Text>
        <FormError error={report.error} />
        <TextInput label="What happened" maxLength={200} data-autofocus {...form.getInputProps('title')} />
        <Textarea label="Description" autosize minRows={4} maxRows={12} {...form.getInputProps('description')} />
        <Select label="Severity" data={SEVERITIES} allowDeselect={false} {...form.getInputProps('severity')} />
        <Textarea
          label="Affected data (optional)"
          description="Kinds of data and approximate number of records."
          autosize
          minRows={2}
          {...form.getInputProps('affectedData')}
        />
        <NumberInput
          label="People affected (optional)"
          description="Approximate number."
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          {...form.getInputProps('affectedPeople')}
        />
        <DialogActions close={close} isPending={report.isPending}>
          Report incident
        </DialogActions>
      </Stack>
    </form>
  );
}
