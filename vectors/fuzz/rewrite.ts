import { findDamage, inspectPdf, PdfError, repairPdf, stripPdf } from '@countersign/pdf-sign';
import { firstExtra, makePdf, stream } from '../../packages/pdf-sign/test/support/pdf.ts';
import { flip, splice, truncate } from './bytes.ts';
import { swapToken } from './pdf.ts';
import type { Random } from './random.ts';
import type { Outcome, Subject } from './subject.ts';

/**
 * Fuzzes unsigned files with active content and every kind of cross-reference. The files are damaged, repaired and
 * stripped.
 */
export function rewriteSubject(): Subject {
  const samples = makeSamples();
  return {
    make: (random) => {
      const origin = random.below(samples.length);
      let bytes = samples[origin] ?? random.pick(samples);
      for (let count = random.few(3); count > 0 && bytes.length > 0; count--) bytes = step(random, bytes, samples);
      return { bytes, origin };
    },
    check: (bytes) => rewritten(bytes) ?? { isValid: false },
  };
}

/**
 * Repairs a file, and strips the result if it has no signatures. `isValid` is true for files that could be repaired.
 * Neither result may be damaged or lose pages, and a stripped file may have no active content.
 */
function rewritten(bytes: Buffer): Outcome | null {
  refusedOr(() => inspectPdf(bytes));
  refusedOr(() => findDamage(bytes));
  const repaired = refusedOr(() => repairPdf(bytes));
  if (repaired === null) return null;
  const finding = defectOf(repaired.bytes, repaired.pageCount);
  if (finding !== null) return { isValid: true, finding: `repaired, ${finding}` };
  if (inspectPdf(repaired.bytes).signatures > 0) return { isValid: true };
  const stripped = stripPdf(repaired.bytes);
  const left = defectOf(stripped.bytes, repaired.pageCount);
  if (left !== null) return { isValid: true, finding: `stripped, ${left}` };
  const active = inspectPdf(stripped.bytes).activeContent;
  return active.length === 0 ? { isValid: true } : { isValid: true, finding: `${active[0]?.kind} is left` };
}

function defectOf(bytes: Buffer, pages: number): string | null {
  const damage = findDamage(bytes);
  if (damage !== null) return `and damaged: ${damage}`;
  return inspectPdf(bytes).pageCount === pages ? null : 'with another number of pages';
}

/** Returns null if the file is refused. Any other error is a finding. */
function refusedOr<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function step(random: Random, bytes: Buffer, samples: readonly Buffer[]): Buffer {
  const way = random.below(6);
  if (way < 2) return flip(random, bytes);
  if (way === 2) return truncate(random, bytes);
  return way === 3 ? splice(random, bytes, random.pick(samples)) : swapToken(random, bytes);
}

function makeSamples(): Buffer[] {
  const extra = firstExtra(3);
  const script = '<</S/JavaScript/JS(1)>>';
  const options = {
    pages: [{}, { rotate: 90, extra: `/AA<</O${script}>>` }, { extra: `/Annots[${extra} 0 R ${extra + 1} 0 R]` }],
    catalog: `/OpenAction<</S/URI/URI(a)/Next[${script}${extra + 2} 0 R]>>/AcroForm<</Fields[${extra} 0 R]/XFA(x)>>/Outlines ${extra + 3} 0 R/Names<</JavaScript<</Names[(a)${script}]>>>>`,
    objects: [
      `<</Subtype/Widget/FT/Tx/T(Total)/V(12)/Rect[0 0 9 9]/AA<</C${script}>>>>`,
      `<</Subtype/RichMedia/Rect[0 0 9 9]/AP<</N ${extra + 5} 0 R>>/RichMediaContent<<>>>>`,
      `<</S/Launch/F(x)/Next<</S/GoTo/D[4 0 R/Fit]/Next ${extra + 2} 0 R>>>>`,
      `<</First ${extra + 4} 0 R/Last ${extra + 4} 0 R/Count 1>>`,
      `<</Title(One)/Parent ${extra + 3} 0 R/A<</S/SubmitForm/F(x)>>>>`,
      stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f'),
    ],
  };
  // The fields and actions are members of an object stream, which format-independent mutations cannot reach.
  const packed = makePdf({
    ...options,
    objects: [...options.objects, objectStream(900, ['<</S/JavaScript/JS(2)>>', '[1 2]'])],
  });
  return [...(['table', 'stream', 'hybrid'] as const).map((xref) => makePdf({ ...options, xref })), packed];
}

function objectStream(first: number, members: readonly string[]): string {
  let head = '';
  let body = '';
  for (const [index, member] of members.entries()) {
    head += `${first + index} ${body.length} `;
    body += `${member} `;
  }
  return stream(`/Type/ObjStm/N ${members.length}/First ${head.length}`, head + body);
}
