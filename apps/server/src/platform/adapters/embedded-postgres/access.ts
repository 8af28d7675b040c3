import { ownName } from './run-as.ts';

/**
 * Allows only the operating system user that runs the server to connect, as any role. The kernel verifies the user
 * (peer authentication). A user ID without an account has no name to check, so only the socket folder's mode 0700 keeps
 * other users out.
 *
 * @param role the role to connect as; `all` exists since PostgreSQL 16
 */
export function accessRules(role = 'all'): { hba: string; ident: string } {
  const name = ownName();
  if (name === undefined) return { hba: 'local all all trust', ident: '' };
  return { hba: 'local all all peer map=server', ident: `server "${name}" ${role}` };
}
