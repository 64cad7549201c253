import { Header, Param, Redirect, Res, Module } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare } from '#common/http/envelope.js';
import { ApiReference } from './api-reference.js';
import { PAGE_POLICY } from './page.js';

const DOCUMENT = {
  answer: {
    type: 'object',
    required: ['openapi', 'info', 'paths'],
    properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
    additionalProperties: true,
  },
  answerExample: { openapi: '3.1.0', info: {}, paths: {} },
};

/** The API reference and the OpenAPI documents. See docs/spec/service.md#9. */
@PublicController()
@Bare()
class DocsController {
  constructor(private readonly reference: ApiReference) {}

  /** The OpenAPI document. */
  @Endpoint('GET openapi.json', {
    id: 'getOpenApi',
    summary: 'The whole OpenAPI document',
    description: 'OpenAPI 3.1.',
    ...DOCUMENT,
  })
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  openApi(): Promise<Buffer> {
    return this.reference.openApi('whole');
  }

  /** The OpenAPI document without the admin module. */
  @Endpoint('GET openapi.client.json', {
    id: 'getClientOpenApi',
    summary: 'The OpenAPI document for client applications',
    description: 'OpenAPI 3.1 without the admin module, for generating clients.',
    ...DOCUMENT,
  })
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  clientOpenApi(): Promise<Buffer> {
    return this.reference.openApi('client');
  }

  /** Redirects the root to the reference. See docs/spec/service.md#10. */
  @Endpoint('GET')
  @Redirect('/docs')
  root(): void {}

  /** The API reference. Not cached, because it may contain the demo's credentials. */
  @Endpoint('GET docs', {
    id: 'getDocs',
    summary: 'The API reference for humans',
    description: 'A web page.',
    answer: { type: 'string' },
    mediaType: 'text/html',
    answerExample: '<!doctype html>',
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('cache-control', 'no-store')
  page(): Promise<string> {
    return this.reference.page('client');
  }

  /** The same for the admin module. */
  @Endpoint('GET docs/admin')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('cache-control', 'no-store')
  adminPage(): Promise<string> {
    return this.reference.page('admin');
  }

  /** Scripts and styles of the pages. */
  @Endpoint('GET docs/:file')
  @Header('cache-control', 'public, max-age=86400')
  file(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const { type, content } = this.reference.file(file);
    void reply.type(type);
    return content;
  }
}

@Module({ controllers: [DocsController], providers: [ApiReference], exports: [ApiReference] })
export class DocsModule {}
