import { ALL_EVENTS, eventTypes, type Subscription } from '#common/events/event-types.js';
import { ListSearchQuery } from '#common/audit/admin-lists.js';
import { API_VERSION, API_VERSIONS } from '#common/http/api-version.js';
import {
  BooleanField,
  ChoiceField,
  EmailField,
  Field,
  IntegerField,
  ObjectField,
  PasswordField,
  TextField,
  TextListField,
  UsernameField,
  type FieldOptions,
} from '#common/validation/index.js';
import { validateHostEntry, validateIpEntry } from './access/access-rules.rules.js';
import { APPLICATION_STATUSES, CLIENT_TYPES, type ApplicationStatus, type ClientType } from './application.entity.js';
import {
  validateRedirectUri,
  validateUrl,
  MAX_ENTRIES,
  MAX_RATE_LIMIT,
  MAX_REDIRECT_URIS,
  MAX_URL,
} from './application.rules.js';
import { uuidInPath } from '#common/http/path-params.js';
import { type Sort, SortField } from '#common/http/sorting.js';

const EXAMPLE = '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47';

export const ApplicationIdParam = uuidInPath('id', 'id of the application', EXAMPLE);

/** The filter of a list by application. @param description what is left */
export function ApplicationIdField(description: string): PropertyDecorator {
  return TextField({ optional: true, max: 36, description, example: EXAMPLE });
}

const MAX_NAME = 200;

const validateEvent = (entry: string): string | undefined =>
  entry === ALL_EVENTS || (eventTypes() as string[]).includes(entry) ? undefined : 'is not a type of event';

const validateEvents = (entries: readonly string[]): string | undefined =>
  entries.includes(ALL_EVENTS) && entries.length > 1
    ? `must hold nothing beside ${ALL_EVENTS}: it means all`
    : undefined;

/** A served API version; keys for another one would be useless. */
function ServedVersionField(options: FieldOptions): PropertyDecorator {
  const validate = (value: unknown): string | undefined =>
    API_VERSIONS.includes(value as string) ? undefined : `must be a version that is served: ${API_VERSIONS.join(', ')}`;
  return Field('text', validate, { type: String, maxLength: 5 }, { ...options, example: API_VERSION });
}

function UrlField(options: FieldOptions): PropertyDecorator {
  return Field('text', validateUrl, { type: String, format: 'uri', maxLength: MAX_URL }, options);
}

function RedirectUrisField(): PropertyDecorator {
  return TextListField({
    optional: true,
    maxItems: MAX_REDIRECT_URIS,
    validate: validateRedirectUri,
    description:
      'where a log-in by authorization code may lead back to, compared exactly: https, a scheme of an app such as `com.example.app:/callback`, or http on the local machine, there with any port',
    example: ['https://shop.example.com/callback', 'com.example.shop:/callback'],
  });
}

/** Filters of the list of applications. */
export class ApplicationsQuery extends ListSearchQuery {
  @SortField(['created_at'], '-created_at') sort?: Sort<'created_at'>;
  @ChoiceField(APPLICATION_STATUSES, { optional: true, example: 'active' }) status?: ApplicationStatus;
}

/** The user that administers through an application. */
export class ApiAdminDto {
  @UsernameField({ description: 'an existing user, who gets the role api_admin, or a new one', example: 'shop-admin' })
  username!: string;

  @EmailField({ description: 'must match if the user exists', example: 'shop-admin@example.com' }) email!: string;

  @PasswordField({ optional: true, description: 'for a new user; if omitted, it is generated and shown once' })
  password?: string;
}

/** The webhook of an application. */
export class WebhookDto {
  @UrlField({ example: 'https://shop.example.com/hooks' }) url!: string;

  @TextListField({
    maxItems: MAX_ENTRIES,
    validate: validateEvent,
    validateAll: validateEvents,
    description: `event types, or \`["${ALL_EVENTS}"]\` for all, including those of later versions`,
    example: ['order.placed'],
  })
  events!: Subscription[];
}

/** The single sign-on URLs of an application. */
export class SsoDto {
  @UrlField({ description: 'receives the `ticket` parameter', example: 'https://shop.example.com/sso' })
  login_url!: string;

  @UrlField({
    optional: true,
    nullable: true,
    description: 'where a browser logs the user out of the application; listed in responses to a log-out everywhere',
    example: 'https://shop.example.com/sso/logout',
  })
  logout_url?: string | null;
}

/** Host names: exact, or `*.example.com`. */
export class HostListsDto {
  @TextListField({ optional: true, maxItems: MAX_ENTRIES, validate: validateHostEntry, example: ['*.example.com'] })
  allow?: string[];

  @TextListField({ optional: true, maxItems: MAX_ENTRIES, validate: validateHostEntry, example: [] }) block?: string[];
}

/** IP addresses and CIDR blocks, v4 and v6. */
export class IpListsDto {
  @TextListField({ optional: true, maxItems: MAX_ENTRIES, validate: validateIpEntry, example: ['10.0.0.0/8'] })
  allow?: string[];

  @TextListField({ optional: true, maxItems: MAX_ENTRIES, validate: validateIpEntry, example: [] }) block?: string[];
}

/** Who may use the keys; block beats allow, an empty allow list allows all. A list that is left out stays. */
export class AccessDto {
  @ObjectField(() => HostListsDto, { optional: true }) hosts?: HostListsDto;
  @ObjectField(() => IpListsDto, { optional: true }) ips?: IpListsDto;
}

/** A new application. See docs/spec/commerce-api.md#1; docs/spec/service.md#8. */
export class RegisterApplicationDto {
  @TextField({ max: MAX_NAME, example: 'Web shop' }) name!: string;
  @ServedVersionField({ description: 'the API version that its keys are valid for' }) api_version!: string;
  @ChoiceField(CLIENT_TYPES, { description: 'the `typ` claim of its keys', example: 'web' }) client_type!: ClientType;
  @ObjectField(() => ApiAdminDto) api_admin!: ApiAdminDto;
  @ObjectField(() => WebhookDto, { optional: true, nullable: true }) webhook?: WebhookDto | null;
  @ObjectField(() => SsoDto, { optional: true, nullable: true }) sso?: SsoDto | null;
  @ObjectField(() => AccessDto, { optional: true }) access?: AccessDto;
  @RedirectUrisField() redirect_uris?: string[];
}

/** What changes of an application; what is left out stays. */
export class ChangeApplicationDto {
  @TextField({ optional: true, max: MAX_NAME, example: 'Web shop' }) name?: string;
  @ServedVersionField({ optional: true, description: 'one of the served versions' }) api_version?: string;

  @ChoiceField(CLIENT_TYPES, {
    optional: true,
    description: 'the `typ` claim of keys issued from then on; earlier keys do not change',
    example: 'web',
  })
  client_type?: ClientType;

  @ObjectField(() => ApiAdminDto, { optional: true }) api_admin?: ApiAdminDto;

  @ObjectField(() => WebhookDto, { optional: true, nullable: true, description: 'null removes it' })
  webhook?: WebhookDto | null;

  @ObjectField(() => SsoDto, { optional: true, nullable: true, description: 'null removes it' }) sso?: SsoDto | null;
  @ObjectField(() => AccessDto, { optional: true }) access?: AccessDto;
  @ChoiceField(APPLICATION_STATUSES, { optional: true, example: 'maintenance' }) status?: ApplicationStatus;

  @TextField({
    optional: true,
    nullable: true,
    max: 500,
    description: 'message for clients during maintenance',
    example: 'Back at noon.',
  })
  maintenance_message?: string | null;

  @BooleanField({
    optional: true,
    description:
      'accept and send only encrypted bodies; if the application has no encryption key yet, one is issued for each platform of its client type',
    example: false,
  })
  require_encryption?: boolean;

  @BooleanField({
    optional: true,
    description: 'the key alone reads active bundles (list, details and facets), without an access token',
    example: true,
  })
  public_catalogue?: boolean;

  @BooleanField({
    optional: true,
    description: 'users sign up, and set forgotten passwords, by themselves at this application',
    example: true,
  })
  self_service?: boolean;

  @RedirectUrisField() redirect_uris?: string[];

  @IntegerField({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_RATE_LIMIT,
    description: 'requests per minute for each user, or for each address without a login; null for no limit',
    example: 600,
  })
  rate_limit?: number | null;

  @IntegerField({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_RATE_LIMIT,
    description: 'requests per minute in total, of those that pass `rate_limit`; null for no limit',
    example: 60_000,
  })
  rate_limit_total?: number | null;
}
