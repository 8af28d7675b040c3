/**
 * Measures the engine alone, in one process: the cost of a signature, a seal, a verification and an inspection. The
 * candidates of a comparison alternate, so that noise affects all of them equally. Ratios are between medians of the
 * same run.
 */
import { createHash } from 'node:crypto';
import { verifyDocument } from '@countersign/pades';
import { inspectPdf } from '@countersign/pdf-sign';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { makeSigner } from '../packages/pades/test/kit.ts';
import {
  type Document,
  gatherEvidence,
  type Office,
  openOffice,
  sealOnce,
  sendOut,
  signAll,
  SIGNERS,
  signOnce,
} from './engine-documents.ts';
import { signWithLibpdf } from './libpdf.ts';
import { largePdf, pagesPdf } from './pdf.ts';
import { atLeast, atMost, median, report } from './report.ts';

const LARGE = 50 * 1024 * 1024;
const [FIRST] = SIGNERS;

type Work = () => unknown;
interface Figures {
  readonly median: number;
  readonly least: number;
}

/**
 * Measures the milliseconds of each candidate, `rounds` times alternately after a warm-up. `batch` repetitions form one
 * measurement, because the measurement of a task that takes a tenth of a millisecond could otherwise include the
 * garbage collection of other work.
 */
async function inTurns<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  { rounds, batch = {}, warm = 3 }: { rounds: number; batch?: number | { [name in Name]?: number }; warm?: number },
): Promise<Record<Name, Figures>> {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warm; round < rounds; round++) {
    for (const name of names) {
      const repetitions = typeof batch === 'number' ? batch : (batch[name] ?? 1);
      const begun = performance.now();
      for (let count = 0; count < repetitions; count++) await works[name]();
      if (round >= 0) times.get(name)?.push((performance.now() - begun) / repetitions);
    }
  }
  const figures = names.map((name) => {
    const own = times.get(name) ?? [];
    return [name, { median: median(own), least: Math.min(...own) }] as const;
  });
  return Object.fromEntries(figures) as Record<Name, Figures>;
}

const least = ({ least: value }: Figures): string => `least ${value.toFixed(value < 1 ? 3 : 1)}`;

export async function measureEngine(quick: boolean): Promise<void> {
  const office = await openOffice();
  const small = await sendOut(office, samplePdf(), 3);
  const large = await sendOut(office, largePdf(LARGE), 3);
  await measureSigning(office, small, large, quick);
  await measurePeer(office, small, large, quick);
  await measureSealing(office, small, quick);
  await measureVerifying(office, small, large, quick);
  await measureInspection(quick);
}

async function measureSigning(office: Office, small: Document, large: Document, quick: boolean): Promise<void> {
  const { authority, signer, now } = office;
  const many = await sendOut(office, pagesPdf(5_000, 185_000), 1);
  const figures = await inTurns(
    {
      small: () => signOnce(office, small, FIRST, signer),
      large: () => signOnce(office, large, FIRST, signer),
      many: () => signOnce(office, many, FIRST, signer),
      own: async () =>
        signOnce(office, small, FIRST, await makeSigner(authority, 'ada@bench.example', 'p256', { options: {}, now })),
    },
    { rounds: quick ? 30 : 100, batch: 20, warm: 20 },
  );
  report('engine: B-T signature on P-256, 1 page', figures.small.median, 'ms', {
    target: atMost(0.5),
    beside: least(figures.small),
  });
  report('engine: the same, 50 MB', figures.large.median, 'ms', { target: undefined, beside: least(figures.large) });
  report('engine: the same, 200,000 objects', figures.many.median, 'ms', {
    target: undefined,
    beside: least(figures.many),
  });
  report('engine: 50 MB : 1 page', figures.large.median / figures.small.median, 'x', { target: atMost(1.2) });
  report('engine: 200,000 objects : 1 page', figures.many.median / figures.small.median, 'x', { target: atMost(1.2) });
  report('engine: with a key and certificate made for it', figures.own.median, 'ms', {
    target: undefined,
    beside: least(figures.own),
  });
}

async function measurePeer(office: Office, small: Document, large: Document, quick: boolean): Promise<void> {
  const signer = await makeSigner(office.authority, 'ada@bench.example', 'p256', { options: {}, now: office.now });
  const contest = (document: Document) => ({
    ours: () => signOnce(office, document, FIRST, signer),
    peer: () => signWithLibpdf(office, document.file, FIRST, signer),
  });
  const one = await inTurns(contest(small), { rounds: quick ? 10 : 40, batch: 10, warm: 3 });
  const big = await inTurns(contest(large), { rounds: quick ? 3 : 9, batch: { ours: 50 }, warm: 1 });
  const beside = ({ peer }: { peer: Figures }) => `@libpdf/core ${peer.median.toFixed(1)} ms`;
  report('engine: times faster than @libpdf/core, 1 page', one.peer.median / one.ours.median, 'x', {
    target: atLeast(15),
    beside: beside(one),
  });
  report('engine: times faster than @libpdf/core, 50 MB', big.peer.median / big.ours.median, 'x', {
    target: atLeast(300),
    beside: beside(big),
  });
}

async function measureSealing(office: Office, small: Document, quick: boolean): Promise<void> {
  const signed = await signAll(office, small, 3);
  const evidence = await gatherEvidence(office);
  const { seal } = await inTurns(
    { seal: () => sealOnce(office, signed, evidence) },
    { rounds: quick ? 20 : 60, batch: 20, warm: 10 },
  );
  report('engine: DSS and document time-stamp, three signatures', seal.median, 'ms', {
    target: atMost(2),
    beside: least(seal),
  });
}

/**
 * The number of files exceeds the number of certificates that the verifier caches, so the signers of each file are new
 * to it, as in real use.
 */
const FILES = 300;

async function measureVerifying(office: Office, small: Document, large: Document, quick: boolean): Promise<void> {
  const input = { anchors: [office.authority.root.certificate.der], now: new Date().toISOString() };
  const evidence = await gatherEvidence(office);
  const check = (files: readonly Buffer[], signatures: number) => {
    let next = 0;
    return async () => {
      const {
        isValid,
        signatures: found,
        reasons,
      } = await verifyDocument(files[next++ % files.length] ?? Buffer.alloc(0), input);
      if (!isValid || found.length !== signatures) throw new Error(`not valid: ${reasons.join(' ')}`);
    };
  };
  const sealed = async (document: Document): Promise<Buffer> => {
    const { file, ...kept } = await signAll(office, document, 3);
    return Buffer.concat([file, (await sealOnce(office, kept, evidence)).tail]);
  };
  const three: Buffer[] = [];
  const whole: Buffer[] = [];
  for (let count = 0; count < FILES; count++) {
    three.push((await signAll(office, small, 2)).file);
    whole.push(await sealed(small));
  }
  const few = await inTurns(
    { three: check(three, 3), whole: check(whole, 5) },
    { rounds: quick ? 30 : 100, batch: 5, warm: 20 },
  );
  report('engine: verification of three signatures, B-T', few.three.median, 'ms', {
    target: atMost(4),
    beside: least(few.three),
  });
  report('engine: verification of a seal, three signers, B-LTA', few.whole.median, 'ms', {
    target: undefined,
    beside: least(few.whole),
  });
  const big = await sealed(large);
  const pass = await inTurns(
    { verify: check([big], 5), hash: () => createHash('sha256').update(big).digest() },
    { rounds: quick ? 7 : 21 },
  );
  report('engine: verification of 50 MB, B-LTA', pass.verify.median, 'ms', {
    target: undefined,
    beside: least(pass.verify),
  });
  const ratio = pass.verify.median / pass.hash.median;
  const beside = `SHA-256 ${pass.hash.median.toFixed(1)} ms`;
  report('engine: verification of 50 MB : one SHA-256 over it', ratio, 'x', { target: atMost(1.5), beside });
}

async function measureInspection(quick: boolean): Promise<void> {
  const file = pagesPdf(5_000);
  const { inspect } = await inTurns(
    {
      inspect: () => {
        if (inspectPdf(file).pageCount !== 5_000) throw new Error('pages are missing');
      },
    },
    { rounds: quick ? 7 : 25 },
  );
  report('engine: inspection of 5,000 pages', inspect.median, 'ms', { target: atMost(150), beside: least(inspect) });
}
