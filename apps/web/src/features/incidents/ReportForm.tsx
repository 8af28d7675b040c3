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
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Values = {
  title: string;
  description: string;
  severity: Incident['severity'];
  affectedData: string;
  affectedPeople: number | '';
};

/** Lets every member report an incident with the facts that are known so far. */
export function ReportForm({ close }: { close: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { title: '', description: '', severity: 'medium', affectedData: '', affectedPeople: '' },
    validate: {
      title: (value) => (value.trim() === '' ? m.reportForm.enterShortTitle : null),
      description: (value) => (value.trim() === '' ? m.reportForm.describeWhatHappened : null),
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
      toastDone(m.reportForm.incidentReported, m.reportForm.administratorsOfOrganization);
      close();
      void queryClient.invalidateQueries({ queryKey: incidentsQuery.queryKey });
      if (session.role !== 'member') void navigate({ to: '/settings/incidents/$id', params: { id: incident.id } });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => report.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{m.reportForm.reportAtOnceEven}</Text>
        <FormError error={report.error} />
        <TextInput label={m.reportForm.whatHappened} maxLength={200} data-autofocus {...form.getInputProps('title')} />
        <Textarea label={labels.description} autosize minRows={4} maxRows={12} {...form.getInputProps('description')} />
        <Select
          label={m.reportForm.severity}
          data={SEVERITIES}
          allowDeselect={false}
          {...form.getInputProps('severity')}
        />
        <Textarea
          label={m.reportForm.affectedDataOptional}
          description={m.reportForm.kindsOfDataAndApproximate}
          autosize
          minRows={2}
          {...form.getInputProps('affectedData')}
        />
        <NumberInput
          label={m.reportForm.peopleAffectedOptional}
          description={m.reportForm.approximateNumber}
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          {...form.getInputProps('affectedPeople')}
        />
        <DialogActions close={close} isPending={report.isPending}>
          {m.reportForm.reportIncident}
        </DialogActions>
      </Stack>
    </form>
  );
}
