/** SQL for subscriptions, invoices and usage, in the organization's live tenant. */
import type { BillingDetails, BillingInterval, Id, PaidPlan, Plan } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { InvoiceLine } from './domain.ts';

export type SubscriptionRow = {
  provider: 'built-in' | 'stripe';
  plan: PaidPlan | null;
  billing_interval: BillingInterval | null;
  state: 'none' | 'active' | 'past-due' | 'ended';
  period_start: Date | null;
  period_end: Date | null;
  next_plan: Plan | null;
  next_interval: BillingInterval | null;
  unpaid_since: Date | null;
  notice: number;
  customer_id: string | null;
  subscription_ref: string | null;
  checkout_ref: string | null;
  busy_until: Date | null;
  version: number;
  due_at: Date | null;
};
const COLUMNS = `provider, plan, billing_interval, state, period_start, period_end, next_plan, next_interval, unpaid_since, notice, customer_id,
  subscription_ref, checkout_ref, busy_until, version, due_at`;

export const selectSubscription = statement<SubscriptionRow, [tenant: string]>(
  'subscription-select',
  `select ${COLUMNS} from subscriptions where tenant_id = $1`,
);
export const openSubscription = statement<unknown, [tenant: string, provider: string, now: Date]>(
  'subscription-open',
  `insert into subscriptions (tenant_id, provider, state, updated_at) values ($1, $2, 'none', $3) on conflict do nothing`,
);
export const lockSubscription = statement<SubscriptionRow, [tenant: string]>(
  'subscription-lock',
  `select ${COLUMNS} from subscriptions where tenant_id = $1 for update`,
);
export const updateSubscription = namedStatement<
  unknown,
  {
    tenantId: string;
    provider: string;
    plan: string | null;
    interval: string | null;
    state: string;
    periodStart: Date | null;
    periodEnd: Date | null;
    nextPlan: string | null;
    nextInterval: string | null;
    unpaidSince: Date | null;
    notice: number;
    ref: string | null;
    dueAt: Date | null;
    now: Date;
  }
>(
  'subscription-update',
  `update subscriptions set provider = :provider, plan = :plan, billing_interval = :interval, state = :state, period_start = :periodStart,
     period_end = :periodEnd, next_plan = :nextPlan, next_interval = :nextInterval, unpaid_since = :unpaidSince, notice = :notice,
     subscription_ref = :ref, busy_until = null, version = version + 1, due_at = :dueAt, updated_at = :now
   where tenant_id = :tenantId`,
);
/**
 * Blocks other changes until the given time. The subscription is checked at that time, even if the process with the
 * lock was killed.
 */
export const claimSubscription = statement<{ version: number }, [tenant: string, until: Date]>(
  'subscription-claim',
  `update subscriptions set busy_until = $2, due_at = least(due_at, $2), version = version + 1 where tenant_id = $1 returning version`,
);
export const freeSubscription = statement<unknown, [tenant: string, now: Date]>(
  'subscription-free',
  'update subscriptions set busy_until = null, due_at = $2, version = version + 1 where tenant_id = $1',
);
/**
 * Marks the row as outdated because the subscription has changed at the provider. A sync that is already running then
 * reads it again.
 */
export const markStale = statement<unknown, [tenant: string, now: Date]>(
  'subscription-stale',
  'update subscriptions set due_at = $2, version = version + 1 where tenant_id = $1',
);
export const postponeSubscription = statement<unknown, [tenant: string, until: Date | null, frees: boolean]>(
  'subscription-postpone',
  `update subscriptions set due_at = $2, busy_until = case when $3 then null else busy_until end, version = version + 1
   where tenant_id = $1`,
);
export const setCustomer = statement<unknown, [tenant: string, customer: string]>(
  'subscription-customer',
  'update subscriptions set customer_id = $2, version = version + 1 where tenant_id = $1',
);
export const setCheckout = statement<unknown, [tenant: string, checkout: string, due: Date]>(
  'subscription-checkout',
  'update subscriptions set checkout_ref = $2, busy_until = null, due_at = $3, version = version + 1 where tenant_id = $1',
);
/** Runs in the `auth` role, because a provider's events contain only a customer ID. */
export const selectTenantOfCustomer = statement<{ tenant_id: Id<'tenant'> }, [customer: string]>(
  'subscription-tenant',
  'select tenant_id from subscriptions where customer_id = $1',
);
/** Runs in the `jobs` role. */
export const selectDue = statement<{ tenant_id: Id<'tenant'> }, [now: Date]>(
  'subscriptions-due',
  'select tenant_id from subscriptions where due_at <= $1 order by due_at limit 100',
);

export type OrganizationPlan = {
  id: Id<'organization'>;
  name: string;
  plan: string;
  requests_per_hour: number | null;
  has_sso: boolean;
  keys: number;
};
export const selectOrganizationPlan = statement<OrganizationPlan, [tenant: string]>(
  'billing-organization',
  `select o.id, o.name, o.plan, o.requests_per_hour, exists (select from single_sign_on s where s.tenant_id = $1) as has_sso,
     (select count(*)::int from api_keys k where k.tenant_id = $1 and k.revoked_at is null) as keys
   from organizations o where o.tenant_id = $1`,
);
export const updatePlan = statement<unknown, [tenant: string, plan: string]>(
  'organization-plan',
  'update organizations set plan = $2 where tenant_id = $1',
);
/** Runs in the `auth` role. */
export const selectOwners = statement<
  { id: string; email: string; name: string; locale: string | null },
  [tenant: string]
>(
  'billing-owners',
  `select u.id, u.email, u.name, u.locale from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and m.role = 'owner' and m.deactivated_at is null order by u.id`,
);

// ------------------------------------------------------------------ invoices of the built-in provider
export type Seller = { lines: readonly string[]; vatId: string | null; vatPercent: number };

export const selectBillingDetails = statement<BillingDetails, [tenant: string]>(
  'billing-details-select',
  'select name, address, vat_id from billing_details where tenant_id = $1',
);
export const setBillingDetails = statement<
  unknown,
  [tenant: string, name: string, address: string, vatId: string | null, now: Date]
>(
  'billing-details-set',
  `insert into billing_details (tenant_id, name, address, vat_id, updated_at) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id) do update set name = $2, address = $3, vat_id = $4, updated_at = $5`,
);
/**
 * Takes the next invoice number in the `auth` role. The row stays locked until the invoice is committed or rolled back,
 * so invoice numbers have no gaps.
 */
export const takeInvoiceNumber = statement<{ last: number }, []>(
  'invoice-number-take',
  'update invoice_numbers set last = last + 1 returning last',
);
export type InvoiceRow = {
  id: Id<'invoice'>;
  number: number;
  organization: string;
  issued_at: Date;
  period_start: Date;
  period_end: Date;
  currency: string;
  lines: InvoiceLine[];
  language: string;
  seller: Pick<Seller, 'lines' | 'vatId'> | null;
  buyer: BillingDetails | null;
  vat_percent: number;
  vat_cents: number;
  is_reverse_charge: boolean;
  total_cents: number;
};
export const insertInvoice = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    number: number;
    organization: string;
    now: Date;
    start: Date;
    end: Date;
    currency: string;
    lines: string;
    language: string;
    seller: string | null;
    buyer: string | null;
    vatPercent: number;
    vat: number;
    isReverseCharge: boolean;
    total: number;
  }
>(
  'invoice-insert',
  `insert into invoices (tenant_id, id, number, organization, issued_at, period_start, period_end, currency, lines, language, seller, buyer,
     vat_percent, vat_cents, is_reverse_charge, total_cents)
   values (:tenantId, :id, :number, :organization, :now, :start, :end, :currency, :lines, :language, :seller, :buyer, :vatPercent, :vat,
     :isReverseCharge, :total)`,
);
const INVOICE = `id, number, organization, issued_at, period_start, period_end, currency, lines, language, seller, buyer,
  vat_percent::float8 as vat_percent, vat_cents, is_reverse_charge, total_cents`;
export const selectInvoices = statement<InvoiceRow, [tenant: string]>(
  'invoices-list',
  `select ${INVOICE} from invoices where tenant_id = $1 order by number desc limit 100`,
);
export const selectInvoice = statement<InvoiceRow, [tenant: string, id: string]>(
  'invoice-select',
  `select ${INVOICE} from invoices where tenant_id = $1 and id = $2`,
);

// ------------------------------------------------------------------ usage
export const selectEnvelopeMonths = statement<{ month: string; envelopes: number }, [tenant: string, from: Date]>(
  'usage-envelopes',
  `select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
     sum(case kind when 'document.sent' then 1 else 1 - jsonb_array_length(data->'documents') end)::int as envelopes
   from outbox where tenant_id = $1 and kind in ('document.sent', 'package.sent') and created_at >= $2 group by 1`,
);
export const selectUsageMonths = statement<
  { month: string; seats: number; requests: number; refused: number },
  [tenant: string, from: Date]
>(
  'usage-months',
  `select to_char(month, 'YYYY-MM') as month, seats, requests::float8 as requests, refused::float8 as refused
   from usage_months where tenant_id = $1 and month >= ($2::timestamptz at time zone 'UTC')::date`,
);
export const selectRequestsSince = statement<{ requests: number; refused: number }, [tenant: string, from: Date]>(
  'usage-requests',
  `select coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(refused), 0)::float8 as refused
   from api_key_usage where tenant_id = $1 and hour >= $2`,
);
/**
 * Adds up the requests of every organization for this month and the previous month from the hourly counts that still
 * exist. Runs in the `jobs` role.
 */
export const addUpRequests = statement<unknown, [from: Date]>(
  'usage-add-up-requests',
  `insert into usage_months (tenant_id, month, requests, refused)
   select tenant_id, date_trunc('month', hour at time zone 'UTC')::date, sum(requests), sum(refused)
   from api_key_usage where hour >= $1 group by 1, 2
   on conflict (tenant_id, month) do update
   set requests = greatest(usage_months.requests, excluded.requests), refused = greatest(usage_months.refused, excluded.refused)`,
);
export const addUpSeats = statement<unknown, [month: Date]>(
  'usage-add-up-seats',
  `insert into usage_months (tenant_id, month, seats)
   select tenant_id, ($1::timestamptz at time zone 'UTC')::date, count(*) from memberships where deactivated_at is null group by tenant_id
   on conflict (tenant_id, month) do update set seats = greatest(usage_months.seats, excluded.seats)`,
);
