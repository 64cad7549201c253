import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../common/access/index.js';
import { API_VERSION } from '../../../common/http/api-version.js';
import { judgeDto } from '../../../common/validation/index.js';
import {
  API_ATTRIBUTES,
  API_PRODUCT_TYPE,
  API_VARIANT_FIELDS,
  BundleAdminService,
  CreateAdminBundleDto,
  ProductTypesService,
} from '../../sales/bundles/index.js';
import { ApplicationsService } from '../../platform/client-apps/index.js';
import { UserAdministration } from '../../people/users/index.js';
import { DEMO_API_ADMIN, DEMO_APPLICATIONS, DEMO_MEMBERS, DEMO_PASSWORD } from './demo-accounts.js';
import { bundleBody, DEMO_BUNDLES, DEMO_KITS, STARTER_KIT } from './demo-catalogue.js';

const PRODUCT_TYPES = [
  { name: API_PRODUCT_TYPE, label: 'External API product' },
  { name: STARTER_KIT, label: 'Starter kit' },
];

/** Fills an empty database with demo data. Section 9 of the decisions. */
@Injectable()
export class DemoData {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly users: UserAdministration,
    private readonly productTypes: ProductTypesService,
    private readonly bundles: BundleAdminService,
  ) {}

  /** Creates applications, members and a catalogue in the current transaction. */
  async fill(caller: Caller): Promise<void> {
    await this.createApplications(caller);
    await this.createMembers(caller);
    await this.createCatalogue(caller);
  }

  private async createApplications(caller: Caller): Promise<void> {
    for (const { id, name, client_type, access, sso } of DEMO_APPLICATIONS) {
      const settings = {
        name,
        client_type,
        api_version: API_VERSION,
        api_admin: { ...DEMO_API_ADMIN, password: DEMO_PASSWORD },
        access: structuredClone<object>(access),
        sso,
      };
      await this.applications.register(caller, settings, id);
    }
  }

  private async createMembers(caller: Caller): Promise<void> {
    let sponsor: string | null = null;
    for (const member of DEMO_MEMBERS) {
      await this.users.create(caller, {
        ...member,
        email: `${member.username}@example.com`,
        password: DEMO_PASSWORD,
        sponsor,
      });
      sponsor = member.username;
    }
  }

  private async createCatalogue(caller: Caller): Promise<void> {
    for (const type of PRODUCT_TYPES) {
      await this.productTypes.create(caller, {
        ...type,
        variant_fields: [...API_VARIANT_FIELDS],
        attributes: [...API_ATTRIBUTES],
      });
    }
    const bodies = [
      ...DEMO_KITS.map((kit) => bundleBody(kit, STARTER_KIT)),
      ...DEMO_BUNDLES.map((bundle) => bundleBody(bundle, API_PRODUCT_TYPE)),
    ];
    for (const body of bodies) await this.bundles.create(caller, judgeDto(CreateAdminBundleDto, body));
  }
}
