/** What of the settings decides how safe an installation is; the configuration has the shape of it. */
import type { SecurityReports } from './config.ts';

export type Deployment = {
  publicUrl: string | undefined;
  /** Undefined: a file of the data folder. */
  masterKey: object | undefined;
  fileEncryption: boolean;
  smtpUrl: object | undefined;
  dkim?: object | undefined;
  registration: 'open' | 'invite' | 'off';
  trustedProxies: readonly string[];
  webhookAllow: readonly string[];
  ssoPrivateHosts?: readonly string[];
  logLevel: string;
  /** The address of an external one is a secret. */
  database?: { kind: 'embedded' } | { kind: 'external'; url: { reveal(): string } };
  securityReports?: SecurityReports;
};

/** Whether people are to reach it over the network at all. */
export const isPublic = ({ publicUrl }: Pick<Deployment, 'publicUrl'>): boolean =>
  publicUrl !== undefined && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
