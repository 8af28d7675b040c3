/**
 * Measures the load times of the two most viewed pages: the signing page on a slow phone, and the list of documents on
 * a slow connection. A browser with throttled network and CPU reports when the largest element was painted, and how
 * many bytes it needed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { outsideTool } from '../scripts/outside-tools.ts';
import { apiPath } from './api-path.ts';
import { sendEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { atMost, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

type Line = { name: string; kilobits: number };
const SLOW: Line = { name: '400 kbit/s', kilobits: 400 };
const FAIR: Line = { name: '1.6 Mbit/s', kilobits: 1600 };
const ROUND_TRIP_MS = 150;
/** The slowdown of the cheapest phones relative to this machine. */
const PROCESSOR_SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DOCUMENTS = 30;

/** Runs in the page before its own scripts and records the largest text or image painted so far. */
const WATCH_LARGEST = `
  globalThis.largest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });`;

/** Reads the largest paint so far, and the bytes received so far without headers. */
const READ_SEEN = `({
  largest: globalThis.largest,
  whole: performance.now(),
  bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
})`;

/**
 * `whole` is the time when the page's main content was visible. The largest paint is usually earlier, because the
 * largest text is in the page's first bytes.
 */
type Seen = { largest: number; whole: number; bytes: number };

/** Opens a URL and waits until `shown` is visible. */
async function open(page: Page, line: Line, address: string, shown: string): Promise<Seen> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: (line.kilobits * 1000) / 8,
    uploadThroughput: (line.kilobits * 1000) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText(shown, { exact: true }).first().waitFor();
  // Waits for two frames, because the browser reports a paint shortly after it has happened.
  await page.evaluate('new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)))');
  const seen = await page.evaluate<Seen>(READ_SEEN);
  await session.detach();
  return seen;
}

async function onPage<T>(context: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH_LARGEST });
  const result = await work(page);
  await page.close();
  return result;
}

/** Reports the load times of both pages, with their limits. */
export async function measurePages(quick: boolean): Promise<void> {
  const rounds = quick ? 3 : 7;
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-pages-'));
  const subject = await startSubject(dataDir);
  const browser = await chromium.launch({
    executablePath: outsideTool('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const prepared = await prepare(subject);
    for (const [line, cold, cached] of [
      [SLOW, 2500, 800],
      [FAIR, 1000, undefined],
    ] as const) {
      const [first, again]: [Seen[], Seen[]] = [[], []];
      for (let i = 0; i < rounds; i += 1) {
        const context = await browser.newContext(PHONE);
        const address = `${prepared.origin}/sign#${prepared.token}`;
        first.push(await onPage(context, (page) => open(page, line, address, prepared.title)));
        again.push(await onPage(context, (page) => open(page, line, address, prepared.title)));
        await context.close();
      }
      reportSeen(`signing page, ${line.name}`, first, cold, 55);
      reportSeen(`signing page, ${line.name}, cached`, again, cached);
    }
    const [first, again]: [Seen[], Seen[]] = [[], []];
    for (let i = 0; i < rounds; i += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ ...prepared.cookie, url: prepared.origin }]);
      const address = `${prepared.origin}/documents`;
      first.push(await onPage(context, (page) => open(page, FAIR, address, prepared.title)));
      again.push(await onPage(context, (page) => open(page, FAIR, address, prepared.title)));
      await context.close();
    }
    reportSeen(`documents list, ${FAIR.name}`, first, 2000, 250);
    reportSeen(`documents list, ${FAIR.name}, cached`, again);
  } finally {
    await browser.close();
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function reportSeen(name: string, seen: readonly Seen[], most?: number, kilobytes?: number): void {
  const times = seen.map(({ largest }) => largest);
  report(`${name}: largest paint`, median(times), 'ms', { target: most === undefined ? undefined : atMost(most) });
  report(`${name}: document's name`, median(seen.map(({ whole }) => whole)), 'ms');
  if (kilobytes !== undefined)
    report(`${name}: bytes until then`, median(seen.map(({ bytes }) => bytes / 1000)), 'kB', {
      target: atMost(kilobytes),
    });
}

async function prepare(
  subject: Subject,
): Promise<{ origin: string; token: string; title: string; cookie: { name: string; value: string } }> {
  const origin = subject.server.url.replace('127.0.0.1', 'localhost');
  const connection = await Connection.open(subject.server.url);
  let token = '';
  for (let i = 0; i < DOCUMENTS; i += 1)
    token =
      (await sendEnvelope(connection, subject.credentials, samplePdf(), { people: [`Lease-${i}`] })).tokens[0] ?? '';
  connection.close();
  const login = await fetch(subject.server.url + apiPath(api.login, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@bench.example', password: 'only for measuring' }),
  });
  const [pair = ''] = (login.headers.getSetCookie().find((one) => /session/.test(one)) ?? '').split(';');
  const [name = '', value = ''] = pair.split('=');
  return { origin, token, title: `Lease-${DOCUMENTS - 1}.pdf`, cookie: { name, value } };
}
