/**
 * The content of an e-mail: a heading and parts in order. Plain text and HTML are rendered from the same parts, so they
 * have the same content.
 */
import { isolated } from '@countersign/contract/languages';
import type { Speech } from '../language.ts';
import type { Phrase } from '../phrase.ts';
import { html, type SafeHtml, userText } from './html.ts';
import { renderMail } from './layout.ts';
import * as parts from './parts.ts';
import { columns, wrap, wrapFact } from './text.ts';
import type { Tone } from './theme.ts';
import type { Brand, MailContent, Person } from './types.ts';

export type Part =
  /** This part is shown only in HTML. In plain text, the sender appears in the list of facts. */
  | { kind: 'sender'; organization: string; email: string }
  /** The greeting comes first in plain text, and after the heading in HTML. */
  | { kind: 'greeting'; says: Phrase }
  | { kind: 'paragraph'; says: Phrase }
  | { kind: 'small'; says: Phrase }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'button'; label: string; link: string }
  | { kind: 'link'; label: string; link: string }
  | { kind: 'quote'; label: Phrase; text: string }
  | { kind: 'people'; label: string; people: readonly Signing[] }
  | { kind: 'documents'; label: string; action: string; documents: readonly Listed[] }
  | { kind: 'section'; title: string; says: string; link: string | null }
  | { kind: 'hash' | 'code' | 'note'; label: string; value: string };

/** A fact with `only: text` is shown elsewhere in the HTML. `as: title` marks the most important fact. */
export type Fact = { label: string; value: string; as?: 'title'; only?: 'text' };
/** `time` is null if the person has not signed. */
export type Signing = Person & { time: string | null };

/** `link` is set if the document can be opened. */
export type Listed = { title: string; state: string; isDone: boolean; link: string | null };

export type Letter = {
  readonly speech: Speech;
  readonly brand: Brand;
  readonly subject: string;
  readonly tone: Tone;
  readonly label: string;
  readonly heading: Phrase;
  /** Mail programs show this sentence after the subject. */
  readonly lead: Phrase;
  readonly parts: readonly Part[];
  readonly why: Phrase;
};

export function writeLetter(letter: Letter): MailContent {
  return { subject: letter.subject, text: toText(letter), html: toHtml(letter) };
}

const SPACE_ABOVE: Record<Part['kind'], number> = {
  sender: 6,
  greeting: 18,
  paragraph: 12,
  small: 24,
  facts: 22,
  button: 24,
  link: 18,
  quote: 26,
  people: 28,
  documents: 28,
  section: 22,
  hash: 16,
  note: 16,
  code: 22,
};

function toHtml({ speech, brand, subject, tone, label, heading, lead, parts: list, why }: Letter): string {
  return renderMail({
    speech,
    brand,
    subject,
    preheader: lead.text,
    tone,
    label,
    heading: heading.html,
    blocks: list.map((part) => parts.block(htmlOf(part, speech), SPACE_ABOVE[part.kind])),
    why: why.html,
  });
}

function htmlOf(part: Part, { direction }: Speech): SafeHtml {
  switch (part.kind) {
    case 'sender':
      return parts.senderLine(part.organization, part.email);
    case 'greeting':
    case 'paragraph':
      return parts.paragraph(part.says.html);
    case 'small':
      return parts.smallPrint(part.says.html);
    case 'facts':
      return parts.factsPanel(
        part.facts
          .filter(({ only }) => only !== 'text')
          .map(({ label, value, as }) => ({
            label,
            value: as === 'title' ? parts.titleValue(value) : userText(value),
          })),
      );
    case 'button':
      return parts.button(part.label, part.link);
    case 'link':
      return parts.plainLink(part.label, part.link);
    case 'quote':
      return parts.quote(part.label.html, part.text, direction);
    case 'people':
      return parts.signedList(part.label, part.people);
    case 'documents':
      return parts.documentList(part.label, part.action, part.documents);
    case 'section':
      return html`${parts.subheading(part.title)}${parts.smallPrint(
        part.link === null ? part.says : html`${part.says}<br />${parts.textLink(part.link)}`,
      )}`;
    case 'hash':
      return parts.fingerprint(part.label, part.value);
    case 'note':
      return parts.signedNote(part.label, part.value);
    case 'code':
      return parts.code(part.label, part.value);
  }
}

const RULE = '-'.repeat(72);

/**
 * Renders the paragraphs, then a separator and the reason for the e-mail. Links are on separate lines and never
 * wrapped.
 */
function toText({ speech, brand, heading, parts: list, why }: Letter): string {
  const test = brand.isTest === true ? [wrap(speech.word('testNotice'))] : [];
  const sent = speech.say('sentBy', { product: brand.productName, organization: brand.organization }).text;
  // In plain text, a button and a fallback link to the same URL become one link.
  const linked = new Set(list.flatMap((part) => (part.kind === 'button' ? [part.link] : [])));
  const greeting = list.flatMap((part) => (part.kind === 'greeting' ? [wrap(part.says.text)] : []));
  const paragraphs = list.flatMap((part) => (part.kind === 'link' && linked.has(part.link) ? [] : textOf(part)));
  return (
    [...test, ...greeting, wrap(heading.text), ...paragraphs, RULE, wrap(why.text), wrap(sent)].join('\n\n') + '\n'
  );
}

function textOf(part: Part): string[] {
  switch (part.kind) {
    case 'sender':
    case 'greeting':
      return [];
    case 'paragraph':
    case 'small':
      return [wrap(part.says.text)];
    case 'facts':
      return [part.facts.map(({ label, value }) => wrapFact(label, value)).join('\n')];
    case 'button':
      return [`${wrap(`${part.label}:`)}\n${part.link}`];
    case 'link':
      return [`${wrap(part.label)}\n${part.link}`];
    case 'quote':
      return [`${wrap(`${part.label.text}:`)}\n${wrap(part.text, '> ')}`];
    case 'people':
      return [`${part.label}:\n${part.people.map(personText).join('\n')}`];
    case 'documents':
      return [`${part.label}:`, ...part.documents.map(documentText)];
    case 'section':
      return [`${wrap(`${part.title}: ${part.says}`)}${part.link === null ? '' : `\n${part.link}`}`];
    case 'hash':
    case 'note':
    case 'code':
      return [`${wrap(`${part.label}:`)}\n${part.value}`];
  }
}

const documentText = ({ title, state, link }: Listed): string =>
  `${wrap(title, '  ')}\n${wrap(state, '  ')}${link === null ? '' : `\n${link}`}`;

function personText({ name, email, time }: Signing): string {
  const who = name === email ? email : `${isolated(name)} (${email})`;
  return time === null ? wrap(who, '  ') : `${wrap(who, '  ')}\n  ${columns(time) > 70 ? wrap(time, '  ') : time}`;
}
