import { AppearanceError } from './appearance-error.ts';

/**
 * A reader for the few elements that signature pads write. It is an allow-list, not an XML parser: no entities, no
 * text, no styles, no links, no transforms. Everything unknown is refused, so nothing can hide in it.
 */
export interface SvgElement {
  readonly name: SvgShapeName;
  /** The presentation attributes include those inherited from enclosing groups. */
  readonly attributes: ReadonlyMap<string, string>;
}

export type SvgShapeName = 'path' | 'circle' | 'line' | 'polyline';

const PRESENTATION = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'];
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'xmlns:xlink', 'version', 'width', 'height', 'viewBox', ...PRESENTATION],
  g: PRESENTATION,
  path: ['d', ...PRESENTATION],
  circle: ['cx', 'cy', 'r', ...PRESENTATION],
  line: ['x1', 'y1', 'x2', 'y2', ...PRESENTATION],
  polyline: ['points', ...PRESENTATION],
};
const MAX_DEPTH = 8;
/**
 * The regular expressions are sticky: each match starts where the previous one ended, so parsing is linear and never
 * backtracks.
 */
const PROLOG = /\s*(?:<\?xml [^<>?]*\?>)?\s*/y;
const TAG =
  /<(?<slash>\/?)(?<name>[A-Za-z][\w.-]*)(?<rest>(?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*(?<end>\/?)>\s*/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads the shapes of an SVG in drawing order. Throws AppearanceError `unsupported_svg`. */
export function readSvg(svg: string): SvgElement[] {
  const shapes: SvgElement[] = [];
  const open: { name: string; inherited: ReadonlyMap<string, string> }[] = [];
  PROLOG.lastIndex = svg.startsWith('\ufeff') ? 1 : 0;
  PROLOG.exec(svg);
  let at = PROLOG.lastIndex;
  let isDone = false;
  while (at < svg.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(svg)?.groups;
    if (tag === undefined || isDone) throw refusal(`at character ${at}`);
    at = TAG.lastIndex;
    const { name = '', rest = '' } = tag;
    if (tag['slash'] === '/') {
      if (open.pop()?.name !== name || rest !== '' || tag['end'] === '/') throw refusal(`at </${name}>`);
    } else {
      const element = readElement(name, rest, open.at(-1)?.inherited, open.length);
      if (element.shape !== undefined) shapes.push(element.shape);
      if (tag['end'] !== '/') open.push({ name, inherited: element.attributes });
    }
    isDone = open.length === 0;
  }
  if (!isDone) throw refusal('a closing tag is missing');
  return shapes;
}

function readElement(
  name: string,
  rest: string,
  inherited: ReadonlyMap<string, string> | undefined,
  depth: number,
): { attributes: ReadonlyMap<string, string>; shape?: SvgElement } {
  const allowed = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
  // The <svg> element must be the outermost element and occur nowhere else.
  if (allowed === undefined || depth > MAX_DEPTH || (name === 'svg') !== (inherited === undefined))
    throw refusal(`<${name}>`);
  const attributes = new Map(inherited);
  const own = new Set<string>();
  for (const [, key = '', double, single] of rest.matchAll(ATTRIBUTE)) {
    if (!allowed.includes(key) || own.has(key)) throw refusal(`${key} of <${name}>`);
    own.add(key);
    if (name !== 'svg' || PRESENTATION.includes(key)) attributes.set(key, double ?? single ?? '');
  }
  return isShape(name) ? { attributes, shape: { name, attributes } } : { attributes };
}

function isShape(name: string): name is SvgShapeName {
  return name === 'path' || name === 'circle' || name === 'line' || name === 'polyline';
}

function refusal(where: string): AppearanceError {
  return new AppearanceError(
    'unsupported_svg',
    `The drawing contains unsupported SVG (${where}). Draw the signature again.`,
  );
}
