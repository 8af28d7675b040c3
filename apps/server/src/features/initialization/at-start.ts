/** Applies the INIT_ settings once, on the first start without an organization. */
import { ConfigFault } from '../../platform/config-fault.ts';
import { type AccountDependencies, needsSetup } from '../accounts/index.ts';
import type { InitSettings } from './config.ts';
import { type Initialized, initialize, readPasswordFile, ruleOf, writeKeyFile } from './initialize.ts';

/**
 * Applies the settings. The link in the result is relative, because the server's port is not known yet. Returns
 * undefined if an organization already exists. Throws a ConfigFault that names the setting.
 */
export async function initializeAtStart(
  services: AccountDependencies,
  settings: InitSettings,
): Promise<Initialized | undefined> {
  // The files with a container's secrets may no longer exist at the second start.
  if (!(await needsSetup(services))) return undefined;
  const { organization, email, name, passwordFile, apiKeyFile } = settings;
  const asFault = (setting: string) => (error: unknown) => {
    throw new ConfigFault(`${setting}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  };
  const password =
    passwordFile === undefined ? undefined : await readPasswordFile(passwordFile).catch(asFault('INIT_PASSWORD_FILE'));
  return initialize(services, {
    organization,
    email,
    name,
    password,
    withApiKey: apiKeyFile !== undefined,
    actor: { kind: 'system', id: 'settings' },
    baseUrl: '',
    keepApiKey: async (key) => {
      if (apiKeyFile !== undefined) await writeKeyFile(apiKeyFile, key).catch(asFault('INIT_API_KEY_FILE'));
    },
  }).catch((error: unknown) => {
    const rule = ruleOf(error);
    if (rule === undefined) throw error;
    throw new ConfigFault(`INIT_PASSWORD_FILE: the password ${rule}`, { cause: error });
  });
}
