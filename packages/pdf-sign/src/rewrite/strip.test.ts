import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf, stream } from '../../test/support/pdf.ts';
import type { TestPdf } from '../../test/support/pdf.ts';
import { send, sendOptions, signFirst } from '../../test/support/sign.ts';
import { pixels, qpdfComplaint } from '../../test/support/tools.ts';
import { PdfFile } from '../reader/file.ts';
import { actionChain } from '../reader/actions.ts';
import { inspectPdf } from '../reader/inspect.ts';
import { textString } from '../reader/objects.ts';
import type { PdfDict } from '../reader/objects.ts';
import { prepareSend } from '../writer/send.ts';
import { findDamage, stripPdf } from './rewrite.ts';

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const extra = firstExtra(1);
const APPEARANCE = stream('/Type/XObject/Subtype/Form/BBox[0 0 100 40]', '1 0 0 rg 0 0 100 40 re f');

/** Returns the stripped file after running the checks that apply to every stripped file. */
function stripped(options: TestPdf): { file: PdfFile; source: string } {
  const before = makePdf(options);
  const { bytes, pageCount } = stripPdf(before);
  expect(inspectPdf(bytes)).toMatchObject({ activeContent: [], pageCount });
  expect(findDamage(bytes)).toBeNull();
  expect(qpdfComplaint(bytes)).toBeNull();
  expect(pixels(bytes).equals(pixels(before))).toBe(true);
  expect(stripPdf(before).bytes.equals(bytes)).toBe(true);
  return { file: new PdfFile(bytes), source: bytes.toString('latin1') };
}

function firstAnnotation(file: PdfFile): PdfDict {
  const page = file.dict(file.array(file.dict(file.catalog.get('Pages'))?.get('Kids') ?? null)[0] ?? null);
  const found = file.dict(file.array(page?.get('Annots') ?? null)[0] ?? null);
  if (found === null) throw new Error('The page has no annotation.');
  return found;
}

const clicked = (action: string): TestPdf => ({
  pages: [{ extra: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A ${action}>>]` }],
});

const FORBIDDEN = /JavaScript|\/JS|Launch|SubmitForm|ImportData|Rendition|GoToE|RichMedia|XFA|app\.alert|evil\.example/;

describe('stripPdf', () => {
  it.each<[string, TestPdf]>([
    ['an action when the document is opened', { catalog: `/OpenAction${SCRIPT}` }],
    [
      'a URL that opens with the document',
      { catalog: '/OpenAction<</S/GoTo/D[4 0 R/Fit]/Next<</S/URI/URI(https://evil.example/)>>>>' },
    ],
    ['a URL that opens with a page', { pages: [{ extra: '/AA<</O<</S/URI/URI(https://evil.example/)>>>>' }] }],
    ['document triggers', { catalog: `/AA<</WC${SCRIPT}/WS<</S/Launch/F(a.exe)>>>>` }],
    ['named scripts', { catalog: `/Names<</JavaScript<</Names[(a)${extra} 0 R]>>>>`, objects: [SCRIPT] }],
    [
      'named scripts nested several levels deep',
      { catalog: `/Names<</JavaScript<</Kids[${extra} 0 R]>>>>`, objects: [`<</Limits[(a)(a)]/Names[(a)${SCRIPT}]>>`] },
    ],
    ['page triggers', { pages: [{ extra: `/AA<</O${SCRIPT}/C<</S/ImportData/F(a)>>>>` }] }],
    [
      'actions of annotations',
      { pages: [{ extra: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/GoToE/T<</R/C/N(a)>>>>>>]` }] },
    ],
    [
      'URLs that contain scripts',
      { pages: [{ extra: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI( javascript:1)>>>>]` }] },
    ],
    [
      'actions of outlines',
      {
        catalog: `/Outlines ${extra} 0 R`,
        objects: [
          `<</First ${extra + 1} 0 R/Last ${extra + 1} 0 R/Count 1>>`,
          `<</Title(One)/Parent ${extra} 0 R/A${SCRIPT}>>`,
        ],
      },
    ],
    [
      'actions of fields',
      {
        catalog: `/AcroForm<</Fields[${extra} 0 R]>>`,
        objects: [`<</FT/Tx/T(Total)/V(12)/AA<</C${SCRIPT}/F${SCRIPT}>>>>`],
      },
    ],
    [
      'a static XFA form as a separate object',
      {
        catalog: `/AcroForm ${extra + 1} 0 R`,
        objects: [stream('', '<xfa/>'), `<</Fields[]/XFA[(config)${extra} 0 R]>>`],
      },
    ],
    [
      'a static XFA form',
      { catalog: `/AcroForm<</Fields[]/XFA[(config)${extra} 0 R]>>`, objects: [stream('', '<xfa/>')] },
    ],
    ['named renditions', { catalog: `/Names<</Renditions<</Names[(a)<</S/MR>>]>>>>` }],
  ])('removes active content: %s', (_, options) => {
    expect(inspectPdf(makePdf(options)).activeContent).not.toEqual([]);
    const { source } = stripped(options);
    expect(source).not.toMatch(FORBIDDEN);
  });

  it.each<[string, TestPdf]>([
    ['an action', { ...clicked(`${extra} 0 R`), objects: [`<</S/URI/URI(one)/Next ${SCRIPT}/A ${extra} 0 R>>`] }],
    [
      'triggers',
      { pages: [{ extra: `/AA ${extra} 0 R` }], objects: [`<</U<</S/URI/URI(one)>>/C${SCRIPT}/AA ${extra} 0 R>>`] },
    ],
    [
      'a list of actions',
      {
        ...clicked(`<</S/URI/URI(one)/Next ${extra} 0 R>>`),
        objects: [`[${SCRIPT}<</S/URI/URI(two)/Next ${extra} 0 R>>]`],
      },
    ],
  ])('terminates if the actions form a loop through %s', (_, options) => {
    const { source } = stripped(options);
    expect(source).not.toMatch(FORBIDDEN);
    expect(source.match(/\/URI \(one\)/g)).toHaveLength(1);
  });

  it('removes harmful actions from a chain and keeps the other actions in order', () => {
    const { file, source } = stripped({
      ...clicked(`<</S/URI/URI(one)/Next[${SCRIPT}<</S/Launch/F(x)/Next<</S/URI/URI(two)/Next ${extra} 0 R>>>>]>>`),
      objects: ['<</S/URI/URI(three)>>'],
    });
    expect(source).not.toMatch(FORBIDDEN);
    const chain = [...actionChain(file, firstAnnotation(file).get('A'))];
    const addresses = chain.flatMap((action) => action.get('URI') ?? []);
    expect(addresses).toEqual(['one', 'two', 'three'].map((address) => textString(address)));
  });

  it('terminates if actions form a circular chain', () => {
    const { source } = stripped({
      ...clicked(`${extra} 0 R`),
      objects: [`<</S/URI/URI(one)/Next ${extra + 1} 0 R>>`, `<</S/JavaScript/JS(1)/Next ${extra} 0 R>>`],
    });
    expect(source.match(/\/URI \(one\)/g)).toHaveLength(1);
  });

  it('keeps links, jumps, outlines, destinations and filled-in fields', () => {
    const { file, source } = stripped({
      catalog: `/OpenAction[4 0 R/Fit]/AcroForm<</Fields[${extra} 0 R]>>/Outlines ${extra + 1} 0 R/Names<</JavaScript<</Names[(a)${SCRIPT}]>>/Dests<</Names[(there)[4 0 R/Fit]]>>>>`,
      pages: [
        {
          extra: `/Annots[<</Type/Annot/Subtype/Link/Rect[60 600 200 620]/Border[0 0 2]/A<</S/URI/URI(https://example.com)>>>>${extra} 0 R]`,
        },
      ],
      objects: [
        '<</Type/Annot/Subtype/Widget/Rect[60 500 160 520]/FT/Tx/T(Total)/V(12)/A<</S/GoTo/D(there)>>>>',
        `<</First ${extra + 2} 0 R/Last ${extra + 3} 0 R/Count 2>>`,
        `<</Title(One)/Parent ${extra + 1} 0 R/Next ${extra + 3} 0 R/A<</S/GoTo/D(there)>>>>`,
        `<</Title(Two)/Parent ${extra + 1} 0 R/Prev ${extra + 2} 0 R/Dest(there)>>`,
      ],
    });
    expect(inspectPdf(file.bytes)).toMatchObject({ fieldNames: ['Total'], hasForm: true });
    for (const kept of ['(https://example.com)', '/D (there)', '/V (12)', '/Title (Two)', '/Dests'])
      expect(source).toContain(kept);
    expect(file.array(file.catalog.get('OpenAction'))).toHaveLength(2);
  });

  it.each(['RichMedia', 'Movie', '3D', 'Sound'])('keeps the printed part of a %s annotation', (kind) => {
    const options: TestPdf = {
      pages: [
        {
          extra: `/Annots[<</Type/Annot/Subtype/${kind}/F 4/Rect[60 500 160 540]/AP<</N ${extra} 0 R>>/Movie<</F(a)>>/RichMediaContent<<>>/3DD ${extra} 0 R/Sound ${extra + 1} 0 R>>]`,
        },
      ],
      objects: [APPEARANCE, stream('/Type/Sound/R 8000', 'beep')],
    };
    expect(inspectPdf(makePdf(options)).activeContent).toEqual([{ kind: 'media', where: 'page 1' }]);
    const annotation = firstAnnotation(stripped(options).file);
    expect([...annotation.entries.keys()].toSorted()).toEqual(['AP', 'F', 'Rect', 'Subtype', 'Type']);
  });

  it('does not mistake a font, a structure attribute or a form field for an action', () => {
    const { source } = stripped({
      catalog: `/OpenAction${SCRIPT}/StructTreeRoot<</Type/StructTreeRoot/K<</S/Sound/A<</O/Layout/Placement/Block>>/P null>>>>`,
      pages: [{ extra: '/Resources<</Font<</A 3 0 R/AA 3 0 R/F 3 0 R/JavaScript 3 0 R>>>>', text: 'As before' }],
    });
    expect(source).toMatch(/\/A \d+ 0 R\n\/AA \d+ 0 R/);
    expect(source).toContain('/Placement /Block');
  });

  it('removes all data from earlier revisions that a reader could recover', () => {
    const file = makePdf({ catalog: `/OpenAction${SCRIPT}`, objects: ['(nobody refers to this)'] });
    expect(stripPdf(file).bytes.toString('latin1')).not.toContain('nobody');
  });

  it('never changes a file with signatures', () => {
    const { file } = signFirst(send(makePdf({ catalog: `/OpenAction${SCRIPT}` })));
    expect(() => stripPdf(file)).toThrow(expect.objectContaining({ code: 'already_signed' }));
  });

  it('writes stripped files that can be sent for signing', () => {
    const { bytes } = stripPdf(makePdf({ xref: 'stream', catalog: `/OpenAction${SCRIPT}` }));
    const { revision } = prepareSend(bytes, sendOptions());
    expect(inspectPdf(Buffer.concat([bytes, revision.tail])).unsignedFields).toContain('Signer_1');
  });
});
