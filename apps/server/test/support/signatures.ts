import sharp from 'sharp';

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

/** A drawn signature in the format that the signing page sends. */
export const DRAWN = base64(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><path d="M10 50 C40 10 65 10 95 50 S150 90 180 50 l60 -20" fill="none" stroke="black" stroke-width="3"/></svg>',
);

/** A picture of a signature: a dark stroke on a transparent background. */
export async function signaturePng(colour = { r: 0, g: 0, b: 80, alpha: 1 }): Promise<string> {
  const stroke = await sharp({ create: { width: 160, height: 12, channels: 4, background: colour } })
    .png()
    .toBuffer();
  const picture = sharp({
    create: { width: 200, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  return base64(
    await picture
      .composite([{ input: stroke, left: 20, top: 24 }])
      .png()
      .toBuffer(),
  );
}
