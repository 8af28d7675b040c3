import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { afterFile } from '../support/after-file.ts';
import { cookieOf, OWNER, type TestApp } from '../support/app.ts';
import { soak } from '../support/soak.ts';
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
  // Makes every build of Chromium use the glyph widths defined in the font, because pages are compared with the printed
  // PDF.
  '--font-render-hinting=none',
  // Most page code runs only a few times, so optimizing it costs more time than it saves.
  '--js-flags=--no-opt --no-maglev',
  // The tabs of a profile share a process, which compiles each script once.
  '--renderer-process-limit=1',
];

/** The size of the most common phone. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** This script runs in every page before the page's own scripts. */
const REPORT_BREACHES =
  "addEventListener('securitypolicyviolation', (breach) => console.error('policy: ' + breach.effectiveDirective + ' refused ' + breach.blockedURI))";

/** The screens of tests that cover phones and desktops. `npm test` uses the phone only, because it has less space. */
export const SIZES = soak({ test: [{ phone: true }], full: [{ phone: true }, { phone: false }] });

export type VisitOptions = {
  phone?: boolean;
  /** If true, the visitor is signed in as the owner from the start. */
  asOwner?: boolean;
  /** The failures that are expected during the visit, such as "401 /api/..." for a rejected request. */
  expected?: RegExp;
};

/** All files of a test worker share one browser process, which ends with the worker. */
let started: ReturnType<typeof chromium.launch> | undefined;

/**
 * Provides a browser for one test file. A test fails if anything unexpected happens in a page: a console error, an
 * exception, a violation of the content security policy, or a failed or rejected request.
 */
export async function startBrowser(app: TestApp): Promise<TestBrowser> {
  requireBuiltPages();
  // External tools and the browser use real time, so the server must use it too.
  app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
  const browser = await launchBrowser();
  const test = new TestBrowser(app, (options) => browser.newContext(options));
  afterEach(() => test.endVisits());
  afterFile(() => test.close());
  return test;
}

/** Returns the browser process of this test worker, without a server. */
export function launchBrowser(): ReturnType<typeof chromium.launch> {
  started ??= chromium.launch({
    executablePath: outsideTool('chromium-headless-shell'),
    args: ARGUMENTS,
    env: { ...process.env, ...fontEnvironment() },
  });
  return started;
}

type OpenContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** An empty profile with an unused tab. Concurrent visits use different profiles. */
type Window = { phone: boolean; context: BrowserContext; page: Page };

export class TestBrowser {
  /** The origin of links in e-mails. */
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

  /** Opens a browser window for a new visitor. */
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
      // Animations are skipped, because a page is checked in its final state.
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
      // The listener below records the response itself, with its status and URL.
      if (message.text().startsWith('Failed to load resource')) return;
      note(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => note(`exception: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${response.status()} ${where(response.url())}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // The request was aborted because the page navigated away and no longer needs the response.
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
        // The window was closed by the test or can no longer be used.
        if (cleared === undefined) await window.context.close();
        else this.#idle.push(cleared);
      }),
    );
    expect(this.#faults.splice(0), 'errors in the pages').toEqual([]);
  }

  /** Clears all data of a visit: tabs, cookies, storage and cached responses. */
  async #clear({ phone, context }: Window): Promise<Window> {
    const visited = context.pages();
    const addresses = visited.flatMap((page) => page.frames().map((frame) => frame.url()));
    // The new tab is opened before the old tabs are closed, so that it runs in their process, where the scripts are
    // already compiled. This saves a third of the CPU time.
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

/**
 * Waits until an expression is true in the page. Playwright's own method evaluates the expression again within the
 * page, which our policy blocks.
 */
export function untilTrue(page: Page, what: string, expression: string): Promise<unknown> {
  return until(what, () => page.evaluate<boolean>(expression));
}

function requireBuiltPages(): void {
  for (const name of ['web', 'sign', 'docs']) {
    const page = fileURLToPath(new URL(`../../../${name}/dist/index.html`, import.meta.url));
    if (!existsSync(page)) {
      throw new Error(
        `The folder apps/${name}/dist does not exist. Run "npm ci" or "npm run prepare" to build the pages that this test opens.`,
      );
    }
  }
}
