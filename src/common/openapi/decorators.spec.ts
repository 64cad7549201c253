import { describe, expect, it } from '@jest/globals';
import {
  ApiProperty,
  ChoiceProperty,
  describeAll,
  IntegerProperty,
  ListProperty,
  RequiredProperties,
  TextProperty,
} from './decorators.js';

/** A class that is called `Priced`, with one described property. */
function priced(): new () => object {
  class Priced {
    @ApiProperty({ type: Number, example: 10 })
    price!: number;
  }
  return Priced;
}

describe('described classes', () => {
  it('have names of their own, since one schema would take the place of the other', async () => {
    const library = await import('@nestjs/swagger');
    priced();
    describeAll(library);
    priced();
    expect(() => {
      describeAll(library);
    }).toThrow('Two classes are called Priced');
  });

  it('declare a list again where it becomes required, since the library would forget of what it is', () => {
    class Pictured {
      @ApiProperty({ type: String, isArray: true, required: false })
      pictures?: string[];
    }
    expect(() => {
      RequiredProperties('pictures')(class Shown extends Pictured {});
    }).toThrow('Shown.pictures is a list');
  });
});

describe('properties by their kind', () => {
  it('say their words, and whether they may be null or missing', async () => {
    const words = () => ['draft', 'active'];
    class Leg {}
    class Tree {
      @TextProperty('maria') name!: string;
      @IntegerProperty(null, 'above the member', { nullable: true }) parent!: number | null;
      @TextProperty('2026-11-28', { optional: true, format: 'date' }) day?: string;
      @ChoiceProperty(words, 'draft') status!: string;
      @ListProperty(() => Leg, 'from left to right', { example: [] }) legs!: Leg[];
    }
    describeAll(await import('@nestjs/swagger'));
    const of = (key: string): unknown => Reflect.getMetadata('swagger/apiModelProperties', Tree.prototype, key);
    expect(of('name')).toMatchObject({ type: String, example: 'maria' });
    expect(of('parent')).toMatchObject({
      type: 'integer',
      example: null,
      nullable: true,
      description: 'above the member',
    });
    expect(of('day')).toMatchObject({ type: String, example: '2026-11-28', format: 'date', required: false });
    expect(of('status')).toMatchObject({ type: String, enum: ['draft', 'active'], example: 'draft' });
    const legs = of('legs') as { type: () => unknown };
    expect(legs).toEqual({ type: expect.any(Function), isArray: true, example: [], description: 'from left to right' });
    expect([legs.type.name, legs.type()]).toEqual(['type', Leg]);
  });
});
