/** Shrinks a signature image before upload: decodes, scales and re-encodes it on the visitor's device. */

const MAX_BYTES = 700_000;
/** A signature field is rarely wider than 8 cm, so 1200 pixels correspond to 380 dots per inch. */
const BOX = { width: 1200, height: 600 };
const TRIES = [1, 0.7, 0.5, 0.35] as const;

export type PictureFault = 'type' | 'unreadable' | 'size';
export type Shrunk = { ok: true; dataUrl: string } | { ok: false; fault: PictureFault };

/**
 * Re-encoding drops all other data of a photo, such as its location, camera and comments. PNG remains PNG, because its
 * transparency lets the line under the signature show through.
 */
export async function shrinkPicture(file: Blob): Promise<Shrunk> {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return { ok: false, fault: 'type' };
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return { ok: false, fault: 'unreadable' };
  try {
    for (const share of TRIES) {
      const size = fitWithin(image, { width: BOX.width * share, height: BOX.height * share });
      const blob = await encode(image, size, file.type);
      if (blob !== null && blob.size <= MAX_BYTES) return { ok: true, dataUrl: await asDataUrl(blob) };
    }
    return { ok: false, fault: 'size' };
  } finally {
    image.close();
  }
}

type Size = { width: number; height: number };

/**
 * Returns the largest size with the same proportions that fits into `box`. Images are never enlarged and never smaller
 * than one pixel.
 */
export function fitWithin(image: Size, box: Size): Size {
  const scale = Math.min(1, box.width / image.width, box.height / image.height);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

function encode(image: ImageBitmap, size: Size, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88));
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text came back'));
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read back'));
    reader.readAsDataURL(blob);
  });
}
