/** Parses the values of the standard OTEL_ settings. The error for an invalid value states the expected format. */

/**
 * Parses `key=value` pairs separated by commas and percent-encoded (W3C Baggage), the format of headers and resource
 * attributes.
 */
export function readPairs(text: string): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part): [string, string] => {
      const [, key = '', value = ''] = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=(.*)$/.exec(part) ?? [];
      if (key === '') throw new Error('must be key=value pairs separated by commas');
      try {
        return [key, decodeURIComponent(value.trim())];
      } catch {
        throw new Error(`must be key=value pairs separated by commas; the value of ${key} is not percent-encoded`);
      }
    }),
  );
}

/** The share of traces that are recorded, and whether a caller's decision not to record is respected. */
export type Sampling = { ratio: number; isParentBased: boolean };

export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export function readSampling(sampler: (typeof SAMPLERS)[number], argument: string | undefined): Sampling {
  const isParentBased = sampler.startsWith('parentbased_');
  if (sampler.endsWith('always_on')) return { ratio: 1, isParentBased };
  if (sampler.endsWith('always_off')) return { ratio: 0, isParentBased };
  const ratio = Number(argument ?? '1');
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('must be a number from 0 to 1');
  return { ratio, isParentBased };
}
