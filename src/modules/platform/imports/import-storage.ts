import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { ImportChunk } from './import.entity.js';
import { DISK_RESERVE_BYTES, NO_ROOM } from './imports.rules.js';

/** Bytes of one piece of a file. */
export const PIECE_BYTES = 1_048_576;

const GIBIBYTE = 1024 ** 3;

/** The room for files that wait in the database. */
@Injectable()
export class ImportStorage {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Is asked before a file arrives, and while it does.
   * @throws AppError INSUFFICIENT_STORAGE if files take all that they may, or a disk that is known has no more than its reserve
   */
  async assertRoom(): Promise<void> {
    const stored = (await this.db.manager.count(ImportChunk)) * PIECE_BYTES;
    if (stored >= this.config.importStorageGib * GIBIBYTE) throw AppError.of(NO_ROOM);
    if (((await this.freeBytes()) ?? Infinity) < DISK_RESERVE_BYTES) throw AppError.of(NO_ROOM);
  }

  /** What is free on the disk of the embedded database; undefined for a server of its own, whose disk nobody here sees. */
  async freeBytes(): Promise<number | undefined> {
    if (this.config.databaseUrl !== undefined) return undefined;
    try {
      const { bavail, bsize } = await statfs(this.config.dataDir);
      return bavail * bsize;
    } catch (error) {
      // The service was given another database than its settings name.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
