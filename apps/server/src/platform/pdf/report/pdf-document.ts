/**
 * Writes the server's own PDF files: pages of text and lines, tagged for screen readers (ISO 32000-2 14.7, 14.8), all
 * fonts embedded, metadata as XMP, no transparency, no external references. This meets PDF/A and PDF/UA requirements
 * without claiming conformance.
 */
import { deflateSync } from 'node:zlib';

import { writeFont } from '@countersign/pdf-sign';
import type { FontResource, ObjectSink } from '@countersign/pdf-sign';

import { num } from '../appearance/content.ts';
import { utf16Hex } from '../appearance/typesetter.ts';

/** The standard structure types (ISO 32000-2 14.8.4) that our documents use. */
export type StructureType = 'Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Span';

/** An element of the logical structure. Screen readers read elements in this order, regardless of the layout. */
export class Structure {
  readonly type: StructureType;
  readonly children: (Structure | { readonly page: number; readonly mark: number })[] = [];
  /** Additional dictionary entries in PDF syntax, such as `/Alt (...)`. */
  readonly entries: string;

  constructor(type: StructureType, entries = '') {
    this.type = type;
    this.entries = entries;
  }

  add(type: StructureType, entries = ''): Structure {
    const child = new Structure(type, entries);
    this.children.push(child);
    return child;
  }
}

/** An object that is drawn repeatedly or separately. It is written once and available to all pages by its name. */
export interface XObject {
  readonly name: string;
  readonly write: (sink: ObjectSink) => ObjectId;
}

type ObjectId = ReturnType<ObjectSink['add']>;

interface PageContent {
  readonly operators: string[];
  /** The structure elements of the page. The index is the number of the marked content. */
  readonly marks: Structure[];
}

export interface PdfMetadata {
  readonly title: string;
  /** The language of the document as a language tag (BCP 47). */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly createdAt: Date;
  readonly producer: string;
  /** The 16 bytes that distinguish this file from other files. */
  readonly fileId: Uint8Array;
  /** Machine-readable files, embedded and associated with the document (7.11.4, 14.13), in the order of their names. */
  readonly attachments?: readonly AttachedFile[];
}

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

export class PdfDocument {
  readonly root = new Structure('Document');
  readonly #pages: PageContent[] = [];
  readonly #xobjects: XObject[] = [];
  readonly #size: { readonly width: number; readonly height: number };

  constructor(size: { readonly width: number; readonly height: number }) {
    this.#size = size;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  addXObject(xobject: XObject): void {
    this.#xobjects.push(xobject);
  }

  addPage(): void {
    this.#pages.push({ operators: [], marks: [] });
  }

  /** Draws content that belongs to an element of the structure, on the last page. */
  draw(element: Structure, operators: string): void {
    const page = this.#last();
    const mark = page.marks.length;
    page.marks.push(element);
    element.children.push({ page: this.#pages.length - 1, mark });
    page.operators.push(`/${element.type} <</MCID ${mark}>> BDC\n${operators}\nEMC`);
  }

  /**
   * Draws repeated or decorative content, which is not read aloud (14.8.2.2), on a page (from 0, by default the last
   * page).
   */
  decorate(operators: string, page = this.#pages.length - 1): void {
    this.#pages[page]?.operators.push(`/Artifact BMC\n${operators}\nEMC`);
  }

  /** Returns the PDF file. `fonts` are the resources that all pages use. */
  finish(fonts: readonly { name: string; font: FontResource }[], metadata: PdfMetadata): Buffer {
    return new FileWriter(metadata).write(this.#pages, this.#size, { fonts, xobjects: this.#xobjects }, this.root);
  }

  #last(): PageContent {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error('A document must begin with a page.');
    return page;
  }
}

/** Writes the objects of a file. Object numbers are assigned first, and objects can be written in any order. */
class FileWriter {
  readonly #objects: Buffer[] = [];
  readonly #metadata: PdfMetadata;

  constructor(metadata: PdfMetadata) {
    this.#metadata = metadata;
  }

  write(
    pages: readonly PageContent[],
    { width, height }: { readonly width: number; readonly height: number },
    { fonts, xobjects }: { fonts: readonly { name: string; font: FontResource }[]; xobjects: readonly XObject[] },
    root: Structure,
  ): Buffer {
    const { title, language, isRightToLeft } = this.#metadata;
    const catalog = this.#allocate();
    const tree = this.#allocate();
    const pageIds = pages.map(() => this.#allocate());
    const resources = this.#add(
      `<</Font<<${fonts.map(({ name, font }) => `/${name} ${this.#font(font)}`).join('')}>>/XObject<<${xobjects.map(({ name, write }) => `/${name} ${write(this.#sink)[0]} 0 R`).join('')}>>>>`,
    );
    for (const [index, { operators }] of pages.entries()) {
      const content = this.#stream(Buffer.from(operators.join('\n'), 'latin1'));
      this.#set(
        pageIds[index] ?? 0,
        `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${num(width)} ${num(height)}]/Resources ${resources}/Contents ${content}` +
          `/StructParents ${index}/Tabs/S>>`,
      );
    }
    this.#set(tree, `<</Type/Pages/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]/Count ${pages.length}>>`);
    const structure = this.#structure(root, pages, pageIds);
    const xmp = `${this.#insertStream('/Type/Metadata/Subtype/XML', Buffer.from(this.#xmp()))} 0 R`;
    const attached = this.#attach(this.#metadata);
    this.#set(
      catalog,
      `<</Type/Catalog/Version/1.7/Pages ${tree} 0 R/MarkInfo<</Marked true>>/StructTreeRoot ${structure}/Metadata ${xmp}` +
        `/Lang ${hexString(language)}/ViewerPreferences<</DisplayDocTitle true${isRightToLeft ? '/Direction/R2L' : ''}>>${attached}>>`,
    );
    const info = this.#add(
      `<</Title ${hexString(title)}/Producer ${hexString(this.#metadata.producer)}/CreationDate ${pdfDate(this.#metadata.createdAt)}>>`,
    );
    return this.#assemble(catalog, info);
  }

  /** @returns entries of the catalog */
  #attach({ attachments = [], createdAt }: PdfMetadata): string {
    if (attachments.length === 0) return '';
    const files = attachments.map(({ name, mediaType, description, bytes }) => {
      const subtype = mediaType.replaceAll('/', '#2F');
      const head = `/Type/EmbeddedFile/Subtype/${subtype}/Params<</Size ${bytes.length}/ModDate ${pdfDate(createdAt)}>>/Filter/FlateDecode`;
      const stream = `${this.#insertStream(head, deflateSync(bytes))} 0 R`;
      const file = this.#add(
        `<</Type/Filespec/F(${name})/UF(${name})/AFRelationship/Data/Desc ${hexString(description)}/EF<</F ${stream}/UF ${stream}>>>>`,
      );
      return { name, file };
    });
    const names = files.map(({ name, file }) => `(${name}) ${file}`).join(' ');
    return `/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[${files.map(({ file }) => file).join(' ')}]`;
  }

  #structure(root: Structure, pages: readonly PageContent[], pageIds: readonly number[]): string {
    const treeRoot = this.#allocate();
    const ids = new Map<Structure, number>();
    const number = (element: Structure): void => {
      ids.set(element, this.#allocate());
      for (const child of element.children) if (child instanceof Structure) number(child);
    };
    number(root);
    const writeElement = (element: Structure, parent: number): void => {
      const id = ids.get(element) ?? 0;
      const kids = element.children.map((child) =>
        child instanceof Structure
          ? `${ids.get(child) ?? 0} 0 R`
          : `<</Type/MCR/Pg ${pageIds[child.page] ?? 0} 0 R/MCID ${child.mark}>>`,
      );
      this.#set(id, `<</Type/StructElem/S/${element.type}/P ${parent} 0 R${element.entries}/K[${kids.join(' ')}]>>`);
      for (const child of element.children) if (child instanceof Structure) writeElement(child, id);
    };
    writeElement(root, treeRoot);
    const parents = pages.map(
      ({ marks }, index) => `${index} [${marks.map((element) => `${ids.get(element) ?? 0} 0 R`).join(' ')}]`,
    );
    const parentTree = this.#add(`<</Nums[${parents.join(' ')}]>>`);
    this.#set(
      treeRoot,
      `<</Type/StructTreeRoot/K ${ids.get(root) ?? 0} 0 R/ParentTree ${parentTree}/ParentTreeNextKey ${pages.length}>>`,
    );
    return `${treeRoot} 0 R`;
  }

  #font(font: FontResource): string {
    if (font.kind === 'standard') throw new Error('Every font must be embedded.');
    return `${writeFont(this.#sink, font)[0]} 0 R`;
  }

  get #sink(): ObjectSink {
    const source = (entries: readonly (readonly [key: string, value: string])[]): string =>
      entries.map(([key, value]) => `/${key} ${value}`).join('');
    return {
      add: (entries) => [this.#insert(Buffer.from(`<<${source(entries)}>>`, 'latin1')), 0],
      addStream: (entries, data) => [this.#insertStream(source(entries), data), 0],
    };
  }

  #xmp(): string {
    const { title, language, createdAt, producer } = this.#metadata;
    const at = createdAt.toISOString();
    return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${xml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate><xmp:MetadataDate>${at}</xmp:MetadataDate>
<pdf:Producer>${xml(producer)}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  }

  #assemble(catalog: number, info: string): Buffer {
    // Four bytes above 127 prevent transfer programs from treating the file as text (7.5.2).
    const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let at = chunks[0]?.length ?? 0;
    const rows = this.#objects.map((body, index) => {
      const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      chunks.push(object);
      at += object.length;
      return `${String(at - object.length).padStart(10, '0')} 00000 n \n`;
    });
    const size = this.#objects.length + 1;
    const id = `<${Buffer.from(this.#metadata.fileId).toString('hex')}>`;
    chunks.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}` +
          `trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info}/ID[${id}${id}]>>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(chunks);
  }

  #allocate(): number {
    return this.#insert(Buffer.alloc(0));
  }

  #insert(body: Buffer): number {
    return this.#objects.push(body);
  }

  #set(id: number, source: string): void {
    this.#objects[id - 1] = Buffer.from(source, 'latin1');
  }

  #add(source: string): string {
    return `${this.#insert(Buffer.from(source, 'latin1'))} 0 R`;
  }

  /** Writes a stream that is already deflated, or must be stored uncompressed. */
  #insertStream(entries: string, data: Uint8Array): number {
    const head = `<<${entries}/Length ${data.length}>>\nstream\n`;
    return this.#insert(Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream')]));
  }

  #stream(bytes: Uint8Array): string {
    return `${this.#insertStream('/Filter/FlateDecode', deflateSync(bytes))} 0 R`;
  }
}

/** Returns a text string object (7.9.2.2) in hexadecimal, which needs no escaping. */
export function hexString(text: string): string {
  return `<${utf16Hex(text)}>`;
}

function pdfDate(date: Date): string {
  return `(D:${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z)`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
