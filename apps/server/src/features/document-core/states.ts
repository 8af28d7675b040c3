/**
 * The state machines of documents and recipients, derived from the functions in domain.ts. Every action is tried in
 * every state, and an allowed action becomes an arrow. `npm run docs` writes docs/understand/states.md from this, so
 * the diagrams always match the code.
 */
import { DOCUMENT_STATUSES, type DocumentStatus, SIGNER_STATUSES, type SignerStatus } from '@countersign/contract';
import {
  afterSignature,
  decideCorrect,
  decideDecline,
  decideExtend,
  decideForward,
  type Decision,
  decideSend,
  decideSign,
  decideVoid,
  type DocumentState,
  firstStatuses,
  isExpired,
  refuseReminder,
  type SignerState,
} from './domain.ts';

export type Arrow<S extends string> = { from: S | '[*]'; to: S; by: string };

const NOW = new Date(0);
const LATER = new Date(1);
const isAllowed = (decision: Decision): boolean => decision.refused === undefined;
const asked: SignerState = { id: 'sgn_a', status: 'pending-signature', role: 'signer', signing_order: 1 };
const other: SignerState = { ...asked, id: 'sgn_b' };

type DocumentAction = { by: string; isAllowed: (document: DocumentState) => boolean; to: () => DocumentStatus };

const DOCUMENT_ACTIONS: readonly DocumentAction[] = [
  { by: 'send', isAllowed: (document) => isAllowed(decideSend(document)), to: () => 'in-progress' },
  {
    by: 'sign (other signers remain)',
    isAllowed: (document) => isAllowed(decideSign(document, asked, NOW)),
    to: () => statusAfter([asked, other]),
  },
  {
    by: 'last signature',
    isAllowed: (document) => isAllowed(decideSign(document, asked, NOW)),
    to: () => statusAfter([asked]),
  },
  {
    by: 'decline',
    isAllowed: (document) => isAllowed(decideDecline(document, asked, NOW)),
    to: () => 'declined',
  },
  { by: 'void', isAllowed: (document) => isAllowed(decideVoid(document)), to: () => 'voided' },
  {
    by: 'expiry time reached',
    isAllowed: ({ status }) =>
      status === 'in-progress' && isExpired({ status, expires_at: NOW, deleted_at: null }, NOW),
    to: () => 'expired',
  },
  { by: 'extend', isAllowed: (document) => isAllowed(decideExtend(document)), to: () => 'in-progress' },
];

function statusAfter(signers: readonly SignerState[]): DocumentStatus {
  return afterSignature(signers, asked.id).completed ? 'completed' : 'in-progress';
}

export function documentArrows(): Arrow<DocumentStatus>[] {
  const arrows = DOCUMENT_STATUSES.flatMap((status) =>
    DOCUMENT_ACTIONS.filter((action) => action.isAllowed({ status, expires_at: LATER, deleted_at: null })).map(
      ({ by, to }): Arrow<DocumentStatus> => ({ from: status, to: to(), by }),
    ),
  );
  return [{ from: '[*]', to: 'draft', by: 'upload' }, ...arrows];
}

const open: DocumentState = { status: 'in-progress', expires_at: LATER, deleted_at: null };

type SignerAction = {
  by: string;
  isAllowed: (signer: SignerState) => boolean;
  to: (signer: SignerState) => SignerStatus;
};

const SIGNER_ACTIONS: readonly SignerAction[] = [
  {
    by: 'all earlier recipients have signed',
    isAllowed: (signer) => afterSignature([asked, { ...signer, id: 'sgn_b' }], 'sgn_a').nextUp.includes('sgn_b'),
    to: () => 'pending-signature',
  },
  { by: 'sign', isAllowed: (signer) => isAllowed(decideSign(open, signer, NOW)), to: () => 'signed' },
  { by: 'decline', isAllowed: (signer) => isAllowed(decideDecline(open, signer, NOW)), to: () => 'declined' },
  {
    by: 'forward',
    isAllowed: (signer) => isAllowed(decideForward(open, { ...signer, isProtected: false }, NOW)),
    to: ({ status }) => status,
  },
  { by: 'correct', isAllowed: (signer) => isAllowed(decideCorrect(open, signer, NOW)), to: ({ status }) => status },
  {
    by: 'remind',
    isAllowed: (signer) =>
      refuseReminder({ ...signer, reminded_at: null, reminders_stopped_at: null }, NOW) === undefined,
    to: ({ status }) => status,
  },
];

/** The transitions of signers in a sent document. While a document is open, no signer has declined. */
export function signerArrows(): Arrow<SignerStatus>[] {
  const begun: Arrow<SignerStatus>[] = (['parallel', 'sequential'] as const).flatMap((order) =>
    firstStatuses([asked, { ...asked, signing_order: 2 }, { role: 'cc', signing_order: 3 }], order).map(
      (to, index) => ({
        from: '[*]' as const,
        to,
        by:
          index === 2 ? 'send: cc, viewer' : order === 'parallel' || index === 0 ? 'send: in turn' : 'send: later turn',
      }),
    ),
  );
  const later = SIGNER_STATUSES.filter((status) => status !== 'declined').flatMap((status) => {
    const signer: SignerState = { ...asked, status, role: status === 'notified' ? 'cc' : 'signer' };
    return SIGNER_ACTIONS.filter((action) => action.isAllowed(signer)).map(({ by, to }): Arrow<SignerStatus> => ({
      from: status,
      to: to(signer),
      by,
    }));
  });
  const seen = new Set<string>();
  return [...begun, ...later].filter(({ from, to, by }) => {
    const key = `${from} ${to} ${by}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Arrows between the same two states share one line. */
export function mermaid(arrows: readonly Arrow<string>[]): string {
  const id = (state: string): string => (state === '[*]' ? state : state.replaceAll('-', '_'));
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].filter((state) => state.includes('-'));
  const lines = Map.groupBy(arrows, ({ from, to }) => `${id(from)} --> ${id(to)}`);
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...names.map((state) => `    state "${state}" as ${id(state)}`),
    ...[...lines].map(([line, together]) => `    ${line}: ${together.map(({ by }) => by).join(' / ')}`),
    '```',
  ].join('\n');
}
