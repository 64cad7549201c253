import { failure } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';

/** Longest sides, in pixels, of what is kept of a picture: for the page of a bundle, for its card, and for lists. */
export const PICTURE_SIZES = [1280, 640, 160] as const;

/** Most bytes of an uploaded file, and most pixels of the picture in it: a small file may unpack to any size. */
export const MAX_PICTURE_BYTES = 10 * 1024 ** 2;
export const MAX_PIXELS = 40_000_000;

/** What the process that reads pictures says when it can. */
export const READY = 'ready';

/** Files that are taken at the same time on one instance: so many are in memory. */
export const MAX_AT_ONCE = 8;

/** Files of a user that are taken within a day, on all instances. */
export const MAX_A_DAY = 1_000;

/** The name of a kept file: the hash of the largest one's content, and its own size. */
export const PICTURE_FILE = new RegExp(`^[0-9a-f]{64}-(?:${PICTURE_SIZES.join('|')})\\.webp$`);

/** What {@link PICTURE_FILE} describes. */
export function pictureFile(hash: string, size: number): string {
  return `${hash}-${size}.webp`;
}

/** Where a file is kept, in a directory or a bucket: in one of 256 folders, by the beginning of the hash. */
export function pictureKey(file: string): string {
  return `${file.slice(0, 2)}/${file}`;
}

/** Something else than a picture, a broken one, and one that takes too long to be read. */
export const NO_PICTURE = failure(SALES.no_picture, { field: 'detail' });

export const TOO_MANY_PIXELS = failure(SALES.picture_too_many_pixels, {
  field: 'detail',
  example: { pixels: MAX_PIXELS },
});

/** Of one user one file is taken at a time. */
export const ONE_AT_A_TIME = failure(SALES.picture_in_progress);

export const TOO_MANY_A_DAY = failure(SALES.too_many_pictures_a_day, { example: { count: MAX_A_DAY } });

/** Too many of all users. */
export const PICTURES_BUSY = failure(SALES.pictures_busy);

/** A disk that is full, a bucket that cannot be reached, or either if the service may not write to it. */
export const NO_PLACE = failure(SALES.no_place_for_pictures);

/** A bucket that cannot be reached, or that the service may not read. */
export const PICTURES_UNAVAILABLE = failure(SALES.pictures_unavailable);
