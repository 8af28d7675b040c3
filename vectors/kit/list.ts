import { CLASSES } from './vector.ts';
import type { Expected, Vector, VectorClass } from './vector.ts';

const BEGIN = '<!-- vectors: begin -->';
const END = '<!-- vectors: end -->';

const TITLES: Record<VectorClass, string> = {
  USF: 'Universal signature forgery (USF)',
  ISA: 'Incremental saving attacks (ISA)',
  SWA: 'Signature wrapping attacks (SWA)',
  shadow: 'Shadow attacks',
  EAA: 'Evil annotation attacks (EAA)',
  SSA: 'Sneaky signature attacks (SSA)',
  'byte range': 'Byte ranges',
  contents: 'Signature containers',
  CMS: 'CMS signatures',
  'time-stamp': 'Time-stamps',
  'weak digest': 'Weak algorithms',
  certificate: 'Certificates',
  'field lock': 'Field locks and choices',
  structure: 'File structure',
  benign: 'Legitimate files',
};

/** Returns a README with the list of these vectors between its two markers. */
export function withList(readme: string, vectors: readonly Vector[]): string {
  const [before, rest] = readme.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('the marks of the list are missing');
  return `${before}${BEGIN}\n\n${list(vectors)}\n\n${END}${after}`;
}

function list(vectors: readonly Vector[]): string {
  return CLASSES.map((name) => {
    const own = vectors.filter((vector) => vector.class === name);
    const rows = own.map((vector) => `| ${vector.name} | ${vector.description} | ${verdict(vector.expected)} |`);
    const head = [
      `### ${TITLES[name]}: ${own.length} vectors`,
      '',
      '| Vector | Description | Expected |',
      '|---|---|---|',
    ];
    return [...head, ...rows].join('\n');
  }).join('\n\n');
}

function verdict(expected: Expected): string {
  if (expected.verdict === 'valid') return 'valid';
  return expected.signature === 'file' ? 'invalid: the whole file' : `${expected.verdict}: ${expected.signature}`;
}
