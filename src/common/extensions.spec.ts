import { Module } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config/config-error.js';
import { mountExtensions, replaceable, type Replacement } from './extensions.js';

abstract class Greeting {
  abstract text(): string;
}
class Plain extends Greeting {
  text(): string {
    return 'hello';
  }
}
abstract class Fixed {
  abstract text(): string;
}

@Module({ providers: replaceable(Greeting, Plain) })
class Extension {}

@Module({})
class Other {}

const loud: Replacement = { provide: Greeting, useValue: { text: () => 'HELLO' } };

describe('replaceable providers', () => {
  it('leave an extension without replacements as it is', () => {
    expect(mountExtensions([Extension, { module: Extension }], {})).toEqual([Extension, { module: Extension }]);
  });

  it('are refused for what cannot be replaced', () => {
    const extension = { module: Extension, replaces: [{ provide: Fixed, useClass: Plain }] };
    expect(() => mountExtensions([extension], {})).toThrow('Extension replaces Fixed, which cannot be replaced');
  });

  it('are refused to a second extension', () => {
    const extension = { module: Extension, replaces: [loud] };
    expect(() => mountExtensions([extension, { ...extension, module: Other }], {})).toThrow(
      new ConfigError('Extension and Other both replace Greeting'),
    );
  });
});
