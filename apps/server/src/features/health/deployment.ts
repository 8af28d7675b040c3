/** The settings that determine how secure an installation is, in the format of the configuration. */
import type { SecurityReports } from './config.ts';

type Address = { reveal(): string } | undefined;

export type Deployment = {
  publicUrl: string | undefined;
  /** Undefined if the key is a file in the data folder. */
  masterKey: object | undefined;
  fileEncryption: boolean;
  smtpUrl: object | undefined;
  dkim?: object | undefined;
  registration: 'open' | 'invite' | 'off';
  trustedProxies: readonly string[];
  webhookAllow: readonly string[];
  ssoPrivateHosts?: readonly string[];
  logLevel: string;
  /** The address of an external database is a secret. */
  database?:
    | { kind: 'embedded' }
    | {
        kind: 'external';
        url: { reveal(): string };
        directUrl?: Address;
        migrationUrl?: Address;
        replicaUrls?: readonly Address[];
      };
  securityReports?: SecurityReports;
};

/** Returns whether the server is meant to be reached over the network. */
export const isPublic = ({ publicUrl }: Pick<Deployment, 'publicUrl'>): boolean =>
  publicUrl !== undefined && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
