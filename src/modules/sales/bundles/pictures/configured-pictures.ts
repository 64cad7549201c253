import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { BucketPictures } from './bucket-pictures.js';
import { DiskPictures } from './disk-pictures.js';
import { PictureStore } from './picture-store.js';

/** Keeps pictures in the bucket of the settings, or else in `DATA_DIR`. */
@Injectable()
export class ConfiguredPictures extends PictureStore {
  private readonly store: PictureStore;

  constructor(config: Config) {
    super();
    this.store = config.picturesBucket ? new BucketPictures(config.picturesBucket) : new DiskPictures(config);
  }

  put(name: string, content: Buffer): Promise<void> {
    return this.store.put(name, content);
  }

  get(name: string): Promise<Buffer | undefined> {
    return this.store.get(name);
  }
}
