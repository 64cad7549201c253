import { execFile } from 'node:child_process';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Bytes at a time: the last small ones leave not even a page. */
const PIECES = [1024 * 1024, 4096, 1];

/** A small disk in memory, which can be filled up to its last byte. Only root may mount one. */
export class Disk {
  private isMounted = true;

  private constructor(readonly path: string) {}

  /**
   * Mounts a disk of so many megabytes, which take memory only as they are written.
   * @throws Error in words when that is not allowed here
   */
  static async mount(path: string, megabytes: number): Promise<Disk> {
    await mkdir(path, { mode: 0o711 });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'commerce-proof', path]);
    } catch (error) {
      const reason = (error as { stderr?: string }).stderr?.trim() || String(error);
      throw new Error(
        `a full disk needs a disk of its own, and this user may not mount one (${reason}): ` +
          'run as root, or name the other faults',
        { cause: error },
      );
    }
    return new Disk(path);
  }

  /** Takes all room that is left; what becomes free afterwards is taken by the next call. Others go on meanwhile. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a', 0o600);
    try {
      for (const size of PIECES) while (await hasRoom(file, size));
    } finally {
      await file.close();
    }
  }

  /** Gives back what was taken. */
  async clear(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** Takes the disk away, with all that is on it. */
  async unmount(): Promise<void> {
    if (!this.isMounted) return;
    await run('umount', ['--lazy', this.path]);
    this.isMounted = false;
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}

async function hasRoom(file: FileHandle, size: number): Promise<boolean> {
  try {
    return (await file.write(Buffer.alloc(size))).bytesWritten === size;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}
