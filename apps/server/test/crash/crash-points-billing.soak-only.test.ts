/**
 * Crash points of subscriptions. The server is killed at every step of subscribing, of an event, of changes, of a
 * cancellation and of the grace period. Afterwards, the organization matches the state at its payment provider, and no
 * amount is charged or invoiced twice. The database keeps running while the server is down.
 */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { openInstallation, stop } from '../support/processes.ts';
import { startStripe, StripeStandIn } from '../support/stripe-stand-in.ts';
import { until } from '../support/until.ts';
import {
  expectKilled,
  isOfBilling,
  isUnanswered,
  LIMIT_MS,
  OWNER,
  played,
  type Scene,
  type Step,
} from './crash-steps.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;
type Plan = Output<'getSubscription'>['subscription']['plan'];
type BillingStep = Step & {
  /** Called before the step, while no server is running. */
  before?: () => Promise<unknown>;
};

const PASSWORD = 'correct horse battery staple';
const DAY = 86_400;
const stripe = await startStripe(() => new Date());
const installation = await openInstallation();
const STRIPE = {
  STRIPE_SECRET_KEY: StripeStandIn.secretKey,
  STRIPE_WEBHOOK_SECRET: StripeStandIn.webhookSecret,
  STRIPE_PRICES: StripeStandIn.prices.join(','),
  STRIPE_API_BASE: stripe.url,
};

function start(settings: Record<string, string>) {
  const server = installation.run(settings);
  const scene = async (): Promise<Scene> => {
    await server.listening();
    const url = await until(
      'the address of the server',
      () => /listening at (http:\/\/[\d.:]+)/.exec(server.logged())?.[1],
    );
    const api = new Client(url);
    await api.logIn({ email: OWNER.email, password: PASSWORD });
    return { url, api };
  };
  return { server, scene };
}

async function play(settings: Record<string, string>, steps: readonly BillingStep[]): Promise<void> {
  for (const { point, time = 1, before, found, act } of played(steps)) {
    await before?.();
    const { server, scene } = start({ ...settings, FAILPOINTS_ALLOWED: 'yes', FAILPOINT: `${point}:${time}` });
    if (act) {
      const now = await scene();
      await found?.(now);
      await expect(act(now), `the request got no response at ${point}`).rejects.toSatisfy(isUnanswered);
    }
    await expectKilled(server, point);
  }
}

/** Starts the server that stays alive until `work` is done. */
async function end(settings: Record<string, string>, work: (scene: Scene) => Promise<unknown>): Promise<void> {
  const { server, scene } = start(settings);
  await work(await scene());
  await stop(server);
}

const at = '/api/subscription';
const create =
  (plan: Plan) =>
  ({ api }: Scene) =>
    api.json<Output<'createSubscription'>>('POST', `${at}/create`, { plan, interval: 'month' });
const change =
  (plan: Plan) =>
  ({ api }: Scene) =>
    api.json('POST', `${at}/change`, { plan });
const cancel = ({ api }: Scene) => api.json('POST', `${at}/cancel`);
const viewOf = async ({ api }: Scene) => (await api.json<Output<'getSubscription'>>('GET', at)).subscription;
const stands = (expected: object) => async (scene: Scene) => expect(await viewOf(scene)).toMatchObject(expected);
const becomes = (what: string, is: (view: Awaited<ReturnType<typeof viewOf>>) => boolean) => (scene: Scene) =>
  until(what, async () => is(await viewOf(scene)));
/**
 * Releases requests that a killed server did not complete. A repeated request then runs before the billing job does.
 */
const released = () => installation.sql('update subscriptions set busy_until = null, due_at = null');
/** Expires the claim of a killed server or makes the date due, so that the billing job processes it. */
const due = () => installation.sql('update subscriptions set busy_until = null, due_at = now()');
const changes = async () => {
  const rows = await installation.sql<{ data: { subscription: { plan: string } } }>(
    "select data from outbox where kind = 'subscription.changed' order by xid, id",
  );
  return rows.map(({ data }) => data.subscription.plan);
};
const recorded = async (action: string) => {
  const pattern = `%"${action}"%`;
  const [row] = await installation.sql<{ n: number }>(
    "select count(*)::int as n from audit_entries where convert_from(bytes, 'UTF8') like $1",
    [pattern],
  );
  return row?.n;
};

const BUILT_IN: readonly BillingStep[] = [
  { point: 'billing.after-commit', found: stands({ status: 'none' }), act: create('small-team') },
  {
    point: 'billing.after-commit',
    found: async (scene) => {
      await stands({ status: 'active', plan: 'small-team', effective_plan: 'small-team' })(scene);
      await expect(create('small-team')(scene)).rejects.toMatchObject({ code: 'SUBSCRIPTION_EXISTS' });
    },
    act: change('large-team'),
  },
  // The billed month has ended.
  {
    point: 'billing.before-commit',
    before: () =>
      installation.sql(
        "update subscriptions set period_start = period_start - interval '40 days', period_end = now(), due_at = now()",
      ),
  },
  { point: 'billing.after-commit' },
  { point: 'billing.after-commit', found: stands({ plan: 'large-team', status: 'active' }), act: cancel },
];

test(
  'issues one invoice per period, and applies every change once, even without a payment provider',
  async () => {
    const first = await installation.web();
    await installation.setUp(first);
    await stop(first);
    await play({}, BUILT_IN);
    const invoices = await installation.sql<{ number: number; total: number }>(
      'select number, sign(total_cents)::int as total from invoices order by number',
    );
    expect(invoices).toEqual([1, 1, 1, -1].map((total, index) => ({ number: index + 1, total })));
    expect(await changes()).toEqual(['small-team', 'large-team', 'free']);
    expect(await recorded('invoice.issued')).toBe(4);
  },
  LIMIT_MS,
);

let subscription = '';
async function deliver({ url }: Scene, only?: string): Promise<void> {
  for (const { body } of stripe.events.filter(({ kind }) => only === undefined || kind === only)) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(body) };
    const { status } = await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  }
}
const subscribe = async (scene: Scene) => {
  const { checkoutUrl = '' } = await create('medium-team')(scene);
  subscription = stripe.pay(checkoutUrl);
};

const WITH_STRIPE: readonly BillingStep[] = [
  { point: 'billing.claimed', found: stands({ status: 'ended', effective_plan: 'free' }), act: create('medium-team') },
  { point: 'billing.customer', before: released, act: create('medium-team') },
  { point: 'billing.asked', before: released, act: create('medium-team') },
  {
    point: 'billing.noted',
    before: released,
    found: subscribe,
    act: (scene) => deliver(scene, 'checkout.session.completed'),
  },
  // The event was stored but not acknowledged, so the billing job processes it.
  { point: 'billing.read' },
  { point: 'billing.after-commit' },
  {
    point: 'billing.asked',
    found: async (scene) => {
      await stands({ status: 'active', plan: 'medium-team', effective_plan: 'medium-team' })(scene);
      // Stripe resends events that were not acknowledged.
      await deliver(scene);
      expect((await changes()).slice(3)).toEqual(['medium-team']);
    },
    act: change('large-team'),
  },
  {
    point: 'billing.read',
    before: released,
    found: stands({ plan: 'medium-team', effective_plan: 'medium-team' }),
    act: change('large-team'),
  },
  {
    point: 'billing.scheduled',
    before: due,
    found: becomes('the upgrade', ({ plan }) => plan === 'large-team'),
    act: change('small-team'),
  },
  {
    point: 'billing.asked',
    before: released,
    found: stands({ scheduled: null }),
    act: change('small-team'),
  },
  {
    point: 'billing.asked',
    before: due,
    found: becomes('the downgrade', ({ scheduled }) => scheduled?.plan === 'small-team'),
    act: cancel,
  },
  {
    point: 'billing.kept',
    before: due,
    found: becomes('the cancellation', ({ scheduled }) => scheduled?.plan === 'free'),
    act: change('large-team'),
  },
  {
    point: 'billing.before-commit',
    before: () => {
      stripe.events.length = 0;
      stripe.endPeriod(subscription, false);
      stripe.backdate(subscription, 15 * DAY);
      return due();
    },
  },
  { point: 'billing.after-commit' },
];

test(
  'never charges an amount twice through Stripe, and grants a plan only while it is paid for',
  async () => {
    const tried = new Set([...BUILT_IN, ...WITH_STRIPE].map(({ point }) => point));
    expect(FAILPOINTS.filter((point) => isOfBilling(point) && !tried.has(point))).toEqual([]);
    await play(STRIPE, WITH_STRIPE);
    await end(STRIPE, async (scene) => {
      await stands({ status: 'suspended', plan: 'large-team', effective_plan: 'free' })(scene);
      expect(await recorded('subscription.unpaid')).toBe(1);
      stripe.payInvoices(subscription);
      await deliver(scene);
      await deliver(scene);
      await stands({ status: 'active', plan: 'large-team', effective_plan: 'large-team', unpaid: null })(scene);
    });
    // There are three invoices: for the first month, for the upgrade, and for the second month.
    expect({
      customers: stripe.customers,
      subscriptions: stripe.subscriptions.length,
      schedules: stripe.schedules,
      charges: stripe.charges.length,
    }).toEqual({ customers: 1, subscriptions: 1, schedules: 0, charges: 3 });
    expect((await changes()).slice(3)).toEqual(['medium-team', 'large-team', 'free', 'large-team']);
    expect(await recorded('subscription.paid')).toBe(1);
  },
  LIMIT_MS,
);
