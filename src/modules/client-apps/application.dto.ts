import { SearchQuery } from '../../common/http/pagination.js';
import { API_VERSION, API_VERSIONS } from '../../common/http/api-version.js';
import { ALL_EVENTS, EVENT_TYPES, type Subscription } from '../../common/events/event-types.js';
import {
  BooleanField,
  ChoiceField,
  EmailField,
  Field,
  InstantField,
  IntegerField,
  ObjectField,
  PasswordField,
  TextField,
  TextListField,
  UsernameField,
  type FieldOptions,
} from '../../common/validation/index.js';
import { judgeHostEntry, judgeIpEntry } from './access-rules.rules.js';
import { APPLICATION_STATUSES, CLIENT_TYPES, type ApplicationStatus, type ClientType } from './application.entity.js';
import {
  judgeIp,
  judgeUrl,
  MAX_ENTRIES,
  MAX_OVERLAP_SECONDS,
  MAX_RATE_LIMIT,
  MAX_URL,
  VERSION,
} from './application.rules.js';

const MAX_NAME = 200;
const VERSION_PATTERN = { expression: VERSION, message: 'must be a version such as v1' };

const judgeEvent = (entry: string): string | undefined =>
  [ALL_EVENTS, ...EVENT_TYPES].includes(entry) ? undefined : 'is not a type of event';

const judgeEvents = (entries: readonly string[]): string | undefined =>
  entries.includes(ALL_EVENTS) && entries.length > 1
    ? `must hold nothing beside ${ALL_EVENTS}: it means all`
    : undefined;

/** A version that is served: no key of an application that is registered for another would be good for anything. */
function ServedVersionField(options: FieldOptions): PropertyDecorator {
  const judge = (value: unknown): string | undefined =>
    API_VERSIONS.includes(value as string) ? undefined : `must be a version that is served: ${API_VERSIONS.join(', ')}`;
  return Field('text', judge, { type: String, maxLength: 5 }, { ...options, example: API_VERSION });
}

function UrlField(options: FieldOptions): PropertyDecorator {
  return Field('text', judgeUrl, { type: String, format: 'uri', maxLength: MAX_URL }, options);
}

/** Filters of the list of applications. */
export class ApplicationsQuery extends SearchQuery {
  @ChoiceField(APPLICATION_STATUSES, { optional: true, example: 'active' })
  status?: ApplicationStatus;
}

/** The user that administers through an application. */
export class ApiAdminDto {
  @UsernameField({ description: 'an existing user, who gets the role api_admin, or a new one', example: 'shop-admin' })
  username!: string;

  @EmailField({ description: 'of an existing user, it must be that user’s', example: 'shop-admin@example.com' })
  email!: string;

  @PasswordField({ optional: true, description: 'of a new user; without one, it is generated and shown once' })
  password?: string;
}

/** Where an application wants to hear of events. */
export class WebhookDto {
  @UrlField({ example: 'https://shop.example.com/hooks' })
  url!: string;

  @TextListField({
    maxItems: EVENT_TYPES.length,
    judge: judgeEvent,
    judgeAll: judgeEvents,
    description: `types of events; or \`["${ALL_EVENTS}"]\`, which means all, those of later versions too`,
    example: ['order.placed'],
  })
  events!: Subscription[];
}

/** Where single sign-on enters and leaves an application. */
export class SsoDto {
  @UrlField({ description: 'gets the parameter `ticket`', example: 'https://shop.example.com/sso' })
  login_url!: string;

  @UrlField({
    optional: true,
    nullable: true,
    description: 'where a browser lets the application forget the user; answers to a logout everywhere list it',
    example: 'https://shop.example.com/sso/logout',
  })
  logout_url?: string | null;
}

/** Host names: exact, or `*.example.com`. */
export class HostListsDto {
  @TextListField({ optional: true, maxItems: MAX_ENTRIES, judge: judgeHostEntry, example: ['*.example.com'] })
  allow?: string[];

  @TextListField({ optional: true, maxItems: MAX_ENTRIES, judge: judgeHostEntry, example: [] })
  block?: string[];
}

/** IP addresses and CIDR blocks, v4 and v6. */
export class IpListsDto {
  @TextListField({ optional: true, maxItems: MAX_ENTRIES, judge: judgeIpEntry, example: ['10.0.0.0/8'] })
  allow?: string[];

  @TextListField({ optional: true, maxItems: MAX_ENTRIES, judge: judgeIpEntry, example: [] })
  block?: string[];
}

/** Who may use the keys; block beats allow, an empty allow list allows all. A list that is left out stays. */
export class AccessDto {
  @ObjectField(() => HostListsDto, { optional: true })
  hosts?: HostListsDto;

  @ObjectField(() => IpListsDto, { optional: true })
  ips?: IpListsDto;
}

/** A new application. Section 1 of the specification; section 8 of the decisions. */
export class RegisterApplicationDto {
  @TextField({ max: MAX_NAME, example: 'Web shop' })
  name!: string;

  @ServedVersionField({ description: 'the one version its keys are good for; one that is served' })
  api_version!: string;

  @ChoiceField(CLIENT_TYPES, { description: 'the claim typ of its keys', example: 'web' })
  client_type!: ClientType;

  @ObjectField(() => ApiAdminDto)
  api_admin!: ApiAdminDto;

  @ObjectField(() => WebhookDto, { optional: true, nullable: true })
  webhook?: WebhookDto | null;

  @ObjectField(() => SsoDto, { optional: true, nullable: true })
  sso?: SsoDto | null;

  @ObjectField(() => AccessDto, { optional: true })
  access?: AccessDto;
}

/** What changes of an application; what is left out stays. */
export class ChangeApplicationDto {
  @TextField({ optional: true, max: MAX_NAME, example: 'Web shop' })
  name?: string;

  @ServedVersionField({ optional: true, description: 'one that is served' })
  api_version?: string;

  @ChoiceField(CLIENT_TYPES, {
    optional: true,
    description: 'the claim typ of keys that are issued from then on; earlier keys keep theirs',
    example: 'web',
  })
  client_type?: ClientType;

  @ObjectField(() => ApiAdminDto, { optional: true })
  api_admin?: ApiAdminDto;

  @ObjectField(() => WebhookDto, { optional: true, nullable: true, description: 'null removes it' })
  webhook?: WebhookDto | null;

  @ObjectField(() => SsoDto, { optional: true, nullable: true, description: 'null removes it' })
  sso?: SsoDto | null;

  @ObjectField(() => AccessDto, { optional: true })
  access?: AccessDto;

  @ChoiceField(APPLICATION_STATUSES, { optional: true, example: 'maintenance' })
  status?: ApplicationStatus;

  @TextField({
    optional: true,
    nullable: true,
    max: 500,
    description: 'what clients read while in maintenance',
    example: 'Back at noon.',
  })
  maintenance_message?: string | null;

  @BooleanField({
    optional: true,
    description:
      'take and give encrypted bodies only; if the application has no encryption key yet, one is issued for each platform of its client type',
    example: false,
  })
  require_encryption?: boolean;

  @IntegerField({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_RATE_LIMIT,
    description: 'requests a minute of each user, or of each address without one; null for no limit',
    example: 600,
  })
  rate_limit?: number | null;

  @IntegerField({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_RATE_LIMIT,
    description: 'requests a minute in all, of those that `rate_limit` lets pass; null for no limit',
    example: 60_000,
  })
  rate_limit_total?: number | null;
}

/** A rotation of an application's key. */
export class RotateKeyDto {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description: 'seconds after which the other keys end; without it they go on working until they are revoked',
    example: 86_400,
  })
  overlap_seconds?: number;
}

/** A request as it might come. */
export class ExplainDto {
  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: MAX_URL,
    description: 'the header Origin',
    example: 'https://shop.example.com',
  })
  origin?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: MAX_URL,
    description: 'the header Referer',
    example: 'https://shop.example.com/cart',
  })
  referer?: string | null;

  @Field('text', judgeIp, { type: String }, { description: 'the client’s address', example: '192.0.2.7' })
  ip!: string;

  @TextField({
    optional: true,
    max: 5,
    pattern: VERSION_PATTERN,
    description: 'the version in the path, default v1',
    example: 'v1',
  })
  version?: string;

  @InstantField({ optional: true, description: 'when it comes, default now' })
  at?: string;
}
