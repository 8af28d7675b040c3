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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

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
      text={m.billingPage.currentPlan}
      {...(hasPortal && {
        action: (
          <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate()}>
            {m.billingPage.paymentDetails}
          </Button>
        ),
      })}
    >
      <dl className={section['facts']}>
        <dt>{common.status}</dt>
        <dd>{STATUS[status]}</dd>
        {subscription.effective_plan !== subscription.plan && (
          <>
            <dt>{m.billingPage.planInEffect}</dt>
            <dd>{nameOf(subscription.effective_plan)}</dd>
          </>
        )}
        {period !== null && (
          <>
            <dt>{subscription.interval === 'year' ? m.billingPage.thisYear : m.billingPage.thisMonth}</dt>
            <dd>{m.billingPage.to(dayOf(period.start), dayOf(period.end))}</dd>
          </>
        )}
      </dl>
      {scheduled !== null && (
        <Alert variant="light" mt="md" title={m.billingPage.from(nameOf(scheduled.plan), dayOf(scheduled.at))}>
          {m.billingPage.toKeepChooseKeepBelow(nameOf(subscription.plan))}
        </Alert>
      )}
      {unpaid !== null && (
        <Alert variant="light" color="red" mt="md" title={m.billingPage.invoiceUnpaid}>
          {status === 'suspended'
            ? m.billingPage.freePlanAppliesUntilInvoice
            : m.billingPage.everythingWorksAsBeforeUntil(dayOf(unpaid.grace_ends_at))}
        </Alert>
      )}
    </Section>
  );
}

function InvoicesSection() {
  const { data: invoices, error, refetch } = useQuery(invoicesQuery);
  if (error !== null && invoices === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (invoices === undefined) return <Skeleton height={120} radius="lg" role="status" aria-label={common.loading} />;
  return (
    <Section title={m.billingPage.invoices}>
      {invoices.length === 0 ? (
        <Text c="dimmed">{m.billingPage.noInvoicesYet}</Text>
      ) : (
        <table className={table['table']}>
          <caption className={table['hidden']}>{m.billingPage.invoicesNewestFirst}</caption>
          <thead>
            <tr>
              <th scope="col">{m.billingPage.number}</th>
              <th scope="col">{m.billingPage.date}</th>
              <th scope="col">{m.billingPage.total}</th>
              <th scope="col">{labels.file}</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <th scope="row">{invoice.number}</th>
                <td data-label={m.billingPage.date}>{dayOf(invoice.issued_at)}</td>
                <td data-label={m.billingPage.total}>{amount(invoice.total, invoice.currency)}</td>
                <td data-label={labels.file}>
                  {invoice.pdf_url === null ? (
                    '–'
                  ) : (
                    <Anchor href={invoice.pdf_url} aria-label={m.billingPage.pdfOfInvoice(invoice.number)}>
                      {m.billingPage.pdf}
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

/** Shows owners the current plan, alternative plans, usage and invoices. */
export function BillingPage() {
  usePageTitle(m.billingPage.planAndBilling);
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
      <PageHeader title={m.billingPage.planAndBilling} lead={m.billingPage.planUsageAndInvoices} />
      {subscription === undefined || plans.data === undefined ? (
        <Skeleton height={420} radius="lg" role="status" aria-label={common.loading} />
      ) : (
        <div className={section['sections']}>
          <PlanSection subscription={subscription} plans={plans.data} />
          <UsageSection />
          <PlansSection subscription={subscription} plans={plans.data} />
          {subscription.provider === 'built-in' && <BillingDetailsSection details={subscription.billing_details} />}
          <InvoicesSection />
        </div>
      )}
    </>
  );
}
