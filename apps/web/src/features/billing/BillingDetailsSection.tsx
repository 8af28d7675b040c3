import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { subscriptionQuery } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Section } from '../../ui/Section.tsx';
import type { Subscription } from './words.ts';

/** The recipient of invoices. A payment provider has its own page for this. */
export function BillingDetailsSection({ details }: { details: Subscription['billing_details'] }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: details?.name ?? '', address: details?.address ?? '', vat_id: details?.vat_id ?? '' },
  });
  const update = useMutation({
    mutationFn: ({ vat_id: vatId, ...rest }: typeof form.values) =>
      call(api.updateBillingDetails, { body: { ...rest, vat_id: vatId.trim() === '' ? null : vatId } }),
    onSuccess: ({ subscription }) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      form.resetDirty();
      toastDone('Billing details saved');
    },
    onError: (error) => form.setErrors(faultsByField(error, ['name', 'address', 'vat_id'])),
  });
  return (
    <Section title="Billing details" text="For future invoices. Issued invoices do not change.">
      <form onSubmit={form.onSubmit((values) => update.mutate(values))}>
        <Stack gap="md" maw={520}>
          <FormError error={update.error} atFields />
          <TextInput label="Company or name" required autoComplete="organization" {...form.getInputProps('name')} />
          <Textarea
            label="Address"
            required
            autosize
            minRows={3}
            autoComplete="street-address"
            {...form.getInputProps('address')}
          />
          <TextInput
            label="VAT number"
            description="Including the country, such as DE123456789. Optional."
            {...form.getInputProps('vat_id')}
          />
          <Group>
            <Button type="submit" variant="default" loading={update.isPending} disabled={!form.isDirty()}>
              Save billing details
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
