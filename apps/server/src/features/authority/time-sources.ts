/** Reads the time-stamping authorities from the settings. */
import { readFile } from 'node:fs/promises';
import { type Certificate, fromPem, isSelfIssued, parseCertificate, PkiError } from '@countersign/pki';
import { httpValidationSource, rfc3161Timestamper, timestampSettings } from '../../platform/adapters/rfc3161/index.ts';
import { ConfigFault } from '../../platform/config-fault.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { OUTSIDE_RESERVE, type TimeOptions } from './time.ts';
import type { TimeSettings } from './time-config.ts';

/**
 * Reads the sources. Throws if the file with the roots cannot be used, because time-stamps could then not be trusted.
 * The server does not start in that case.
 */
export async function timeSources(
  { timestampUrls, timestampTrust, timestampTimeoutMs: timeoutMs }: TimeSettings,
  { clock, log, telemetry }: Pick<TimeOptions, 'log' | 'telemetry'> & { clock: Clock },
): Promise<TimeOptions> {
  const trust = timestampTrust === undefined ? { anchors: [], certificates: [] } : await readTrust(timestampTrust);
  const addresses = timestampUrls === undefined ? (['built-in'] as const) : timestampSettings(timestampUrls.reveal());
  return {
    order: addresses.map((one) =>
      one === 'built-in'
        ? one
        : rfc3161Timestamper({ ...one, timeoutMs, maxTokenBytes: OUTSIDE_RESERVE, trust, clock }),
    ),
    trust,
    source: httpValidationSource(timeoutMs),
    log,
    telemetry,
  };
}

/** Self-issued certificates in the file are trusted as roots. The other certificates help to build paths. */
async function readTrust(path: string): Promise<TimeOptions['trust']> {
  const fault = (why: string, cause: unknown) => new ConfigFault(`TIMESTAMP_TRUST: ${path} ${why}`, { cause });
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw fault('cannot be read', cause);
  });
  const read = readCertificates(text, (cause) => fault('must contain certificates in PEM format', cause));
  const anchors = read.filter(isSelfIssued);
  if (anchors.length === 0) throw fault('contains no root certificate. Add the self-signed one', undefined);
  return { anchors, certificates: read.filter((certificate) => !isSelfIssued(certificate)) };
}

function readCertificates(text: string, fault: (cause: unknown) => Error): Certificate[] {
  try {
    return fromPem('CERTIFICATE', text).map(parseCertificate);
  } catch (cause) {
    throw cause instanceof PkiError ? fault(cause) : cause;
  }
}
