import type { ImageResource, ObjectSink } from '@countersign/pdf-sign';

/** Writes an opaque image as an image XObject (ISO 32000-2 8.9.5). */
export function writeImage(sink: ObjectSink, { width, height, rgb }: ImageResource): ReturnType<ObjectSink['add']> {
  return sink.addStream(
    [
      ['Type', '/XObject'],
      ['Subtype', '/Image'],
      ['Width', String(width)],
      ['Height', String(height)],
      ['ColorSpace', '/DeviceRGB'],
      ['BitsPerComponent', '8'],
      ['Filter', '/FlateDecode'],
    ],
    rgb,
  );
}
