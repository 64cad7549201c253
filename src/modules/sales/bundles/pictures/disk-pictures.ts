import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { PictureStore } from './picture-store.js';
import { NO_PLACE, pictureKey } from './pictures.rules.js';

const MIB = 1024 ** 2;

/** Bytes of the disk that pictures leave free: more where the embedded database is on it. */
const RESERVE_BYTES = 64 * MIB;
const RESERVE_BESIDE_DATABASE_BYTES = 2048 * MIB;

/** Keeps pictures in the folder `pictures` of `DATA_DIR`, which several instances have to share. */
export class DiskPictures extends PictureStore {
  private readonly logger = new Logger('Pictures');
  private readonly folder: string;
  private readonly reserve: number;

  constructor({ dataDir, databaseUrl }: Config) {
    super();
    this.folder = join(dataDir, 'pictures');
    this.reserve = databaseUrl === undefined ? RESERVE_BESIDE_DATABASE_BYTES : RESERVE_BYTES;
  }

  /** @throws AppError INSUFFICIENT_STORAGE if the disk is full, or must not be written to */
  async put(name: string, content: Buffer): Promise<void> {
    const path = this.pathOf(name);
    const unfinished = `${path}.${randomUUID()}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize < this.reserve) throw new Error(`the disk has less than ${this.reserve / MIB} MiB left`);
      await writeFile(unfinished, content, { flush: true });
      await rename(unfinished, path);
    } catch (error) {
      this.logger.error(`cannot keep a picture in ${this.folder}: ${(error as Error).message}`);
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw AppError.of(NO_PLACE);
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  private pathOf(name: string): string {
    return join(this.folder, pictureKey(name));
  }
}
