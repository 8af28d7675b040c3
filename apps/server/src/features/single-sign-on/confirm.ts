/**
 * Lets a person confirm, with the link from the e-mail, that this organization's identity provider may sign them in.
 * The link works only in the browser that signed in at the provider, so a careless click on a link in an unexpected
 * e-mail has no effect (ADR 19).
 */
import { addressKey } from '@countersign/contract';
import {
  type NewSession,
  orFindAccount,
  readSsoLink,
  selectAccounts,
  selectUserByEmail,
  updateVerified,
} from '../accounts/index.ts';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { requirePlan, type SsoDependencies } from './dependencies.ts';
import { createAccount, logIn } from './find-person.ts';
import { SsoRefusal } from './refusal.ts';
import { subjectAttributeOf } from './settings-domain.ts';
import { selectConfirmation, selectSsoOrganization, shareSso, useConfirmation } from './store.ts';

export async function confirmSingleSignOn(
  dependencies: SsoDependencies,
  context: RequestContext,
  input: { token: string },
): Promise<NewSession> {
  const link = readSsoLink(dependencies.linkKey, input.token);
  if (!link) throw new AppError('MAIL_LINK_INVALID');
  const { tenantId: live, confirmationId } = link;
  return orFindAccount(() =>
    dependencies.uow.runAuth(async (tx) => {
      tx.enter({ role: 'app', tenantId: live });
      const [sso] = await tx.query(shareSso(live));
      const [organization] = await tx.query(selectSsoOrganization(live));
      const [row] = await tx.query(selectConfirmation(live, confirmationId, tx.now));
      // The trusted provider has changed since the person signed in.
      if (!organization || !row || sso?.trust_generation !== row.trust_generation)
        throw new AppError('MAIL_LINK_INVALID');
      requirePlan(organization);
      if (!constantTimeEqual(hashToken(context.device ?? ''), row.device_hash)) throw new AppError('ANOTHER_BROWSER');
      const [used] = await tx.query(useConfirmation(live, confirmationId, tx.now));
      if (!used) throw new AppError('MAIL_LINK_INVALID');
      tx.enter({ role: 'auth' });
      const [user] = await tx.query(selectUserByEmail(addressKey(row.email)));
      const accounts = user ? await tx.query(selectAccounts(user.id)) : [];
      const joins = !accounts.some(({ tenant_id: tenantId }) => tenantId === live);
      if (user) tx.write(updateVerified(user.id, tx.now));
      const userId = user?.id ?? (await createAccount(dependencies, tx, context, live, row));
      // The generation is still the same, so the settings have not changed since the sign-in.
      const identity = {
        ...row,
        isMultiFactor: row.is_multi_factor,
        subjectAttribute: subjectAttributeOf(sso.settings),
        authenticatedAt: null,
      };
      const login = { organization: { ...organization, live }, identity };
      const who = { userId, joins, generation: row.trust_generation };
      const outcome = await logIn(dependencies, tx, context, login, who).catch((error: unknown) => {
        // Since the e-mail was sent, a different subject was pinned to the account, or the subject was pinned to a
        // different account.
        throw error instanceof SsoRefusal ? new AppError('MAIL_LINK_INVALID', {}, { cause: error }) : error;
      });
      if (outcome.kind !== 'session') throw new Error('the sign-in did not start a session');
      return outcome.session;
    }),
  );
}
