import { Param } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { isUuid, NO_ID, NO_UUID, parseId } from '../ids.js';
import { later } from '../openapi/decorators.js';

/**
 * Declares a path parameter that is a numeric id. What can be no id becomes {@link NO_ID}, which is not found like any other.
 * @param example one that the demo has, if possible
 * @example `export const OrderIdParam = numberInPath('id', 'id of the order', 5)`, then `read(@OrderIdParam() id: number)`
 */
export function numberInPath(name: string, description: string, example: number): () => ParameterDecorator {
  return inPath({ name, description, schema: { type: 'integer', minimum: 1, examples: [example] } }, (text) => {
    return parseId(text) ?? NO_ID;
  });
}

/** Declares a path parameter that is a UUID; see {@link numberInPath}. What can be none becomes {@link NO_UUID}. */
export function uuidInPath(name: string, description: string, example: string): () => ParameterDecorator {
  return inPath({ name, description, schema: { type: 'string', format: 'uuid', examples: [example] } }, (text) => {
    return isUuid(text) ? text : NO_UUID;
  });
}

/**
 * Declares a path parameter that is a text, which the handler gets as it is; see {@link numberInPath}.
 * @param limits its length
 */
export function textInPath(
  name: string,
  description: string,
  example: string,
  limits: Pick<SchemaObject, 'minLength' | 'maxLength'> = {},
): () => ParameterDecorator {
  return inPath({ name, description, schema: { type: 'string', ...limits, examples: [example] } }, (text) => text);
}

interface PathParameter {
  name: string;
  description: string;
  schema: SchemaObject;
}

/** One decorator for the value and for its documentation. */
function inPath(documented: PathParameter, parse: (text: string) => unknown): () => ParameterDecorator {
  return () => (controller, method, index) => {
    Param(documented.name, { transform: parse })(controller, method, index);
    const handler = Object.getOwnPropertyDescriptor(controller, method!)!;
    later(({ ApiParam }) => [ApiParam(structuredClone(documented))])(controller, method!, handler);
  };
}
