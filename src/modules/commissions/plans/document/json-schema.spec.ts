import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { validPlans } from '#test/support/plan-arbitrary.js';
import { planComponents, planJsonSchema } from './json-schema.js';
import { validatePlan } from './validate.js';

const ID = 'https://shop.example/plan.schema.json';
const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, discriminator: false }).compile(
  planJsonSchema(ID),
);

/** All parts of a schema that are properties of an object. */
function properties(schema: unknown): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.entries((schema as { properties?: object }).properties ?? {}) as [
    string,
    Record<string, unknown>,
  ][];
  return [...own, ...Object.values(schema).flatMap(properties)];
}

describe('the JSON Schema of a plan', () => {
  it('takes what the validation takes', () => {
    fc.assert(
      fc.property(validPlans, (document) => {
        expect(validate(document) ? [] : validate.errors).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [{ surprise: 1 }],
    [{ rate: 0 }],
    [{ period: 'day' }],
    [{ ranks: [] }],
    [{ active: { volume: 1 } }],
    [{ bonuses: [{ id: 'a', type: 'matrix' }] }],
    [{ bonuses: [{ id: 'a', type: 'unilevel', percents: { member: [101] } }] }],
  ])('refuses %j', (change) => {
    fc.assert(
      fc.property(validPlans, (document) => {
        expect(validate({ ...document, ...change })).toBe(false);
        expect(validatePlan({ ...document, ...change }, 2).plan).toBeUndefined();
      }),
      { numRuns: 5 },
    );
  });

  it('says of each parameter in words what it means', () => {
    const silent = properties(planJsonSchema(ID)).filter(
      ([name, part]) => name !== 'type' && part.description === undefined,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('has patterns of which every dialect of regular expressions knows all parts, also those without Unicode classes', () => {
    const patterns = [...JSON.stringify(planJsonSchema(ID)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    const foreign = /\\[^sx.]|\(\?[^:]/;
    expect(patterns.map(([, pattern]) => JSON.parse(pattern!) as string)).not.toContainEqual(
      expect.stringMatching(foreign),
    );
    expect(patterns.length).toBeGreaterThan(0);
  });

  it('is the same in the OpenAPI document, where parts refer to components', () => {
    const components = planComponents();
    expect(Object.keys(components)).toEqual(
      expect.arrayContaining(['CommissionPlan', 'PlanConditions', 'BinaryBonus']),
    );
    for (const [, name] of JSON.stringify(components).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(Object.keys(components)).toContain(name!.replace('components/schemas/', ''));
  });
});
