/**
 * The actions of the audit trail. Each feature declares its own actions with their sentences in `audit-actions.ts` and
 * lists them in its descriptor. Recording an undeclared action is a compile error.
 */
export type AuditData = Record<string, unknown>;
export type AuditSentences = Readonly<Record<string, (data: AuditData) => string>>;

/** Features add the names of their actions to this interface. */
export interface AuditActions {}
export type AuditAction = keyof AuditActions;

/** Returns `value` if it is a string, and `fallback` otherwise. */
export const shown = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

/** Returns a number with its noun, such as `1 page` or `2,000 pages`. */
export const counted = (value: unknown, one: string, other = `${one}s`): string =>
  value === 1 ? `1 ${one}` : `${Number(value).toLocaleString('en-US')} ${other}`;

/** Returns a size such as `24.6 kB`. */
export function sizeText(bytes: unknown): string {
  const [unit, divisor] = Number(bytes) < 1e3 ? ['bytes', 1] : Number(bytes) < 1e6 ? ['kB', 1e3] : ['MB', 1e6];
  return `${(Number(bytes) / divisor).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/** Returns a time such as `2027-01-31 09:30 UTC`. */
export const minuteText = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? `${value.slice(0, 10)} ${value.slice(11, 16)} UTC` : fallback;

/** Lists changed properties with their previous values, such as `password_min_length from 12 to 14`. */
export const changesIn = (data: AuditData): string =>
  Object.keys(data)
    .filter((key) => !key.endsWith('_before'))
    .map((key) => {
      const before = data[`${key}_before`];
      return before === undefined ? key : `${key} from ${JSON.stringify(before)} to ${JSON.stringify(data[key])}`;
    })
    .join(', ');

const sentences = new Map<string, AuditSentences[string]>();

/** Called once with all features. Throws Error if two of them declare the same action. */
export function declareAuditActions(
  features: readonly { readonly name: string; readonly auditActions?: AuditSentences }[],
): void {
  const owners = new Map<string, string>();
  for (const { name, auditActions = {} } of features)
    for (const [action, sentence] of Object.entries(auditActions)) {
      const other = owners.get(action);
      if (other !== undefined) throw new Error(`two features declare the audit action ${action}: ${other} and ${name}`);
      owners.set(action, name);
      sentences.set(action, sentence);
    }
}

/** Returns the sentence of an action. An action that is no longer declared is shown by its name. */
export function auditText(action: string, data: AuditData): string {
  return sentences.get(action)?.(data) ?? action;
}
