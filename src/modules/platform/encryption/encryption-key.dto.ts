import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { PLATFORMS, type Platform } from './encryption-key.entity.js';

/** Longest overlap of a rotation, in seconds: 365 days. */
const MAX_OVERLAP_SECONDS = 31_536_000;

/** What the list of an application's encryption keys shows. */
export class EncryptionKeysQuery extends SearchQuery {
  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'whether to include the key material, which is audited; default true',
    example: 'true',
  })
  texts?: 'true' | 'false';

  @ChoiceField(['live', 'retired'], { optional: true, description: 'default: both', example: 'live' })
  status?: 'live' | 'retired';
}

/** A new encryption key for one platform of an application. */
export class IssueEncryptionKeyDto {
  @ChoiceField(PLATFORMS, { description: 'platform of the client that uses it', example: 'android' })
  platform!: Platform;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description:
      'seconds after which the platform’s older keys retire; if omitted, they stay valid until they are retired',
    example: 604_800,
  })
  overlap_seconds?: number;
}
