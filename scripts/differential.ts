// `npm run differential -- FOLDER` compares our inspection of every PDF below a folder with the results of qpdf and
// poppler.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Inspection, inspectPdf, PdfError, repairPdf } from '@countersign/pdf-sign';
import { type OutsideTool, outsideTool } from './outside-tools.ts';

/** What one program reports about a file. A member is null if the program does not report it. */
interface Opinion {
  readonly pages: number | null;
  readonly encrypted: boolean | null;
  readonly signatures: number | null;
}

export interface Disagreement {
  readonly file: string;
  readonly about: keyof Opinion | 'damage';
  readonly ours: string;
  readonly qpdf: string;
  readonly poppler: string;
}

export interface Comparison {
  readonly files: number;
  /** The number of files that our reader refuses and for which qpdf also reports errors. */
  readonly damaged: number;
  readonly disagreements: readonly Disagreement[];
}

const ABOUT = ['pages', 'encrypted', 'signatures'] as const;
const TIMEOUT_MS = 60_000;

/** Compares every PDF below `folder`. Unreadable folders are skipped. */
export function compareFolder(folder: string): Comparison {
  const files = pdfsBelow(folder);
  let damaged = 0;
  const disagreements = files.flatMap((file) => {
    const name = path.relative(folder, file);
    const ours = ourOpinion(file);
    if (typeof ours !== 'string') return compare(name, ours, qpdfOpinion(file), popplerOpinion(file));
    // An exit code of 0 means that qpdf found no errors. Any other exit code means that qpdf does not accept the file
    // either.
    const complaint = run('qpdf', ['--check', file]).status !== 0;
    damaged += complaint ? 1 : 0;
    const sound: Disagreement = { file: name, about: 'damage', ours, qpdf: 'sound', poppler: '-' };
    return complaint ? [] : [sound];
  });
  return { files: files.length, damaged, disagreements };
}

function compare(file: string, ours: Opinion, qpdf: Opinion, poppler: Opinion): Disagreement[] {
  const differs = (about: keyof Opinion, other: Opinion): boolean =>
    ours[about] !== null && other[about] !== null && other[about] !== ours[about];
  return ABOUT.filter((about) => differs(about, qpdf) || differs(about, poppler)).map((about) => ({
    file,
    about,
    ours: said(ours[about]),
    qpdf: said(qpdf[about]),
    poppler: said(poppler[about]),
  }));
}

const said = (value: number | boolean | null): string => (value === null ? '-' : String(value));

/**
 * Returns our inspection of the file, after a repair if it is damaged, or the error code with which it is refused.
 * Encrypted files are not read further.
 */
function ourOpinion(file: string): Opinion | string {
  try {
    const { encrypted, pageCount, signatures } = inspectOrRepair(readFileSync(file));
    return encrypted ? { pages: null, encrypted, signatures: null } : { pages: pageCount, encrypted, signatures };
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

function inspectOrRepair(bytes: Uint8Array): Inspection {
  try {
    return inspectPdf(bytes);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return inspectPdf(repairPdf(bytes).bytes);
    throw error;
  }
}

function qpdfOpinion(file: string): Opinion {
  const pages = run('qpdf', ['--no-warn', '--show-npages', file]);
  const encryption = run('qpdf', ['--is-encrypted', file]);
  return {
    pages: numberIn(/^(\d+)\s*$/m, pages.stdout),
    encrypted: encryption.status === 0 ? true : encryption.status === 2 ? false : null,
    signatures: qpdfSignatures(file),
  };
}

/** The part of `qpdf --json` (version 2) that is read here. */
interface QpdfForm {
  acroform?: { fields?: { fieldtype?: string; value?: unknown; parent?: unknown; fullname?: string }[] };
}

function qpdfSignatures(file: string): number | null {
  const { stdout, status } = run('qpdf', ['--no-warn', '--json', '--json-key=acroform', file]);
  if (status !== 0 && status !== 3) return null;
  const { acroform }: QpdfForm = JSON.parse(stdout);
  const signed = (acroform?.fields ?? []).filter(({ fieldtype, value }) => fieldtype === '/Sig' && value !== null);
  // qpdf lists widgets, so a field with several widgets must be counted once.
  return new Set(signed.map(({ fullname }, index) => fullname ?? index)).size;
}

function popplerOpinion(file: string): Opinion {
  const info = run('pdfinfo', [file]);
  const encrypted = /Incorrect password/.test(info.stderr) ? true : answerIn(/^Encrypted:\s+(yes|no)/m, info.stdout);
  const signatures = run('pdfsig', ['-nocert', file]).stdout;
  const all = signatures.match(/^Signature #\d+/gm)?.length ?? 0;
  const unsigned = signatures.match(/The signature form field is not signed/g)?.length ?? 0;
  return {
    pages: numberIn(/^Pages:\s+(\d+)/m, info.stdout),
    encrypted,
    signatures: encrypted === true ? null : all - unsigned,
  };
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

function answerIn(pattern: RegExp, text: string): boolean | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : found === 'yes';
}

function run(tool: OutsideTool, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, LC_ALL: 'C' };
  return spawnSync(outsideTool(tool), args, { timeout: TIMEOUT_MS, maxBuffer: 2 ** 28, encoding: 'utf8', env });
}

function pdfsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.pdf'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

export function tableOf(disagreements: readonly Disagreement[]): string {
  const head = { file: 'File', about: 'About', ours: 'Ours', qpdf: 'qpdf', poppler: 'poppler' };
  const rows = [head, ...disagreements];
  const columns = ['file', 'about', 'ours', 'qpdf', 'poppler'] as const;
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      columns
        .map((column, index) => row[column].padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('Usage: npm run differential -- FOLDER');
    return 2;
  }
  const { files, damaged, disagreements } = compareFolder(path.resolve(folder));
  if (disagreements.length > 0) console.log(`${tableOf(disagreements)}\n`);
  const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  console.log(
    `${plural(files, 'file')} compared, ${damaged} damaged to qpdf as well, ${plural(disagreements.length, 'disagreement')}`,
  );
  return disagreements.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv[2]);
