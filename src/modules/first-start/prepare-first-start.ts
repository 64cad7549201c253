import type { INestApplicationContext } from '@nestjs/common';
import { FirstStart } from './first-start.service.js';

/**
 * Makes what a first start must make, before the service listens.
 * @returns the lines to print once it does: addresses, credentials and, in a demo, commands to try
 */
export async function prepareFirstStart(app: INestApplicationContext): Promise<string[]> {
  return app.get(FirstStart, { strict: false }).prepare();
}
