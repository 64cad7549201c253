import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { ApiReference } from '../docs/index.js';
import { DEMO_PASSWORD } from './demo-accounts.js';
import { DemoCommands } from './demo-commands.js';

/** Fills the demo's credentials in on the API reference page of a demo; never in production. */
@Injectable()
export class DemoOffer implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly commands: DemoCommands,
    private readonly reference: ApiReference,
  ) {}

  onModuleInit(): void {
    if (!this.config.demo || process.env.NODE_ENV === 'production') return;
    this.reference.offer(async () => {
      const access = await this.commands.access();
      return access && { apikey: access.apikey, username: access.username, password: DEMO_PASSWORD };
    });
  }
}
