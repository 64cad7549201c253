import sharp from 'sharp';
import { MAX_PIXELS, PICTURE_SIZES, READY } from './pictures.rules.js';

/** What happens to a file: the picture in all sizes, or what is wrong with it. */
export type MadePicture =
  | {
      readonly files: readonly { readonly size: number; readonly content: Uint8Array }[];
      width: number;
      height: number;
    }
  | { readonly refused: 'no picture' | 'too many pixels' };

/** Of libwebp, 0 to 100. */
const QUALITY = 82;

// A process for one file: it needs one thread and no cache, and may read three formats alone.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** A picture that fits into a square, never enlarged. */
const within = (size: number) => ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const;

/** Turns the picture as its metadata say, and leaves those out. */
async function make(file: Uint8Array): Promise<MadePicture> {
  try {
    // Of the header alone.
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return { refused: 'too many pixels' };
    const [largest] = PICTURE_SIZES;
    const { data, info } = await sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(within(largest))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files = [];
    for (const size of PICTURE_SIZES)
      files.push({
        size,
        content: await sharp(data, { raw }).resize(within(size)).webp({ quality: QUALITY }).toBuffer(),
      });
    return { files, width: info.width, height: info.height };
  } catch {
    return { refused: 'no picture' };
  }
}

process.once('disconnect', () => process.exit());
process.send!(READY);
process.once('message', (file: Uint8Array) => void make(file).then((made) => process.send!(made)));
