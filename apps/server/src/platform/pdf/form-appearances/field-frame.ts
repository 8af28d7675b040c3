import type { AppearancePlan } from '@countersign/pdf-sign';

import { num } from '../appearance/content.ts';

/** Returns the distance from the edge of the box to the inside of the border. */
export function insetOf({ frame }: AppearancePlan): number {
  return frame.style === 'beveled' || frame.style === 'inset' ? 2 * frame.width : frame.width;
}

/** Draws background and border as /MK and /BS define them (ISO 32000-2 12.5.4). */
export function drawFrame(plan: AppearancePlan): string[] {
  const { frame, box } = plan;
  const { width, height } = box;
  const shape = plan.isRound
    ? disc(width / 2, height / 2, Math.min(width, height) / 2)
    : rectangle(0, 0, width, height);
  const parts: string[] = [];
  if (frame.background.length > 0) parts.push(`q ${colorOf(frame.background)} ${shape} f Q`);
  if (frame.border.length === 0 || frame.width === 0) return parts;
  if (!plan.isRound) parts.push(...bevel(plan));
  const half = frame.width / 2;
  const dash = frame.style === 'dashed' ? `[${frame.dash.map((part) => num(part)).join(' ')}] 0 d ` : '';
  const line = plan.isRound
    ? disc(width / 2, height / 2, Math.min(width, height) / 2 - half)
    : frame.style === 'underline'
      ? `0 ${num(half)} m ${num(width)} ${num(half)} l`
      : rectangle(half, half, width - frame.width, height - frame.width);
  parts.push(`q ${colorOf(frame.border).toUpperCase()} ${num(frame.width)} w ${dash}${line} S Q`);
  return parts;
}

export function drawDividers({ frame, box: { width, height } }: AppearancePlan, cells: number): string[] {
  const lines = Array.from({ length: cells - 1 }, (_, index) => {
    const x = num(((index + 1) * width) / cells);
    return `${x} 0 m ${x} ${num(height)} l`;
  });
  return [`q ${colorOf(frame.border).toUpperCase()} ${num(frame.width)} w ${lines.join(' ')} S Q`];
}

const WHITE = '1 g';
const LIGHT = '0.75 g';
const GREY = '0.5 g';

function bevel({ frame, box: { width, height } }: AppearancePlan): string[] {
  if (frame.style !== 'beveled' && frame.style !== 'inset') return [];
  const [near, far] = [frame.width, 2 * frame.width];
  const upper = [
    near,
    near,
    near,
    height - near,
    width - near,
    height - near,
    width - far,
    height - far,
    far,
    height - far,
    far,
    far,
  ];
  const lower = [
    width - near,
    height - near,
    width - near,
    near,
    near,
    near,
    far,
    far,
    width - far,
    far,
    width - far,
    height - far,
  ];
  const [light, dark] = frame.style === 'beveled' ? [WHITE, GREY] : [GREY, LIGHT];
  return [`q ${light} ${polygon(upper)} f Q`, `q ${dark} ${polygon(lower)} f Q`];
}

function polygon(points: readonly number[]): string {
  const steps: string[] = [];
  for (let at = 0; at + 1 < points.length; at += 2)
    steps.push(`${num(points[at] ?? 0)} ${num(points[at + 1] ?? 0)} ${at === 0 ? 'm' : 'l'}`);
  return steps.join(' ');
}

const OPERATORS: Readonly<Record<number, string>> = { 1: 'g', 3: 'rg', 4: 'k' };

function colorOf(numbers: readonly number[]): string {
  const operator = OPERATORS[numbers.length];
  return operator === undefined ? '0 g' : `${numbers.map((part) => num(part, 4)).join(' ')} ${operator}`;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `${num(x)} ${num(y)} ${num(width)} ${num(height)} re`;
}

/** The length of the control handles of a quarter circle, as a share of the radius. */
const HANDLE = 0.5523;

/** Draws a circle as four curves, beginning at its rightmost point. */
export function disc(x: number, y: number, radius: number): string {
  const reach = radius * HANDLE;
  const curve = (...points: number[]): string => `${points.map((point) => num(point, 3)).join(' ')} c`;
  return [
    `${num(x + radius, 3)} ${num(y, 3)} m`,
    curve(x + radius, y + reach, x + reach, y + radius, x, y + radius),
    curve(x - reach, y + radius, x - radius, y + reach, x - radius, y),
    curve(x - radius, y - reach, x - reach, y - radius, x, y - radius),
    curve(x + reach, y - radius, x + radius, y - reach, x + radius, y),
  ].join(' ');
}
