/** Compares the document's row with the values derived from its entries: status, times, title and reason. */
import { madeAt } from '../../platform/crypto/ids.ts';
import {
  type Evidence,
  type Finding,
  finding,
  isDatedAsMade,
  isTimeOf,
  moment,
  namingOf,
  quoted,
  type Said,
  textOf,
  timeOf,
  uploadOf,
} from './evidence.ts';
import type { KeptDocument } from './store.ts';

type Life = { status: string | null; archivedFrom: string | null; isDeleted: boolean; isSealed: boolean };

const ENDS: Readonly<Record<string, string>> = {
  'document.declined': 'declined',
  'document.voided': 'voided',
  'document.expired': 'expired',
};

export function compareLife({ entries, document }: Evidence): Finding[] {
  const { life, findings } = live(entries);
  if (document === null) return findings;
  return [
    ...findings,
    ...statusFindings(life, document),
    ...timeFindings(entries, life, document),
    ...textFindings(entries, document),
  ];
}

/**
 * Derives the document's state from its entries. Every entry must be allowed in the state that the previous entries led
 * to. An entry that is not allowed is reported, and the check continues as if it were allowed.
 */
function live(entries: readonly Said[]): { life: Life; findings: Finding[] } {
  const life: Life = { status: null, archivedFrom: null, isDeleted: false, isSealed: false };
  const findings: Finding[] = [];
  for (const entry of entries) {
    if (!isPossible(life, entry))
      findings.push(
        finding(
          'life-order',
          `Entry ${entry.n} (${entry.type}) is not possible at its position, where the document was ${life.isDeleted ? 'in the trash' : (life.status ?? 'not created yet')}.`,
          { entry, subject: entry.type, detail: life.isDeleted ? 'trash' : (life.status ?? 'not created yet') },
        ),
      );
    if (!isDatedAsMade(entry)) {
      const message = `Entry ${entry.n} (${entry.type}) is dated ${entry.at}, but its id was created at another time.`;
      findings.push(
        finding('entry-time', message, {
          entry,
          subject: entry.type,
          stored: new Date(madeAt(entry.id)).toISOString(),
          recorded: entry.at,
        }),
      );
    }
    step(life, entry);
  }
  return { life, findings };
}

function isPossible({ status, isDeleted, isSealed, archivedFrom }: Life, entry: Said): boolean {
  switch (entry.type) {
    case 'document.created':
      return status === null;
    case 'document.sent':
      return status === 'draft' && !isDeleted;
    case 'document.signed':
    case 'document.declined':
    case 'document.expired':
    case 'document.corrected':
    case 'signer.removed':
      return status === 'in-progress';
    // Canceling a package also voids expired documents, because they could still be extended.
    case 'document.voided':
    case 'document.extended':
      return status === 'in-progress' || status === 'expired';
    case 'document.completed':
      return status === 'completed' && !isSealed;
    case 'document.renewed':
    case 'document.certificate-made':
    case 'document.certificate-renewed':
      return isSealed;
    case 'document.archived':
      return status !== 'archived' && textOf(entry, 'from') === status;
    case 'document.deleted':
      return !isDeleted;
    case 'document.restored':
      return textOf(entry, 'from') === 'trash' ? isDeleted : archivedFrom !== null;
    default:
      return status !== null;
  }
}

function step(life: Life, entry: Said): void {
  switch (entry.type) {
    case 'document.created':
      life.status = 'draft';
      break;
    case 'document.sent':
    case 'document.extended':
      life.status = 'in-progress';
      break;
    case 'document.signed':
    case 'signer.removed':
      if (isLast(entry)) life.status = 'completed';
      break;
    case 'document.completed':
      life.isSealed = true;
      break;
    case 'document.archived':
      [life.status, life.archivedFrom] = ['archived', life.status];
      break;
    case 'document.deleted':
      life.isDeleted = true;
      break;
    case 'document.restored':
      if (textOf(entry, 'from') === 'trash') life.isDeleted = false;
      else [life.status, life.archivedFrom] = [life.archivedFrom, null];
      break;
    default:
      life.status = ENDS[entry.type] ?? life.status;
  }
}

/** True if no signer remains after this entry. */
const isLast = ({ type, data }: Said): boolean =>
  (type === 'document.signed' || type === 'signer.removed') && data['last'] === true;

function statusFindings(life: Life, document: KeptDocument): Finding[] {
  const compared = [
    ['state', life.status, document.status],
    ['state before the archive', life.archivedFrom, document.archived_from],
    ['place', life.isDeleted ? 'trash' : 'list', document.deleted_at === null ? 'list' : 'trash'],
  ] as const;
  return compared.flatMap(([what, said, kept]) =>
    said === kept
      ? []
      : [
          finding(
            'document-status',
            `The ${what} of the document is “${kept ?? 'none'}”, but according to the audit trail it is “${said ?? 'none'}”.`,
            { stored: kept, recorded: said, detail: what },
          ),
        ],
  );
}

function timeFindings(entries: readonly Said[], life: Life, document: KeptDocument): Finding[] {
  const last = (type: string): Said | undefined => entries.findLast((entry) => entry.type === type);
  const isLive = document.environment === 'live';
  const times: [what: string, kept: string | null, entry: Said | undefined][] = [
    ['was created', document.created_at, last('document.created')],
    ['was sent', document.sent_at, last('document.sent')],
    ['was signed by everyone', document.completed_at, entries.findLast(isLast)],
    ['was sealed', document.sealed_at, last('document.completed')],
    ['was archived', document.archived_at, life.archivedFrom === null ? undefined : last('document.archived')],
  ];
  // Advancing the sandbox's clock changes these times in the row, so they are compared only in the live environment.
  if (isLive)
    times.push(['was moved to the trash', document.deleted_at, life.isDeleted ? last('document.deleted') : undefined]);
  const found = times.flatMap(([what, kept, entry]) => {
    if (kept === null ? !entry : entry && isTimeOf(kept, entry)) return [];
    const said = entry ? `${entry.at} by entry ${entry.n}` : 'no entry records this';
    return [
      finding('document-time', `The document ${what} at ${moment(kept)} according to its record, but ${said}.`, {
        entry,
        stored: timeOf(kept),
        recorded: entry?.at,
        detail: what,
      }),
    ];
  });
  const given = entries.findLast(({ type }) => type === 'document.sent' || type === 'document.extended');
  const until = textOf(given, 'expires_at');
  const isOther =
    isLive &&
    until !== undefined &&
    (document.expires_at === null || Date.parse(until) !== Date.parse(document.expires_at));
  if (!isOther) return found;
  const message = `The document can be signed until ${moment(document.expires_at)}, but entry ${given?.n ?? '?'} says until ${until}.`;
  return [
    ...found,
    finding('document-time', message, {
      entry: given,
      stored: timeOf(document.expires_at),
      recorded: until,
      detail: 'can be signed until',
    }),
  ];
}

function textFindings(entries: readonly Said[], document: KeptDocument): Finding[] {
  const uploaded = uploadOf(entries);
  const titled = entries.findLast(
    (entry) => entry.type === 'document.created' || (textOf(entry, 'changed') ?? '').split(', ').includes('title'),
  );
  const voided = entries.findLast(({ type }) => type === 'document.voided');
  const sent = namingOf(entries);
  // Undefined if the text was erased, or not recorded yet.
  const texts: [
    code: Finding['code'],
    what: string,
    kept: string | null,
    said: string | undefined,
    entry: Said | undefined,
  ][] = [
    ['document-title', 'title', document.title, titled?.personal?.['title'], titled],
    ['document-title', 'file name', document.filename, uploaded?.personal?.['filename'], uploaded],
    ['document-reason', 'reason for voiding it', document.void_reason, voided?.personal?.['reason'], voided],
    ['document-order', 'signing order', document.signing_order, textOf(sent, 'order'), sent],
  ];
  return texts.flatMap(([code, what, kept, said, entry]) =>
    said === undefined || said === kept
      ? []
      : [
          finding(
            code,
            `The ${what} of the document is ${quoted(kept ?? '')}, but entry ${entry?.n ?? '?'} says ${quoted(said)}.`,
            { entry, stored: kept, recorded: said, detail: what },
          ),
        ],
  );
}
