import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { subscriptionQuery } from './queries.ts';
import { toastDone } from '../../ui/toast.ts';
import { SaveForm } from '../../ui/SaveForm.tsx';
import { Section } from '../../ui/Section.tsx';
import type { Subscription } from './words.ts';
import { m } from './texts.ts';

/** Shows to whom invoices are addressed. With a payment provider, this data is entered on the provider's page. */
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
      toastDone(m.billingDetailsSection.billingDetailsSaved);
    },
  });
  return (
    <Section title={m.billingDetailsSection.billingDetails} text={m.billingDetailsSection.forFutureInvoices} narrow>
      <SaveForm section={m.billingDetailsSection.billingDetails} form={form} save={update}>
        <TextInput
          label={m.billingDetailsSection.companyOrName}
          required
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Textarea
          label={m.billingDetailsSection.address}
          required
          autosize
          minRows={3}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <TextInput
          label={m.billingDetailsSection.vatNumber}
          description={m.billingDetailsSection.includingCountryAsDe123456789}
          {...form.getInputProps('vat_id')}
        />
      </SaveForm>
    </Section>
  );
}
