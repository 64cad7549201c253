import { Field, isPlainObject, TextField } from '#common/validation/index.js';
import { MAX_BONUSES } from '@commerce/commission-engine';
import type { CarriedMapping, RankMapping } from '../plan.entity.js';

/** Most title ranks that one version maps. */
const MAX_MAPPED = 200;
const MAX_NAME = 100;

function MappingField(
  what: { most: number; isValue: (value: unknown) => boolean; message: string },
  api: { description: string; example: object; values: object },
): PropertyDecorator {
  const validate = (value: unknown): string | undefined => {
    if (!isPlainObject(value)) return 'must be an object';
    const entries = Object.entries(value);
    if (entries.length > what.most) return `must have at most ${what.most} keys`;
    if (entries.some(([key]) => key.length > MAX_NAME)) return `must have keys of at most ${MAX_NAME} characters`;
    return entries.every(([, one]) => what.isValue(one)) ? undefined : what.message;
  };
  const { description, example, values } = api;
  return Field(
    'json',
    validate,
    { type: 'object', additionalProperties: values },
    { optional: true, description, example },
  );
}

/** Body of `POST plans/:id/publish`. */
export class PublishPlanDto {
  @TextField({
    max: 8,
    description: 'the first period in which the plan is effective: `2027-01`, or `2027-W01` for a plan of weeks',
    example: '2027-01',
  })
  from_period!: string;

  @MappingField(
    { most: MAX_MAPPED, isValue: (value) => typeof value === 'string', message: 'must have names of ranks as values' },
    {
      description: 'what becomes of title ranks that this plan does not have: the old name, and the rank of this plan',
      example: { ruby: 'gold' },
      values: { type: 'string' },
    },
  )
  ranks?: RankMapping;

  @MappingField(
    {
      most: MAX_BONUSES,
      isValue: (value) => value === null || typeof value === 'string',
      message: 'must have ids of bonuses, or null, as values',
    },
    {
      description:
        'what becomes of the volumes that binary bonuses of the plan before carry: the id of the binary bonus that takes them, or null where they lapse. Needed for bonuses that this plan does not have, and for all if `period` or `time_zone` changes',
      example: { team: 'team_2027', pairs: null },
      values: { type: ['string', 'null'] },
    },
  )
  carried?: CarriedMapping;
}
