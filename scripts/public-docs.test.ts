import { readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

// Readers of a package's exports do not know its internals, so each export must be documented. Functions must also
// document their errors, because types do not show errors.

const ROOT = path.resolve(import.meta.dirname, '..');
/**
 * Some packages are excluded: the contract is described by its schemas, field by field, the logo is not code, the
 * Python package has no TypeScript, and the UI kit is only for the pages of this repository.
 */
const ENTRIES = readdirSync(path.join(ROOT, 'packages'))
  .filter((name) => !['brand', 'contract', 'python', 'ui-kit', 'words'].includes(name))
  .map((name) => [name, `packages/${name}/src/${name === 'cli' ? 'run' : 'index'}.ts`] as const);
const FEWEST_LETTERS = 10;

const program = ts.createProgram(
  ENTRIES.map(([, entry]) => path.join(ROOT, entry)),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
  },
);
const checker = program.getTypeChecker();

/** Returns the exports of a module. Exports of `export * as name` are prefixed with that name. */
function exportsOf(module: ts.Symbol, prefix = ''): [name: string, symbol: ts.Symbol][] {
  return checker.getExportsOfModule(module).flatMap((exported): [string, ts.Symbol][] => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const name = `${prefix}${exported.name}`;
    return symbol.flags & ts.SymbolFlags.ValueModule ? exportsOf(symbol, `${name}.`) : [[name, symbol]];
  });
}

/**
 * Returns the comment before a declaration, including tags. A comment for several short siblings may be before the
 * first of them.
 */
function docsOf(symbol: ts.Symbol): string {
  return (symbol.declarations ?? [])
    .flatMap((declaration) => {
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
    })
    .map((comment) => comment.getText())
    .join('\n');
}

function isFunction(symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || !(symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable))) return false;
  return checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures().length > 0;
}

function methodsOf(symbol: ts.Symbol): ts.Symbol[] {
  return (symbol.declarations ?? []).filter(ts.isClassDeclaration).flatMap((declaration) =>
    declaration.members.filter(ts.isMethodDeclaration).flatMap((method) => {
      const hidden = ts.getCombinedModifierFlags(method) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
      const own = checker.getSymbolAtLocation(method.name);
      return hidden !== 0 || own === undefined || ts.isPrivateIdentifier(method.name) ? [] : [own];
    }),
  );
}

function fault(name: string, symbol: ts.Symbol): string[] {
  const docs = docsOf(symbol);
  if (docs.replaceAll(/[^\p{L}]/gu, '').length < FEWEST_LETTERS) return [`${name}: has no comment that describes it`];
  // The members of an `export * as` are builders of one kind. The comment at the top of their file applies to all of
  // them.
  return isFunction(symbol) && !name.includes('.') && !/throw/i.test(docs)
    ? [`${name}: does not state which errors it throws, or that it throws none`]
    : [];
}

test.each(ENTRIES)('documents every export of packages/%s', (_, entry) => {
  const source = program.getSourceFile(path.join(ROOT, entry));
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing.`);
  const all = exportsOf(module);
  expect(all.length).toBeGreaterThan(0);
  const faults = all.flatMap(([name, symbol]) => [
    ...fault(name, symbol),
    ...methodsOf(symbol).flatMap((method) =>
      docsOf(method) === '' ? [`${name}.${method.name}: has no comment that says what it does`] : [],
    ),
  ]);
  expect(faults).toEqual([]);
});
