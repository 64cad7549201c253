import { describe, expect, it } from '@jest/globals';
import { ApiProperty, describeAll, RequiredProperties } from './decorators.js';

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

  it('declare a list anew where it becomes required, since the library would forget of what it is', () => {
    class Pictured {
      @ApiProperty({ type: String, isArray: true, required: false })
      pictures?: string[];
    }
    expect(() => {
      RequiredProperties('pictures')(class Shown extends Pictured {});
    }).toThrow('Shown.pictures is a list');
  });
});
