/** The recipe of each vector: a kind of tampering with an audit log, and the sentence that reports it. */
import { checkpoint, DRAFTS, type Draft, exportOf, type Log, LOG, OTHER_LOG, leavesOf, proof } from './log.ts';
import { formatVerifierKey } from '../../packages/audit-log/src/tlog.ts';
import { testKey } from '../../packages/audit-log/test/keys.ts';

export type Recipe = {
  readonly name: string;
  readonly about: string;
  readonly make: () => Promise<Log>;
  /** The code and the message of the fault. Undefined for a valid log. */
  readonly fault?: readonly [code: string, message: string];
};

const honest = (): Promise<Log> => exportOf(DRAFTS);

/** Edits an export of the original log, which has a pin over all entries. The attacker cannot sign. */
const edited = (change: (log: Log) => void | Promise<void>) => async (): Promise<Log> => {
  const log = await honest();
  log.pins['pin.txt'] = await checkpoint(log.entries, 12);
  await change(log);
  return log;
};

/**
 * Rewrites the whole log with other facts and signs it with the log's own key. Only the pin is from the original log.
 */
const rewritten =
  (change: (drafts: Draft[]) => Draft[], { pinned = 12, sizes = [4, 8, 12] } = {}) =>
  async (): Promise<Log> => {
    const pin = await checkpoint((await honest()).entries, pinned);
    return { ...(await exportOf(change([...DRAFTS]), sizes)), pins: { 'pin.txt': pin } };
  };
/** Options for a log that has no checkpoint of the same size as the pin. */
const OTHER_SIZES = { sizes: [4, 8] };

const line = (log: Log, index: number, change: (text: string) => string): void => {
  log.entries[index] = change(log.entries[index] ?? '');
};
const draft = (index: number, change: Partial<Draft>) => (drafts: Draft[]) =>
  drafts.map((one, at) => (at === index ? { ...one, ...change } : one));

/**
 * Creates the original log after the first document and the account `usr_1` were erased, with the ledger of erasures.
 */
const erased = (change: (log: Log) => void) => async (): Promise<Log> => {
  const log = await exportOf([
    ...DRAFTS,
    { stream: 'doc_1', type: 'document.erased', actor: 'system' },
    { stream: 'ten_1', type: 'user.account-closed', actor: 'system', user: 'usr_1' },
    { stream: 'ten_1', type: 'user.personal-data-erased', actor: 'system', data: { entries: '0' }, user: 'usr_1' },
  ]);
  const byDocument = new Set(['adt_2', 'adt_3', 'adt_5']);
  log.personal = log.personal.map((one) =>
    byDocument.has(one.id)
      ? { id: one.id, erasedBy: 'adt_12' }
      : one.id === 'adt_0'
        ? { id: one.id, erasedBy: 'adt_14' }
        : one,
  );
  log.erasures = [
    { kind: 'document', id: 'doc_1' },
    { kind: 'account', id: 'usr_1' },
  ];
  log.pins['pin.txt'] = await checkpoint(log.entries, 12);
  change(log);
  return log;
};
const claim = (log: Log, id: string, erasedBy: string): void => {
  log.personal = log.personal.map((one) => (one.id === id ? { id, erasedBy } : one));
};

const HISTORY = 'pin.txt shows a different history: its first 12 entries differ from those of this log.';
const CUT = (left: number): string => `The log ends after ${left} entries, but pin.txt shows that it had 12 entries.`;

export const RECIPES: readonly Recipe[] = [
  {
    name: 'valid',
    about: 'An intact log with pins, proofs, time-stamps and personal data.',
    make: edited(() => undefined),
  },
  {
    name: 'valid-retention',
    about: 'The first three entries are only hashes after their retention period, and a later entry records that.',
    make: async () => {
      const drafts = [
        ...DRAFTS,
        { stream: 'ten_1', type: 'audit.entries-erased', actor: 'system', data: { entries: 3 } },
      ];
      const log = await exportOf(drafts);
      for (const index of [0, 1, 2])
        log.entries[index] = `{"leaf":"${Buffer.from(leavesOf(log.entries)[index] ?? []).toString('hex')}"}`;
      log.personal = log.personal.filter(({ id }) => id !== 'adt_0' && id !== 'adt_2');
      return log;
    },
  },
  {
    name: 'edited-entry',
    about: 'The hash of a signed document is replaced in one entry.',
    make: edited((log) => line(log, 5, (text) => text.replace('b1b1', 'b0b0'))),
    fault: [
      'broken_chain',
      'Entry 6 of the log (document.completed, number 4 of doc_1) does not contain the hash of the previous entry in its stream. One of the two was changed or replaced.',
    ],
  },
  {
    name: 'deleted-entry',
    about: 'An entry in the middle is deleted.',
    make: edited((log) => void log.entries.splice(2, 1)),
    fault: [
      'wrong_number',
      'Entry 2 of the log (document.viewed, number 2 of doc_1) is at the position of number 1. Entries were removed, added, repeated or moved.',
    ],
  },
  {
    name: 'inserted-entry',
    about: 'A forged entry is inserted.',
    make: edited(
      (log) =>
        void log.entries.splice(4, 0, (log.entries[3] ?? '').replace('adt_3', 'adt_99').replace('"n":2', '"n":3')),
    ),
    fault: [
      'broken_chain',
      'Entry 4 of the log (document.viewed, number 3 of doc_1) does not contain the hash of the previous entry in its stream. One of the two was changed or replaced.',
    ],
  },
  {
    name: 'appended-entry',
    about: 'A forged entry is appended after the newest checkpoint.',
    make: async () => {
      const log = await honest();
      const longer = await exportOf([...DRAFTS, { stream: 'doc_2', type: 'document.downloaded', actor: 'usr_9' }]);
      return { ...log, entries: longer.entries };
    },
    fault: [
      'entries_not_covered',
      'No checkpoint covers entry 12 of the log and later entries. They may have been added without a signature.',
    ],
  },
  {
    name: 'swapped-entries',
    about: 'Two entries of one stream are swapped.',
    make: edited((log) => void log.entries.splice(2, 2, log.entries[3] ?? '', log.entries[2] ?? '')),
    fault: [
      'wrong_number',
      'Entry 2 of the log (document.viewed, number 2 of doc_1) is at the position of number 1. Entries were removed, added, repeated or moved.',
    ],
  },
  {
    name: 'swapped-streams',
    about: 'Two neighboring entries of different streams are swapped: both chains stay intact.',
    make: edited((log) => void log.entries.splice(3, 2, log.entries[4] ?? '', log.entries[3] ?? '')),
    fault: ['checkpoint_root', 'The first 4 entries of the log differ from those that checkpoints/4 covers.'],
  },
  {
    name: 'duplicated-entry',
    about: 'An entry is repeated.',
    make: edited((log) => void log.entries.splice(3, 0, log.entries[3] ?? '')),
    fault: [
      'wrong_number',
      'Entry 4 of the log (document.viewed, number 2 of doc_1) is at the position of number 3. Entries were removed, added, repeated or moved.',
    ],
  },
  {
    name: 'renumbered-entry',
    about: 'An entry gets another number in its stream.',
    make: edited((log) => line(log, 3, (text) => text.replace('"n":2', '"n":5'))),
    fault: [
      'wrong_number',
      'Entry 3 of the log (document.viewed, number 5 of doc_1) is at the position of number 2. Entries were removed, added, repeated or moved.',
    ],
  },
  {
    name: 'time-back',
    about: 'An entry is dated before the one before it, and the chain is computed again.',
    make: rewritten(draft(5, { minute: 1 }), { pinned: 4 }),
    fault: [
      'time_back',
      'Entry 5 of the log (document.signed, number 3 of doc_1) is dated 2026-11-20T10:01:00.000Z, earlier than the entry before it in its stream (2026-11-20T10:03:00.000Z).',
    ],
  },
  {
    name: 'time-forward',
    about: 'The last entries are dated to a time after the time-stamp that covers them.',
    make: rewritten((drafts) => drafts.map((one, at) => (at < 9 ? one : { ...one, minute: at + 60 })), { pinned: 4 }),
    fault: [
      'timestamp_early',
      'Entry 9 of the log is dated 2026-11-20T11:09:00.000Z, but timestamps/12.tst already covered it at 2026-11-20T10:12:00.000Z.',
    ],
  },
  {
    name: 'not-canonical',
    about: 'The bytes of an entry are written with a space, with the same meaning.',
    make: edited((log) => line(log, 3, (text) => text.replace('{"actor":', '{"actor": '))),
    fault: ['not_canonical', 'Entry 3 of the log is not valid: The entry is not in its canonical form (RFC 8785).'],
  },
  {
    name: 'truncated',
    about: 'The last entry is deleted, and the head moved back to the checkpoint before.',
    make: rewritten((drafts) => drafts.slice(0, 11)),
    fault: ['behind_pin', CUT(11)],
  },
  {
    name: 'truncated-checkpoint-left',
    about: 'The last entry is deleted, and its checkpoint is still there.',
    make: async () => {
      const log = await honest();
      log.entries.pop();
      return log;
    },
    fault: ['entries_missing', 'The log ends after 11 entries, but checkpoints/12 covers 12 entries.'],
  },
  {
    name: 'old-backup',
    about: 'An old backup is restored.',
    make: rewritten((drafts) => drafts.slice(0, 8)),
    fault: ['behind_pin', CUT(8)],
  },
  {
    name: 'old-backup-signed-again',
    about: 'An old backup is restored, and the log continues differently with the same key.',
    make: rewritten(
      (drafts) => [
        ...drafts.slice(0, 8),
        ...Array.from({ length: 6 }, () => ({ stream: 'ten_1', type: 'user.signed-in', actor: 'usr_1' })),
      ],
      OTHER_SIZES,
    ),
    fault: ['pin_root', HISTORY],
  },
  {
    name: 'fork',
    about: 'The log shows another checkpoint of the same size than the pin.',
    make: rewritten(draft(11, { actor: 'usr_2' })),
    fault: ['fork', 'checkpoints/12 and pin.txt both cover 12 entries, but have different roots: the log was forked.'],
  },
  {
    name: 'split-view',
    about: 'Two customers hold checkpoints of different sizes from two histories, both signed with the key of the log.',
    make: edited(async (log) => {
      const other = await exportOf(DRAFTS.map((one, at) => (at === 3 ? { ...one, actor: 'usr_2' } : one)));
      log.pins = {
        'first.txt': await checkpoint(log.entries, 10),
        'second.txt': await checkpoint(other.entries, 11),
      };
    }),
    fault: ['pin_root', 'second.txt shows a different history: its first 11 entries differ from those of this log.'],
  },
  {
    name: 'foreign-key',
    about: 'A checkpoint is signed with a key that is not the log’s.',
    make: edited(async (log) => {
      log.checkpoints['checkpoints/8'] = await checkpoint(log.entries, 8, { log: testKey(LOG.name, 'foreign') });
    }),
    fault: ['checkpoint_key', 'checkpoints/8: No trusted key signed the checkpoint of inst_7/ten_1.'],
  },
  {
    name: 'changed-checkpoint',
    about: 'The size in a signed checkpoint is changed.',
    make: edited((log) => {
      log.checkpoints['checkpoints/8'] = log.checkpoints['checkpoints/8']?.replace('\n8\n', '\n7\n') ?? '';
    }),
    fault: [
      'checkpoint_signature',
      `checkpoints/8: The signature of inst_7/ten_1 (key ${LOG.key().id}) does not verify.`,
    ],
  },
  {
    name: 'other-log',
    about: 'A checkpoint of another organization’s log is among those of this one.',
    make: edited(async (log) => {
      log.keys.push(formatVerifierKey(OTHER_LOG.key()));
      log.checkpoints['checkpoints/8'] = await checkpoint(log.entries, 8, { log: OTHER_LOG });
    }),
    fault: ['checkpoint_other_log', 'checkpoints/8 belongs to the log inst_7/ten_2, but this is the log inst_7/ten_1.'],
  },
  {
    name: 'proof-other-index',
    about: 'A proof names another index.',
    make: edited((log) => {
      log.proofs['proofs/adt_6.tlog-proof'] =
        log.proofs['proofs/adt_6.tlog-proof']?.replace('index 6', 'index 5') ?? '';
    }),
    fault: ['proof_path', 'proofs/adt_6.tlog-proof does not prove that entry 5 is in the log of 8 entries.'],
  },
  {
    name: 'proof-cut',
    about: 'A proof lacks its last hash.',
    make: edited((log) => {
      log.proofs['proofs/adt_6.tlog-proof'] = log.proofs['proofs/adt_6.tlog-proof']?.replace(/\n\S+\n\n/, '\n\n') ?? '';
    }),
    fault: ['proof_path', 'proofs/adt_6.tlog-proof does not prove that entry 6 is in the log of 8 entries.'],
  },
  {
    name: 'changed-personal-field',
    about: 'The name of a signer is changed in the personal data of an entry.',
    make: edited((log) => {
      for (const one of log.personal)
        if ('fields' in one && one.id === 'adt_5') one.fields = { ...one.fields, name: 'Ada Byron' };
    }),
    fault: [
      'personal_data',
      'The personal fields of entry 5 of the log (adt_5) do not match the commitment in the entry.',
    ],
  },
  {
    name: 'changed-signer-address',
    about: 'The e-mail address of a signer is changed.',
    make: edited((log) => {
      for (const one of log.personal)
        if ('fields' in one && one.id === 'adt_2') one.fields = { ...one.fields, email: 'eve@example.com' };
    }),
    fault: [
      'personal_data',
      'The personal fields of entry 2 of the log (adt_2) do not match the commitment in the entry.',
    ],
  },
  {
    name: 'swapped-personal-data',
    about: 'The personal data of two entries is swapped.',
    make: edited((log) => {
      const [two, seven] = [
        log.personal.find(({ id }) => id === 'adt_2'),
        log.personal.find(({ id }) => id === 'adt_7'),
      ];
      if (two && seven) [two.id, seven.id] = [seven.id, two.id];
    }),
    fault: [
      'personal_data',
      'The personal fields of entry 2 of the log (adt_2) do not match the commitment in the entry.',
    ],
  },
  {
    name: 'deleted-personal-data',
    about: 'The personal data of an entry is deleted without an entry that records an erasure.',
    make: edited((log) => {
      log.personal = log.personal.filter(({ id }) => id !== 'adt_5');
    }),
    fault: [
      'personal_missing',
      'The personal fields of entry 5 of the log (adt_5) are missing, but no entry records their erasure.',
    ],
  },
  {
    name: 'claimed-erasure',
    about: 'Personal data is said to be erased, and the entry that it names records no erasure.',
    make: edited((log) => {
      log.personal = log.personal.map((one) => (one.id === 'adt_5' ? { id: one.id, erasedBy: 'adt_11' } : one));
    }),
    fault: [
      'erasure_not_recorded',
      'The personal fields of entry 5 of the log refer to the entry adt_11 as the record of their erasure, but no later entry with this ID records an erasure.',
    ],
  },
  {
    name: 'valid-erasure',
    about: 'A document and an account were erased, with their records and their lines in the ledger.',
    make: erased(() => undefined),
  },
  {
    name: 'erasure-of-other-document',
    about: 'Personal data is said to be erased by the entry that records the erasure of another document.',
    make: erased((log) => claim(log, 'adt_7', 'adt_12')),
    fault: [
      'erasure_of_other_data',
      'The personal fields of entry 7 of the log refer to the entry adt_12 as the record of their erasure, but that entry records the erasure of other data.',
    ],
  },
  {
    name: 'erasure-of-other-entries',
    about: 'The erasure of an account lists other entries than the one whose personal data is missing.',
    make: async () => {
      const log = await exportOf([
        ...DRAFTS,
        {
          stream: 'ten_1',
          type: 'user.personal-data-erased',
          actor: 'system',
          data: { entries: '1,3-7' },
          user: 'usr_1',
        },
      ]);
      claim(log, 'adt_0', 'adt_12');
      return log;
    },
    fault: [
      'erasure_of_other_data',
      'The personal fields of entry 0 of the log refer to the entry adt_12 as the record of their erasure, but that entry records the erasure of other data.',
    ],
  },
  {
    name: 'erasure-of-other-account',
    about: 'Personal data of one person is said to be erased with the account of another.',
    make: async () => {
      const log = await exportOf([
        ...DRAFTS,
        { stream: 'ten_1', type: 'user.account-closed', actor: 'system', user: 'usr_2' },
      ]);
      claim(log, 'adt_0', 'adt_12');
      return log;
    },
    fault: [
      'erasure_of_other_data',
      'The personal fields of entry 0 of the log refer to the entry adt_12 as the record of their erasure, but that entry records the erasure of other data.',
    ],
  },
  {
    name: 'erasure-not-in-ledger',
    about: 'A forged entry says that a document was erased. The ledger of erasures does not list it.',
    make: erased((log) => {
      log.erasures = [{ kind: 'account', id: 'usr_1' }];
    }),
    fault: [
      'erasure_not_in_ledger',
      'Entry 12 of the log (document.erased) records that data of doc_1 was erased, but the ledger of erasures does not list this erasure.',
    ],
  },
  {
    name: 'unreadable-personal-data',
    about: 'The server could not decrypt the personal data of an entry, because it was replaced.',
    make: edited((log) => {
      log.personal = log.personal.map((one) => (one.id === 'adt_5' ? { id: one.id, isUnreadable: true } : one));
    }),
    fault: [
      'personal_unreadable',
      'The personal fields of entry 5 of the log (adt_5) cannot be decrypted. They were changed, or belong to another entry.',
    ],
  },
  {
    name: 'claimed-retention',
    about: 'An entry is replaced by its hash, and no later entry records that its retention period ended.',
    make: edited((log) => {
      log.entries[11] = `{"leaf":"${Buffer.from(leavesOf(log.entries)[11] ?? []).toString('hex')}"}`;
    }),
    fault: [
      'removal_not_recorded',
      'Entry 11 of the log is only a hash, but no later entry records that its retention period ended.',
    ],
  },
  {
    name: 'missing-completion',
    about: 'The completion of a document is removed, and the log is written again. A proof of it exists.',
    make: async () => {
      const log = await exportOf(DRAFTS.filter((_, index) => index !== 6));
      return { ...log, pins: { 'certificate.pdf': await proof((await honest()).entries, 6, 8) } };
    },
    fault: [
      'fork',
      'checkpoints/8 and certificate.pdf both cover 8 entries, but have different roots: the log was forked.',
    ],
  },
  {
    name: 'missing-completion-other-sizes',
    about: 'The same, and the log has no checkpoint of the size of the proof.',
    make: async () => {
      const log = await exportOf(
        DRAFTS.filter((_, index) => index !== 6),
        [4],
      );
      return { ...log, pins: { 'certificate.pdf': await proof((await honest()).entries, 6, 8) } };
    },
    fault: [
      'proof_entry',
      'certificate.pdf proves entry 6 with SHA-256 7068bc034038d89b4c8976c3d5beb89b6dd3435438243281bc46117afb6b13be, but in the log this entry has 99c0d69730e96b6206710ab7a22fcc03a09c9a9da26c2b9592e788166a8286fe.',
    ],
  },
  {
    name: 'missing-token',
    about: 'The time-stamps that cover a completion are removed.',
    make: edited((log) => {
      log.timestamps = log.timestamps.filter(({ checkpoint: of }) => of === 'checkpoints/8');
    }),
    fault: ['timestamp_missing', 'No time-stamp covers entry 10 of the log, which completes a document.'],
  },
  {
    name: 'token-of-other-data',
    about: 'A time-stamp is over other data than its checkpoint.',
    make: edited((log) => {
      log.timestamps = [{ name: 'timestamps/12.tst', checkpoint: 'checkpoints/12', problem: 'other_data' }];
    }),
    fault: [
      'timestamp_other_data',
      'timestamps/12.tst is not a time-stamp over checkpoints/12, but over different data.',
    ],
  },
  {
    name: 'token-without-checkpoint',
    about: 'A checkpoint is removed, and its time-stamp is left.',
    make: edited((log) => void delete log.checkpoints['checkpoints/8']),
    fault: [
      'timestamp_without_checkpoint',
      'timestamps/8.tst is a time-stamp over checkpoints/8, but this checkpoint is missing.',
    ],
  },
  {
    name: 'unknown-cosigner',
    about: 'A checkpoint carries the cosignature of a witness that is not among the keys.',
    make: edited(async (log) => {
      log.checkpoints['checkpoints/12'] = await checkpoint(log.entries, 12, { witness: testKey('witness.example/w2') });
    }),
    fault: [
      'unknown_cosigner',
      'checkpoints/12 has a signature by witness.example/w2, but its key (c51d4644) is not among the keys of the log and its witnesses.',
    ],
  },
  {
    name: 'rewritten-actor',
    about: 'The whole log is written again and signed with its key, with another actor.',
    make: rewritten(draft(5, { actor: 'sgn_9' })),
    fault: ['fork', 'checkpoints/12 and pin.txt both cover 12 entries, but have different roots: the log was forked.'],
  },
  {
    name: 'rewritten-without-view',
    about: 'The same, without the entry that a signer viewed the document.',
    make: rewritten((drafts) => drafts.filter((_, index) => index !== 3)),
    fault: ['behind_pin', CUT(11)],
  },
  {
    name: 'rewritten-without-view-filled',
    about: 'The same, with a harmless entry at the end, so that the number of entries stays the same.',
    make: rewritten(
      (drafts) => [
        ...drafts.filter((_, index) => index !== 3),
        { stream: 'ten_1', type: 'user.signed-in', actor: 'usr_1' },
        { stream: 'ten_1', type: 'user.signed-in', actor: 'usr_1' },
      ],
      OTHER_SIZES,
    ),
    fault: ['pin_root', HISTORY],
  },
  {
    name: 'rewritten-without-signature',
    about: 'The same, without the entry of a signature.',
    make: rewritten((drafts) => drafts.filter((_, index) => index !== 5)),
    fault: ['behind_pin', CUT(11)],
  },
  {
    name: 'rewritten-hash',
    about: 'The same, with another hash of the signed file.',
    make: rewritten(draft(9, { data: { sha256: 'ee'.repeat(32) } })),
    fault: ['fork', 'checkpoints/12 and pin.txt both cover 12 entries, but have different roots: the log was forked.'],
  },
  {
    name: 'rewritten-without-last-three',
    about: 'The same, without the last three entries.',
    make: rewritten((drafts) => drafts.slice(0, 9)),
    fault: ['behind_pin', CUT(9)],
  },
  {
    name: 'rewritten-with-forged-entry',
    about: 'The same, with a forged entry.',
    make: rewritten(
      (drafts) => [
        ...drafts.slice(0, 8),
        { stream: 'doc_2', type: 'document.viewed', actor: 'sgn_2' },
        ...drafts.slice(8),
      ],
      OTHER_SIZES,
    ),
    fault: ['pin_root', HISTORY],
  },
  {
    name: 'rewritten-time',
    about: 'Only the time of an entry is changed.',
    make: edited((log) => line(log, 8, (text) => text.replace('T10:08', 'T10:07'))),
    fault: [
      'broken_chain',
      'Entry 9 of the log (document.signed, number 3 of doc_2) does not contain the hash of the previous entry in its stream. One of the two was changed or replaced.',
    ],
  },
  {
    name: 'pin-of-other-log',
    about: 'The pin is a checkpoint of another log.',
    make: edited(async (log) => {
      log.keys.push(formatVerifierKey(OTHER_LOG.key()));
      log.pins['pin.txt'] = await checkpoint(log.entries, 12, { log: OTHER_LOG });
    }),
    fault: ['pin_other_log', 'pin.txt belongs to the log inst_7/ten_2, but this is the log inst_7/ten_1.'],
  },
  {
    name: 'replaced-keys',
    about: 'The whole log is written again and signed with a new key of the attacker, which is in the export.',
    make: async () => {
      const log = await honest();
      const mine = testKey(LOG.name, 'attacker');
      const pin = await checkpoint(log.entries, 12);
      return {
        ...log,
        keys: [formatVerifierKey(mine.key())],
        checkpoints: { 'checkpoints/12': await checkpoint(log.entries, 12, { log: mine }) },
        proofs: {},
        timestamps: [],
        pins: { 'pin.txt': pin },
      };
    },
    fault: ['pin_key', 'pin.txt: No trusted key signed the checkpoint of inst_7/ten_1.'],
  },
];
