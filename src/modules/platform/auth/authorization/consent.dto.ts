import { SCOPES, type Scope } from '#common/access/index.js';
import { uuidInPath } from '#common/http/path-params.js';
import { ApiProperty } from '#common/openapi/decorators.js';

export const ConsentIdParam = uuidInPath(
  'application_id',
  'id of the application',
  '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47',
);

/** What a user lets an application do. */
export class ConsentView {
  @ApiProperty({ format: 'uuid', example: '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47' })
  application_id!: string;

  @ApiProperty({ example: 'Member app', description: 'name of the application' })
  name!: string;

  @ApiProperty({ type: String, isArray: true, enum: SCOPES, example: ['shop', 'team'] })
  scopes!: Scope[];

  @ApiProperty({ example: '2026-11-25T09:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-25T09:00:00.000Z', description: 'when scopes were last allowed' })
  updated_at!: string;
}
