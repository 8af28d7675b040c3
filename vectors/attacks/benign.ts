import { appendDss, prepareDocTimestamp, prepareSeal, readState } from '@countersign/pdf-sign';
import { after, crls, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { close, evidence, FILE_ID, sendOut } from '../kit/document.ts';
import type { Base, Doc } from '../kit/document.ts';
import { change, sourceOf, update } from '../kit/update.ts';
import { ID, makeUpload, SHARED, sharedResources, stream } from '../kit/upload.ts';
import { VALID } from '../kit/vector.ts';
import type { Vector } from '../kit/vector.ts';

// Updates that legitimate software appends to signed files. A verifier must not report any of these files as broken.

async function withDss(base: Base, { file, state }: Doc): Promise<Doc> {
  const revision = appendDss(state, { ...(await evidence(base.authority)), fileId: FILE_ID });
  return { file: Buffer.concat([file, revision.tail]), state: revision.state };
}

const withStamp = ({ authority }: Base, { file, state }: Doc, days: number, field?: string): Promise<Doc> =>
  close(file, prepareDocTimestamp(state, { fileId: FILE_ID, ...(field === undefined ? {} : { field }) }), (digest) =>
    stamp(authority, digest, after(SIGNED_AT, days)),
  );

const benignVector = (name: string, description: string, make: Vector['make']): Vector => ({
  name: `benign-${name}`,
  class: 'benign',
  description,
  expected: VALID,
  make,
});

export const benign: readonly Vector[] = [
  benignVector('certified', 'A sent and certified document that nobody has signed yet.', ({ sent }) => ({
    file: sent.file,
  })),
  benignVector('first-signer', "One of two signers has signed and filled in the signer's fields.", ({ first }) => ({
    file: first.file,
    told: ['signature', 'field-filled'],
  })),
  benignVector('second-signer', "The second signer has signed and filled in the signer's own field.", ({ second }) => ({
    file: second.file,
    told: ['signature', 'field-filled'],
  })),
  benignVector('complete', 'Validation data and document time-stamp in one revision (B-LTA).', ({ sealed }) => ({
    file: sealed.file,
    told: ['timestamp', 'validation-data'],
  })),
  benignVector('dss-alone', 'Only validation data follows the last signature (B-LT).', async (base) => ({
    file: (await withDss(base, base.second)).file,
    told: ['validation-data'],
  })),
  benignVector('stamp-alone', 'Only a document time-stamp follows the last signature.', async (base) => ({
    file: (await withStamp(base, base.second, 0.02)).file,
    told: ['timestamp'],
  })),
  benignVector('dss-and-stamp', 'Validation data and document time-stamp in two revisions.', async (base) => ({
    file: (await withStamp(base, await withDss(base, base.second), 0.02)).file,
    told: ['timestamp', 'validation-data'],
  })),
  benignVector(
    'dss-again',
    'More validation data is added to the store after the document time-stamp.',
    async (base) => ({
      file: (await withDss(base, base.sealed)).file,
      told: ['validation-data'],
    }),
  ),
  benignVector('dss-compacted', 'The store is rewritten under its own number, with more data.', async (base) => {
    const { file } = await withDss(base, base.second);
    const store = Number(/\/DSS (\d+) 0 R/.exec(sourceOf(file, ID.catalog))?.[1]);
    const [, list = Buffer.alloc(0)] = await crls(base.authority, after(SIGNED_AT, 0.5));
    return {
      file: update(file, {
        [store]: sourceOf(file, store).replace('/CRLs [', '/CRLs [900 0 R '),
        900: stream('', list.toString('latin1')),
      }),
      told: ['validation-data'],
    };
  }),
  benignVector(
    'archive-renewed',
    'The archive is renewed: new validation data and another document time-stamp in a new field, from the file alone.',
    async (base) => {
      const { file } = base.sealed;
      const data = { ...(await evidence(base.authority)), crls: await crls(base.authority, after(SIGNED_AT, 300)) };
      const unsigned = prepareSeal(readState(file), data, { fileId: FILE_ID, field: 'Renewed' });
      const doc = await close(file, unsigned, (digest) => stamp(base.authority, digest, after(SIGNED_AT, 300)));
      return { file: doc.file, now: after(SIGNED_AT, 301), told: ['timestamp', 'validation-data'] };
    },
  ),
  benignVector(
    'empty-update',
    'An incremental save without any change: an update without objects. It is valid because every reader shows the signed content.',
    ({ second }) => ({
      file: update(second.file, {}),
      told: ['nothing-seen'],
      isChangedSince: true,
    }),
  ),
  benignVector(
    'same-objects',
    'An incremental save without any change that writes some objects again unchanged.',
    ({ second }) => ({
      file: update(
        second.file,
        Object.fromEntries(
          [ID.catalog, ID.page, ID.content, ID.form].map((number) => [number, sourceOf(second.file, number)]),
        ),
      ),
      told: ['nothing-seen'],
      isChangedSince: true,
    }),
  ),
  benignVector(
    'metadata',
    'An incremental save that changes only the date and producer of the file: reported, and valid.',
    ({ second }) => ({
      file: update(second.file, {
        [ID.information]: '<</Producer(Reader)/ModDate(D:20261121000000Z)>>',
        [ID.metadata]: stream('/Type/Metadata/Subtype/XML', '<y/>'),
      }),
      told: ['metadata'],
      isChangedSince: true,
    }),
  ),
  benignVector(
    'resource-added',
    'A font and a drawing that no content uses are added to the resources that page and form share, as for a new appearance.',
    async ({ authority }) => {
      const upload = makeUpload(sharedResources('BT /F 24 Tf 60 700 Td (Pay 100 EUR) Tj ET /Logo Do'));
      const { file } = await sendOut(authority, upload);
      const grown = (number: number, from: string, to: string) => ({
        [number]: sourceOf(file, number).replace(from, to),
      });
      return {
        file: update(file, {
          ...grown(SHARED.resources, '/XObject<<', `/XObject<</New ${ID.stampLook} 0 R`),
          ...grown(SHARED.fonts, '<<', `<</ZaDb 900 0 R`),
          900: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
        }),
        told: ['nothing-seen'],
        isChangedSince: true,
      };
    },
  ),
  benignVector(
    'page-tree-dated',
    'A file uses its page tree as document information, and a save writes a title and a date there: reported, and valid.',
    ({ second }) => ({
      file: change(second.file, ID.pages, (pages) => pages.replace('/Type', '/Title(Deal)/ModDate(D:20261121)/Type')),
      told: ['metadata'],
      isChangedSince: true,
    }),
  ),
  benignVector('trailing-line-ends', 'Line ends follow %%EOF, as mail gateways add them.', ({ second }) => ({
    file: Buffer.concat([second.file, Buffer.from('\r\n\r\n')]),
  })),
];
