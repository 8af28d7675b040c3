import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import table from '../../ui/Table.module.css';
import { Section } from '../../ui/Section.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { amount, type Interval, many, type PlanEntry, RIGHTS, type Subscription } from './words.ts';

type Props = { plans: readonly PlanEntry[]; subscription: Subscription };

export function PlansSection({ plans, subscription }: Props) {
  const [interval, setInterval] = useState<Interval>(subscription.interval ?? 'month');
  const [chosen, setChosen] = useState<PlanEntry>();
  const hasOne = subscription.status !== 'none' && subscription.status !== 'ended';
  const isCurrent = ({ id }: PlanEntry) =>
    id === subscription.plan && (!hasOne || subscription.interval === interval) && subscription.status !== 'none';
  return (
    <Section
      title="Compare plans"
      text="Prices are for the whole organization, without tax."
      action={
        <SegmentedControl
          aria-label="Billing interval"
          value={interval}
          onChange={(value) => setInterval(value === 'year' ? 'year' : 'month')}
          data={[
            { value: 'month', label: 'Monthly' },
            { value: 'year', label: 'Yearly' },
          ]}
        />
      }
    >
      <table className={table['table']}>
        <caption className={table['hidden']}>Plans with prices and features</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Price</th>
            <th scope="col">Seats</th>
            <th scope="col">Envelopes per month</th>
            <th scope="col">Requests per hour</th>
            <th scope="col">Includes</th>
            <th scope="col">
              <span className={table['hidden']}>Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              <th scope="row">{plan.name}</th>
              <td data-label="Price">{`${amount(plan.price[interval], plan.currency)} a ${interval}`}</td>
              <td data-label="Seats">{many(plan.seats)}</td>
              <td data-label="Envelopes per month">{many(plan.envelopes_per_month)}</td>
              <td data-label="Requests per hour">{many(plan.requests_per_hour)}</td>
              <td data-label="Includes">{plan.rights.map((right) => RIGHTS[right]).join(', ') || '–'}</td>
              <td>
                {isCurrent(plan) && subscription.scheduled === null ? (
                  'Your plan'
                ) : plan.id === 'free' && !hasOne ? null : (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setChosen(plan)}
                    aria-label={plan.id === 'free' ? 'Cancel subscription' : `Choose ${plan.name}`}
                  >
                    {plan.id === 'free' ? 'Cancel' : isCurrent(plan) ? 'Keep' : 'Choose'}
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
          interval={interval}
          subscription={subscription}
          close={() => setChosen(undefined)}
        />
      )}
    </Section>
  );
}
