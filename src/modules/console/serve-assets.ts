import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_FOLDER } from './console-page.js';

/** Lets the console's controller send files of its build, compressed as the build left them. */
export async function serveConsoleAssets(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: CONSOLE_FOLDER,
    serve: false,
    preCompressed: true,
    // ConsolePages says what follows when there is no build.
    suppressWarning: true,
  });
}
