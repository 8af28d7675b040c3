/** The text on the certificate of completion. */
import type { CertificateWords } from '@countersign/words/certificate';
import type { CertificateFacts } from './facts.ts';

/**
 * The maximum number of characters in one piece of a paragraph: about 20 lines of ordinary text, or just under 40 lines
 * of the widest letters.
 */
const MAX_PIECE = 1500;

/** Returns all text on a certificate, so that the fonts for it can be loaded. */
export function textsOf(facts: CertificateFacts, captions: CertificateWords): { print: string[]; strong: string[] } {
  const words = Object.values(captions) as string[];
  const { document, parties, revisions } = facts;
  const names = parties.map(({ name }) => name);
  const print = [
    ...words,
    ...names,
    document.title,
    document.filename,
    facts.organization,
    facts.sender.name,
    ...facts.consents.map(({ text }) => text),
  ];
  for (const { email, userAgent, host, attachments, filled, timeZone } of parties) {
    print.push(
      email,
      userAgent ?? '',
      host ?? '',
      timeZone ?? '',
      ...attachments.map(({ filename }) => filename ?? ''),
    );
    for (const { label, value } of filled) print.push(label, value);
  }
  print.push(facts.sender.email, ...revisions.map(({ by }) => by), ...facts.evidence.certificationAuthorities);
  print.push(...facts.evidence.timestampAuthorities);
  const { title, document: heading, parties: who, revisions: which, evidence, check, continued, completed } = captions;
  const { events, consent } = captions;
  const strong = [title, heading, who, which, evidence, check, continued, completed, events, consent];
  return { print: [...print, ...facts.events.map(({ who: name }) => name)], strong: [...strong, ...names] };
}

/** Returns a placeholder if the trail does not contain the fact. */
export const textOrDash = (value: string | number | null): string =>
  value === null || value === '' ? '–' : String(value);

/** Splits a long paragraph between sentences, or at least between words, because a row must fit on a page. */
export function pieces(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > MAX_PIECE) {
    const head = rest.slice(0, MAX_PIECE);
    const sentence = Math.max(
      ...['. ', '。', '। ', '؟ ', '? ', '! '].map((end) => head.lastIndexOf(end) + end.trim().length),
    );
    const word = head.lastIndexOf(' ');
    const cut = sentence > MAX_PIECE / 3 ? sentence : word > 0 ? word : MAX_PIECE;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}
