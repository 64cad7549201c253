import { describe, expect, it } from '@jest/globals';
import { validateDto } from './dto.js';
import { TextListField } from './fields.js';

class Names {
  @TextListField({ maxItems: 3, validate: (entry) => (/^[a-z]+$/.test(entry) ? undefined : 'must be letters') })
  names!: string[];
}

describe('a list of texts', () => {
  it('says which entry is wrong, without giving it back: it may be a secret in the wrong place', () => {
    const { errors } = validateDto(Names, { names: ['fine', 'rt_0123'] });
    expect(errors).toEqual({ names: [{ message: 'entry 2 must be letters' }] });
  });
});
