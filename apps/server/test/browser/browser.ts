import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { afterFile } from '../support/after-file.ts';
import { cookieOf, OWNER, type TestApp } from '../support/app.ts';
import { fontEnvironment } from './fonts.ts';
import { until } from '../support/until.ts';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide as the font says, whichever build of Chromium draws them: pages are compared with what is printed.
  '--font-render-hinting=none',
  // Most code of a page runs a few times: compiling it well costs more than it gains.
  '--js-flags=--no-opt --no-maglev',
  // The tabs of a profile share a process, which compiles each script once.
  '--renderer-process-limit=1',
];

/** The phone most people hold. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** Runs in every page before its own scripts. */
const REPORT_BREACHES =
  "addEventListener('securitypolicyviolation', (breach) => console.error('policy: ' + breach.effectiveDirective + ' refused ' + breach.blockedURI))";

export type VisitOptions = {
  phone?: boolean;
  /** With the session of the owner, as after a login. */
  asOwner?: boolean;
  /** What this visit may see go wrong because it is about that: a refused request as "401 /api/...". */
  expected?: RegExp;
};

/** One program for all files of a test worker, with which it ends. */
let started: ReturnType<typeof chromium.launch> | undefined;

/**
 * A browser for one test file.
 * After each test it fails whatever went wrong in a page unannounced: an error in the console, an exception, a breach of
 * the content security policy, a request that failed or was refused.
 */
export async function startBrowser(app: TestApp): Promise<TestBrowser> {
  requireBuiltPages();
  // What outside tools and the browser say about time is true only if the server lives in the same time.
  app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
  started ??= chromium.launch({
    executablePath: outsideTool('chromium-headless-shell'),
    args: ARGUMENTS,
    env: { ...process.env, ...fontEnvironment() },
  });
  const browser = await started;
  const test = new TestBrowser(app, (options) => browser.newContext(options));
  afterEach(() => test.endVisits());
  afterFile(() => test.close());
  return test;
}

type OpenContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** A profile that holds nothing, and a tab of it that was never used. Profiles of visits at the same time are different ones. */
type Window = { phone: boolean; context: BrowserContext; page: Page };

export class TestBrowser {
  /** Where links in mails lead to. */
  readonly origin: string;
  readonly #app: TestApp;
  readonly #open: OpenContext;
  readonly #faults: string[] = [];
  #visiting: Window[] = [];
  #idle: Window[] = [];

  constructor(app: TestApp, open: OpenContext) {
    this.#app = app;
    this.#open = open;
    this.origin = app.url.replace('127.0.0.1', 'localhost');
  }

  /** A browser window of somebody who was never here before. */
  async visit({ phone = false, asOwner = false, expected }: VisitOptions = {}): Promise<Page> {
    const idle = this.#idle.find((each) => each.phone === phone);
    this.#idle = this.#idle.filter((each) => each !== idle);
    const window = idle ?? (await this.#newWindow(phone));
    this.#visiting.push(window);
    const { context, page } = window;
    if (asOwner) await context.addCookies([{ ...(await this.#session()), url: this.origin }]);
    this.#watch(page, expected);
    return page;
  }

  async #newWindow(phone: boolean): Promise<Window> {
    const context = await this.#open({
      ...(phone ? PHONE : DESK),
      baseURL: this.origin,
      locale: 'en-GB',
      acceptDownloads: true,
      // What moves is judged when it has arrived; arriving at once makes it a matter of no time.
      reducedMotion: 'reduce',
    });
    await context.addInitScript({ content: REPORT_BREACHES });
    return { phone, context, page: await context.newPage() };
  }

  async #session(): Promise<{ name: string; value: string }> {
    const { email, password } = OWNER;
    const cookie = cookieOf(await this.#app.anyone.post('/api/auth/login', { email, password }));
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
  }

  #watch(page: Page, expected: RegExp | undefined): void {
    const note = (fault: string): void => {
      if (expected?.test(fault) !== true) this.#faults.push(fault.replace(/#.*/, ''));
    };
    const where = (url: string): string => url.replace(this.origin, '');
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // The answer itself is noted below, with its status and address.
      if (message.text().startsWith('Failed to load resource')) return;
      note(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => note(`exception: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${response.status()} ${where(response.url())}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // Given up because the page went on: what it asked for is no longer wanted.
      if (reason !== 'net::ERR_ABORTED') note(`${reason} ${where(request.url())}`);
    });
    page.on('popup', (popup) => this.#watch(popup, expected));
  }

  async endVisits(): Promise<void> {
    const visiting = this.#visiting;
    this.#visiting = [];
    await Promise.all(
      visiting.map(async (window) => {
        const cleared = await this.#clear(window).catch(() => undefined);
        // Closed by the test, or no longer fit for use.
        if (cleared === undefined) await window.context.close();
        else this.#idle.push(cleared);
      }),
    );
    expect(this.#faults.splice(0), 'what went wrong in the pages').toEqual([]);
  }

  /** Leaves nothing of a visit: no tab, cookie, storage or cached answer. */
  async #clear({ phone, context }: Window): Promise<Window> {
    const visited = context.pages();
    const addresses = visited.flatMap((page) => page.frames().map((frame) => frame.url()));
    // Opened before the others are closed, it runs in their process, where the scripts are compiled already: a visit costs a third less CPU.
    const page = await context.newPage();
    await Promise.all(visited.map((each) => each.close()));
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
    const devtools = await context.newCDPSession(page);
    for (const origin of new Set([this.origin, ...addresses].map((each) => new URL(each).origin))) {
      if (origin !== 'null') await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await devtools.send('Network.clearBrowserCache');
    await devtools.detach();
    return { phone, context, page };
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ context }) => context.close()));
  }
}

/** WaitTimes until an expression is true in the page. (Playwright's own way evaluates it again within the page, which our policy refuses.) */
export function untilTrue(page: Page, what: string, expression: string): Promise<unknown> {
  return until(what, () => page.evaluate<boolean>(expression));
}

function requireBuiltPages(): void {
  for (const name of ['web', 'sign']) {
    const page = fileURLToPath(new URL(`../../../${name}/dist/index.html`, import.meta.url));
    if (!existsSync(page)) {
      throw new Error(
        `apps/${name}/dist is not there: "npm ci" (or "npm run prepare") builds the pages that this test opens`,
      );
    }
  }
}
