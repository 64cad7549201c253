import { ModuleRef } from '@nestjs/core';
import {
  ADMIN_ROLES,
  allPermissions,
  type Caller,
  CallerParam,
  extensionPermissions,
  may,
  type Role,
  rolesWith,
} from '#common/access/index.js';
import { extensionEvents } from '#common/events/event-types.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Config } from '#common/config/config.js';
import { chooseLanguage } from '#common/errors/problems.js';
import { API_VERSIONS } from '#common/http/api-version.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/languages.js';
import { ChoiceListProperty, ListProperty, TextListProperty, TextProperty } from '#common/openapi/decorators.js';
import { AdminInputs, DeclaredInputView } from '#commissions/inputs/index.js';
import { ConsoleExtensions } from './console-extensions.js';
import { CustomFieldDeclarationView, customFieldsFor } from './custom-field.view.js';

class ExtensionPageView {
  @TextProperty('points', 'its address is `/admin/extensions/<name>/<path>`') path!: string;
  @TextProperty('Points') title!: string;
  @TextProperty('users.read', 'users without it do not see the page') permission!: string;
}

class ExtensionBlockView {
  @TextProperty('member', 'the page of the console that it is on') slot!: string;
  @TextProperty('users.read', 'users without it do not see the block') permission!: string;
}

/** What an extension adds to the console. */
class ConsoleExtensionView {
  @TextProperty('loyalty') name!: string;
  @TextProperty('Loyalty') title!: string;
  @TextProperty('/admin/extensions/loyalty/assets/index.js', 'the module with its components') script!: string;
  @TextProperty(null, 'its style sheet', { nullable: true }) styles!: string | null;
  @ListProperty(ExtensionPageView) pages!: ExtensionPageView[];
  @ListProperty(ExtensionBlockView) blocks!: ExtensionBlockView[];
}

/** A type of event of an extension. */
class ExtensionEventView {
  @TextProperty('loyalty.earned') type!: string;
  @TextProperty('A member has earned points') summary!: string;
}

/** A permission, and the roles that have it. */
class PermissionView {
  @TextProperty('payouts.release') permission!: string;
  @ChoiceListProperty(ADMIN_ROLES, ['super_admin', 'finance']) roles!: readonly Role[];
}

/** A permission of an extension. */
class ExtensionPermissionView {
  @TextProperty('loyalty.write') permission!: string;
  @TextProperty('Corrects points.', 'what it allows') description!: string;
  @ChoiceListProperty(ADMIN_ROLES, ['super_admin', 'support']) roles!: readonly Role[];
}

/** Read the configuration of the service, as far as a console needs to know. See docs/spec/service.md#9. */
class AdminServiceView {
  @TextProperty('https://api.example.com', 'origin under which clients reach the service') public_url!: string;
  @TextProperty('/api', 'path prefix before the version') api_prefix!: string;
  @TextListProperty(['v1'], 'the versions that are served') api_versions!: string[];
  @TextProperty('USD', 'currency of all catalogue and cart prices; ISO 4217') currency_code!: string;
  @ListProperty(() => ExtensionEventView, 'types of events of extensions') extension_events!: ExtensionEventView[];

  @ListProperty(() => PermissionView, 'all permissions, and the roles that have each') permissions!: PermissionView[];

  @ListProperty(() => ExtensionPermissionView, 'permissions of extensions, and the roles that have them')
  extension_permissions!: ExtensionPermissionView[];

  @ListProperty(ConsoleExtensionView, 'what extensions add to the console') console_extensions!: ConsoleExtensionView[];

  @ListProperty(() => CustomFieldDeclarationView, 'custom fields that the user may read; left out if there are none', {
    optional: true,
  })
  custom_fields?: CustomFieldDeclarationView[];

  @ListProperty(
    () => DeclaredInputView,
    'inputs of bonuses of extensions that the user may read; left out if there are none',
    { optional: true },
  )
  commission_inputs?: DeclaredInputView[];
}

/** The service itself, in the admin module. See docs/spec/service.md#8. */
@AdminController('service', 'Admin: session', 'account.read')
export class AdminServiceController {
  constructor(
    private readonly config: Config,
    private readonly extensions: ConsoleExtensions,
    private readonly modules: ModuleRef,
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
    const inputs = this.inputsFor(caller);
    return {
      public_url: publicUrl,
      api_prefix: `/${apiPrefix}`,
      api_versions: [...API_VERSIONS],
      currency_code: currency,
      extension_events: extensionEvents().map(([type, { summary }]) => ({ type, summary })),
      permissions: allPermissions().map((permission) => ({ permission, roles: rolesWith(permission) })),
      extension_permissions: [...extensionPermissions()].map(([permission, { description, roles }]) => ({
        permission,
        description,
        roles: ADMIN_ROLES.filter((role) => roles.has(role)),
      })),
      console_extensions: this.extensions.describe(),
      ...(fields.length > 0 && { custom_fields: fields }),
      ...(inputs.length > 0 && { commission_inputs: inputs }),
    };
  }

  /** The inputs whose values somebody may read: none where no extension has brought their endpoints. */
  private inputsFor(caller: Caller): DeclaredInputView[] {
    if (!may(caller, 'inputs.read')) return [];
    return adminInputs(this.modules)?.declared() ?? [];
  }
}

/** Undefined where no extension imports its module; the container throws then. */
function adminInputs(modules: ModuleRef): AdminInputs | undefined {
  try {
    return modules.get(AdminInputs, { strict: false });
  } catch {
    return undefined;
  }
}
