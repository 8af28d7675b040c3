/**
 * The part of Stripe's HTTP API that we use, on loopback: customers, checkout, subscriptions, their schedules, invoices
 * and the portal (stripe-shapes.ts), its errors and idempotent requests (stripe-answers.ts), and signed events. The SDK
 * that connects to it is unchanged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import {
  type Answer,
  declined,
  failure,
  type Fault,
  faultOf,
  type Fields,
  missing,
  ok,
  read,
  refusalOf,
  replay,
  SECRET_KEY,
  text,
} from './stripe-answers.ts';
import {
  centsOf,
  customerShape,
  eventShape,
  invoiceShape,
  listOf,
  periodOf,
  portalShape,
  scheduleShape,
  sessionShape,
  type StoredInvoice,
  type StoredSession,
  type StoredSubscription,
  subscriptionShape,
} from './stripe-shapes.ts';
import { afterFile } from './after-file.ts';

type EventKind = Stripe.Event['type'];
export type StripeEvent = { id: string; kind: string; body: string };

const WEBHOOK_SECRET = 'whsec_of_the_stand_in_0123456789';

export class StripeStandIn {
  readonly #subscriptions = new Map<string, StoredSubscription>();
  readonly #invoices: StoredInvoice[] = [];
  readonly #schedules = new Map<string, { subscription: string; next: string | null; released: boolean }>();
  readonly #sessions = new Map<string, StoredSession>();
  readonly #customers = new Map<string, Fields>();
  readonly #answered = new Map<string, { asked: string; answer: Answer | undefined }>();
  readonly #now: () => Date;
  /** All events that have been created, in order. */
  readonly events: StripeEvent[] = [];
  /** The method and path of each received request. */
  readonly asked: string[] = [];
  /** The faults to apply to the next requests. */
  readonly faults: Fault[] = [];
  /** Makes every request to a URL with this prefix fail, or executes the next request and drops its response. */
  failing: string | undefined;
  losing: string | undefined;
  /** If set, responses wait until this promise resolves. */
  held: Promise<void> | undefined;
  /** Whether cards are declined. */
  declines = false;
  url = '';
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The prices in the format of STRIPE_PRICES. */
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

  // ------------------------------------------------------------------ events from Stripe's own pages and its clock
  /** Simulates a customer who pays at a checkout. */
  pay(url: string, status: 'active' | 'trialing' = 'active'): string {
    const id = url.split('/').at(-1) ?? '';
    const session = this.#sessions.get(id);
    if (session?.status !== 'open') throw new Error(`The checkout ${id} is not open.`);
    session.status = 'complete';
    const start = this.#seconds();
    const subscription: StoredSubscription = {
      id: this.#id('sub'),
      customer: session.customer,
      status,
      price: session.price,
      start,
      end: start + periodOf(session.price),
      cancels: false,
      schedule: null,
      created: start,
    };
    this.#subscriptions.set(subscription.id, subscription);
    this.#emit('checkout.session.completed', sessionShape(id, session, this.url));
    this.#tell('customer.subscription.created', subscription);
    this.#invoice(subscription, 'paid');
    if (status === 'trialing') this.#tell('customer.subscription.trial_will_end', subscription);
    return subscription.id;
  }

  /**
   * Applies everything that is due at the current time: scheduled changes take effect, and the next invoices are paid.
   */
  passTime(): void {
    for (const { id, end, status } of this.#subscriptions.values())
      if (status !== 'canceled' && end <= this.#seconds()) this.endPeriod(id);
  }

  /** Ends the period: scheduled changes take effect, and the next invoice is paid unless `isPaid` is false. */
  endPeriod(id: string, isPaid = true): void {
    const subscription = this.#get(id);
    if (subscription.cancels) {
      subscription.status = 'canceled';
      this.#tell('customer.subscription.deleted', subscription);
      return;
    }
    const schedule = subscription.schedule === null ? undefined : this.#schedules.get(subscription.schedule);
    if (subscription.schedule !== null && schedule) {
      if (schedule.next !== null) subscription.price = schedule.next;
      this.#release(subscription.schedule);
    }
    subscription.start = subscription.end;
    subscription.end += periodOf(subscription.price);
    subscription.status = isPaid ? 'active' : 'past_due';
    this.#tell('customer.subscription.updated', subscription);
    this.#invoice(subscription, isPaid ? 'paid' : 'open');
  }

  /** Backdates the creation of an open checkout. */
  backdate(id: string, seconds: number): void {
    for (const invoice of this.#invoices)
      if (invoice.subscription === id && invoice.status === 'open') invoice.created -= seconds;
  }

  payInvoices(id: string): void {
    const subscription = this.#get(id);
    subscription.status = 'active';
    for (const invoice of this.#invoices.filter((one) => one.subscription === id && one.status === 'open')) {
      invoice.status = 'paid';
      this.#emit('invoice.paid', invoiceShape(invoice, this.url));
    }
    this.#tell('customer.subscription.updated', subscription);
  }

  cancelAtPortal(id: string): void {
    this.#get(id).cancels = true;
    this.#tell('customer.subscription.updated', this.#get(id));
  }

  upgradeAtPortal(id: string, price: string): void {
    this.#get(id).price = price;
    this.#invoice(this.#get(id), 'paid');
    this.#tell('customer.subscription.updated', this.#get(id));
  }

  /** Ends a trial without a payment method. */
  pause(id: string): void {
    const subscription = this.#get(id);
    subscription.status = 'paused';
    this.#tell('customer.subscription.paused', subscription);
  }

  customerOf(id: string): string {
    return this.#get(id).customer;
  }
  /** The charges, one for each invoice. */
  get charges(): readonly { customer: string; total: number }[] {
    return this.#invoices;
  }
  get subscriptions(): readonly Readonly<StoredSubscription>[] {
    return [...this.#subscriptions.values()];
  }
  get customers(): number {
    return this.#customers.size;
  }
  /** The number of subscription schedules that have not been released. */
  get schedules(): number {
    return [...this.#schedules.values()].filter(({ released }) => !released).length;
  }

  /** Signs as Stripe does: during a rotation, once with each secret. */
  sign(
    body: string,
    { secrets = [WEBHOOK_SECRET], at = this.#seconds() }: { secrets?: readonly string[]; at?: number } = {},
  ): string {
    const signatures = secrets.map((secret) => {
      const header = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at });
      return header.split(',')[1] ?? '';
    });
    // Stripe uses the scheme v0 for tests. It must not be accepted as a signature.
    return [`t=${at}`, ...signatures, `v0=${'0'.repeat(64)}`].join(',');
  }

  // ------------------------------------------------------------------ the HTTP interface
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${request.method} ${url.pathname}`);
    const id = this.#id('req');
    const finish = await this.#begin(request, url, body);
    if (!finish) return void request.socket.destroy();
    const { status, body: answer, headers } = finish;
    const key = request.headers['idempotency-key'];
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': id,
      'stripe-version': Stripe.API_VERSION,
      ...(typeof key === 'string' && { 'idempotency-key': key, 'original-request': id }),
      ...headers,
    });
    response.end(JSON.stringify(answer));
  }

  /** Returns undefined if the connection ends without a response. */
  async #begin(request: IncomingMessage, url: URL, body: string): Promise<Answer | undefined> {
    const refused = refusalOf(request);
    if (refused) return refused;
    const given = request.headers['idempotency-key'];
    const key = request.method === 'POST' && typeof given === 'string' ? given : undefined;
    const asked = `${request.method} ${url.pathname} ${body}`;
    const before = key === undefined ? undefined : this.#answered.get(key);
    if (before) return replay(before, asked);
    const isHeld = this.held;
    if (key !== undefined) this.#answered.set(key, { asked, answer: undefined });
    await isHeld;
    const fault = this.#faultOf(`${request.method} ${url.pathname}`);
    const answer = fault === undefined || fault === 'reset-after' ? this.#answer(request, url, body) : faultOf(fault);
    // Responses to executed requests are stored, including errors (500, 402). Responses to requests that were rejected
    // because of their parameters or a rate limit are not stored.
    const isKept = answer !== undefined && (answer.status < 400 || answer.status === 402 || answer.status >= 500);
    if (key !== undefined) {
      if (isKept) this.#answered.set(key, { asked, answer });
      else this.#answered.delete(key);
    }
    return fault === 'reset-after' ? undefined : answer;
  }

  #faultOf(route: string): Fault | undefined {
    if (this.failing !== undefined && route.startsWith(this.failing)) return 500;
    if (this.losing === undefined || !route.startsWith(this.losing)) return this.faults.shift();
    this.losing = undefined;
    return 'reset-after';
  }

  #answer(request: IncomingMessage, url: URL, body: string): Answer {
    const route = `${request.method} ${url.pathname}`;
    const fields = read(request.method === 'GET' ? url.search.slice(1) : body);
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
        return this.#portal(fields);
      case 'subscriptions':
        if (id === '') return this.#list(fields);
        return method === 'GET' ? this.#found(id) : this.#update(id, fields);
      case 'subscription_schedules':
        return isNew ? this.#makeSchedule(fields) : this.#changeSchedule(id, action, fields);
      case 'invoices':
        return this.#listInvoices(fields);
      default:
        return failure(404, `Unrecognized request URL (${request.method}: ${url.pathname}).`);
    }
  }

  #customer(fields: Fields): Answer {
    const id = this.#id('cus');
    this.#customers.set(id, fields);
    const [name, email, tenant] = [text(fields, 'name'), text(fields, 'email'), text(fields, 'metadata', 'tenant')];
    return ok(customerShape(id, { name, email, tenant, created: this.#seconds() }));
  }

  #checkout(fields: Fields): Answer {
    const id = this.#id('cs_test');
    const customer = text(fields, 'customer');
    if (!this.#customers.has(customer)) return missing('customer', customer, 400);
    const price = text(fields, 'line_items', '0', 'price');
    this.#sessions.set(id, { customer, price, status: 'open', created: this.#seconds() });
    return this.#session(id, '');
  }

  #session(id: string, action: string): Answer {
    const session = this.#sessions.get(id);
    if (!session) return missing('checkout.session', id);
    if (action === 'expire') {
      if (session.status !== 'open')
        return failure(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      session.status = 'expired';
      this.#emit('checkout.session.expired', sessionShape(id, session, this.url));
    }
    return ok(sessionShape(id, session, this.url));
  }

  #portal(fields: Fields): Answer {
    const [customer, returnUrl] = [text(fields, 'customer'), text(fields, 'return_url')];
    if (!this.#customers.has(customer)) return missing('customer', customer, 400);
    return ok(portalShape(this.#id('bps'), { customer, created: this.#seconds(), base: this.url, returnUrl }));
  }

  #list(fields: Fields): Answer {
    const customer = text(fields, 'customer');
    const all = [...this.#subscriptions.values()].filter((one) => one.customer === customer);
    const expands = text(fields, 'expand', '0') === 'data.schedule';
    return ok(
      listOf(
        '/v1/subscriptions',
        all.toReversed().map((one) => this.#subscription(one, expands)),
      ),
    );
  }

  #found(id: string): Answer {
    const subscription = this.#subscriptions.get(id);
    return subscription ? ok(this.#subscription(subscription)) : missing('subscription', id);
  }

  #update(id: string, fields: Fields): Answer {
    const subscription = this.#subscriptions.get(id);
    if (!subscription || subscription.status === 'canceled') return missing('subscription', id);
    const cancels = text(fields, 'cancel_at_period_end');
    if (cancels !== '' && subscription.schedule !== null)
      return failure(
        400,
        `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      );
    const price = text(fields, 'items', '0', 'price');
    // Setting the same price again changes nothing, so there is nothing to prorate.
    if (price !== '' && price !== subscription.price) {
      if (this.declines) return declined();
      subscription.price = price;
      this.#invoice(subscription, 'paid');
    }
    if (cancels !== '') subscription.cancels = cancels === 'true';
    this.#tell('customer.subscription.updated', subscription);
    return this.#found(id);
  }

  #makeSchedule(fields: Fields): Answer {
    const from = text(fields, 'from_subscription');
    const subscription = this.#subscriptions.get(from);
    if (!subscription) return missing('subscription', from);
    if (subscription.schedule !== null)
      return failure(400, 'You cannot migrate a subscription that is already attached to a schedule.');
    const id = this.#id('sub_sched');
    subscription.schedule = id;
    this.#schedules.set(id, { subscription: subscription.id, next: null, released: false });
    this.#emit('subscription_schedule.created', this.#schedule(id));
    return ok(this.#schedule(id));
  }

  #changeSchedule(id: string, action: string, fields: Fields): Answer {
    const schedule = this.#schedules.get(id);
    if (!schedule) return missing('subscription_schedule', id);
    if (schedule.released)
      return failure(400, 'You cannot update a subscription schedule that is currently in the `released` status.');
    if (action === 'release') this.#release(id);
    else {
      schedule.next = text(fields, 'phases', '1', 'items', '0', 'price');
      this.#emit('subscription_schedule.updated', this.#schedule(id));
      this.#tell('customer.subscription.updated', this.#get(schedule.subscription));
    }
    return ok(this.#schedule(id));
  }

  #release(id: string): void {
    const schedule = this.#schedules.get(id);
    if (!schedule) return;
    schedule.released = true;
    this.#get(schedule.subscription).schedule = null;
    this.#emit('subscription_schedule.released', this.#schedule(id));
    this.#tell('customer.subscription.updated', this.#get(schedule.subscription));
  }

  #listInvoices(fields: Fields): Answer {
    const found = this.#invoices.filter(
      ({ customer, subscription, status }) =>
        [customer, ''].includes(text(fields, 'customer')) &&
        [subscription, ''].includes(text(fields, 'subscription')) &&
        [status, ''].includes(text(fields, 'status')),
    );
    return ok(
      listOf(
        '/v1/invoices',
        found.toReversed().map((one) => invoiceShape(one, this.url)),
      ),
    );
  }

  #schedule(id: string): Stripe.SubscriptionSchedule {
    const { next = null, released = false, subscription = '' } = this.#schedules.get(id) ?? {};
    return scheduleShape({ id, next, released, subscription: this.#get(subscription) });
  }

  #subscription(subscription: StoredSubscription, expands = false): Stripe.Subscription {
    const { schedule } = subscription;
    return subscriptionShape(subscription, schedule !== null && expands ? this.#schedule(schedule) : schedule);
  }

  #get(id: string): StoredSubscription {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) throw new Error(`The subscription ${id} does not exist.`);
    return subscription;
  }

  #invoice({ id, customer, price }: StoredSubscription, status: StoredInvoice['status']): void {
    const invoice: StoredInvoice = {
      id: this.#id('in'),
      customer,
      subscription: id,
      status,
      created: this.#seconds(),
      total: centsOf(price),
    };
    this.#invoices.push(invoice);
    this.#emit(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoiceShape(invoice, this.url));
  }

  #tell(kind: EventKind, subscription: StoredSubscription): void {
    this.#emit(kind, this.#subscription(subscription));
  }

  #emit(kind: EventKind, object: object): void {
    const id = this.#id('evt');
    const created = this.#seconds();
    this.events.push({ id, kind, body: JSON.stringify(eventShape(id, { type: kind, object, created })) });
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, '0')}`;
  }
}

/** Starts a Stripe substitute for one test file. It stops when the file ends. */
export async function startStripe(now: () => Date): Promise<StripeStandIn> {
  const stripe = new StripeStandIn(now);
  const close = await stripe.listen();
  afterFile(close);
  return stripe;
}

function priceOf(plan: string, interval: string): string {
  return `price_${plan.replace('-', '_')}_${interval}`;
}
