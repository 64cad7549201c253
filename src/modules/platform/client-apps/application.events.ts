import { ChoiceProperty, TextListProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import type { ApplicationView } from './application.view.js';

/** Actions on an application. */
const APPLICATION_ACTS = [
  'application.create',
  'application.update',
  'application.delete',
  'application_key.rotate',
  'application_key.revoke',
  'webhook.enable',
  'webhook.disable',
  'webhook_secret.rotate',
  'encryption_key.issue',
  'encryption_key.retire',
] as const;
export type ApplicationAct = (typeof APPLICATION_ACTS)[number];

/** `application.updated`. It holds no settings: reading them requires permissions. */
export class ApplicationUpdatedData {
  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11') application_id!: string;
  @ChoiceProperty(APPLICATION_ACTS, 'application.update', 'the action') action!: ApplicationAct;

  @TextListProperty(
    ['status', 'maintenance_message'],
    'of `application.update`: the settings that changed, by their names in the admin module',
    { optional: true },
  )
  changed?: string[];

  @TextProperty('9b1c0d2e-7a55-4f0e-8d5b-0f6a1d2c3b4a', 'the affected key, if any', { optional: true }) key_id?: string;
}

export const APPLICATION_EVENTS = {
  'application.updated': {
    aggregate: 'application',
    data: ApplicationUpdatedData,
    summary: 'The application was registered, or it or one of its keys or secrets was changed',
    description: '`action` is the kind of change. Sent only to the affected application.',
    example: { key_id: undefined },
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof APPLICATION_EVENTS> {}
}

/** Fields that are not settings. */
const NO_SETTINGS: readonly string[] = ['updated_at', 'last_used_at'] satisfies (keyof ApplicationView)[];

/** The names of the changed settings. */
export function changedSettings(before: object, after: object): string[] {
  const was = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.entries(after)
    .filter(([name, value]) => !NO_SETTINGS.includes(name) && was.get(name) !== JSON.stringify(value))
    .map(([name]) => name);
}
