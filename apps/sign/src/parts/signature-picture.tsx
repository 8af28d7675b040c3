import type { Adopted } from '../flow/fields.ts';

/** The adopted signature, as large as its box allows. Decorative: whoever shows it says in words what it is. */
export function SignaturePicture({ signature }: { signature: Adopted }) {
  if (signature.type === 'typed') {
    // As SVG the name scales with its box like a drawn one does; the width is a guess that the server makes exactly.
    const width = [...signature.text.padEnd(4)].reduce(
      (sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 38 : 17),
      0,
    );
    return (
      <svg class="signature-picture" viewBox={`0 0 ${width} 44`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
        <text class="handwriting" x={width / 2} y="31" text-anchor="middle">
          {signature.text}
        </text>
      </svg>
    );
  }
  return <img class="signature-picture" src={signature.picture} alt="" draggable={false} />;
}
