import type { OpenAPIObject, OperationObject, SchemaObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { operationsOf } from '#common/api-document/index.js';
import { visitSchemas } from '#common/api-document/schemas.js';
import type { Answer } from './start-test-app.js';

/** One operation of the document, and where it stands. */
export interface Documented {
  path: string;
  method: string;
  operation: OperationObject;
}

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

/** Encrypted bodies are described in words alone: as a second media type they would make every generated type a union. */
const JOSE = 'application/jose';
const COMPACT_JWE = /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

type Medias = Record<string, Media>;

/** The OpenAPI document as something that answers can be held against. */
export class Contract {
  readonly operations: readonly Documented[];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  private readonly validators = new Map<string, ValidateFunction>();
  /** The document as it stands: whoever sends something may send more than is asked for, and formats are but hints. */
  private readonly open = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });

  constructor(readonly document: OpenAPIObject) {
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      operationsOf(item).map(([method, operation]) => ({ path, method, operation })),
    );
    const addFormats = formats.default as unknown as { default?: (ajv: Ajv2020) => void } & ((ajv: Ajv2020) => void);
    (addFormats.default ?? addFormats)(this.ajv);
    this.ajv.addSchema(closed(document), 'openapi.json');
    this.open.addSchema(document, 'openapi.json');
  }

  /** The operation of an id. */
  find(operationId: string): Documented {
    const found = this.operations.find(({ operation }) => operation.operationId === operationId);
    if (found === undefined) throw new Error(`the document has no operation ${operationId}`);
    return found;
  }

  /** What is wrong with a real answer of an operation; nothing when it is as documented. */
  problemsOf(operationId: string, { status, headers, body, text }: Answer): string[] {
    const { path, method, operation } = this.find(operationId);
    const at = this.follow(['paths', path, method, 'responses', String(status)]);
    if (operation.responses[String(status)] === undefined)
      return [`${operationId} answers ${status}: ${text.slice(0, 200)}`];
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const medias = this.at(at).content as Medias | undefined;
    if (type === JOSE && takesKey(operation)) return COMPACT_JWE.test(text) ? [] : [`${operationId} answers no JWE`];
    if (medias?.[type] === undefined) return [`${operationId} answers ${status} with ${type}`];
    const value: unknown = type === 'application/json' ? body : text;
    return this.validate([...at, 'content', type, 'schema'], value).map(
      (wrong) => `${operationId} ${status}: ${wrong}`,
    );
  }

  /** What is wrong with the examples of an operation: those of its body, parameters and answers. */
  exampleProblems({ path, method, operation }: Documented): string[] {
    const at = ['paths', path, method];
    const places: string[][] = Object.keys(operation.responses).map((status) =>
      this.follow([...at, 'responses', status]),
    );
    if (operation.requestBody !== undefined) places.push([...at, 'requestBody']);
    return places.flatMap((place) =>
      Object.entries((this.at(place).content ?? {}) as Medias).flatMap(([type, media]) =>
        this.examplesOf(media).flatMap((example) =>
          this.validate([...place, 'content', type, 'schema'], example).map(
            (wrong) => `${operation.operationId} ${place.at(-1)} ${type}: ${wrong}`,
          ),
        ),
      ),
    );
  }

  /** What is wrong with the body of a webhook; nothing when it is as documented. */
  webhookProblems(body: { type: string }): string[] {
    const { type } = body;
    if (this.document.webhooks?.[type] === undefined) return [`the webhook ${type} is not documented`];
    const schema = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return this.validate(schema, body).map((wrong) => `${type}: ${wrong}`);
  }

  /** What is wrong with the JSON body of a request; nothing when the document allows it. */
  requestProblems(operationId: string, body: unknown): string[] {
    const { path, method } = this.find(operationId);
    const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
    return this.validate(at, body, this.open);
  }

  /** What is wrong with a value that should be as a schema of the components says. */
  schemaProblems(name: string, value: unknown): string[] {
    return this.validate(['components', 'schemas', name], value);
  }

  /** The examples of a body, for one media type. */
  examplesOf(media: Media): unknown[] {
    if (media.example !== undefined) return [media.example];
    return Object.values(media.examples ?? {}).map(({ $ref, value }) =>
      $ref === undefined ? value : this.at($ref.slice(2).split('/')).value,
    );
  }

  /** A part of the document. */
  at(pointer: readonly string[]): Record<string, unknown> {
    return pointer.reduce<Record<string, unknown>>(
      (part, key) => part[key] as Record<string, unknown>,
      this.document as unknown as Record<string, unknown>,
    );
  }

  /** Where a part really stands, when it is a reference. */
  follow(pointer: string[]): string[] {
    const part = this.at(pointer) as { $ref?: string } | undefined;
    return part?.$ref === undefined ? pointer : part.$ref.slice(2).split('/');
  }

  private validate(pointer: readonly string[], value: unknown, ajv = this.ajv): string[] {
    const $ref = `openapi.json#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const known = ajv === this.ajv ? $ref : `open ${$ref}`;
    let validate = this.validators.get(known);
    if (validate === undefined) {
      validate = ajv.compile({ $ref });
      this.validators.set(known, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** Whether an operation takes an application key, and so encrypted bodies. */
export function takesKey({ security = [] }: OperationObject): boolean {
  return security.some((one) => 'apikey' in one);
}

/** A copy in which objects have no properties but the documented ones. */
function closed(document: OpenAPIObject): object {
  const copy = structuredClone(document);
  const close = (schema: SchemaObject): void => {
    if (schema.properties !== undefined && schema.allOf === undefined) schema.additionalProperties ??= false;
  };
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'schema') visitSchemas(value as SchemaObject, close);
      else if (key !== 'example' && key !== 'examples' && key !== 'schemas') walk(value);
    }
  };
  walk(copy);
  for (const schema of Object.values(copy.components?.schemas ?? {})) visitSchemas(schema, close);
  return copy;
}
