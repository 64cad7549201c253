import { ADMIN_ROLES, type Caller, CallerParam, extensionPermissions, type Role } from '#common/access/index.js';
import { extensionEvents } from '#common/events/event-types.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Config } from '#common/config/config.js';
import { chooseLanguage } from '#common/errors/problems.js';
import { API_VERSIONS } from '#common/http/api-version.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/http/languages.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { ConsoleExtensions } from './console-extensions.js';
import { CustomFieldDeclarationView, customFieldsFor } from './custom-field.view.js';

class ExtensionPageView {
  @ApiProperty({ example: 'points', description: 'its address is `/admin/extensions/<name>/<path>`' })
  path!: string;

  @ApiProperty({ example: 'Points' })
  title!: string;

  @ApiProperty({ example: 'users.read', description: 'users without it do not see the page' })
  permission!: string;
}

class ExtensionBlockView {
  @ApiProperty({ example: 'member', description: 'the page of the console that it is on' })
  slot!: string;

  @ApiProperty({ example: 'users.read', description: 'users without it do not see the block' })
  permission!: string;
}

/** What an extension adds to the console. */
class ConsoleExtensionView {
  @ApiProperty({ example: 'loyalty' })
  name!: string;

  @ApiProperty({ example: 'Loyalty' })
  title!: string;

  @ApiProperty({ example: '/admin/extensions/loyalty/assets/index.js', description: 'the module with its components' })
  script!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'its style sheet' })
  styles!: string | null;

  @ApiProperty({ type: [ExtensionPageView] })
  pages!: ExtensionPageView[];

  @ApiProperty({ type: [ExtensionBlockView] })
  blocks!: ExtensionBlockView[];
}

/** A type of event of an extension. */
class ExtensionEventView {
  @ApiProperty({ example: 'loyalty.earned' })
  type!: string;

  @ApiProperty({ example: 'A member has earned points' })
  summary!: string;
}

/** A permission of an extension. */
class ExtensionPermissionView {
  @ApiProperty({ example: 'loyalty.write' })
  permission!: string;

  @ApiProperty({ example: 'Corrects points.', description: 'what it allows' })
  description!: string;

  @ApiProperty({ enum: ADMIN_ROLES, isArray: true, example: ['super_admin', 'support'] })
  roles!: readonly Role[];
}

/** Read the configuration of the service, as far as a console needs to know. See docs/spec/service.md#9. */
class AdminServiceView {
  @ApiProperty({ example: 'https://api.example.com', description: 'origin under which clients reach the service' })
  public_url!: string;

  @ApiProperty({ example: '/api', description: 'path prefix before the version' })
  api_prefix!: string;

  @ApiProperty({ type: [String], example: ['v1'], description: 'the versions that are served' })
  api_versions!: string[];

  @ApiProperty({ example: 'USD', description: 'currency of all catalogue and cart prices; ISO 4217' })
  currency_code!: string;

  @ApiProperty({ type: () => [ExtensionEventView], description: 'types of events of extensions' })
  extension_events!: ExtensionEventView[];

  @ApiProperty({
    type: () => [ExtensionPermissionView],
    description: 'permissions of extensions, and the roles that have them',
  })
  extension_permissions!: ExtensionPermissionView[];

  @ApiProperty({ type: [ConsoleExtensionView], description: 'what extensions add to the console' })
  console_extensions!: ConsoleExtensionView[];

  @ApiProperty({
    type: () => [CustomFieldDeclarationView],
    required: false,
    description: 'custom fields that the user may read; left out if there are none',
  })
  custom_fields?: CustomFieldDeclarationView[];
}

/** The service itself, in the admin module. See docs/spec/service.md#8. */
@AdminController('service', 'Admin: session', 'account.read')
export class AdminServiceController {
  constructor(
    private readonly config: Config,
    private readonly extensions: ConsoleExtensions,
  ) {}

  @Endpoint('GET', {
    id: 'adminDescribeService',
    summary: 'Read the configuration of the service',
    description:
      'The location of its API, the currency of its prices, and what extensions have added, for the console.',
    answer: AdminServiceView,
    header: ACCEPT_LANGUAGE_HEADER,
  })
  describe(@CallerParam() caller: Caller, @LanguagesParam() languages: string[]): AdminServiceView {
    const { publicUrl, apiPrefix, currency } = this.config;
    const fields = customFieldsFor(caller, chooseLanguage(languages));
    return {
      public_url: publicUrl,
      api_prefix: `/${apiPrefix}`,
      api_versions: [...API_VERSIONS],
      currency_code: currency,
      extension_events: extensionEvents().map(([type, { summary }]) => ({ type, summary })),
      extension_permissions: [...extensionPermissions()].map(([permission, { description, roles }]) => ({
        permission,
        description,
        roles: ADMIN_ROLES.filter((role) => roles.has(role)),
      })),
      console_extensions: this.extensions.describe(),
      ...(fields.length > 0 && { custom_fields: fields }),
    };
  }
}
