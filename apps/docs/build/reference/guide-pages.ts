/** The overview, error and webhook pages of the reference. */
import {
  EMITTED_BY,
  EVENT_EXAMPLES,
  type ErrorCode,
  ERRORS,
  type EventKind,
  operations,
  PAYLOAD_SHAPES,
  REASONS,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  WEBHOOK_HEADERS,
  webhookPayload,
} from '@countersign/contract';
import { SUMMARIES } from '../../../server/src/transport/openapi/webhooks.ts';
import { type Described, type ReferenceModel, CODES, KINDS } from './reference-model.ts';
import { html, type Html, inline, paragraphs } from './html.ts';
import { besideView, codeView, jsonView, methodView, type Page, PLACES, tabsView } from './layout.ts';
import { SANDBOX } from './try-form.ts';
import {
  CHECK_IN_PYTHON,
  CHECK_IN_TYPESCRIPT,
  OWN_CHECK_IN_PYTHON,
  OWN_CHECK_IN_TYPESCRIPT,
} from './signature-check.ts';

export function overviewPage(model: ReferenceModel, installation: string): Page {
  const base = installation + SANDBOX;
  const content = html`<h1>API reference</h1>
    <p>
      Send documents for signature, track them and download the sealed files: with REST, described on these pages, or
      with <a href="/docs/reference/graphql">GraphQL</a>, which has a field for each operation that a session or an API
      key may call.
    </p>
    <h2 id="begin">Begin in the sandbox</h2>
    <p>
      Create an API key under Settings > API keys in the sandbox. It begins with <code>sk_test_</code> and works below
      <code>${base}</code>, where documents are not binding and mail stays in a built-in mailbox. Each operation on
      these pages has a form to try it in the sandbox.
    </p>
    ${codeView(`curl '${base}/api/documents/paginated' \\\n  -H "authorization: Bearer $COUNTERSIGN_API_KEY"`, 'curl')}
    <h2 id="rules">Rules for all requests</h2>
    ${paragraphs(model.about)} ${RULES.map((one) => html`<p>${inline(one)}</p>`)}
    <h2 id="request-headers">Request headers</h2>
    ${headersView(REQUEST_HEADERS)}
    <h2 id="response-headers">Response headers</h2>
    ${headersView(RESPONSE_HEADERS)}
    <h2 id="operations">Operations</h2>
    ${model.tags.map(
      ({ name, description, operations: own }) =>
        html`<h3><a href="${PLACES.group(name)}">${name}</a></h3>
          <p>${inline(description)}</p>
          ${operationList(own)}`,
    )}`;
  return { title: 'API reference', summary: 'All operations of the API, its errors, webhooks and GraphQL.', content };
}

/** Shows the operations of one tag. */
export function groupPage({ name, description, operations: own }: ReferenceModel['tags'][number]): Page {
  const content = html`<h1>${name}</h1>
    <p>${inline(description)}</p>
    ${operationList(own)}`;
  return { title: name, summary: description.replaceAll('`', ''), content };
}

function operationList(own: readonly Described[]): Html {
  return html`<ul class="operations">
    ${own.map(
      ({ id, method, path, summary }) =>
        html`<li>
          <a href="${PLACES.operation(id)}">${inline(summary)}</a> ${methodView(method)} <code>${path}</code>
        </li>`,
    )}
  </ul>`;
}

function headersView(headers: typeof WEBHOOK_HEADERS): Html {
  return html`<table>
    <thead>
      <tr>
        <th>Header</th>
        <th>Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${headers.map(
        ({ name, description }) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${inline(description)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const RULES = [
  'Responses have the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. With 429 and 503, `Retry-After` states when to send the request again. `X-Request-Id` identifies the request in the log of this installation.',
  'Responses of deprecated operations have the headers `Deprecation` and `Sunset` for at least twelve months before the operation is removed.',
];

export function errorsPage(model: ReferenceModel): Page {
  const content = html`<h1>Errors</h1>
    <p>
      An error is JSON with <code>error</code>, a stable code, <code>message</code> for people, and
      <code>details</code>. For invalid input, the body is different:
      <a href="#validation_error"><code>validation_error</code></a
      >. Both have <code>requestId</code>, which identifies the request in the log of the installation, and
      <code>documentationUrl</code>, the link to the entry on this page. GraphQL returns the same members in
      <code>extensions</code>.
    </p>
    <section id="validation_error">
      <h2><code>validation_error</code> <span class="type">422</span></h2>
      <p>
        Invalid input, with all errors. <code>field</code> is the path of the first one, and <code>reason</code> states
        why it was refused. Each entry of <code>errors</code> has its own <code>code</code>. <code>reason</code> is
        omitted if the code is <code>validation_error</code>.
      </p>
      <dl class="members">
        ${Object.entries(REASONS).map(
          ([reason, meaning]) =>
            html`<div id="reason-${reason}">
              <dt><code>${reason}</code></dt>
              <dd><p>${inline(meaning)}</p></dd>
            </div>`,
        )}
      </dl>
      ${exampleView(model, 'validation_error')}
    </section>
    ${CODES.map((code) => {
      const [status, message] = ERRORS[code];
      const own = Object.values(operations).filter(({ errors }) => (errors as readonly ErrorCode[]).includes(code));
      const text = html`<h2><code>${code}</code> <span class="type">${status}</span></h2>
        <p>${message}</p>
        ${
          own.length > 0 &&
          html`<details>
            <summary>Operations that return it</summary>
            <ul>
              ${own.map(({ id }) => html`<li><a href="${PLACES.operation(id)}">${id}</a></li>`)}
            </ul>
          </details>`
        }`;
      return html`<section id="${code}">${besideView(text, exampleView(model, code))}</section>`;
    })}`;
  return { title: 'Errors', summary: 'All error codes, their statuses and an example of each.', content };
}

function exampleView(model: ReferenceModel, code: ErrorCode | 'validation_error'): Html | false {
  const example = model.exampleOf(code);
  return example !== undefined && jsonView(example, `Example of ${code}`);
}

export function webhooksPage(): Page {
  const content = html`<h1>Webhooks</h1>
    <p>
      Endpoints are created with <a href="${PLACES.operation('createWebhook')}">createWebhook</a>. Each endpoint gets
      the events you choose, or all events with <code>*</code>, in one of three body formats. Respond with 2xx within 10
      seconds. Otherwise the server makes up to five attempts within six hours, and then moves the event to the dead
      letters. The id of an event stays the same when it is sent again.
    </p>
    <p>
      The server refuses addresses that are not public. To receive deliveries on your own machine, start your own server
      with <code>WEBHOOK_ALLOW=127.0.0.1</code>.
    </p>
    <h2 id="signature">Check the signature</h2>
    <p>
      Deliveries are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes, with
      <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>. The libraries of
      Standard Webhooks accept the signing secret as it is, and this code works without a library. It refuses deliveries
      that are older than five minutes, which stops replays.
    </p>
    ${tabsView([
      { title: 'TypeScript', text: CHECK_IN_TYPESCRIPT, language: 'ts' },
      { title: 'Python', text: CHECK_IN_PYTHON, language: 'python' },
    ])}
    <h3 id="rotation">After you rotate the secret</h3>
    <p>
      The old secret stays valid for 24 hours, or for the <code>overlapHours</code> of
      <a href="${PLACES.operation('rotateWebhookSecret')}">rotateWebhookSecret</a>. In this time
      <code>webhook-signature</code> contains a signature with each secret, so a receiver with either secret accepts the
      delivery. <code>x-service-signature</code> contains one signature, made with the old secret until that secret
      expires.
    </p>
    <h3 id="x-service-signature">Check x-service-signature instead</h3>
    <p>
      <code>x-service-signature</code> is <code>sha256=</code> and the HMAC-SHA256 of the body in hexadecimal. The key
      is the whole signing secret. It does not cover the time, so it does not stop replays. After a rotation, check with
      the old secret for 24 hours.
    </p>
    ${tabsView([
      { title: 'TypeScript', text: OWN_CHECK_IN_TYPESCRIPT, language: 'ts' },
      { title: 'Python', text: OWN_CHECK_IN_PYTHON, language: 'python' },
    ])}
    <h2 id="headers">Headers of a delivery</h2>
    ${headersView(WEBHOOK_HEADERS)}
    <h2 id="events">Events</h2>
    <ul>
      ${KINDS.map(
        (kind) =>
          html`<li>
            <a href="#${kind}"><code>${kind}</code></a> ${SUMMARIES[kind]}
          </li>`,
      )}
    </ul>
    ${KINDS.map((kind) => eventView(kind))}`;
  return { title: 'Webhooks', summary: 'How to receive webhooks, and all events with their payloads.', content };
}

function eventView(kind: EventKind): Html {
  const data = EVENT_EXAMPLES[kind];
  const choices = PAYLOAD_SHAPES.map((shape) => ({
    title: `Shape ${shape}`,
    text: JSON.stringify(webhookPayload(shape, { id: EVENT_ID, kind, at: AT, data }), null, 2),
    language: 'json',
  }));
  const text = html`<h2><code>${kind}</code></h2>
    <p>${SUMMARIES[kind]}.</p>
    ${sourcesView(kind)}`;
  return html`<section id="${kind}">${besideView(text, tabsView(choices))}</section>`;
}

const AT = new Date('2026-01-02T03:04:05.678Z');
const EVENT_ID = `evt_${'0'.repeat(26)}` as const;

function sourcesView(kind: EventKind): Html | false {
  const ids = (EMITTED_BY[kind] as readonly string[]).filter((name) => Object.hasOwn(operations, name));
  return (
    ids.length > 0 &&
    html`<p>Follows ${ids.map((id, at) => [at > 0 && ', ', html`<a href="${PLACES.operation(id)}">${id}</a>`])}.</p>`
  );
}
