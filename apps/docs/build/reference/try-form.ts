/**
 * The form that calls an operation in the sandbox. The page's script submits the form, which is hidden if the script
 * does not run.
 */
import { operations, type Operation, type OperationId } from '@countersign/contract';
import type { Described } from './reference-model.ts';
import { html, type Html } from './html.ts';

export const SANDBOX = '/sandbox/v1';

export function tryForm(operation: Described): Html {
  const reason = refusal(operation);
  if (reason !== undefined) return html`<p>${reason}</p>`;
  const { method, path, parameters, body } = operation;
  const json = body?.content['application/json'];
  const form = body?.content['multipart/form-data'];
  const kind = json && (json.example !== undefined || !form) ? 'json' : form ? 'form' : 'none';
  const given = parameters.filter((one) => one.in !== 'header');
  return html`<noscript><p>This form needs JavaScript.</p></noscript>
    <form class="try" hidden data-try data-method="${method}" data-address="${SANDBOX}${path}" data-body="${kind}">
      ${keyView()}
      ${given.map((one) => html`<label><span>${one.name}${one.required !== true && ' (optional)'}</span><input data-in="${one.in}" data-name="${one.name}" autocomplete="off" spellcheck="false" ${one.required === true && html` required`} /></label>`)}
      ${kind === 'json' && html`<label><span>Body</span><textarea data-in="json" rows="10" spellcheck="false">${json?.example === undefined ? '{}' : JSON.stringify(json.example, null, 2)}</textarea></label>`}
      ${kind === 'form' && formParts(form?.schema ?? {})} ${sendView()}
    </form>`;
}

/** @param example the initial query in the form */
export function tryGraphql(example: string): Html {
  return html`<noscript><p>This form needs JavaScript.</p></noscript>
    <form class="try" hidden data-try data-method="POST" data-address="/sandbox/api/v1/graphql" data-body="graphql">
      ${keyView()}
      <label><span>Query</span><textarea data-in="query" rows="8" spellcheck="false">${example}</textarea></label>
      <label
        ><span>Variables (JSON, optional)</span><textarea data-in="variables" rows="3" spellcheck="false"></textarea>
      </label>
      ${sendView()}
    </form>`;
}

/** The key input is never prefilled and is not a form field, so that the key cannot end up in a URL. */
const keyView = (): Html =>
  html`<p class="sandbox">
      <strong>This calls the sandbox</strong>, never the live environment: documents are not binding, and mail is only
      delivered to the sandbox mailbox.
    </p>
    <label
      ><span>Sandbox API key</span
      ><input
        type="password"
        data-key
        autocomplete="off"
        spellcheck="false"
        placeholder="sk_test_..."
        aria-describedby="key-note"
    /></label>
    <p id="key-note" class="note">
      Create one under Settings > API keys in the sandbox. The key stays in this tab and is sent to this installation
      only.
    </p>`;

const sendView = (): Html =>
  html`<p class="fault" id="fault" role="alert"></p>
    <button type="submit">Send to the sandbox</button>
    <p class="status" role="status"></p>
    <div class="outcome"></div>`;

function formParts(schema: Described['parameters'][number]['schema']): Html[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { contentMediaType?: string }>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { contentMediaType: type }]) => {
    const isRequired = required.includes(name);
    const label = html`<span>${name}${!isRequired && ' (optional)'}</span>`;
    return type === undefined
      ? html`<label>${label}<input data-in="part" data-name="${name}" autocomplete="off" spellcheck="false" /></label>`
      : html`<label
          >${label}<input
            type="file"
            data-in="file"
            data-name="${name}"
            accept="${type}"
            ${isRequired && html` required`}
        /></label>`;
  });
}

/** Explains why an operation cannot be tried here. */
function refusal({ id }: Described): string | undefined {
  const operation: Operation | undefined = Object.hasOwn(operations, id) ? operations[id as OperationId] : undefined;
  if (!operation)
    return 'This address is called by browsers and by programs for other standards; it cannot be tried here.';
  if (operation.environment === 'live')
    return 'This operation is not available in the sandbox, so it cannot be tried here.';
  if (!operation.credentials.some((one) => one === 'api-key' || one === 'public'))
    return 'API keys cannot call this operation, so it cannot be tried here.';
  return operation.success.body.kind === 'events'
    ? 'The response is a stream that does not end. Use curl -N to read it.'
    : undefined;
}
