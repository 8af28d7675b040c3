import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import table from '../../ui/Table.module.css';
import { Section } from '../../ui/Section.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { amount, type Interval, many, type PlanEntry, RIGHTS, type Subscription } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { plans: readonly PlanEntry[]; subscription: Subscription };

const per: Record<Interval, (amount: string) => string> = {
  month: m.plansSection.amountPerMonth,
  year: m.plansSection.amountPerYear,
};

export function PlansSection({ plans, subscription }: Props) {
  const [interval, setInterval] = useState<Interval>(subscription.interval ?? 'month');
  const [chosen, setChosen] = useState<PlanEntry>();
  const hasOne = subscription.status !== 'none' && subscription.status !== 'ended';
  const isCurrent = ({ id }: PlanEntry) =>
    id === subscription.plan && (!hasOne || subscription.interval === interval) && subscription.status !== 'none';
  return (
    <Section
      title={m.plansSection.comparePlans}
      text={m.plansSection.pricesForWholeOrganizationWithout}
      action={
        <SegmentedControl
          aria-label={m.plansSection.billingInterval}
          value={interval}
          onChange={(value) => setInterval(value === 'year' ? 'year' : 'month')}
          data={[
            { value: 'month', label: m.plansSection.monthly },
            { value: 'year', label: m.plansSection.yearly },
          ]}
        />
      }
    >
      <table className={table['table']}>
        <caption className={table['hidden']}>{m.plansSection.plansWithPricesAndFeatures}</caption>
        <thead>
          <tr>
            <th scope="col">{m.plansSection.plan}</th>
            <th scope="col">{m.plansSection.price}</th>
            <th scope="col">{m.plansSection.seats}</th>
            <th scope="col">{m.plansSection.envelopesPerMonth}</th>
            <th scope="col">{m.plansSection.requestsPerHour}</th>
            <th scope="col">{m.plansSection.includes}</th>
            <th scope="col">
              <span className={table['hidden']}>{labels.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              <th scope="row">{plan.name}</th>
              <td data-label={m.plansSection.price} className={table['long']}>
                {per[interval](amount(plan.price[interval], plan.currency))}
              </td>
              <td data-label={m.plansSection.seats}>{many(plan.seats)}</td>
              <td data-label={m.plansSection.envelopesPerMonth}>{many(plan.envelopes_per_month)}</td>
              <td data-label={m.plansSection.requestsPerHour}>{many(plan.requests_per_hour)}</td>
              <td data-label={m.plansSection.includes} className={table['long']}>
                {plan.rights.map((right) => RIGHTS[right]).join(', ') || '–'}
              </td>
              <td>
                {isCurrent(plan) && subscription.scheduled === null ? (
                  m.plansSection.yourPlan
                ) : plan.id === 'free' && !hasOne ? null : (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setChosen(plan)}
                    aria-label={
                      plan.id === 'free' ? m.plansSection.cancelSubscription : m.plansSection.choose(plan.name)
                    }
                  >
                    {plan.id === 'free'
                      ? labels.cancel
                      : isCurrent(plan)
                        ? m.plansSection.keep
                        : m.plansSection.chooseText}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen !== undefined && (
        <ChangeDialog
          plan={chosen}
          current={plans.find(({ id }) => id === subscription.effective_plan)}
          interval={interval}
          subscription={subscription}
          close={() => setChosen(undefined)}
        />
      )}
    </Section>
  );
}
