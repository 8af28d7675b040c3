/**
 * Variables such as `[[company.name]]` in the text of a template. They are found on upload and replaced with values in
 * each document (ADR 106).
 */
import type { FieldFault, Placed, FieldInput, SignerInput } from '@countersign/contract';
import { invalid, ValidationError } from '../../platform/errors.ts';
import type { PageSize } from './store/documents.ts';

/**
 * The position in points from the top left of the page as displayed. `right` is the start of the next text on the line,
 * or null at the end of the line.
 */
export type Variable = {
  name: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  right: number | null;
};
export type FilledVariable = Variable & { value: string };

/** Two names refer to the same variable if their folded names are equal, as in [[Name]] and [[name]]. */
export const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Returns each name once, spelled as in its first occurrence. */
export function namesOfVariables(variables: readonly Pick<Variable, 'name'>[]): string[] {
  const names = new Map<string, string>();
  for (const { name } of variables) if (!names.has(foldedName(name))) names.set(foldedName(name), name);
  return [...names.values()];
}

export const valuesOfVariables = (filled: readonly FilledVariable[]): Record<string, string> =>
  Object.fromEntries(
    namesOfVariables(filled).map((name) => [
      name,
      filled.find((one) => foldedName(one.name) === foldedName(name))?.value ?? '',
    ]),
  );

/** Throws a ValidationError that names each missing variable and each variable that the template does not have. */
export function fillVariables(
  variables: readonly Variable[],
  given: Readonly<Record<string, string | number>>,
): FilledVariable[] {
  const names = namesOfVariables(variables);
  const values = new Map(Object.entries(given).map(([name, value]) => [foldedName(name), String(value)]));
  const known = names.length === 0 ? 'The template has no variables.' : `Variables: ${names.join(', ')}.`;
  const faults = [
    ...names
      .filter((name) => !values.has(foldedName(name)))
      .map((name): FieldFault => ({
        field: `variables.${name}`,
        message: 'is required, because the template text contains this variable',
        code: 'variable_missing',
      })),
    ...Object.keys(given)
      .filter((name) => !names.some((one) => foldedName(one) === foldedName(name)))
      .map((name): FieldFault => ({
        field: `variables.${name}`,
        message: `is not a variable of the template. ${known}`,
        code: 'variable_unknown',
      })),
  ];
  const [first, ...more] = faults;
  if (first) throw new ValidationError(first, ...more);
  return variables.map((variable) => ({ ...variable, value: values.get(foldedName(variable.name)) ?? '' }));
}

export type VariableField = {
  path: string;
  input: Placed<FieldInput>;
  signerAt: number;
  variable: string;
  fontSize: number;
};

/** The distance in points between a field and the edge of the page if no text follows the field. */
const MARGIN = 36;
/** The distance in points between a value and the text that follows. */
const GAP = 1.5;
const PAD = 2;
/**
 * In multiples of the type size: the line height, and how far the middle of a field is below the middle of its line.
 * Most letters of a value have no descenders.
 */
const LINE = 1.15;
const LOWER = 0.07;
const LEADING = 1.3;
/** The smallest type size in points. Smaller type is unreadable. */
const SMALLEST = 7;

/**
 * Returns read-only fields that cover the variables. Each field is as wide as the space on its line and as high as the
 * surrounding text.
 */
export function variableFields(
  filled: readonly FilledVariable[],
  signers: readonly SignerInput[],
  pages: readonly PageSize[],
): VariableField[] {
  if (filled.length === 0) return [];
  const signerAt = signers.findIndex(({ role }) => role === 'signer');
  const signer = signers[signerAt];
  if (!signer)
    throw invalid(
      'signers',
      'must contain a signer, because the values of variables are placed in fields that belong to a signer',
    );
  return filled.map(({ name, value, page, x, y, width, height, right }) => {
    const size = pages[page - 1] ?? { width: x + width, height: y + height };
    const fontSize = Math.max(SMALLEST, height / LINE);
    const tall = Math.min(size.height, fontSize * LEADING + 2 * PAD);
    const left = Math.max(0, x - PAD);
    const end = Math.max(x + width, right === null ? size.width - MARGIN : right - GAP);
    const input = {
      kind: 'text',
      signer: signer.email,
      required: false,
      readOnly: true,
      label: name,
      default: value,
      page,
      x: left,
      y: Math.min(Math.max(0, y + height / 2 + LOWER * fontSize - tall / 2), size.height - tall),
      width: Math.min(size.width, end) - left,
      height: tall,
    } as Placed<FieldInput>;
    return { path: `variables.${name}`, input, signerAt, variable: name, fontSize };
  });
}
