/**
 * The part of Stripe's HTTP interface that we use, on loopback: customers, checkout, subscriptions, their schedules, invoices and the
 * portal, in the shapes of Stripe's published OpenAPI description; its errors, idempotent requests and signed events. The SDK that talks
 * to it is the unchanged one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll } from 'vitest';

type Fields = { [name: string]: string | Fields };
type Subscription = {
  id: string;
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  price: string;
  start: number;
  end: number;
  cancels: boolean;
  schedule: string | null;
  created: number;
};
type Invoice = { id: string; customer: string; subscription: string; status: 'paid' | 'open'; created: number };
type Answer = { status: number; body: object };
export type StripeEvent = { id: string; body: string };

const MONTH = 30 * 86_400;
const WEBHOOK_SECRET = 'whsec_of_the_stand_in_0123456789';
const SECRET_KEY = 'sk_test_stand_in_0123456789';

export class StripeStandIn {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #invoices: Invoice[] = [];
  readonly #schedules = new Map<string, { subscription: string; next: string | null }>();
  readonly #sessions = new Map<string, { customer: string; price: string; status: 'open' | 'complete' | 'expired' }>();
  readonly #customers = new Map<string, Fields>();
  readonly #answered = new Map<string, { asked: string; answer: Answer }>();
  readonly #now: () => Date;
  /** Every event so far, in the order in which things happened. */
  readonly events: StripeEvent[] = [];
  /** What was asked: method and path. */
  readonly asked: string[] = [];
  /** The next requests are answered so: a status, or a connection that ends. */
  readonly faults: (number | 'reset')[] = [];
  /** Answers wait for it. */
  held: Promise<void> | undefined;
  /** Cards are declined. */
  declines = false;
  url = '';
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Prices as STRIPE_PRICES names them. */
  static readonly prices = ['small-team', 'medium-team', 'large-team', 'enterprise'].flatMap((plan) =>
    ['month', 'year'].map((interval) => `${plan}:${interval}=${priceOf(plan, interval)}`),
  );
  static readonly secretKey = SECRET_KEY;
  static readonly webhookSecret = WEBHOOK_SECRET;

  listen(): Promise<() => Promise<void>> {
    const server = createServer((request, response) => void this.#serve(request, response));
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        resolve(
          () =>
            new Promise((done) => {
              server.closeAllConnections();
              server.close(() => done());
            }),
        );
      });
    });
  }

  // ------------------------------------------------------------------ what happens at Stripe's own pages, and by its clock
  /** Somebody pays at a checkout. */
  pay(url: string): string {
    const id = url.split('/').at(-1) ?? '';
    const session = this.#sessions.get(id);
    if (session?.status !== 'open') throw new Error(`the checkout ${id} is not open`);
    session.status = 'complete';
    const start = this.#seconds();
    const subscription: Subscription = {
      id: this.#id('sub'),
      customer: session.customer,
      status: 'active',
      price: session.price,
      start,
      end: start + MONTH * (session.price.endsWith('year') ? 12 : 1),
      cancels: false,
      schedule: null,
      created: start,
    };
    this.#subscriptions.set(subscription.id, subscription);
    this.#invoice(subscription, 'paid');
    this.#emit('checkout.session.completed', { object: 'checkout.session', id, customer: session.customer });
    this.#emit('customer.subscription.created', this.#subscription(subscription));
    return subscription.id;
  }

  /** The period is over: what was scheduled happens, and the next invoice is paid or not. */
  endPeriod(id: string, isPaid = true): void {
    const subscription = this.#get(id);
    if (subscription.cancels) {
      subscription.status = 'canceled';
      this.#emit('customer.subscription.deleted', this.#subscription(subscription));
      return;
    }
    const schedule = subscription.schedule === null ? undefined : this.#schedules.get(subscription.schedule);
    if (schedule?.next) subscription.price = schedule.next;
    subscription.schedule = null;
    subscription.start = subscription.end;
    subscription.end += MONTH;
    if (!isPaid) subscription.status = 'past_due';
    this.#invoice(subscription, isPaid ? 'paid' : 'open');
    this.#emit('customer.subscription.updated', this.#subscription(subscription));
  }

  payInvoices(id: string): void {
    const subscription = this.#get(id);
    for (const invoice of this.#invoices.filter((one) => one.subscription === id)) invoice.status = 'paid';
    subscription.status = 'active';
    this.#emit('invoice.paid', { object: 'invoice', id: this.#id('in'), customer: subscription.customer });
    this.#emit('customer.subscription.updated', this.#subscription(subscription));
  }

  /** Signs as Stripe does. */
  sign(body: string, { secret = WEBHOOK_SECRET, at = this.#seconds() }: { secret?: string; at?: number } = {}): string {
    return new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at });
  }

  // ------------------------------------------------------------------ its HTTP interface
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${request.method} ${url.pathname}`);
    await this.held;
    const fault = this.faults.shift();
    if (fault === 'reset') return void request.socket.destroy();
    const { status, body: answer } =
      fault === undefined ? this.#once(request, url, body) : failure(fault, 'api_error', 'Something went wrong.');
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': this.#id('req') });
    response.end(JSON.stringify(answer));
  }

  /** The same Idempotency-Key gets the same answer, and is refused for another request. */
  #once(request: IncomingMessage, url: URL, body: string): Answer {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return failure(401, 'invalid_request_error', 'Invalid API Key provided.');
    const key = request.headers['idempotency-key'];
    const asked = `${request.method} ${url.pathname} ${body}`;
    const before = typeof key === 'string' ? this.#answered.get(key) : undefined;
    if (before && before.asked !== asked)
      return failure(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    if (before) return before.answer;
    const fields = read(request.method === 'GET' ? url.search.slice(1) : body);
    const answer = this.#answer(`${request.method} ${url.pathname}`, fields);
    if (typeof key === 'string' && answer.status < 500) this.#answered.set(key, { asked, answer });
    return answer;
  }

  #answer(route: string, fields: Fields): Answer {
    const [, method, kind, id = '', action = ''] =
      /^(\w+) \/v1\/(customers|checkout\/sessions|subscriptions|subscription_schedules|invoices|billing_portal\/sessions)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
        route,
      ) ?? [];
    const isNew = method === 'POST' && id === '';
    switch (kind) {
      case 'customers':
        return this.#customer(fields);
      case 'checkout/sessions':
        return isNew ? this.#checkout(fields) : this.#session(id, action);
      case 'billing_portal/sessions':
        return ok({ object: 'billing_portal.session', id: this.#id('bps'), url: `${this.url}/portal` });
      case 'subscriptions':
        if (id === '') return this.#list(fields);
        return method === 'GET' ? this.#found(id) : this.#update(id, fields);
      case 'subscription_schedules':
        return isNew ? this.#makeSchedule(fields) : this.#changeSchedule(id, action, fields);
      case 'invoices':
        return this.#listInvoices(fields);
      default:
        return failure(404, 'invalid_request_error', `Unrecognized request URL (${route}).`);
    }
  }

  #customer(fields: Fields): Answer {
    const id = this.#id('cus');
    this.#customers.set(id, fields);
    return ok({ object: 'customer', id, ...fields });
  }

  #checkout(fields: Fields): Answer {
    const id = this.#id('cs_test');
    const customer = text(fields, 'customer');
    if (!this.#customers.has(customer)) return failure(400, 'invalid_request_error', `No such customer: '${customer}'`);
    this.#sessions.set(id, { customer, price: text(fields, 'line_items', '0', 'price'), status: 'open' });
    return this.#session(id, '');
  }

  #session(id: string, action: string): Answer {
    const session = this.#sessions.get(id);
    if (!session) return failure(404, 'invalid_request_error', `No such checkout.session: ${id}`);
    if (action === 'expire') session.status = 'expired';
    return ok({ object: 'checkout.session', id, ...session, url: `${this.url}/pay/${id}` });
  }

  #list(fields: Fields): Answer {
    const all = [...this.#subscriptions.values()].filter(({ customer }) => customer === text(fields, 'customer'));
    return ok(list(all.toReversed().map((one) => this.#subscription(one))));
  }

  #found(id: string): Answer {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return failure(404, 'invalid_request_error', `No such subscription: '${id}'`);
    return ok({ ...this.#subscription(subscription), schedule: subscription.schedule });
  }

  #update(id: string, fields: Fields): Answer {
    const subscription = this.#get(id);
    const price = text(fields, 'items', '0', 'price');
    if (price !== '') {
      if (this.declines) return failure(402, 'card_error', 'Your card was declined.', 'card_declined');
      subscription.price = price;
      this.#invoice(subscription, 'paid');
    }
    const cancels = text(fields, 'cancel_at_period_end');
    if (cancels !== '') subscription.cancels = cancels === 'true';
    this.#emit('customer.subscription.updated', this.#subscription(subscription));
    return this.#found(id);
  }

  #makeSchedule(fields: Fields): Answer {
    const subscription = this.#get(text(fields, 'from_subscription'));
    if (subscription.schedule !== null)
      return failure(
        400,
        'invalid_request_error',
        'You cannot migrate a subscription that is already attached to a schedule.',
      );
    const id = this.#id('sub_sched');
    subscription.schedule = id;
    this.#schedules.set(id, { subscription: subscription.id, next: null });
    return ok(this.#schedule(id));
  }

  #changeSchedule(id: string, action: string, fields: Fields): Answer {
    const schedule = this.#schedules.get(id);
    if (!schedule) return failure(404, 'invalid_request_error', `No such subscription schedule: '${id}'`);
    const subscription = this.#get(schedule.subscription);
    if (action === 'release') subscription.schedule = null;
    else schedule.next = text(fields, 'phases', '1', 'items', '0', 'price');
    this.#emit('customer.subscription.updated', this.#subscription(subscription));
    return ok(this.#schedule(id));
  }

  #listInvoices(fields: Fields): Answer {
    const found = this.#invoices.filter(
      ({ customer, subscription, status }) =>
        [customer, ''].includes(text(fields, 'customer')) &&
        [subscription, ''].includes(text(fields, 'subscription')) &&
        [status, ''].includes(text(fields, 'status')),
    );
    return ok(
      list(
        found.toReversed().map((one) => ({
          ...one,
          object: 'invoice',
          number: one.id.toUpperCase(),
          period_start: one.created,
          period_end: one.created + MONTH,
          currency: 'eur',
          total: 29_900,
          invoice_pdf: `${this.url}/invoices/${one.id}.pdf`,
        })),
      ),
    );
  }

  #schedule(id: string): object {
    const found = this.#schedules.get(id);
    const { start, end, price } = this.#get(found?.subscription ?? '');
    const phase = (from: number, until: number, of: string) => ({
      start_date: from,
      end_date: until,
      items: [{ price: of, quantity: 1 }],
    });
    const next = found?.next ? [phase(end, end + MONTH, found.next)] : [];
    return {
      object: 'subscription_schedule',
      id,
      current_phase: { start_date: start, end_date: end },
      phases: [phase(start, end, price), ...next],
    };
  }

  #subscription({ id, customer, status, price, start, end, cancels, schedule, created }: Subscription): object {
    const item = {
      object: 'subscription_item',
      id: `si_${id}`,
      current_period_start: start,
      current_period_end: end,
      price: { object: 'price', id: price },
      quantity: 1,
    };
    return {
      object: 'subscription',
      id,
      customer,
      status,
      created,
      cancel_at_period_end: cancels,
      items: list([item]),
      schedule: schedule === null ? null : this.#schedule(schedule),
    };
  }

  #get(id: string): Subscription {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) throw new Error(`there is no subscription ${id}`);
    return subscription;
  }

  #invoice({ id, customer }: Subscription, status: Invoice['status']): void {
    this.#invoices.push({ id: this.#id('in'), customer, subscription: id, status, created: this.#seconds() });
  }

  #emit(type: string, object: object): void {
    const id = this.#id('evt');
    const event = { id, object: 'event', type, created: this.#seconds(), livemode: false, data: { object } };
    this.events.push({ id, body: JSON.stringify(event) });
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, '0')}`;
  }
}

/** One for a test file, which ends with it. */
export async function startStripe(now: () => Date): Promise<StripeStandIn> {
  const stripe = new StripeStandIn(now);
  const close = await stripe.listen();
  afterAll(close);
  return stripe;
}

function priceOf(plan: string, interval: string): string {
  return `price_${plan.replace('-', '_')}_${interval}`;
}

const ok = (body: object): Answer => ({ status: 200, body });
const list = (data: object[]): object => ({ object: 'list', data, has_more: false, url: '/v1' });
const failure = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, ...(code !== undefined && { code }) } },
});

/** `items[0][price]=x` as `{items: {0: {price: 'x'}}}`. */
function read(form: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/\]?\[|\]/).filter((part) => part !== '');
    let at = fields;
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      at = at[part] = typeof inner === 'object' ? inner : {};
    }
    at[path.at(-1) ?? ''] = value;
  }
  return fields;
}

function text(fields: Fields, ...path: string[]): string {
  let at: string | Fields | undefined = fields;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : '';
}
