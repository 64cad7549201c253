import { IntegerProperty, TextListProperty, TextProperty } from '#common/openapi/decorators.js';
import { PICTURE_SIZES, pictureFile } from './pictures.rules.js';

const EXAMPLE = PICTURE_SIZES.map(
  (size) =>
    `https://api.example.com/pictures/${pictureFile('7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730', size)}`,
);

/** A picture that was uploaded. */
export class UploadedPictureView {
  @TextProperty(EXAMPLE[0]!, 'its address, for the `image` of a bundle') url!: string;
  @TextListProperty(EXAMPLE.slice(1), 'smaller ones, for cards and lists') smaller!: string[];
  @IntegerProperty(1280) width!: number;
  @IntegerProperty(960) height!: number;
}
