/**
 * Sends a form's content to the sandbox with the entered key and no cookie, and shows the response. The content
 * security policy of the page allows no other target. The key stays in sessionStorage until the tab is closed.
 */
import { readStored, store } from './storage.ts';

const KEPT = 'countersign-sandbox-key';
const LONGEST_SHOWN = 200_000;

export function startForm(form: HTMLFormElement): void {
  const key = one<HTMLInputElement>(form, '[data-key]');
  const fault = one<HTMLElement>(form, '.fault');
  const button = one<HTMLButtonElement>(form, 'button[type=submit]');
  const status = one<HTMLElement>(form, '.status');
  const outcome = one<HTMLElement>(form, '.outcome');
  // If the page is opened as a file, there is no server that the form could call.
  if (location.protocol === 'file:') {
    form.before('Open this page on your server to try it.');
    return;
  }
  form.hidden = false;
  key.value = readStored(KEPT, 'tab') ?? '';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll('[aria-invalid]')) mark(input, false);
    fault.textContent = keyFault(key.value.trim()) ?? '';
    if (fault.textContent !== '') return refuse(key);
    store(KEPT, key.value.trim(), 'tab');
    button.disabled = true;
    // Screen readers announce only the status line, because a response can be long.
    status.className = 'status';
    status.textContent = 'Waiting for the response …';
    outcome.replaceChildren();
    send(form, key.value.trim())
      .then(({ isOk, head, body }) => {
        status.classList.add(isOk ? 'ok' : 'no');
        status.textContent = head;
        outcome.replaceChildren(body);
      })
      .catch((error: unknown) => {
        status.textContent = '';
        if (error instanceof Unreadable) refuse(error.input);
        fault.textContent = error instanceof Error ? error.message : 'The request could not be sent.';
      })
      .finally(() => (button.disabled = false));
  });
}

/** Associates the field with the error below the form. */
function mark(input: Element, isFaulty: boolean): void {
  const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '' && id !== 'fault');
  const ids = isFaulty ? [...others, 'fault'] : others;
  if (ids.length > 0) input.setAttribute('aria-describedby', ids.join(' '));
  else input.removeAttribute('aria-describedby');
  if (isFaulty) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

function refuse(input: HTMLElement): void {
  mark(input, true);
  input.focus();
}

class Unreadable extends Error {
  readonly input: HTMLElement;
  constructor(input: HTMLElement, message: string) {
    super(message);
    this.input = input;
  }
}

type Shown = { isOk: boolean; head: string; body: Node };

/** A live key is neither sent nor stored. */
export function keyFault(key: string): string | undefined {
  if (/^sk_test_\w+$/.test(key) || key === '') return undefined;
  if (key.startsWith('sk_live_')) return 'This is a live key. Enter a sandbox key, which begins with sk_test_.';
  return 'A sandbox key begins with sk_test_.';
}

async function send(form: HTMLFormElement, key: string): Promise<Shown> {
  const { address, init } = requestOf(form, key);
  const answer = await fetch(address, init).catch(() => {
    throw new Error('The server did not respond. Check your connection, then send again.');
  });
  return shown(answer, address, init.method ?? 'GET');
}

function requestOf(form: HTMLFormElement, key: string): { address: string; init: RequestInit } {
  const { method = 'GET', address = '', body: kind } = form.dataset;
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const query = new URLSearchParams();
  let path = address;
  const parts = new FormData();
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-in]')) {
    const { in: place, name = '' } = input.dataset;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(input.value.trim()));
    else if (place === 'query' && input.value !== '') query.set(name, input.value);
    else if (place === 'part' && input.value !== '') parts.set(name, input.value);
  }
  // The file is sent last, so that the server has the other fields when the file arrives.
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-in=file]')) {
    const file = input.files?.[0];
    if (file) parts.set(input.dataset['name'] ?? '', file, file.name);
  }
  const init: RequestInit = { method, headers, credentials: 'omit' };
  const body = kind === 'form' ? parts : bodyOf(form, kind);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (body !== undefined) init.body = body;
  const text = query.toString();
  return { address: text === '' ? path : `${path}?${text}`, init };
}

function bodyOf(form: HTMLFormElement, kind: string | undefined): string | undefined {
  const box = (name: string) => one<HTMLTextAreaElement>(form, `[data-in=${name}]`);
  if (kind === 'json') return JSON.stringify(parsed(box('json'), 'The body'));
  if (kind !== 'graphql') return undefined;
  const variables = box('variables');
  return JSON.stringify({
    query: box('query').value.trim(),
    ...(variables.value.trim() !== '' && { variables: parsed(variables, 'The variables') }),
  });
}

function parsed(box: HTMLTextAreaElement, name: string): unknown {
  try {
    return JSON.parse(box.value);
  } catch {
    throw new Unreadable(box, `${name} must be JSON.`);
  }
}

async function shown(answer: Response, address: string, method: string): Promise<Shown> {
  const head = `${answer.status} ${answer.statusText}: ${method} ${address}`;
  const type = answer.headers.get('content-type') ?? '';
  const body = document.createElement('pre');
  body.tabIndex = 0;
  if (/json/.test(type)) body.textContent = pretty(await answer.text());
  else if (type.startsWith('text/')) body.textContent = (await answer.text()).slice(0, LONGEST_SHOWN);
  else body.textContent = `${(await answer.blob()).size.toLocaleString('en')} bytes of ${type}`;
  return { isOk: answer.ok, head, body };
}

function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text) as unknown, null, 2).slice(0, LONGEST_SHOWN);
}

function one<E extends Element>(form: HTMLFormElement, selector: string): E {
  const found = form.querySelector<E>(selector);
  if (!found) throw new Error(`the form has no ${selector}`);
  return found;
}
