/**
 * Checks that all sentences of the app are in packages/words: apps/web contains none, each sentence is used, and the
 * script that runs before a language is loaded uses none (ADR 118).
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './run-vitest.ts';

const APP = 'apps/web/src';
const WORDS = 'packages/words/src/en/app';

/** Attributes and properties whose text is visible or read aloud by a screen reader. */
const READ =
  /^(?:label|title|aria-label|aria-roledescription|placeholder|description|text|alt|lead|note|hint|detail|empty|data-label|keep|nothingFoundMessage|caption)$/;
/** Matches technical values that contain spaces. */
const TECHNICAL =
  /^(?:class\w*|style\w*|d|viewBox|points|transform|aria-keyshortcuts|aria-describedby|aria-labelledby|aria-relevant|autoComplete|rel|accept|font\w*|\w*[sS]hadow\w*|transition\w*|grid\w*|scopes|key|color|media|allow|sandbox|pattern)$/;
/** Calls whose arguments people never read, such as developer errors, styles, selectors and file name patterns. */
const INTERNAL =
  /(?:Error|RegExp|GivenUp|matchMedia|useMediaQuery|querySelector\w*|closest|setProperty|includes|startsWith|set|get|split|join|plain|lazyPage|DateTimeFormat|NumberFormat)$/;
/** Matches URLs, format names and code, which are the same in every language. */
const EXAMPLE = /^\S*[@/:\d(]\S*$|^\S+\.\S+$|^\{ /;
const TWO_WORDS = /\p{L}{2,}[,.:;…!?”)]? [“(]?\p{L}+/u;
/** Matches a word beside a value in a template. Each value has already been replaced with 1. */
const WORD_BESIDE_VALUE = /1 {2,}\p{L}{2,}(?: |$|[.,:;])|(?:^| )\p{L}{2,} {2,}1/u;
const LETTERS = /\p{L}{2,}/u;

export type Sentence = { line: number; text: string };

/** Returns the sentences and labels in a file of the app. */
export function sentencesIn(file: string, source: string): Sentence[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && isRead(node, text)) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ line, text: text.replaceAll(/\s+/g, ' ').trim() });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(' 1 ');
}

function isRead(node: ts.Node, text: string): boolean {
  if (ts.isJsxText(node)) return LETTERS.test(text);
  const role = roleOf(node);
  if (role === 'internal') return false;
  if (role === 'read') return LETTERS.test(text) && !EXAMPLE.test(text);
  return TWO_WORDS.test(text) || (ts.isTemplateExpression(node) && WORD_BESIDE_VALUE.test(text));
}

/** Determines from a value's position in the code whether people read it. */
function roleOf(node: ts.Node): 'read' | 'internal' | 'unknown' {
  let at = node;
  for (; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isImportDeclaration(parent) || ts.isTypeNode(parent) || ts.isElementAccessExpression(parent))
      return 'internal';
    if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return 'internal';
    if (ts.isCaseClause(parent)) return 'internal';
    if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
      if (parent.initializer !== at) return 'internal';
      const name = parent.name.getText().replaceAll(/['"]/g, '');
      if (READ.test(name) || (name === 'name' && /^['"`][A-Z][a-z]/.test(at.getText()))) return 'read';
      if (TECHNICAL.test(name)) return 'internal';
      if (ts.isJsxAttribute(parent)) return 'unknown';
      // The value is a member of an object, so the name of the object is checked next.
      at = parent;
      continue;
    }
    if (ts.isVariableDeclaration(parent) && /Record<.*, string>/.test(parent.type?.getText() ?? '')) return 'read';
    if (ts.isVariableDeclaration(parent) && TECHNICAL.test(parent.name.getText().toLowerCase())) return 'internal';
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
      return INTERNAL.test(parent.expression.getText()) ? 'internal' : 'unknown';
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return 'read';
    if (ts.isFunctionLike(parent) || ts.isStatement(parent)) return 'unknown';
  }
  return 'unknown';
}

type Use = { area: string; names: Set<string> };

/** Returns all violations of the rules for the app's sentences, for `npm run boundaries`. */
export function appWordFaults(): string[] {
  const files = globSync(`${APP}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.test.*', '**/*.d.ts'] }).toSorted();
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const sentences = [...sources].flatMap(([file, source]) =>
    sentencesIn(file, source).map(({ line, text }) => `${file}:${line} contains “${text}”. Move it to ${WORDS}.`),
  );
  return [...sentences, ...unused(sources), ...earlyWords(sources)];
}

const IMPORT = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';/gm;
const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, target = '']) => path.join(path.dirname(file), target));

function unused(sources: ReadonlyMap<string, string>): string[] {
  const areas = new Map([...sources].flatMap(([file, source]) => areaOf(file, source)));
  const uses = [...sources].flatMap(([file, source]) =>
    importsOf(file, source).flatMap((target): Use[] => {
      const entry = areas.get(target);
      if (entry === undefined) return [];
      const calls = source.matchAll(new RegExp(`\\b${entry.name}\\.(\\w+)(?:\\.(\\w+)|(\\[))?`, 'g'));
      const names = [...calls].flatMap(([, group = '', key, any]) => [
        group,
        ...(key === undefined ? [] : [`${group}.${key}`]),
        ...(any === undefined ? [] : [`${group}.*`]),
      ]);
      return [{ area: entry.area, names: new Set(names) }];
    }),
  );
  return globSync(`${WORDS}/*.ts`, { cwd: root }).flatMap((file) => {
    const area = path.basename(file, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = new Set(uses.filter((use) => use.area === area).flatMap((use) => [...use.names]));
    return namesIn(readFileSync(path.join(root, file), 'utf8'))
      .filter((name) => !names.has(name) && !names.has(`${name.split('.')[0]}.*`))
      .map((name) => `${file}: nothing uses ${name}`);
  });
}

/** Returns the area to which the sentences in a file belong, and the name under which the file exports them. */
function areaOf(file: string, source: string): [file: string, entry: { area: string; name: string }][] {
  const found = /export const (\w+) = inLanguage\('(\w+)'/.exec(source);
  return found === null ? [] : [[file, { name: found[1] ?? '', area: found[2] ?? '' }]];
}

/** Returns the names of a file's sentences in the form `group.key`, or `key` if the file has no groups. */
function namesIn(source: string): string[] {
  const parsed = ts.createSourceFile('words.ts', source, ts.ScriptTarget.Latest, true);
  const words = parsed.statements
    .filter(ts.isVariableStatement)
    .find(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    ?.declarationList.declarations[0]?.initializer;
  if (words === undefined || !ts.isObjectLiteralExpression(words)) return [];
  return words.properties
    .filter(ts.isPropertyAssignment)
    .flatMap(({ name, initializer }) =>
      ts.isObjectLiteralExpression(initializer)
        ? initializer.properties.map((inner) => `${name.getText()}.${inner.name?.getText()}`)
        : [name.getText()],
    );
}

/**
 * Reports text in the first script. The script runs before a language is loaded, so it cannot show text in that
 * language.
 */
function earlyWords(sources: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    const source = sources.get(file);
    if (source === undefined || seen.has(file)) return;
    seen.add(file);
    for (const target of importsOf(file, source)) follow(target);
  };
  follow(`${APP}/main.ts`);
  return [...seen]
    .filter((file) => areaOf(file, sources.get(file) ?? '').length > 0)
    .map((file) => `${file} is part of the first script, which runs before a language is loaded`);
}
