/**
 * The certificate of completion: who signed what, when, from where, and how they were known, on paper that a court can read
 * without us. Facts come in, a PDF comes out; it is sealed afterwards like any other document of ours.
 */
import { encode } from 'uqr';

import type { Colour } from '../appearance/content.ts';
import { fill, num } from '../appearance/content.ts';
import type { FontBook } from '../appearance/fonts.ts';
import type { Captions } from './captions/index.ts';
import { captionLanguage, captionsOf } from './captions/index.ts';
import type { Cell, Look, PageFormat, Row } from './flow.ts';
import { Flow } from './flow.ts';
import type { Structure } from './pdf-document.ts';
import { hexString } from './pdf-document.ts';

/** How somebody was known to be who they are; the captions have a sentence for each. */
export type AuthenticationMethod =
  | 'linkByMail'
  | 'linkByMailbox'
  | 'linkByCaller'
  | 'account'
  | 'accessCode'
  | 'emailCode'
  | 'secondFactor'
  | 'inPerson';

export interface CertificateParty {
  readonly name: string;
  readonly email: string;
  readonly role: 'signer' | 'approver' | 'cc' | 'viewer';
  readonly authentication: readonly AuthenticationMethod[];
  /** With `inPerson`: who identified them. */
  readonly host: string | null;
  /** ISO 8601, UTC; null for what did not happen. */
  readonly invitedAt: string | null;
  readonly viewedAt: string | null;
  readonly consentedAt: string | null;
  readonly signedAt: string | null;
  readonly signature: 'drawn' | 'typed' | 'uploaded' | 'approval' | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Hexadecimal. */
  readonly certificateSerial: string | null;
  /** Files that they attached; a name that was erased is null. */
  readonly attachments: readonly { readonly filename: string | null; readonly sha256: string }[];
}

export interface CertificateRevision {
  /** 0 is the upload. */
  readonly number: number;
  readonly kind: 'upload' | 'certifiedAndSent' | 'signatureOf' | 'seal' | 'renewal';
  readonly at: string;
  readonly by: string;
  /** Of the whole file up to this revision. */
  readonly sha256: string;
}

/** Everything on the certificate; plain data, so that a worker can set it. */
export interface CertificateFacts {
  /** Whose language it is in, and which Han shapes names take; null is English. */
  readonly locale: string | null;
  /** Of the document's first page, in points. */
  readonly firstPage: { readonly width: number; readonly height: number };
  /** For a test environment: what every page says at its top. */
  readonly notice: string | null;
  readonly madeAt: string;
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly filename: string;
    readonly pages: number;
    readonly sha256: string;
    readonly order: 'parallel' | 'sequential';
    readonly sentAt: string | null;
    readonly completedAt: string;
  };
  readonly organization: string;
  readonly sender: { readonly name: string; readonly email: string };
  readonly parties: readonly CertificateParty[];
  readonly revisions: readonly CertificateRevision[];
  readonly consent: { readonly version: string; readonly sha256: string; readonly text: string };
  readonly evidence: {
    readonly level: string;
    readonly timestampAuthorities: readonly string[];
    readonly certificationAuthority: string;
    readonly sealSerial: string;
    readonly auditHead: string;
    readonly auditEntries: number;
  };
  /** Where anyone can check it; null without an address of ours. */
  readonly verifyUrl: string | null;
  /** 32 hexadecimal digits that tell this file from others. */
  readonly fileId: string;
}

const INK: Colour = [0.09, 0.13, 0.31];
const TEXT: Colour = [0.13, 0.15, 0.2];
const MUTED: Colour = [0.36, 0.39, 0.46];
const SEALED: Colour = [0.07, 0.42, 0.27];
const ALARM: Colour = [0.7, 0.1, 0.1];
const LINE: Colour = [0.74, 0.77, 0.82];

const look = (style: Look['style'], size: number, colour: Colour, leading = 1.4): Look => ({
  style,
  size,
  colour,
  leading,
});
const TITLE = look('strong', 22, INK, 1.25);
const SUBJECT = look('print', 12.5, TEXT, 1.35);
const HEADING = look('strong', 11, INK, 1.35);
const NAME = look('strong', 9.5, TEXT);
const LABEL = look('print', 7.6, MUTED);
const VALUE = look('print', 8.4, TEXT, 1.42);
const HASH = look('print', 7.6, TEXT, 1.45);
const SMALL = look('print', 7.6, MUTED, 1.45);
const FOOT = look('print', 7, MUTED, 1.3);
const NOTICE = look('strong', 8, ALARM, 1.3);

const A4 = { width: 595.28, height: 841.89 };
const LETTER = { width: 612, height: 792 };
const QR_SIZE = 74;

/** Sets the certificate. @returns the file without signature, and how many pages it has */
export async function setCertificate(
  fonts: FontBook,
  facts: CertificateFacts,
): Promise<{ bytes: Buffer; pages: number }> {
  const language = captionLanguage(facts.locale);
  const captions = captionsOf(language);
  const type = await fonts.documentTypesetter(textsOf(facts, captions), facts.locale);
  const certificate = new Certificate(
    new Flow(type, formatOf(facts), language === 'ar' || language === 'he'),
    facts,
    captions,
  );
  return certificate.set(language);
}

/** Paper is the one that the document's first page is closer to: nobody prints one file on two sizes. */
function formatOf({ firstPage }: CertificateFacts): PageFormat {
  const ratio = (page: { width: number; height: number }): number =>
    Math.max(page.width, page.height) / Math.max(1, Math.min(page.width, page.height));
  const isLetter = Math.abs(ratio(firstPage) - ratio(LETTER)) < Math.abs(ratio(firstPage) - ratio(A4));
  return { ...(isLetter ? LETTER : A4), margin: { top: 62, bottom: 64, side: 54 } };
}

function textsOf(facts: CertificateFacts, captions: Captions): { print: string[]; strong: string[] } {
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
    facts.consent.text,
  ];
  for (const { email, userAgent, host, attachments } of parties)
    print.push(email, userAgent ?? '', host ?? '', ...attachments.map(({ filename }) => filename ?? ''));
  print.push(facts.sender.email, ...revisions.map(({ by }) => by), facts.evidence.certificationAuthority);
  print.push(...facts.evidence.timestampAuthorities);
  const { title, document: heading, parties: who, revisions: which, evidence, check, continued, completed } = captions;
  return { print, strong: [title, heading, who, which, evidence, check, continued, completed, ...names] };
}

/** `2026-11-20T10:45:12.345Z` as `2026-11-20 10:45:12`. */
function moment(iso: string | null): string {
  return iso === null ? '–' : new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

let drawn: { url: string; squares: string } | undefined;

/** The code that leads to `url` as rectangles below and right of the origin. All certificates of an installation lead to one place. */
function squaresOf(url: string): string {
  if (drawn?.url === url) return drawn.squares;
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const module = QR_SIZE / size;
  // A hair wider than a module, so that no white seams show between them.
  const side = num(module * 1.02, 3);
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? [`${num(x * module, 3)} ${num(-(y + 1) * module, 3)} ${side} ${side} re`] : [],
    ),
  );
  drawn = { url, squares: squares.join('\n') };
  return drawn.squares;
}

class Certificate {
  readonly #flow: Flow;
  readonly #facts: CertificateFacts;
  readonly #captions: Captions;

  constructor(flow: Flow, facts: CertificateFacts, captions: Captions) {
    this.#flow = flow;
    this.#facts = facts;
    this.#captions = captions;
  }

  set(language: string): { bytes: Buffer; pages: number } {
    const { document, type } = this.#flow;
    this.#masthead(document.root);
    this.#document(document.root);
    this.#parties(document.root);
    this.#revisions(document.root);
    this.#evidence(document.root);
    this.#check(document.root);
    this.#frame();
    const bytes = document.finish(type.resources, {
      title: `${this.#captions.title} – ${this.#facts.document.title}`,
      language,
      isRightToLeft: this.#flow.isMirrored,
      createdAt: new Date(this.#facts.madeAt),
      producer: 'Countersign',
      fileId: Buffer.from(this.#facts.fileId, 'hex'),
    });
    return { bytes, pages: document.pageCount };
  }

  /** Title, what it is about, and the code that leads to its check. */
  #masthead(root: Structure): void {
    const { verifyUrl, document, organization } = this.#facts;
    const flow = this.#flow;
    const width = flow.width - (verifyUrl === null ? 0 : QR_SIZE + 24);
    const top = flow.y;
    if (verifyUrl !== null) this.#code(root, verifyUrl, top);
    const line = (text: string, of: Look, tag: Cell['tag'], above = 0): Row => ({
      cells: [{ x: 0, width, text, look: of, tag, maxLines: 6 }],
      above,
    });
    // Isolated, or a right-to-left line would turn the time about (UAX #9).
    const completed = `${this.#captions.completed} \u2066${moment(document.completedAt)} UTC\u2069`;
    flow.block(
      [
        line(organization, LABEL, 'P'),
        line(this.#captions.title, TITLE, 'H1', 3),
        line(document.title, SUBJECT, 'P', 4),
        line(completed, look('strong', 9, SEALED), 'P', 6),
      ],
      root,
    );
    const used = top - flow.y;
    flow.space(Math.max(14, (verifyUrl === null ? 0 : QR_SIZE + 10) - used));
    flow.rule(flow.y, INK, 1.2);
    flow.space(6);
  }

  #code(root: Structure, url: string, top: number): void {
    const flow = this.#flow;
    const left = flow.left(flow.width - QR_SIZE, QR_SIZE);
    const figure = root.add(
      'Figure',
      `/Alt ${hexString(`QR: ${url}`)}/A<</O/Layout/BBox[${[left, top - QR_SIZE, left + QR_SIZE, top].map((n) => num(n)).join(' ')}]>>`,
    );
    flow.document.draw(figure, `q ${fill(INK)} 1 0 0 1 ${num(left)} ${num(top)} cm\n${squaresOf(url)}\nf Q`);
  }

  /**
   * A heading; on every further page that its section reaches it stands again.
   * @param firstBlock points that what follows takes at least: a heading alone at the foot of a page helps nobody
   */
  #section(root: Structure, title: string, firstBlock: number, onNewPage?: () => void): Structure {
    const flow = this.#flow;
    const section = root.add('Sect');
    flow.repeatOnNewPage(undefined);
    flow.need(40 + firstBlock);
    const above = flow.isAtTop ? 0 : 14;
    const cell: Cell = { x: 0, width: flow.width, text: title, look: HEADING, tag: 'H2' };
    flow.block([{ cells: [cell], above, below: 4 }], section);
    flow.rule(flow.y, LINE, 0.6);
    flow.space(5);
    flow.repeatOnNewPage(() => {
      const y = flow.y - HEADING.size;
      const again = `${title} (${this.#captions.continued})`;
      flow.document.decorate(flow.line(again, HEADING, { x: 0, width: flow.width, y }));
      flow.space(HEADING.size + 8);
      flow.rule(flow.y, LINE, 0.6);
      flow.space(5);
      onNewPage?.();
    });
    return section;
  }

  /** Label and value, two pairs to a row where both are short. */
  #pairs(pairs: readonly (readonly [label: string, value: string, look?: Look])[], columns: 1 | 2, indent = 0): Row[] {
    const gap = 16;
    const column = (this.#flow.width - indent - gap * (columns - 1)) / columns;
    const label = columns === 1 ? 128 : 84;
    const rows: Row[] = [];
    for (let start = 0; start < pairs.length; start += columns) {
      const cells = pairs.slice(start, start + columns).flatMap(([name, value, own], index): Cell[] => {
        const x = indent + index * (column + gap);
        return [
          { x, width: label, text: name, look: LABEL, tag: 'TH', entries: '/A<</O/Table/Scope/Row>>' },
          {
            x: x + label + 8,
            width: column - label - 8,
            text: value === '' ? '–' : value,
            look: own ?? VALUE,
            tag: 'TD',
          },
        ];
      });
      rows.push({ cells, above: 1.6 });
    }
    return rows;
  }

  #document(root: Structure): void {
    const { document, sender, organization } = this.#facts;
    const c = this.#captions;
    const section = this.#section(root, c.document, 100);
    const table = section.add('Table');
    const from = `${sender.name} <${sender.email}>, ${organization}`;
    const wide = this.#pairs(
      [
        [c.documentTitle, document.title],
        [c.filename, document.filename],
        [c.documentId, document.id],
        [c.uploadHash, document.sha256, HASH],
        [c.finalHash, this.#facts.revisions.at(-1)?.sha256 ?? '', HASH],
        [c.sender, from],
        [c.sent, `${moment(document.sentAt)} UTC`],
        [c.completed, `${moment(document.completedAt)} UTC`],
        [c.order, document.order === 'parallel' ? c.parallel : c.sequential],
        [c.pages, String(document.pages)],
      ],
      1,
    );
    this.#flow.block(wide, table, 'TR');
  }

  #parties(root: Structure): void {
    const section = this.#section(root, this.#captions.parties, 130);
    for (const [index, party] of this.#facts.parties.entries()) this.#party(section, party, index);
  }

  #party(section: Structure, party: CertificateParty, index: number): void {
    const flow = this.#flow;
    const c = this.#captions;
    const part = section.add('Table');
    const indent = 18;
    const half = (flow.width - indent) * 0.68;
    const heading: Row = {
      above: index === 0 ? 2 : 9,
      cells: [
        { x: 0, width: indent, text: `${index + 1}`, look: { ...NAME, colour: MUTED }, tag: 'TH' },
        { x: indent, width: half, text: party.name === '' ? party.email : party.name, look: NAME, tag: 'TH' },
        {
          x: indent + half,
          width: flow.width - indent - half,
          text: c[party.role],
          look: LABEL,
          tag: 'TD',
          isEnd: true,
        },
      ],
    };
    const mail: Row = {
      cells: [{ x: indent, width: flow.width - indent, text: party.email, look: VALUE, tag: 'TD' }],
      below: 1,
    };
    const host = party.host ?? this.#facts.organization;
    const authentication = party.authentication.map((method) => c[method].replace('{host}', () => host)).join('; ');
    const rows: Row[] = [heading, mail];
    if (party.role === 'signer' || party.role === 'approver') {
      rows.push(
        ...this.#pairs([[c.authentication, authentication]], 1, indent).map((row) => this.#narrow(row)),
        ...this.#pairs(
          [
            [c.invited, moment(party.invitedAt)],
            [c.viewed, moment(party.viewedAt)],
            [c.consented, moment(party.consentedAt)],
            [c.signed, moment(party.signedAt), NAME],
            [c.signature, party.signature === null ? '' : c[party.signature]],
            [c.address, party.address ?? ''],
          ],
          2,
          indent,
        ),
        ...this.#pairs([[c.userAgent, party.userAgent ?? '', SMALL]], 1, indent).map((row) => this.#narrow(row)),
        ...this.#pairs(
          [
            [c.certificate, party.certificateSerial ?? '', HASH],
            ...party.attachments.map(({ filename, sha256 }): [string, string, Look] => [
              c.attachment,
              `${filename ?? '–'} (SHA-256 ${sha256})`,
              HASH,
            ]),
          ],
          1,
          indent,
        ).map((row) => this.#narrow(row)),
      );
    } else rows.push(...this.#pairs([[c.signed, c.notSigned]], 1, indent).map((row) => this.#narrow(row)));
    const last = rows.pop();
    if (last !== undefined) rows.push({ ...last, below: 7, ruled: index < this.#facts.parties.length - 1 });
    flow.block(rows, part, 'TR');
  }

  /** One pair in a row lines up with the first of two. */
  #narrow(row: Row): Row {
    const [name, value] = row.cells;
    if (name === undefined || value === undefined) return row;
    const x = name.x + 84 + 8;
    return {
      ...row,
      cells: [
        { ...name, width: 84 },
        { ...value, x, width: this.#flow.width - x },
      ],
    };
  }

  #revisions(root: Structure): void {
    const c = this.#captions;
    const flow = this.#flow;
    // A hash stands in two halves.
    const columns = [26, flow.width - 26 - 96 - 158, 96, 158];
    const row = (texts: readonly string[], looks: readonly Look[], tag: 'TH' | 'TD'): Row => {
      let x = 0;
      const cells = texts.map((text, index): Cell => {
        const width = columns[index] ?? 0;
        const cell = {
          x,
          width: width - 8,
          text,
          look: looks[index] ?? VALUE,
          tag,
          ...(tag === 'TH' && { entries: '/A<</O/Table/Scope/Column>>' }),
        };
        x += width;
        return cell;
      });
      return { cells, above: 2.5, below: 2.5, ruled: true };
    };
    const labels = ['#', c.kind, c.time, 'SHA-256'];
    const captions = row(labels, [LABEL, LABEL, LABEL, LABEL], 'TH');
    const section = this.#section(root, c.revisions, 60, () => {
      const y = flow.y - 10;
      for (const cell of captions.cells) flow.document.decorate(flow.line(cell.text, cell.look, { ...cell, y }));
      flow.space(16);
      flow.rule(flow.y, LINE, 0.5);
    });
    const table = section.add('Table');
    flow.block([captions], table, 'TR');
    for (const { number, kind, at, by, sha256 } of this.#facts.revisions) {
      const what = by === '' ? c[kind] : `${c[kind]} – ${by}`;
      flow.block(
        [
          row(
            [String(number), what, moment(at), `${sha256.slice(0, 32)}\n${sha256.slice(32)}`],
            [LABEL, VALUE, VALUE, HASH],
            'TD',
          ),
        ],
        table,
        'TR',
      );
    }
  }

  #evidence(root: Structure): void {
    const { evidence, consent } = this.#facts;
    const c = this.#captions;
    const section = this.#section(root, c.evidence, 60);
    const table = section.add('Table');
    const rows = this.#pairs(
      [
        [c.level, `PAdES ${evidence.level}`],
        [c.timestampAuthority, evidence.timestampAuthorities.join('; ')],
        [c.certificationAuthority, evidence.certificationAuthority],
        [c.sealCertificate, evidence.sealSerial, HASH],
        [c.auditHead, evidence.auditHead, HASH],
        [c.auditEntries, String(evidence.auditEntries)],
        [c.consentVersion, consent.version],
        [c.consentHash, consent.sha256, HASH],
        [c.consent, consent.text, SMALL],
      ],
      1,
    );
    for (const row of rows) this.#flow.block([row], table, 'TR');
  }

  #check(root: Structure): void {
    const { verifyUrl } = this.#facts;
    const c = this.#captions;
    const section = this.#section(root, c.check, 90);
    const paragraph = (text: string, of: Look = VALUE): Row => ({
      cells: [{ x: 0, width: this.#flow.width, text, look: of, tag: 'P' }],
      below: 3,
    });
    const where =
      verifyUrl === null
        ? []
        : [paragraph(c.checkAt), paragraph(verifyUrl, { ...VALUE, style: 'strong', colour: INK })];
    this.#flow.block([paragraph(c.checkAnywhere), ...where, paragraph(`${c.sealed} ${c.utc}`)], section);
  }

  /** What stands at the head and foot of every page, now that their number is known. */
  #frame(): void {
    const flow = this.#flow;
    const { document, format } = flow;
    const { notice, document: about } = this.#facts;
    for (let page = 0; page < document.pageCount; page += 1) {
      const number = this.#captions.page
        .replace('{page}', String(page + 1))
        .replace('{pages}', String(document.pageCount));
      const y = format.margin.bottom - 30;
      const foot = [
        flow.line(`${this.#captions.title} · ${about.id}`, FOOT, { x: 0, width: flow.width * 0.7, y }),
        flow.line(number, FOOT, { x: flow.width * 0.7, width: flow.width * 0.3, y, isEnd: true }),
      ];
      document.decorate(foot.join('\n'), page);
      if (notice === null) continue;
      const top = format.height - 34;
      document.decorate(flow.line(notice, NOTICE, { x: 0, width: flow.width, y: top }), page);
    }
  }
}
