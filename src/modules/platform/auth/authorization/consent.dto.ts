import { SCOPES, type Scope } from '#common/access/index.js';
import { uuidInPath } from '#common/http/path-params.js';
import { ChoiceListProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';

export const ConsentIdParam = uuidInPath(
  'application_id',
  'id of the application',
  '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47',
);

/** What a user lets an application do. */
export class ConsentView {
  @UuidProperty('0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47') application_id!: string;
  @TextProperty('Member app', 'name of the application') name!: string;
  @ChoiceListProperty(SCOPES, ['shop', 'team']) scopes!: Scope[];
  @TextProperty('2026-11-25T09:00:00.000Z') created_at!: string;
  @TextProperty('2026-11-25T09:00:00.000Z', 'when scopes were last allowed') updated_at!: string;
}
