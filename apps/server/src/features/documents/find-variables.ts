/** Finds variables in the text of a template's file. */
import { VARIABLE_LIMITS } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import { PdfTaskError, type TaskOwner } from '../../platform/pdf/index.ts';
import { type TextSearchDependencies, readText, type Upload, uploadSource } from './find-anchors.ts';
import { foldedName, type Variable } from '../document-core/index.ts';

/**
 * Finds the variables in a file, unless their text cannot be covered. Text that resembles a variable but is not one
 * causes a warning.
 */
export async function findVariables(
  dependencies: TextSearchDependencies,
  owner: TaskOwner,
  file: Upload & { hasSignatures: boolean },
): Promise<{ variables: Variable[]; warnings: string[] }> {
  const source = await uploadSource(dependencies.blobs, owner.tenant, file);
  const wanted = { anchors: [], tags: false, variables: true };
  const found = await readText(dependencies.pdf, owner, source, wanted).catch((error: unknown) => {
    if (isOfFile(error)) return undefined;
    throw error;
  });
  if (!found)
    return { variables: [], warnings: ['The text of this file could not be read, so the template has no variables.'] };
  if (found.variables.length > 0 && file.hasSignatures)
    return {
      variables: [],
      warnings: ['This file is signed, so variables in its text, such as [[name]], stay plain text.'],
    };
  const names = new Set(found.variables.map(({ name }) => foldedName(name)));
  if (names.size > VARIABLE_LIMITS.names)
    throw invalid('file', `has ${names.size} variables. A template can have at most ${VARIABLE_LIMITS.names}.`);
  return {
    variables: found.variables.map(({ name, place, right }) => ({ name, ...place, right })),
    warnings: [...new Set(found.notVariables.map(({ text, page }) => notVariable(text, page)))].slice(0, 20),
  };
}

/** Returns whether the file itself caused the error, in which case a retry does not help. */
const isOfFile = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof PdfTaskError &&
  !['too_many', 'busy', 'aborted'].includes(error.cause.code);

const notVariable = (text: string, page: number): string =>
  `"${text}" on page ${page} is not a variable: a name starts with a letter and contains only letters, digits, ".", "_" and "-", at most 60 characters.`;
