/**
 * Code shared by the web components: the frame and its states, messages from the page, and the attributes that control
 * colors and layout.
 */
import { directionOf, type Language, languageOf } from '@countersign/contract/languages';
import { EMBED_WORDS, type EmbedWords } from '@countersign/words/embed';
import { type HostMessage, messageOf, VERSION } from './protocol.ts';
import { STYLES } from './styles.ts';

/**
 * The page sends `loaded` before its `load` event. If `loaded` is missing, the frame shows a different page or no page.
 */
const AFTER_LOAD_MS = 4000;
const LOAD_MS = 60_000;

/** Frameworks also load this module on servers, where DOM elements do not exist. */
const Element = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

const HEAD = new Set(['source', 'version', 'event']);
export type Detail = Readonly<Record<string, unknown>>;

export type Texts = { title: string; loading: string };

/** The `detail` of `error` events, which explains why the document cannot be shown. */
export type ErrorDetail = {
  /**
   * `not-loaded` means that the frame is not showing a Countersign page. `invalid-attribute` means that an attribute
   * has an unusable value. All other codes come from the page, such as `wrong-link`.
   */
  reason: string;
  /** A message for developers, in English. */
  message: string;
};

export abstract class FrameElement extends Element {
  static readonly observedAttributes: readonly string[] = [
    'link',
    'language',
    'theme',
    'accent-color',
    'background-color',
  ];
  #frame: HTMLIFrameElement | null = null;
  #origin = '';
  #isLoaded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scheduled = false;

  protected abstract texts(language: string): Texts;
  /** Called for each message after `loaded`. */
  protected abstract handleEvent(event: string, detail: Detail): void;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
    // A constructed style sheet is allowed even by a content security policy that forbids inline styles.
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    root.adoptedStyleSheets = [styles];
    window.addEventListener('message', this.#onMessage);
    this.#start();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onMessage);
    clearTimeout(this.#timer);
    this.#frame = null;
    this.#isLoaded = false;
    this.shadowRoot?.replaceChildren();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === 'link') this.#start();
    else this.#configureSoon();
  }

  /** The URL of the page in the frame. If it is empty, the frame shows nothing. */
  get link(): string {
    return this.getAttribute('link') ?? '';
  }
  set link(value: string) {
    this.setAttribute('link', value);
  }

  /** Dispatches an event. Returns false if a listener called `preventDefault()`. */
  protected send(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  }

  protected fail(reason: string, message: string): void {
    this.send('error', { reason, message } satisfies ErrorDetail);
  }

  /** Returns a URL chosen by the embedding page, or undefined if a browser cannot navigate to it. */
  protected addressIn(attribute: string): URL | undefined {
    const value = this.getAttribute(attribute);
    if (value === null || value === '') return undefined;
    const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : undefined;
    if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
    this.fail('invalid-attribute', `The attribute ${attribute} must be an http or https URL. It is "${value}".`);
    return undefined;
  }

  /** Navigates to `return-url` if it is set. The outcome is added to the query string. */
  protected leave(documentId: string | null, status: string): void {
    const url = this.addressIn('return-url');
    if (url === undefined) return;
    if (documentId !== null) url.searchParams.set('documentId', documentId);
    url.searchParams.set('status', status);
    location.assign(url);
  }

  #start(): void {
    const root = this.shadowRoot;
    if (root === null) return;
    const hadFocus = root.activeElement !== null;
    clearTimeout(this.#timer);
    this.#frame = null;
    this.#isLoaded = false;
    root.replaceChildren();
    const url = this.addressIn('link');
    if (url === undefined) return;
    this.#origin = url.origin;
    const { title, loading } = this.texts(this.#words().language);
    const frame = element('iframe', { part: 'frame', title, referrerPolicy: 'strict-origin' });
    frame.src = url.href;
    frame.addEventListener('load', () => {
      if (frame === this.#frame && !this.#isLoaded) this.#giveTime(AFTER_LOAD_MS);
    });
    this.#frame = frame;
    const status = element('p', { part: 'loading', textContent: loading, role: 'status' });
    root.append(...this.#spoken(status), frame);
    this.#giveTime(LOAD_MS);
    if (hadFocus) frame.focus();
  }

  #giveTime(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showFailure(), ms);
  }

  readonly #onMessage = (event: MessageEvent): void => {
    const message = messageOf(event, this.#frame?.contentWindow ?? null, this.#origin);
    if (message === undefined) return;
    const detail = Object.entries(message).filter(([name]) => !HEAD.has(name));
    if (message.event === 'loaded') this.#begin();
    else this.handleEvent(message.event, Object.fromEntries(detail));
  };

  #begin(): void {
    clearTimeout(this.#timer);
    this.#isLoaded = true;
    this.#removeNotes();
    this.#frame?.removeAttribute('hidden');
    this.#configure();
  }

  /** The update is delayed, because frameworks often set several attributes in a row. */
  #configureSoon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (this.#isLoaded) this.#configure();
    });
  }

  #configure(): void {
    const { language } = this.#words();
    this.#frame?.setAttribute('title', this.texts(language).title);
    const message: HostMessage = {
      source: 'countersign-host',
      version: VERSION,
      command: 'configure',
      language: this.hasAttribute('language') ? language : null,
      theme: this.#oneOf('theme', ['light', 'dark']),
      accentColor: this.#color('accent-color'),
      backgroundColor: this.#color('background-color'),
    };
    this.#frame?.contentWindow?.postMessage(message, this.#origin);
  }

  #oneOf(attribute: string, allowed: readonly string[]): string | null {
    const value = this.getAttribute(attribute);
    if (value === null || value === '' || value === 'auto' || allowed.includes(value)) return value || null;
    this.fail(
      'invalid-attribute',
      `The attribute ${attribute} must be ${allowed.join(', ')} or auto. It is "${value}".`,
    );
    return null;
  }

  #color(attribute: string): string | null {
    const value = this.getAttribute(attribute);
    if (value === null || value === '') return null;
    if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value;
    this.fail('invalid-attribute', `The attribute ${attribute} must be a color such as #27439b. It is "${value}".`);
    return null;
  }

  #words(): { language: Language; words: EmbedWords } {
    const around = this.closest('[lang]')?.getAttribute('lang') ?? '';
    const language = languageOf([this.getAttribute('language') ?? '', around, ...navigator.languages]) ?? 'en';
    return { language, words: EMBED_WORDS[language] };
  }

  #spoken<E extends HTMLElement>(...parts: E[]): E[] {
    const { language } = this.#words();
    for (const part of parts) Object.assign(part, { lang: language, dir: directionOf(language) });
    return parts;
  }

  #removeNotes(): void {
    for (const note of this.shadowRoot?.querySelectorAll('[part=loading], [part=failure]') ?? []) note.remove();
  }

  /** The link has not been opened, so it still works in a separate tab. */
  #showFailure(): void {
    const root = this.shadowRoot;
    const frame = this.#frame;
    if (root === null || frame === null) return;
    const { words } = this.#words();
    const hadFocus = root.activeElement === frame;
    this.#removeNotes();
    // The page may still finish loading, so the frame is only hidden and not removed.
    frame.hidden = true;
    const again = element('button', { type: 'button', textContent: words.again });
    again.addEventListener('click', () => {
      this.#start();
      this.#frame?.focus();
    });
    const tab = element('a', { href: frame.src, target: '_blank', rel: 'noopener', textContent: words.newTab });
    const heading = element('h2', { textContent: words.failed, tabIndex: -1 });
    const failure = element('div', { part: 'failure', role: 'alert' });
    failure.append(heading, element('p', { textContent: words.failedText }), again, tab);
    root.append(...this.#spoken(failure));
    if (hadFocus) heading.focus();
    this.fail(
      'not-loaded',
      `${this.#origin} did not show its page in this frame. Add ${location.origin} under Settings > General > ` +
        `Embedding, then create a new link, and allow ${this.#origin} in frame-src of your content security policy.`,
    );
  }
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'part'>> & { part?: string },
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), properties);
}
