import { Injectable, Logger } from '@nestjs/common';
import { type Caller, type CallingApplication, callerWithoutRequest } from '#common/access/index.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { API_VERSION } from '#common/http/api-version.js';
import { validateDto } from '#common/validation/index.js';
import {
  API_ATTRIBUTES,
  API_VARIANT_FIELDS,
  BundleAdminService,
  CreateAdminBundleDto,
  ProductTypesService,
} from '#sales/bundles/index.js';
import { ApplicationsService } from '#platform/client-apps/index.js';
import { Passwords, UsersService } from '#people/users/index.js';
import { DemoCompany, type DemoActors } from './company/demo-company.js';
import {
  DEMO_API_ADMIN,
  DEMO_APPLICATIONS,
  DEMO_FORMER_ADMIN,
  DEMO_PASSWORD,
  DEMO_SERVER,
  DEMO_SHOP,
} from './demo-accounts.js';
import { bundleBody, DEMO_BUNDLES, DEMO_PRODUCT_TYPES } from './demo-catalogue.js';

/** Fills an empty database with demo data. See docs/spec/service.md#9. */
@Injectable()
export class DemoData {
  private readonly logger = new Logger(DemoData.name);

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly applications: ApplicationsService,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly productTypes: ProductTypesService,
    private readonly bundles: BundleAdminService,
    private readonly company: DemoCompany,
  ) {}

  /**
   * Creates applications, a catalogue and a company in the current transaction. Without most of the company, and with a
   * warning, where an extension refuses something of it.
   */
  async fill(superAdmin: Caller): Promise<void> {
    const now = new Date();
    const passwordHash = await this.passwords.hash(DEMO_PASSWORD);
    await this.company.found(superAdmin, passwordHash, now);
    const applications = await this.createApplications(superAdmin);
    await this.createCatalogue(superAdmin);
    const actors = await this.actorsOf(superAdmin, applications);
    try {
      await this.db.transaction(() => this.company.grow(actors, passwordHash, now));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(`the demo has no company and no orders: ${error.message}`);
    }
  }

  /** @returns the applications, by name */
  private async createApplications(caller: Caller): Promise<Map<string, CallingApplication>> {
    const made = new Map<string, CallingApplication>();
    const ownHost = new URL(this.config.publicUrl).hostname;
    for (const { id, name, client_type, hosts, isShop, sso } of DEMO_APPLICATIONS) {
      const settings = {
        name,
        client_type,
        api_version: API_VERSION,
        api_admin: { ...DEMO_API_ADMIN, password: DEMO_PASSWORD },
        access: hosts === undefined ? {} : { hosts: { allow: [...new Set([...hosts, ownHost])] } },
        sso,
        redirect_uris: client_type === 'web' ? ['http://localhost/callback'] : [],
        public_catalogue: isShop,
        self_service: isShop,
      };
      const application = await this.applications.add(caller, settings, id);
      made.set(name, {
        id: application.id,
        name,
        clientType: client_type,
        requireEncryption: false,
        publicCatalogue: isShop,
        selfService: isShop,
      });
    }
    return made;
  }

  private async actorsOf(superAdmin: Caller, applications: Map<string, CallingApplication>): Promise<DemoActors> {
    const apiAdmin = (await this.users.findByUsername(this.db.manager, DEMO_API_ADMIN.username))!;
    // Nobody knows the password.
    const { passwordHash } = await this.passwords.prepare(undefined);
    const formerAdmin = await this.users.create(this.db.manager, {
      ...DEMO_FORMER_ADMIN,
      passwordHash,
      roles: ['super_admin'],
      status: 'inactive',
    });
    const application = applications.get(DEMO_SERVER)!;
    return {
      superAdmin,
      formerAdmin: callerWithoutRequest('first-start', formerAdmin),
      apiAdmin: { ...callerWithoutRequest('first-start', apiAdmin), application },
      shop: applications.get(DEMO_SHOP)!,
    };
  }

  private async createCatalogue(caller: Caller): Promise<void> {
    for (const type of DEMO_PRODUCT_TYPES) {
      await this.productTypes.create(caller, {
        ...type,
        variant_fields: [...API_VARIANT_FIELDS],
        attributes: [...API_ATTRIBUTES],
      });
    }
    for (const bundle of DEMO_BUNDLES)
      await this.bundles.create(caller, validateDto(CreateAdminBundleDto, bundleBody(bundle)));
  }
}
