import { CLASSES } from './vector.ts';
import type { Expected, Vector } from './vector.ts';

const BEGIN = '<!-- vectors: begin -->';
const END = '<!-- vectors: end -->';

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
    return [`### ${name} (${own.length})`, '', '| Vector | What it is | Expected |', '|---|---|---|', ...rows].join(
      '\n',
    );
  }).join('\n\n');
}

function verdict(expected: Expected): string {
  if (expected.verdict === 'valid') return 'valid';
  return expected.signature === 'file' ? 'invalid: the whole file' : `${expected.verdict}: ${expected.signature}`;
}
