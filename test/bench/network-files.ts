import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Larger than any number of rows, and prime: whole multiples of it, modulo the number of rows, are each row once, far apart. */
const STRIDE = 15_485_863;

/** Rows that are written together. */
const CHUNK = 2_000;

/** Rows of volumes for each member. */
export const ROWS_EACH = 3;

/** Of so many rows of volumes, the last takes back the one before it; a multiple of {@link ROWS_EACH}, so both are one member's. */
const TAKEN_BACK = 30;

/** Members came so many milliseconds after each other, from this instant on; ten million within two years. */
const FIRST_CAME = Date.UTC(2020, 0, 1);
const APART_MS = 6_000;

/** Volumes are of the last months before the run, so that they lie in several partitions. */
const DAY_MS = 86_400_000;
const VOLUME_DAYS = 80;

/**
 * Writes a file of members, rows shuffled: in the placement tree two below each, in the sponsor tree eight, of whom all are placed below it.
 * @returns its bytes
 */
export function writeMembers(path: string, members: number): Promise<number> {
  return writeRows(path, members, (n) => ({
    username: nameOf(n),
    email: `${nameOf(n)}@example.com`,
    first_name: 'Maria',
    last_name: `Schmidt ${n % 997}`,
    country_code: 'DE',
    kind: 'distributor',
    ...(n > 1 && { sponsor: nameOf(Math.max(1, Math.floor(n / 8))) }),
    ...(n > 1 && { placement_parent: nameOf(Math.floor(n / 2)), placement_leg: 1 + (n % 2) }),
    enrolled_at: new Date(FIRST_CAME + n * APART_MS).toISOString(),
  }));
}

/**
 * Writes a file of volumes of these members, rows shuffled: three of each member, of which some take back the one before.
 * @returns its bytes
 */
export function writeVolumes(path: string, members: number): Promise<number> {
  const rows = members * ROWS_EACH;
  const from = Date.now() - VOLUME_DAYS * DAY_MS;
  const apart = ((VOLUME_DAYS - 1) * DAY_MS) / rows;
  return writeRows(path, rows, (n) => {
    const takesBack = n % TAKEN_BACK === 0;
    const sign = takesBack ? -1 : 1;
    const points = 1 + ((takesBack ? n - 1 : n) % 500);
    return {
      external_id: idOf(n),
      username: nameOf(Math.ceil(n / ROWS_EACH)),
      at: new Date(from + Math.floor(n * apart)).toISOString(),
      business_volume: sign * (points + 0.5),
      points: sign * points,
      cumulative_volume: sign * points,
      price: sign * points * 2,
      ...(takesBack && { takes_back: idOf(n - 1) }),
    };
  });
}

const nameOf = (n: number): string => `imported-${n}`;

const idOf = (n: number): string => `erp-${n}`;

/** @param row from 1 on */
async function writeRows(path: string, count: number, row: (n: number) => object): Promise<number> {
  await pipeline(Readable.from(chunks(count, row)), createWriteStream(path));
  return (await stat(path)).size;
}

function* chunks(count: number, row: (n: number) => object): Generator<string> {
  for (let start = 0; start < count; start += CHUNK) {
    let text = '';
    for (let index = start; index < Math.min(start + CHUNK, count); index += 1)
      text += `${JSON.stringify(row(1 + ((index * STRIDE) % count)))}\n`;
    yield text;
  }
}
