import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PICTURE_TYPES, type Streamed, StreamedBody, StreamedParam } from '#common/http/streamed-body.js';
import { EMPTY, TOO_LARGE } from '#platform/imports/index.js';
import { UploadedPictureView } from './pictures.dto.js';
import {
  NO_PICTURE,
  NO_PLACE,
  ONE_AT_A_TIME,
  PICTURES_BUSY,
  TOO_MANY_A_DAY,
  TOO_MANY_PIXELS,
} from './pictures.rules.js';
import { Pictures } from './pictures.service.js';

/** Pictures of bundles in the admin module, for those who may write bundles. */
@AdminController('pictures', 'Admin: bundles', { read: 'bundles.read', write: 'bundles.write' })
export class AdminPicturesController {
  constructor(private readonly pictures: Pictures) {}

  @Endpoint('POST', {
    id: 'adminUploadPicture',
    summary: 'Upload a picture',
    description:
      'The body is a file of at most 10 MiB and 40 megapixels. It is kept as WebP whose longer side has at most 1280, 640 and 160 pixels, without its metadata, at addresses that anyone can read and that never change. `url` is for the `image` of a bundle; the smaller ones differ in the number before `.webp`. The same picture gets the same addresses. A user sends one at a time, and 1,000 within a day.',
    answer: UploadedPictureView,
    body: {
      type: String,
      description: 'the file',
      files: Object.fromEntries(PICTURE_TYPES.map((type) => [type, 'the bytes of the file'])),
    },
    consumes: PICTURE_TYPES,
    failures: [EMPTY, NO_PICTURE, TOO_MANY_PIXELS, TOO_LARGE, ONE_AT_A_TIME, TOO_MANY_A_DAY, PICTURES_BUSY, NO_PLACE],
  })
  @StreamedBody(PICTURE_TYPES)
  upload(@CallerParam() caller: Caller, @StreamedParam() file: Streamed): Promise<UploadedPictureView> {
    return this.pictures.receive(caller, file.bytes);
  }
}
