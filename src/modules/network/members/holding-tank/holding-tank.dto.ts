import { IntegerField } from '#common/validation/index.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';

/** Where a member who waits is to stand. */
export class PlaceMemberDto {
  @IntegerField({ description: 'a member in the holding tank', example: 45 })
  uid!: number;

  @IntegerField({ description: 'who is to stand above: the sponsor, or somebody placed below', example: 22 })
  parent_uid!: number;

  @IntegerField({ max: MAX_WIDTH, description: 'a free leg of the parent', example: 1 })
  leg!: number;
}
