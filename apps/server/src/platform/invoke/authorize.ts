/** Checks whether a principal may call an operation, before the use case checks the target. */
import { type Credential, declaredParam, type Operation, type Role } from '@countersign/contract';
import { AppError } from '../errors.ts';
import { isBound, type Principal } from '../principal.ts';
import { requireRight } from '../plan-rights.ts';
import { requireStepUp } from '../step-up.ts';

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/**
 * Checks role and scopes. The use case checks access to the target. For a caller without access, the target looks as if
 * it did not exist.
 */
export function authorize(operation: Operation, principal: Principal, params: unknown): void {
  const accepts = (credential: Credential): boolean => operation.credentials.includes(credential);
  switch (principal.kind) {
    case 'public':
      if (!accepts('public') && !accepts('file-link')) throw new AppError('UNAUTHORIZED');
      return;
    case 'signer':
      return;
    case 'login-step':
      if (!accepts('login-step')) throw new AppError('UNAUTHORIZED');
      return;
    case 'cron':
      if (!accepts('cron')) throw new AppError('FORBIDDEN');
      return;
    case 'service':
      refuseOtherDocuments(operation, principal, params);
      if (accepts('public')) return;
      // Only the organization that runs the installation can allow platform operations.
      if (!accepts('api-key') && !(accepts('service') && principal.isOperator)) throw new AppError('FORBIDDEN');
      if (operation.right) requireRight(principal.plan, operation.right);
      return;
    case 'user':
    case 'api-key':
      authorizeMember(operation, principal, params);
  }
}

/** Refuses a session that does not meet a requirement of the organization (see `lacksSecondFactor`). */
export function refuseWithoutSecondFactor(principal: Extract<Principal, { kind: 'user' }>): void {
  if (!principal.lacksSecondFactor) return;
  if (isBound(principal))
    throw new AppError(
      'TWO_FACTOR_REQUIRED',
      { method: principal.method },
      {
        message:
          'This organization requires a second factor, but your identity provider did not confirm one. Sign in through the provider with a second factor.',
      },
    );
  throw new AppError('TWO_FACTOR_REQUIRED', { setup: ['/api/auth/2fa/setup', '/api/auth/passkeys/options'] });
}

function authorizeMember(
  operation: Operation,
  principal: Extract<Principal, { kind: 'user' | 'api-key' }>,
  params: unknown,
): void {
  const { credentials, role, scope, stepUp, right } = operation;
  if (principal.kind === 'api-key') refuseOtherDocuments(operation, principal, params);
  if (!credentials.includes(principal.kind === 'user' ? 'session' : 'api-key')) refuseKind(operation);
  if (role && RANK[principal.role] < RANK[role])
    throw (operation.hidden && absent(operation, params)) || new AppError('FORBIDDEN');
  if (principal.kind === 'user' && operation.withoutSecondFactor !== true) refuseWithoutSecondFactor(principal);
  if (principal.kind === 'api-key' && scope && !principal.scopes.includes(scope))
    throw new AppError('FORBIDDEN', { scope }, { message: `This API key does not have the scope \`${scope}\`.` });
  if (right) requireRight(principal.plan, right);
  if (principal.kind === 'user' && stepUp) requireStepUp(principal, stepUp);
}

/** Refuses requests for any document other than the one for which the token of a preparing link was created. */
function refuseOtherDocuments(
  operation: Operation,
  { onlyDocument, onlySaves }: Extract<Principal, { kind: 'service' | 'api-key' }>,
  params: unknown,
): void {
  if (onlyDocument === undefined) return;
  if (operation.preparing === undefined) throw notForPreparing();
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
  if (id !== onlyDocument) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
  if (onlySaves && operation.preparing === 'send')
    throw new AppError(
      'FORBIDDEN',
      {},
      { message: 'With this link, you can only prepare the document. The application that created the link sends it.' },
    );
}

export const notForPreparing = (): AppError =>
  new AppError('FORBIDDEN', {}, { message: 'The token of a preparation link can only be used for its own document.' });

function absent(operation: Operation, params: unknown): AppError | undefined {
  const given: [string, unknown][] = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  for (const [name, value] of given) {
    const declared = declaredParam(operation, name);
    if (declared) return new AppError(declared.notFound, { [name]: value });
  }
  return undefined;
}

const IN_WORDS: Record<Credential, string> = {
  session: 'a session',
  'login-step': 'a sign-in that waits for its second step',
  'api-key': 'an API key',
  service: 'the service credential',
  cron: 'the secret of scheduled jobs',
  'signing-link': 'a signing link',
  'file-link': 'a download link',
  public: 'anybody',
};

/** Throws FORBIDDEN with the role or scope that the operation requires. */
export function refuseKind({ credentials }: Pick<Operation, 'credentials'>): never {
  const words = credentials.map((one) => IN_WORDS[one]).join(' or ');
  throw new AppError('FORBIDDEN', {}, { message: `This operation requires ${words}.` });
}
