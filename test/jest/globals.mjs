/** What tests import as '@jest/globals': of the file that runs, so bindings that change. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function provide(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
