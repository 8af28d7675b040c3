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
  benignVector('certified', 'A document was sent and certified, and no signer has signed it.', ({ sent }) => ({
    file: sent.file,
  })),
  benignVector('first-signer', 'The first of two signers has filled in the fields and signed.', ({ first }) => ({
    file: first.file,
    told: ['signature', 'field-filled'],
  })),
  benignVector(
    'second-signer',
    'Both signers have signed, and the second signer filled in a field before signing.',
    ({ second }) => ({
      file: second.file,
      told: ['signature', 'field-filled'],
    }),
  ),
  benignVector(
    'complete',
    'One revision contains validation data and a document time-stamp (B-LTA).',
    ({ sealed }) => ({
      file: sealed.file,
      told: ['timestamp', 'validation-data'],
    }),
  ),
  benignVector('dss-alone', 'Only validation data follows the last signature (B-LT).', async (base) => ({
    file: (await withDss(base, base.second)).file,
    told: ['validation-data'],
  })),
  benignVector('stamp-alone', 'Only a document time-stamp follows the last signature.', async (base) => ({
    file: (await withStamp(base, base.second, 0.02)).file,
    told: ['timestamp'],
  })),
  benignVector('dss-and-stamp', 'Two revisions contain validation data and a document time-stamp.', async (base) => ({
    file: (await withStamp(base, await withDss(base, base.second), 0.02)).file,
    told: ['timestamp', 'validation-data'],
  })),
  benignVector(
    'dss-again',
    'After the document time-stamp, an update adds validation data to the store.',
    async (base) => ({
      file: (await withDss(base, base.sealed)).file,
      told: ['validation-data'],
    }),
  ),
  benignVector(
    'dss-compacted',
    'The store is written again under the same object number, with more data.',
    async (base) => {
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
    },
  ),
  benignVector(
    'archive-renewed',
    'The archive is renewed with new validation data and another document time-stamp in a new field.',
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
    'An incremental save without any objects. The file is valid because every reader shows the signed content.',
    ({ second }) => ({
      file: update(second.file, {}),
      told: ['nothing-seen'],
      isChangedSince: true,
    }),
  ),
  benignVector(
    'same-objects',
    'An incremental save writes some objects again without changing them.',
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
    "An incremental save changes only the file's date and producer. The report lists the change.",
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
    'A font and a drawing that no content uses are added to the resources that the page and the form share, as a new appearance would require.',
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
    'A file uses its page tree as document information, and saving the file adds a title and a date there. The report lists the change.',
    ({ second }) => ({
      file: change(second.file, ID.pages, (pages) => pages.replace('/Type', '/Title(Deal)/ModDate(D:20261121)/Type')),
      told: ['metadata'],
      isChangedSince: true,
    }),
  ),
  benignVector(
    'trailing-line-ends',
    'Line breaks, such as those that mail gateways add, follow %%EOF.',
    ({ second }) => ({
      file: Buffer.concat([second.file, Buffer.from('\r\n\r\n')]),
    }),
  ),
];
