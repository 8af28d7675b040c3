/**
 * Complete Stripe objects, as its API returns them. The types are the SDK's, which are generated from Stripe's
 * published OpenAPI description, so a response with a missing property or a property of a wrong type does not compile.
 */
import Stripe from 'stripe';

/** The properties of each object that can differ between tests. */
export type StoredSubscription = {
  id: string;
  customer: string;
  status: 'active' | 'past_due' | 'canceled' | 'trialing' | 'paused';
  price: string;
  start: number;
  end: number;
  cancels: boolean;
  schedule: string | null;
  created: number;
};
export type StoredInvoice = {
  id: string;
  customer: string;
  subscription: string;
  status: 'paid' | 'open';
  created: number;
  total: number;
};
export type StoredSchedule = {
  id: string;
  subscription: StoredSubscription;
  next: string | null;
  released: boolean;
};
export type StoredSession = {
  customer: string;
  price: string;
  status: 'open' | 'complete' | 'expired';
  created: number;
};

const MONTH = 30 * 86_400;
const YEAR = 12 * MONTH;
const DAY = 86_400;
const CURRENCY = 'eur';
const LIVE = { livemode: false } as const;

const isYearly = (price: string): boolean => price.endsWith('_year');
export const periodOf = (price: string): number => (isYearly(price) ? YEAR : MONTH);
/** Returns the price in cents. */
export const centsOf = (price: string): number => (isYearly(price) ? 99_000 : 9_900);

export function listOf<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

export function customerShape(
  id: string,
  { name, email, tenant, created }: { name: string; email: string; tenant: string; created: number },
): Stripe.Customer {
  return {
    ...LIVE,
    object: 'customer',
    id,
    name,
    email,
    created,
    metadata: { tenant },
    balance: 0,
    default_source: null,
    description: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    shipping: null,
  };
}

function priceShape(id: string): Stripe.Price {
  return {
    ...LIVE,
    object: 'price',
    id,
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency: CURRENCY,
    custom_unit_amount: null,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_countersign',
    recurring: {
      interval: isYearly(id) ? 'year' : 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'exclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: centsOf(id),
    unit_amount_decimal: null,
  };
}

/** Returns a plan. Plans are the predecessors of prices, and every item still contains one. */
function planShape(id: string): Stripe.Plan {
  return {
    ...LIVE,
    object: 'plan',
    id,
    active: true,
    amount: centsOf(id),
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: 0,
    currency: CURRENCY,
    interval: isYearly(id) ? 'year' : 'month',
    interval_count: 1,
    metadata: {},
    meter: null,
    nickname: null,
    product: 'prod_countersign',
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function subscriptionShape(
  { id, customer, status, price, start, end, cancels, created }: StoredSubscription,
  schedule: Stripe.SubscriptionSchedule | string | null,
): Stripe.Subscription {
  const item: Stripe.SubscriptionItem = {
    object: 'subscription_item',
    id: `si_${id}`,
    billing_thresholds: null,
    created,
    current_period_start: start,
    current_period_end: end,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planShape(price),
    price: priceShape(price),
    quantity: 1,
    subscription: id,
    tax_rates: [],
  };
  const isOver = status === 'canceled';
  return {
    ...LIVE,
    object: 'subscription',
    id,
    customer,
    status,
    created,
    start_date: created,
    cancel_at_period_end: cancels,
    cancel_at: cancels ? end : null,
    canceled_at: isOver || cancels ? end : null,
    ended_at: isOver ? end : null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    schedule,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    currency: CURRENCY,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    latest_invoice: null,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    test_clock: null,
    transfer_data: null,
    trial_end: status === 'trialing' ? end : null,
    trial_settings: null,
    trial_start: status === 'trialing' ? start : null,
  };
}

function phaseShape(from: number, until: number, price: string): Stripe.SubscriptionSchedule.Phase {
  return {
    start_date: from,
    end_date: until,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] }],
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: CURRENCY,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: null,
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    transfer_data: null,
    trial_end: null,
  };
}

export function scheduleShape({ id, subscription, next, released }: StoredSchedule): Stripe.SubscriptionSchedule {
  const { start, end, price, customer, created } = subscription;
  const later = next === null ? [] : [phaseShape(end, end + periodOf(next), next)];
  return {
    ...LIVE,
    object: 'subscription_schedule',
    id,
    customer,
    created,
    status: released ? 'released' : 'active',
    released_at: released ? start : null,
    released_subscription: released ? subscription.id : null,
    subscription: released ? null : subscription.id,
    current_phase: released ? null : { start_date: start, end_date: end },
    phases: [phaseShape(start, end, price), ...later],
    application: null,
    billing_mode: { flexible: null, type: 'classic' },
    canceled_at: null,
    completed_at: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    metadata: {},
    pause_schedules: [],
    test_clock: null,
  };
}

export function invoiceShape(
  { id, customer, subscription, status, created, total }: StoredInvoice,
  base: string,
): Stripe.Invoice {
  const paid = status === 'paid' ? total : 0;
  return {
    ...LIVE,
    object: 'invoice',
    id,
    customer,
    status,
    created,
    number: id.toUpperCase(),
    currency: CURRENCY,
    period_start: created,
    period_end: created + MONTH,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: total - paid,
    amount_shipping: 0,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    invoice_pdf: `${base}/invoices/${id}.pdf`,
    hosted_invoice_url: `${base}/invoices/${id}`,
    account_country: 'DE',
    account_name: 'Countersign',
    account_tax_ids: null,
    application: null,
    attempt_count: 1,
    attempted: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, []),
    metadata: {},
    next_payment_attempt: status === 'open' ? created + 3 * DAY : null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: status === 'paid' ? created : null,
      voided_at: null,
    },
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  };
}

export function sessionShape(
  id: string,
  { customer, price, status, created }: StoredSession,
  base: string,
): Stripe.Checkout.Session {
  const total = centsOf(price);
  return {
    ...LIVE,
    object: 'checkout.session',
    id,
    customer,
    status,
    created,
    // The session has a URL only as long as payment is possible.
    url: status === 'open' ? `${base}/pay/${id}` : null,
    mode: 'subscription',
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency: CURRENCY,
    expires_at: created + DAY,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    locale: null,
    managed_payments: null,
    metadata: {},
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: null,
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}

export function portalShape(
  id: string,
  { customer, created, base, returnUrl }: { customer: string; created: number; base: string; returnUrl: string },
): Stripe.BillingPortal.Session {
  return {
    ...LIVE,
    object: 'billing_portal.session',
    id,
    customer,
    created,
    url: `${base}/portal`,
    return_url: returnUrl,
    configuration: 'bpc_countersign',
    customer_account: null,
    flow: null,
    locale: null,
    on_behalf_of: null,
  };
}

export function eventShape(
  id: string,
  { type, object, created }: { type: string; object: object; created: number },
): object {
  return {
    ...LIVE,
    object: 'event',
    id,
    type,
    created,
    api_version: Stripe.API_VERSION,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
}
