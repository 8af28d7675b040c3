import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { invoicesQuery, plansQuery, subscriptionQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import table from '../../ui/Table.module.css';
import { dayOf } from '../../ui/time.ts';
import { toastError } from '../../ui/toast.ts';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { BillingDetailsSection } from './BillingDetailsSection.tsx';
import { PlansSection } from './PlansSection.tsx';
import { UsageSection } from './UsageSection.tsx';
import { amount, type PlanEntry, STATUS, type Subscription } from './words.ts';

type PlanProps = { subscription: Subscription; plans: readonly PlanEntry[] };

function PlanSection({ subscription, plans }: PlanProps) {
  const nameOf = (id: string) => plans.find((plan) => plan.id === id)?.name ?? id;
  const portal = useMutation({
    mutationFn: () => call(api.openBillingPortal, {}),
    onSuccess: ({ portalUrl }) => globalThis.location.assign(portalUrl),
    onError: toastError,
  });
  const { current_period: period, scheduled, unpaid, status } = subscription;
  const hasPortal = subscription.provider === 'stripe' && status !== 'none';
  return (
    <Section
      title={nameOf(subscription.plan)}
      {...(hasPortal && {
        action: (
          <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate()}>
            Payment details
          </Button>
        ),
      })}
    >
      <dl className={section['facts']}>
        <dt>Status</dt>
        <dd>{STATUS[status]}</dd>
        {subscription.effective_plan !== subscription.plan && (
          <>
            <dt>Plan in effect</dt>
            <dd>{nameOf(subscription.effective_plan)}</dd>
          </>
        )}
        {period !== null && (
          <>
            <dt>{subscription.interval === 'year' ? 'This year' : 'This month'}</dt>
            <dd>{`${dayOf(period.start)} to ${dayOf(period.end)}`}</dd>
          </>
        )}
      </dl>
      {scheduled !== null && (
        <Alert variant="light" mt="md" title={`${nameOf(scheduled.plan)} from ${dayOf(scheduled.at)}`}>
          To keep {nameOf(subscription.plan)}, choose Keep below.
        </Alert>
      )}
      {unpaid !== null && (
        <Alert variant="light" color="red" mt="md" title="An invoice is unpaid">
          {status === 'suspended'
            ? 'The Free plan applies until the invoice is paid. Nothing was deleted.'
            : `Everything works as before until ${dayOf(unpaid.grace_ends_at)}. Update the payment details to keep your plan.`}
        </Alert>
      )}
    </Section>
  );
}

function InvoicesSection() {
  const { data: invoices, error, refetch } = useQuery(invoicesQuery);
  if (error !== null && invoices === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (invoices === undefined) return <Skeleton height={120} radius="lg" role="status" aria-label="Loading" />;
  return (
    <Section title="Invoices">
      {invoices.length === 0 ? (
        <Text c="dimmed">No invoices yet. You get the first one when you subscribe to a plan.</Text>
      ) : (
        <table className={table['table']}>
          <caption className={table['hidden']}>Invoices, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Date</th>
              <th scope="col">Total</th>
              <th scope="col">File</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <th scope="row">{invoice.number}</th>
                <td data-label="Date">{dayOf(invoice.issued_at)}</td>
                <td data-label="Total">{amount(invoice.total, invoice.currency)}</td>
                <td data-label="File">
                  {invoice.pdf_url === null ? (
                    '–'
                  ) : (
                    <Anchor href={invoice.pdf_url} aria-label={`PDF of invoice ${invoice.number}`}>
                      PDF
                    </Anchor>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** For owners: the plan, the alternatives, usage and invoices. */
export function BillingPage() {
  usePageTitle('Plan and billing');
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery);
  const plans = useQuery(plansQuery);
  const failed = error ?? plans.error;
  if (failed !== null && (subscription === undefined || plans.data === undefined))
    return (
      <ErrorView
        error={failed}
        retry={() => {
          void refetch();
          void plans.refetch();
        }}
      />
    );
  return (
    <>
      <PageHeader title="Plan and billing" lead="Your plan, usage and invoices." />
      {subscription === undefined || plans.data === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label="Loading" />
      ) : (
        <div className={section['sections']}>
          <PlanSection subscription={subscription} plans={plans.data} />
          <PlansSection subscription={subscription} plans={plans.data} />
          <UsageSection />
          {subscription.provider === 'built-in' && <BillingDetailsSection details={subscription.billing_details} />}
          <InvoicesSection />
        </div>
      )}
    </>
  );
}
