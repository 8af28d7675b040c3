/**
 * Renders the certificate of completion: who signed, when, from where and how the signers were authenticated. A court
 * can read it without access to the service. The input contains only facts, and the output is a PDF that is then sealed
 * like any other document.
 */
import { directionOf, isolated, type Language, languageOf } from '@countersign/contract/languages';
import type { ImageResource, SignatureLook } from '@countersign/pdf-sign';
import { CERTIFICATE_WORDS, type CertificateWords } from '@countersign/words/certificate';
import {
  ADDRESS,
  Flow,
  type FontBook,
  HASH,
  localMoment,
  moment,
  NAME,
  type Pair,
  paperFor,
  type Picture,
  ReportLayout,
  type Row,
  SMALL,
  type Structure,
  writeImage,
} from '../../../platform/pdf/report/index.ts';
import type { CertificateFacts, CertificateParty } from './facts.ts';
import type { LogEvidence } from './layout.ts';
import { STATEMENT_FILE, statementBytes } from './statement.ts';
import { pieces, textOrDash, textsOf } from './texts.ts';

export type CertificatePictures = {
  logo: ImageResource | undefined;
  /** Keyed by the revision that the signature created. */
  signatures: ReadonlyMap<number, SignatureLook>;
};

const NO_PICTURES: CertificatePictures = { logo: undefined, signatures: new Map() };
/** The maximum size of the logo in points. */
const LOGO = { width: 120, height: 40 };
const SIGNATURE = { width: 340, height: 96 };
/**
 * The maximum scale of a signature. A signature from a small field is enlarged, but not beyond the resolution of its
 * image.
 */
const LARGEST_SCALE = 2;

/** Returns the language for a locale (BCP 47, such as `pt-BR`), or English. */
export function captionLanguage(locale: string | null | undefined): Language {
  return languageOf([locale ?? '']) ?? 'en';
}

export async function setCertificate(
  fonts: FontBook,
  facts: CertificateFacts,
  pictures: CertificatePictures = NO_PICTURES,
  log?: LogEvidence,
): Promise<{ bytes: Buffer; pages: number }> {
  const language = captionLanguage(facts.locale);
  const captions = CERTIFICATE_WORDS[language];
  const type = await fonts.documentTypesetter(textsOf(facts, captions), facts.locale);
  const flow = new Flow(type, paperFor(facts.firstPage), directionOf(language) === 'rtl');
  new Certificate(new ReportLayout(flow, captions.continued), { facts, captions, pictures, log }).fill();
  const bytes = flow.document.finish(type.resources, {
    title: `${captions.title} – ${facts.document.title}`,
    language,
    isRightToLeft: flow.isMirrored,
    createdAt: new Date(facts.madeAt),
    producer: 'Countersign',
    fileId: Buffer.from(facts.fileId, 'hex'),
    attachments: [
      ...logFiles(log, captions),
      {
        name: STATEMENT_FILE,
        mediaType: 'application/json',
        description: captions.title,
        bytes: statementBytes(facts),
      },
    ],
  });
  return { bytes, pages: flow.document.pageCount };
}

/** The attached files have the names that `countersign audit verify` expects. */
function logFiles(log: LogEvidence | undefined, captions: CertificateWords) {
  if (log === undefined) return [];
  const file = (name: string, text: string) => ({
    name,
    mediaType: 'text/plain',
    description: captions.organizationLog,
    bytes: Buffer.from(text),
  });
  return [file('audit-keys.txt', log.keys), file('audit-proof.txt', log.proof)];
}

class Certificate {
  readonly #layout: ReportLayout;
  readonly #facts: CertificateFacts;
  readonly #captions: CertificateWords;
  readonly #pictures: CertificatePictures;
  readonly #log: LogEvidence | undefined;

  constructor(
    layout: ReportLayout,
    {
      facts,
      captions,
      pictures,
      log,
    }: {
      facts: CertificateFacts;
      captions: CertificateWords;
      pictures: CertificatePictures;
      log: LogEvidence | undefined;
    },
  ) {
    this.#layout = layout;
    this.#facts = facts;
    this.#captions = captions;
    this.#pictures = pictures;
    this.#log = log;
  }

  fill(): void {
    const { notice, document } = this.#facts;
    const c = this.#captions;
    this.#masthead();
    this.#document();
    this.#parties();
    this.#events();
    this.#revisions();
    this.#consents();
    this.#evidence();
    this.#check();
    const pageOf = (page: number, pages: number): string =>
      c.page.replace('{page}', String(page)).replace('{pages}', String(pages));
    this.#layout.frame(`${c.title} · ${document.id}`, pageOf, notice);
  }

  #masthead(): void {
    const { verifyUrl, document, organization } = this.#facts;
    const { title, completed } = this.#captions;
    // The time is isolated, because a right-to-left line would otherwise reorder it (UAX #9).
    const outcome = `${completed} \u2066${moment(document.completedAt)} UTC\u2069`;
    this.#layout.masthead(
      { above: organization, title, subject: document.title, outcome },
      { url: verifyUrl, logo: this.#logo() },
    );
  }

  #logo(): Omit<Picture, 'x'> | null {
    const { logo } = this.#pictures;
    if (logo === undefined) return null;
    this.#layout.flow.document.addXObject({ name: 'Logo', write: (sink) => writeImage(sink, logo) });
    // The logo has three pixels per point, or fewer if it is too large.
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1 / 3);
    const size = { width: logo.width * scale, height: logo.height * scale };
    return { name: 'Logo', ...size, scale: [size.width, size.height], alt: this.#facts.organization };
  }

  /** Shows the signature from the revision that the audit trail names. */
  #shown({ revision, name, email }: CertificateParty): Omit<Picture, 'x'> | null {
    const look = revision === null ? undefined : this.#pictures.signatures.get(revision);
    if (look === undefined) return null;
    const xobject = `Signature${revision}`;
    this.#layout.flow.document.addXObject({ name: xobject, write: look.copyInto });
    const scale = Math.min(SIGNATURE.width / look.width, SIGNATURE.height / look.height, LARGEST_SCALE);
    return {
      name: xobject,
      width: look.width * scale,
      height: look.height * scale,
      scale: [scale, scale],
      alt: `${this.#captions.signature}: ${name === '' ? email : name}`,
    };
  }

  #document(): void {
    const { document, sender, organization } = this.#facts;
    const who = sender.email === '' ? isolated(sender.name) : `${isolated(sender.name)} <${sender.email}>`;
    const c = this.#captions;
    const layout = this.#layout;
    const table = layout.section(c.document, 100).add('Table');
    const rows = layout.pairs([
      [c.documentTitle, textOrDash(document.title)],
      [c.filename, textOrDash(document.filename)],
      [c.documentId, document.id],
      [c.uploadHash, document.sha256, HASH],
      ...(document.uploadedSha256 === null ? [] : [[c.uploadedHash, document.uploadedSha256, HASH] as const]),
      [c.finalHash, document.finalSha256, HASH],
      [c.sender, textOrDash([who, isolated(organization)].filter((part) => part !== '').join(', '))],
      [c.sent, this.#both(document.sentAt, this.#facts.timeZone)],
      [c.completed, this.#both(document.completedAt, this.#facts.timeZone)],
      [c.order, textOrDash(document.order && c[document.order])],
      [c.pages, textOrDash(document.pages && String(document.pages))],
    ]);
    layout.flow.block(rows, table, 'TR');
  }

  /** A time in UTC, followed by the local time if a time zone is known. */
  #both(iso: string | null, timeZone: string | null): string {
    const utc = `\u2066${moment(iso)} UTC\u2069`;
    const local = iso === null || timeZone === null ? null : localMoment(iso, timeZone);
    return local === null ? utc : `\u2066${utc} = ${local} ${timeZone}\u2069`;
  }

  #parties(): void {
    const section = this.#layout.section(this.#captions.parties, 130);
    for (const [index, party] of this.#facts.parties.entries()) this.#party(section, party, index);
  }

  #party(section: Structure, party: CertificateParty, index: number): void {
    const { name, email, role } = party;
    const who = {
      number: index + 1,
      name: name === '' ? email : name,
      role: role === null ? '' : this.#captions[role],
      email,
    };
    const details = party.signedAt === null ? this.#noSignature() : this.#signature(party);
    this.#layout.party(section, who, {
      details,
      signature: this.#shown(party),
      isLast: index === this.#facts.parties.length - 1,
    });
  }

  #noSignature(): Row[] {
    return this.#layout.longPartyFacts([[this.#captions.signed, this.#captions.notSigned]]);
  }

  #signature(party: CertificateParty): Row[] {
    const c = this.#captions;
    const layout = this.#layout;
    const host = isolated(textOrDash(party.host));
    const confirmedAt = this.#both(party.addressConfirmedAt, null);
    const authentication = party.authentication
      .flatMap((method) => {
        const sentence = c[method].replace('{host}', () => host).replace('{time}', () => confirmedAt);
        return method === 'inPerson' ? [sentence, this.#identity(party.identityCheck)] : [sentence];
      })
      .join('; ');
    return [
      ...layout.longPartyFacts([[c.authentication, authentication]]),
      ...layout.partyFacts([
        [c.invited, moment(party.invitedAt)],
        [c.viewed, moment(party.viewedAt)],
        [c.consented, moment(party.consentedAt)],
        [c.signed, moment(party.signedAt), NAME],
        [c.signature, party.signature === null ? '' : c[party.signature]],
        [c.address, party.address ?? ''],
      ]),
      ...layout.longPartyFacts([
        ...this.#local(party),
        ...(party.reason === null ? [] : [[c.reason, party.reason] as const]),
        ...party.filled.map(({ label, value }): Pair => [
          c.filled,
          label === '' ? isolated(value) : `${isolated(label)}: ${isolated(value)}`,
        ]),
        ...this.#eidas(party),
        ...this.#device(party),
        [c.userAgent, party.userAgent ?? '', SMALL],
        [c.certificate, party.certificateSerial ?? '', HASH],
        ...party.attachments.map(({ filename, sha256 }): Pair => [
          c.attachment,
          `${isolated(filename ?? '–')} (SHA-256 ${sha256})`,
          HASH,
        ]),
      ]),
    ];
  }

  #local({ signedAt, timeZone }: CertificateParty): Pair[] {
    const local = signedAt === null || timeZone === null ? null : localMoment(signedAt, timeZone);
    return local === null ? [] : [[this.#captions.signedLocally, `\u2066${local} ${timeZone}\u2069`]];
  }

  #device({ device }: CertificateParty): Pair[] {
    if (device === null) return [];
    const text = this.#captions.deviceOn
      .replace('{browser}', () => isolated(device.browser))
      .replace('{system}', () => isolated(device.system));
    return [[this.#captions.device, text]];
  }

  #eidas({ eidas }: CertificateParty): Pair[] {
    const c = this.#captions;
    return eidas === null ? [] : [[c.eidas, c[eidas.level].replace('{why}', () => c[eidas.why])]];
  }

  /** One line for each entry of the trail that is relevant to a reader of the document, in order. */
  #events(): void {
    const { events, timeZone } = this.#facts;
    const c = this.#captions;
    if (events.length === 0) return;
    const what = ({ kind, mail }: (typeof events)[number]): string =>
      c[kind].replace('{mail}', () => c[mail ?? 'otherMail']);
    const zone = timeZone !== null && localMoment(this.#facts.madeAt, timeZone) !== null ? timeZone : null;
    this.#layout.chronology(
      c.events,
      ['#', c.event, c.time, zone === null ? '' : c.localTime.replace('{zone}', () => isolated(zone))],
      events.map((event) => [
        String(event.entry),
        event.who === '' ? what(event) : `${what(event)} – ${isolated(event.who)}`,
        moment(event.at),
        zone === null ? '' : (localMoment(event.at, zone) ?? ''),
      ]),
    );
  }

  /** Prints the full consent text in a readable size, because the disclosure is part of the agreement. */
  #consents(): void {
    const { consents } = this.#facts;
    const c = this.#captions;
    const layout = this.#layout;
    if (consents.length === 0) return;
    const section = layout.section(c.consent, 90);
    for (const { version, sha256, text } of consents) {
      const pairs = layout.pairs([
        [c.consentVersion, version],
        [c.consentHash, sha256, HASH],
      ]);
      layout.flow.block(pairs, section.add('Table'), 'TR');
      for (const piece of text.split(/\n+/).flatMap(pieces))
        layout.flow.block([{ ...layout.paragraph(piece), above: 4 }], section);
    }
  }

  #identity(check: CertificateParty['identityCheck']): string {
    const c = this.#captions;
    switch (check?.method) {
      case 'none':
        return c.identityNone;
      case 'known':
        return c.identityKnown;
      case 'document':
        return c.identityDocument.replace('{document}', () => c[check.kind ?? 'other']);
      case undefined:
        return c.identityUnrecorded;
    }
  }

  #revisions(): void {
    const c = this.#captions;
    this.#layout.ledger(
      c.revisions,
      ['#', c.kind, c.time, 'SHA-256'],
      this.#facts.revisions.map(({ number, kind, at, by, sha256 }) => [
        String(number),
        by === '' ? c[kind] : `${c[kind]} – ${isolated(by)}`,
        moment(at),
        sha256,
      ]),
    );
  }

  #evidence(): void {
    const { evidence, root } = this.#facts;
    const c = this.#captions;
    const layout = this.#layout;
    const rows = layout.pairs([
      [c.level, evidence.level === null ? textOrDash(null) : `PAdES ${evidence.level}`],
      [c.timestampAuthority, textOrDash(evidence.timestampAuthorities.join('; '))],
      [c.certificationAuthority, textOrDash(evidence.certificationAuthorities.join('; '))],
      [c.sealCertificate, textOrDash(evidence.sealSerial), HASH],
      [c.auditHead, evidence.auditHead, HASH],
      [c.auditEntries, String(evidence.auditEntries)],
      ...this.#logRows(),
      [c.made, `${moment(this.#facts.madeAt)} UTC`],
      ...(root === null ? [] : [[c.rootFingerprint, root.sha256, HASH] as const]),
    ]);
    // If the rows do not all fit on one page, each row is still kept on a single page.
    const table = layout.section(c.evidence, layout.flow.heightTogether(rows) ?? 60).add('Table');
    for (const row of rows) layout.flow.block([row], table, 'TR');
  }

  #logRows(): Pair[] {
    const c = this.#captions;
    if (this.#log === undefined) return [];
    const { origin, index, size, root } = this.#log;
    return [
      [c.organizationLog, origin, HASH],
      [c.logIndex, String(index)],
      [c.logCheckpoint, `${size} ${root}`, HASH],
    ];
  }

  #check(): void {
    const { verifyUrl, root } = this.#facts;
    const c = this.#captions;
    const layout = this.#layout;
    const section = layout.section(c.check, 90);
    const where = verifyUrl === null ? [] : [layout.paragraph(c.checkAt), layout.paragraph(verifyUrl, ADDRESS)];
    const { url: rootUrl } = root ?? { url: null };
    const anchor = rootUrl === null ? c.rootFromOperator : c.rootAt.replace('{url}', () => isolated(rootUrl));
    const howToTrust = root === null ? [] : [layout.paragraph(anchor)];
    layout.flow.block(
      [layout.paragraph(c.checkAnywhere), ...howToTrust, ...where, layout.paragraph(`${c.sealed} ${c.utc}`)],
      section,
    );
  }
}
