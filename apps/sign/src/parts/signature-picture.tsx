import type { Adopted } from '../flow/fields.ts';
import { later } from './later.tsx';

/** This component includes the fonts, which drawn and uploaded signatures do not need. */
const WrittenName = later(async () => (await import('../ink/written.tsx')).WrittenName, null);

/**
 * Shows the adopted signature as large as its box allows. It is decorative, because the surrounding text describes it.
 */
export function SignaturePicture({ signature }: { signature: Adopted }) {
  if (signature.type === 'typed') return <WrittenName text={signature.text} hand={signature.hand ?? 'casual'} />;
  return <img class="signature-picture" src={signature.picture} alt="" draggable={false} />;
}
