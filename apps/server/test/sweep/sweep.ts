/**
 * `npm run soak -- sweep FOLDER` runs a whole envelope for every PDF below a folder, on its own server. It compares the
 * file before and after, using its text, pictures drawn by three programs, qpdf and pdfsig. Findings are written line
 * by line, so a stopped sweep continues where it stopped.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { Client } from '../../src/demo/client.ts';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import { pdfsig, trustOnly } from '../outside/pdfsig.ts';
import { type Envelope, playEnvelope, Refused, type Sender } from './envelope.ts';
import { type Compared, compareBy, DRAWERS } from './pictures.ts';
import { type Finding, printReport } from './report.ts';

const OWNER = {
  organization: 'Sweep',
  name: 'Grace Hopper',
  email: 'grace@sweep.example',
  password: 'no secret at all',
};
const MAX_BYTES = 50 * 1024 * 1024;
/** The number of pages drawn per file. */
const PAGES = 20;

/** Returns the exit code, which is 1 if a picture or text changed, a signature is not valid, or the server failed. */
export async function sweep(args: readonly string[]): Promise<number> {
  const [folder, results = folder && `${path.resolve(folder)}.ndjson`] = args.map((arg) =>
    path.resolve(process.env['INIT_CWD'] ?? '.', arg),
  );
  if (folder === undefined || results === undefined || !existsSync(folder)) {
    console.error('Usage: npm run soak -- sweep FOLDER [RESULTS.ndjson]');
    return 1;
  }
  const known = existsSync(results) ? readFindings(results) : [];
  const done = new Set(known.map(({ file }) => file));
  const files = pdfsBelow(folder).filter((file) => !done.has(file));
  console.log(`${files.length} files to do, ${done.size} done before; findings go to ${results}`);
  const found = [...known];
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true));
  const server = await startServerProcess();
  const trust = mkdtempSync(path.join(tmpdir(), 'countersign-nss-'));
  try {
    const sender = await senderOf(server);
    await trustOnly(await sender.owner.text('/pki/live/root.pem'), trust);
    for (const [index, file] of files.entries()) {
      if (isStopping) break;
      const finding = await tryFile({ server, sender, trust }, path.join(folder, file), file, index);
      found.push(finding);
      appendFileSync(results, `${JSON.stringify(finding)}\n`);
      if (finding.outcome !== 'same') console.log(`${finding.outcome.padEnd(8)} ${file}: ${finding.reason}`);
    }
  } finally {
    await server.stop();
    rmSync(trust, { recursive: true });
  }
  return printReport(found) ? 0 : 1;
}

const readFindings = (file: string): Finding[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Finding);

const pdfsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .toSorted();

async function senderOf({ url, setupToken = '' }: ServerProcess): Promise<Sender> {
  const owner = new Client(url);
  await owner.setUp({ ...OWNER, token: setupToken });
  return { owner, api: new Client(url, { bearer: await owner.createApiKey('sweep') }) };
}

type Setting = { server: ServerProcess; sender: Sender; trust: string };

async function tryFile(
  { server, sender, trust }: Setting,
  source: string,
  file: string,
  index: number,
): Promise<Finding> {
  const bytes = readFileSync(source);
  const base = { file, bytes: bytes.length };
  if (bytes.length > MAX_BYTES)
    return { ...base, outcome: 'skipped', reason: 'more than 50 MB', cpuMs: 0, warnings: [] };
  const before = processorMs(server);
  try {
    const envelope = await playEnvelope(sender, bytes, index);
    const cpuMs = processorMs(server) - before;
    const faults = await judge(envelope, { source, trust });
    const { warnings, page_count: pages } = envelope.document;
    return {
      ...base,
      outcome: faults.length > 0 ? 'changed' : 'same',
      reason: faults.join('; '),
      cpuMs,
      warnings,
      pages,
    };
  } catch (error) {
    const cpuMs = processorMs(server) - before;
    if (error instanceof Refused)
      return {
        ...base,
        outcome: 'refused',
        reason: `${error.step} ${error.code}: ${error.message}`,
        code: error.code,
        cpuMs,
        warnings: [],
      };
    const reason = error instanceof Error ? error.message : String(error);
    return { ...base, outcome: 'failed', reason, cpuMs, warnings: [] };
  }
}

async function judge(
  { document, signed, boxes, drawn, verdict }: Envelope,
  { source, trust }: { source: string; trust: string },
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-sweep-'));
  try {
    const after = path.join(folder, 'signed.pdf');
    writeFileSync(after, signed);
    const pages = Math.min(PAGES, document.page_count);
    // The existing signatures in a file can be anyone's, so their trust is not checked.
    const isSigned = document.warnings.some((warning) => warning.includes('signature(s), which are kept'));
    const faults: string[] = verdict.isValid || isSigned ? [] : [`our verification: ${verdict.verdict}`];
    if (boxes !== null) {
      const before = drawn === null ? source : path.join(folder, 'drawn.pdf');
      if (drawn !== null) writeFileSync(before, drawn);
      const comparison = { before, after, sizes: document.pages, boxes, folder };
      for (const drawer of DRAWERS) faults.push(...faultsOf(await compareBy(drawer, comparison, pages)));
    }
    faults.push(...lostWords(folder, pages));
    if (isSound(source) && !isSound(after)) faults.push('qpdf --check complains of the signed file alone');
    const others = new Set((await pdfsig(source, trust)).map(({ field }) => field));
    const ours = (await pdfsig(after, trust)).filter(({ field }) => !others.has(field));
    if (ours.length === 0) faults.push('pdfsig finds no signature of ours');
    // Poppler does not verify document time-stamps.
    for (const { field, signature } of ours.filter(({ type }) => type !== 'unknown'))
      if (signature !== undefined && signature !== 'Signature is Valid.')
        faults.push(`pdfsig on ${field}: ${signature}`);
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function faultsOf({ drawer, changed, fault }: Compared): string[] {
  return [
    ...(changed.length > 0 ? [`${drawer} draws page ${changed.join(', ')} differently`] : []),
    ...(fault === null ? [] : [`${drawer}: ${fault}`]),
  ];
}

/** Returns the words that PDFium reads in the earlier file but not in the later one, ignoring additions. */
function lostWords(folder: string, pages: number): string[] {
  const words = (side: string, page: number): string[] => {
    const file = path.join(folder, `pdfium-${side}`, `page-${page}.txt`);
    return existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
  };
  for (let page = 1; page <= pages; page += 1) {
    const left = new Map<string, number>();
    for (const word of words('after', page)) left.set(word, (left.get(word) ?? 0) + 1);
    for (const word of words('before', page)) {
      const count = left.get(word) ?? 0;
      if (count === 0) return [`page ${page} has lost the word "${word.slice(0, 40)}"`];
      left.set(word, count - 1);
    }
  }
  return [];
}

const isSound = (file: string): boolean =>
  spawnSync(outsideTool('qpdf'), ['--check', file], { timeout: 60_000, stdio: 'ignore' }).status === 0;

/** Returns the processor time of the server with all its threads, if the system provides it. */
function processorMs({ child }: ServerProcess): number {
  try {
    const [, ...fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
    const parts = fields.join(') ').split(' ');
    const TICKS_PER_SECOND = 100;
    return ((Number(parts[11]) + Number(parts[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
