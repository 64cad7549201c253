import { Controller, Get, Header, Param, Redirect, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../common/access/index.js';
import { Bare } from '../../common/http/envelope.js';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { ApiReference } from './api-reference.js';
import { PAGE_POLICY } from './page.js';

const DOCUMENT: Parameters<typeof ApiAnswer> = [
  {
    type: 'object',
    required: ['openapi', 'info', 'paths'],
    properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
    additionalProperties: true,
  },
  { example: { openapi: '3.1.0', info: {}, paths: {} } },
];

/** The reference of the API, for people and for programs. Section 9 of the decisions. */
@ApiTags('Operations')
@Access('public')
@Bare()
@Controller({ version: VERSION_NEUTRAL })
export class DocsController {
  constructor(private readonly reference: ApiReference) {}

  /** The OpenAPI document. */
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({ operationId: 'getOpenApi', summary: 'The whole OpenAPI document', description: 'OpenAPI 3.1.' })
  @ApiAnswer(...DOCUMENT)
  openApi(): Promise<Buffer> {
    return this.reference.openApi('whole');
  }

  /** The OpenAPI document without the admin module. */
  @Get('openapi.client.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({
    operationId: 'getClientOpenApi',
    summary: 'The OpenAPI document for client applications',
    description: 'OpenAPI 3.1: the document without the admin module, to generate a client from.',
  })
  @ApiAnswer(...DOCUMENT)
  clientOpenApi(): Promise<Buffer> {
    return this.reference.openApi('client');
  }

  /** Whoever opens the address of the service finds the reference. Section 10 of the decisions. */
  @Get()
  @Redirect('/docs')
  @ApiExcludeEndpoint()
  root(): void {}

  /** The reference to read. What it fills in of a demo must not be kept. */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('cache-control', 'no-store')
  @ApiOperation({ operationId: 'getDocs', summary: 'The API reference to read', description: 'A web page.' })
  @ApiAnswer({ type: 'string' }, { mediaType: 'text/html', example: '<!doctype html>' })
  page(): Promise<string> {
    return this.reference.page('client');
  }

  /** The same for the admin module. */
  @Get('docs/admin')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('cache-control', 'no-store')
  @ApiExcludeEndpoint()
  adminPage(): Promise<string> {
    return this.reference.page('admin');
  }

  /** Scripts and styles of the page. */
  @Get('docs/:file')
  @Header('cache-control', 'public, max-age=86400')
  @ApiExcludeEndpoint()
  file(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const { type, content } = this.reference.file(file);
    void reply.type(type);
    return content;
  }
}
