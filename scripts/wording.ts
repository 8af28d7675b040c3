/**
 * Finds wording that the writing guide forbids, in all text that people read: strings, comments, test titles and
 * Markdown.
 */
import ts from 'typescript';

export type Kind = 'string' | 'comment' | 'title' | 'markdown';
export type Text = { kind: Kind; line: number; text: string };
export type Fault = Text & { rule: string };

/** Patterns with few false matches. If a pattern matches a correct sentence, reword the sentence. */
const RULES: Readonly<Record<string, RegExp>> = {
  'somebody, whoever': /\b(?:whoever|whomever|somebody|anybody)\b/i,
  'told, for notified or reported': /\b(?:is|are|was|were|be|been|gets?) told\b|\btold (?:of|apart|in|as)\b/i,
  'anew, by now, meanwhile': /\b(?:anew|as (?:it|they) stands?|by now|in the meantime|meanwhile)\b/i,
  'take back, for undo or remove': /\b(?:takes?|took|taken|taking) (?:it |them )?back\b/i,
  'give up, for cancel or fail': /\b(?:gives?|gave|given|giving) up\b/i,
  'go on, for continue': /\b(?:goes|go|went|going) on\b/i,
  'any more, no more': /\bany more\b|\bno (?:longer any|more (?:is|are|of))\b/i,
  'once more, all the same': /\bonce more\b|\ball the same\b|\bof late\b/i,
  'made of, for created from': /\b(?:made|drawn) of\b/i,
  'exchanged, for replaced': /\bexchanged\b|\bexchanges? the file\b/i,
  'by itself, for automatically': /\bby (?:itself|themselves)\b/i,
  'has to be, for must be': /\bha(?:s|ve) to be\b/i,
  'stand, for is or appears': /\bstands? (?:in|at|on|there|for|beside|behind|before)\b/i,
  'code that believes or hears': /\b(?:hears?|believes?|believed|learns? of)\b/i,
  'lie, for is': /\blies? (?:in|at|on|there|beside|behind)\b/i,
  'what, as a noun':
    /(?:^|[,;:.] |\b(?:and|of|for|with|to|by|in|from|than|but|is|are|says|shows|keeps|gives|holds|names|takes) )what (?!to\b|happen|kind|the\b)[a-z]+/i,
  'British spelling':
    /\b(?:colours?|behaviour|recognise[ds]?|catalogues?|cancelled|cancelling|favour|honour|licence|analyse[ds]?|normalise[ds]?|whilst|towards)\b/i,
  'log in, for sign in': /\b(?<!audit )logs? in\b|\blogged in\b|\blogging in\b/i,
};

/** Returns the names of the rules that a string breaks. */
export function rulesBroken(text: string): string[] {
  return Object.entries(RULES).flatMap(([rule, pattern]) => (pattern.test(text) ? [rule] : []));
}

/**
 * Returns the text fragments of a file: the lines of Markdown, the comments of CSS, and the comments, test titles and
 * strings with a space of TypeScript.
 */
export function textsOf(file: string, source: string): Text[] {
  if (file.endsWith('.md'))
    return source.split('\n').map((text, index) => ({ kind: 'markdown', line: index + 1, text }));
  const comments = commentsOf(source);
  return file.endsWith('.css') ? comments : [...comments, ...stringsOf(file, source)];
}

export function faultsOf(file: string, source: string): Fault[] {
  return textsOf(file, source).flatMap((text) => rulesBroken(text.text).map((rule) => ({ ...text, rule })));
}

function commentsOf(source: string): Text[] {
  return [...source.matchAll(/\/\*[^]*?\*\/|(?<=^[ \t]*|[;,{(}] )\/\/[^\n]*/gm)].map(({ 0: text, index }) => ({
    kind: 'comment',
    line: source.slice(0, index).split('\n').length,
    text: text.replaceAll(/\n\s*\*/g, ''),
  }));
}

function stringsOf(file: string, source: string): Text[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const isTest = /\.(?:test|contract|fixture)\.tsx?$|\/test\//.test(file);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && node.text.includes(' ')) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const isTitle = isTest && isTitleOf(node);
      // Strings that a test sends or expects are not checked here, because they are checked in the product's own
      // sources.
      if (isTitle || !isTest) texts.push({ kind: isTitle ? 'title' : 'string', line, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode | ts.JsxText {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node)
  );
}

function isTitleOf(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    /^(?:test|describe|it)\b/.test(parent.expression.getText()) &&
    parent.arguments[0] === node
  );
}
