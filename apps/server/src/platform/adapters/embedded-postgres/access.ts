import { ownName } from './run-as.ts';

/**
 * Who may connect: the operating system user that runs the server, as any
 * role, and nobody else. The kernel vouches for the user (peer
 * authentication). A user id without an account has no name to check; then the
 * socket folder of mode 0700 alone keeps others out.
 *
 * @param role as which one; `all` is known from PostgreSQL 16 on
 */
export function accessRules(role = 'all'): { hba: string; ident: string } {
  const name = ownName();
  if (name === undefined) return { hba: 'local all all trust', ident: '' };
  return { hba: 'local all all peer map=server', ident: `server "${name}" ${role}` };
}
