import type { Place } from '@countersign/pdf-sign';
import type { StrongDigest } from '@countersign/pki';

import { read, readUrl, readWord, usage } from './arguments.ts';

/** The PAdES baseline levels (EN 319 142-1 §6). Each level includes the previous levels. */
export const LEVELS = ['b-b', 'b-t', 'b-lt', 'b-lta'] as const;
export type Level = (typeof LEVELS)[number];

const DIGESTS = ['sha256', 'sha384', 'sha512'] as const satisfies readonly StrongDigest[];

export interface SignCommand {
  readonly kind: 'sign';
  readonly file: string;
  readonly p12: string;
  readonly passphraseEnv: string | undefined;
  readonly out: string | undefined;
  readonly field: string | undefined;
  readonly name: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly certify: 1 | 2 | 3 | undefined;
  /** The position of a new field, and its appearance. */
  readonly visible: Place | undefined;
  /** The contents of the appearance: the file name of an image, and lines of text. */
  readonly image: string | undefined;
  readonly text: string | undefined;
  readonly level: Level;
  readonly tsa: URL | undefined;
  readonly crls: readonly string[];
  readonly digest: StrongDigest | undefined;
}

/** Parses the arguments of `countersign sign`. Throws CommandError (64). */
export function parseSign(args: string[]): SignCommand {
  const { values, file } = read(withCertifyLevel(args), {
    p12: { type: 'string' },
    'passphrase-env': { type: 'string' },
    out: { type: 'string' },
    field: { type: 'string' },
    name: { type: 'string' },
    reason: { type: 'string' },
    location: { type: 'string' },
    certify: { type: 'string' },
    visible: { type: 'string' },
    image: { type: 'string' },
    text: { type: 'string' },
    level: { type: 'string' },
    tsa: { type: 'string' },
    crl: { type: 'string', multiple: true },
    digest: { type: 'string' },
  });
  const { p12, 'passphrase-env': passphraseEnv, out, field, name, reason, location, image, text } = values;
  if (p12 === undefined) throw usage('Specify a key with --p12 KEY.p12.');
  const tsa = values.tsa === undefined ? undefined : readUrl(values.tsa);
  const level = values.level === undefined ? (tsa ? 'b-t' : 'b-b') : readWord('--level', values.level, LEVELS);
  if (level !== 'b-b' && tsa === undefined)
    throw usage(`Level ${level} requires a time-stamping authority. Specify one with --tsa URL.`);
  if (level === 'b-b' && tsa !== undefined) throw usage('Level b-b has no time-stamp. Omit --tsa or --level.');
  return {
    kind: 'sign',
    file,
    p12,
    passphraseEnv,
    out,
    field,
    name,
    reason,
    location,
    image,
    text,
    level,
    tsa,
    certify: values.certify === undefined ? undefined : readCertify(values.certify),
    visible: values.visible === undefined ? undefined : readPlace(values.visible),
    crls: values.crl ?? [],
    digest: values.digest === undefined ? undefined : readWord('--digest', values.digest, DIGESTS),
  };
}

/** `--certify` without a value means 2, because the usual next step is a countersignature. */
function withCertifyLevel(args: readonly string[]): string[] {
  return args.map((arg, at) => (arg === '--certify' && !/^\d$/.test(args[at + 1] ?? '') ? '--certify=2' : arg));
}

const CERTIFY = { '1': 1, '2': 2, '3': 3 } as const;

function readCertify(text: string): 1 | 2 | 3 {
  return CERTIFY[readWord('--certify', text, ['1', '2', '3'])];
}

/**
 * Parses a position such as `1,60,700,180,50`: the page number, starting at 1, then points from the top left corner of
 * the displayed page.
 */
function readPlace(text: string): Place {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [page = 0, x = 0, y = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 5 || !numbers.every(Number.isFinite) || !Number.isInteger(page) || page < 1)
    throw usage(
      `"${text}" is not a valid position. Use PAGE,X,Y,WIDTH,HEIGHT, in points from the top left corner of the page.`,
    );
  if (width <= 0 || height <= 0) throw usage(`"${text}" has no area. Width and height must be greater than 0.`);
  return { page, x, y, width, height };
}
