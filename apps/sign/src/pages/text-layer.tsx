/** The invisible text over a page's picture, for selecting, searching and screen readers. */
import { useMemo } from 'preact/hooks';
import type { PageText } from '../flow/service.ts';
import { useWords } from '../parts/words.ts';
import { naturalWidth } from './ruler.ts';

export function TextLayer({ text }: { text: PageText }) {
  const { m, dir } = useWords();
  const lines = useMemo(
    () => text.lines.filter((line) => line.text.trim() !== '').map((line) => placed(line, text)),
    [text],
  );
  if (lines.length === 0)
    return (
      <p class="sr" dir={dir}>
        {m.pageWithoutText}
      </p>
    );
  return (
    <div class="text-layer">
      {lines.map((line, index) => (
        <p key={index} style={line.style} dir="auto">
          {line.text}
        </p>
      ))}
    </div>
  );
}

type Line = PageText['lines'][number];

/**
 * Positions are fractions of the page, and sizes are fractions of its width (cqw), so the layer scales with the
 * picture. The browser's font has a different width than the printed font, so each line is stretched to its true width.
 */
function placed(line: Line, page: { width: number; height: number }) {
  const natural = naturalWidth(line.text) * line.height;
  const stretch = natural > 0 && line.width > 0 ? line.width / natural : 1;
  return {
    text: line.text,
    style: {
      left: `${(line.x / page.width) * 100}%`,
      top: `${(line.y / page.height) * 100}%`,
      fontSize: `${(line.height / page.width) * 100}cqw`,
      transform: `scaleX(${stretch.toFixed(4)})`,
    },
  };
}
