import { PdfError } from '../errors.ts';
import type { PdfFile } from './file.ts';
import { PdfDict, PdfRef, PdfStream } from './objects.ts';

/** The color space defined by the output intent of a PDF/A file. Null if there is no such intent. */
export type IntentColors = 'gray' | 'rgb' | 'cmyk';

/**
 * The PDF/A conformance that a file claims (ISO 19005-1 6.7.11, -2 6.6.4). The file's actual conformance is not
 * checked.
 */
export interface ArchiveClaim {
  /** The part of the PDF/A standard, from 1 to 4. */
  part: number;
  /** The conformance level: `A`, `B` or `U`. Empty in part 4. */
  level: string;
  colors: IntentColors | null;
}

const NAMESPACE = 'http://www.aiim.org/pdfa/ns/id/';
const MAX_METADATA = 2 ** 20;
const COLORS: ReadonlyMap<number, IntentColors> = new Map([
  [1, 'gray'],
  [3, 'rgb'],
  [4, 'cmyk'],
]);

/** Reads the PDF/A claim. Returns null if the file has no claim or its metadata is unreadable. */
export function readArchiveClaim(file: PdfFile): ArchiveClaim | null {
  const found = readMetadata(file);
  if (found === null) return null;
  const prefix = prefixOf(found.text);
  const part = prefix === null ? null : propertyOf(found.text, prefix, 'part');
  if (prefix === null || part === null || !/^[1-4]$/.test(part)) return null;
  const level = propertyOf(found.text, prefix, 'conformance') ?? '';
  return { part: Number(part), level: level.toUpperCase(), colors: intentColors(file) };
}

/**
 * Returns the metadata of a file with a changed PDF/A claim. If `level` is null, the claim is removed. Returns null if
 * the metadata is not in a separate object.
 */
export function withArchiveLevel(file: PdfFile, level: string | null): { ref: PdfRef; xml: Buffer } | null {
  const found = readMetadata(file);
  const ref = file.catalog.get('Metadata');
  const prefix = found === null ? null : prefixOf(found.text);
  if (found === null || prefix === null || !(ref instanceof PdfRef)) return null;
  const names = level === null ? ['part', 'conformance', 'amd', 'corr', 'rev'] : ['conformance'];
  const text = names.reduce((xml, name) => replaceProperty(xml, `${prefix}:${name}`, level), found.text);
  return { ref, xml: Buffer.from(text, 'utf8') };
}

function readMetadata(file: PdfFile): { text: string } | null {
  const stream = file.resolve(file.catalog.get('Metadata'));
  if (!(stream instanceof PdfStream)) return null;
  try {
    const bytes = file.decode(stream);
    // Decodes only UTF-8. ISO 16684-1 also allows UTF-16 for XMP, but PDF/A writers use UTF-8.
    return bytes.length > MAX_METADATA ? null : { text: bytes.toString('utf8') };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function prefixOf(text: string): string | null {
  for (const [, prefix = '', uri] of text.matchAll(/xmlns:([A-Za-z_][\w.-]{0,60})\s*=\s*["']([^"']{0,200})["']/g))
    if (uri === NAMESPACE) return prefix;
  return null;
}

/** XMP writes a simple property as an element or as an attribute (ISO 16684-1 7.9). */
function propertyOf(text: string, prefix: string, name: string): string | null {
  const [, element, attribute] =
    new RegExp(`<${prefix}:${name}\\s*>\\s*(\\w{1,10})\\s*</|\\s${prefix}:${name}\\s*=\\s*["'](\\w{1,10})["']`).exec(
      text,
    ) ?? [];
  return element ?? attribute ?? null;
}

function replaceProperty(text: string, name: string, value: string | null): string {
  return text
    .replace(new RegExp(`<${name}\\s*>[^<]*</${name}\\s*>`, 'g'), value === null ? '' : `<${name}>${value}</${name}>`)
    .replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), value === null ? '' : ` ${name}="${value}"`);
}

function intentColors(file: PdfFile): IntentColors | null {
  for (const item of file.array(file.catalog.get('OutputIntents'))) {
    const intent = file.dict(item) ?? new PdfDict();
    // Part 2 uses the same subtype as part 1 (ISO 19005-2 6.2.3).
    if (file.name(intent.get('S')) !== 'GTS_PDFA1') continue;
    const profile = file.resolve(intent.get('DestOutputProfile'));
    if (!(profile instanceof PdfStream)) continue;
    return COLORS.get(file.number(profile.dict.get('N')) ?? 0) ?? null;
  }
  return null;
}
